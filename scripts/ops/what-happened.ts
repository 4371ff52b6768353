import { UserError } from '#scripts/local-cloud/user-error';
import { isoTime } from '#shared/platform/clock';
import { type IdPrefix, timeOfId } from '#shared/platform/ids';
import { subjectOf } from '#shared/platform/subject-ids';
import { requestIdIn } from '#shared/platform/trace';
import type { OpsEffects } from './command.ts';
import type { FoundLines, LogLine } from './stage-logs.ts';
import { kindOfId, readRecord, type StoredRecord } from './stored-records.ts';
import { headingOf, momentOfLine, momentsOfRecord, timelineOf } from './timeline.ts';

/** An id of ours, of the mail service, or that a caller gave to a request. */
const ANY_ID = /^[\w.=+/:-]{1,128}$/;

/** Kinds of things that exist for months: only their newest log lines are searched, unless the operator says since when. */
const LONG_LIVED: ReadonlySet<IdPrefix | undefined> = new Set<IdPrefix>(['usr', 'cmp', 'wgt', 'whk']);

const DAY_MS = 24 * 60 * 60 * 1000;

/** A request begins before what it creates, and the clocks of functions differ. */
const EARLIER_MS = 5 * 60 * 1000;

/** Maximum number of requests that are followed, and of records that are read. */
const MAX_FOLLOWED = 20;

/** What an operator asked about. */
export interface Asked {
  readonly id: string;
  /** The earliest time of the log lines that are searched. */
  readonly sinceMs?: number | undefined;
}

const distinct = (texts: readonly string[]): readonly string[] => [...new Set(texts)].slice(0, MAX_FOLLOWED);

const startOf = (id: string, nowMs: number): number => {
  const kind = kindOfId(id);
  return kind === undefined || LONG_LIVED.has(kind) ? nowMs - DAY_MS : timeOfId(id) - EARLIER_MS;
};

/** The ids whose records are read: the id itself or, for one that is not ours, what its lines name. */
const recordIdsOf = (id: string, lines: readonly LogLine[]): readonly string[] => {
  if (kindOfId(id) !== undefined) return [id];
  const named = lines.flatMap((line) => Object.values(subjectOf(line)));
  return distinct(named.filter((one) => kindOfId(one) !== undefined && !LONG_LIVED.has(kindOfId(one))));
};

const readRecords = async (
  ids: readonly string[],
  lines: readonly LogLine[],
  { table }: Pick<OpsEffects, 'table'>,
): Promise<readonly StoredRecord[]> => {
  const accountIds = distinct(lines.flatMap((line) => subjectOf(line).accountId ?? []));
  const records = await Promise.all(ids.map((id) => readRecord(id, accountIds, table)));
  return records.filter((record) => record !== undefined);
};

const requestIdsOf = (values: readonly unknown[]): readonly string[] =>
  distinct(values.flatMap((value) => requestIdIn(value).requestId ?? []));

/**
 * Tells what happened to something, oldest first: the times of its record in the table, the log lines that name it, and
 * every line of the requests behind them. Shows ids, codes and states only.
 *
 * @throws UserError for a text that cannot be an id, and when nothing is known of it.
 */
export const whatHappened = async (
  { id, sinceMs }: Asked,
  effects: Pick<OpsEffects, 'table' | 'clock' | 'logs'>,
): Promise<string> => {
  if (!ANY_ID.test(id)) throw new UserError(`${id} is not an id.`);
  const { logs, clock } = effects;
  const nowMs = clock();
  const fromMs = sinceMs ?? startOf(id, nowMs);
  const named = await logs.find([id], fromMs, nowMs);
  const records = await readRecords(recordIdsOf(id, named.lines), named.lines, effects);
  const requestIds = requestIdsOf([...named.lines, ...records.flatMap(({ items }) => items)]).filter(
    (requestId) => requestId !== id,
  );
  const followed: FoundLines =
    requestIds.length === 0 ? { lines: [], isCut: false } : await logs.find(requestIds, fromMs, nowMs);
  const moments = [
    ...records.flatMap(momentsOfRecord),
    ...[...named.lines, ...followed.lines].map(momentOfLine),
  ].filter(({ at }) => at <= isoTime(nowMs));
  if (moments.length === 0)
    throw new UserError(
      `Nothing is known of ${id} since ${isoTime(fromMs)}: no record, and no log line. Give an earlier --since.`,
    );
  return [
    ...records.map(headingOf),
    `log lines since ${isoTime(fromMs)}${named.isCut || followed.isCut ? ', only the newest: give a later --since for fewer' : ''}`,
    ...timelineOf(moments),
  ].join('\n');
};
