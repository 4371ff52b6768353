import type { DynamoDBRecord } from 'aws-lambda';
import type { Item } from '#shared/db/expressions';
import { type ColumnValue, columnWrites } from '#shared/db/lists/columns';
import type { Table } from '#shared/db/operations';
import { readImage } from '#shared/db/stream-image';
import { mustSetAside } from '#shared/events/patience';
import type { Clock } from '#shared/platform/clock';
import { errorFields, type Logger } from '#shared/platform/logger';
import type { Metrics } from '#shared/platform/metrics';
import { factsColumn, textsColumn, toFactsValue } from './applicant-columns.ts';
import { storedFactsOf, storedTextOf } from './stored-facts.ts';

/** The effects of keeping the facts of applicants up to date. */
export interface FactsEffects {
  readonly table: Pick<Table, 'write'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** What a record changes of what finds an applicant. */
interface ChangedFacts {
  readonly accountId: string;
  readonly facts: ColumnValue | undefined;
  readonly text: ColumnValue | undefined;
  readonly writtenAtMs: number | undefined;
}

/** Reports a change that no retry would help, so that it does not block others. */
const report = (fields: Readonly<Record<string, unknown>>, count: number, { log, metrics }: FactsEffects): void => {
  log.error('APPLICANT_NOT_LISTED', fields);
  metrics('ApplicantsNotListed', count);
};

/** What a stream record changes; undefined when it changes nothing that finds an applicant. */
const changedFacts = ({ dynamodb }: DynamoDBRecord, effects: FactsEffects): ChangedFacts | undefined => {
  const before = dynamodb?.OldImage && (readImage(dynamodb.OldImage) as Item);
  const after = readImage(dynamodb?.NewImage) as Item;
  try {
    const { accountId, facts, text } = storedFactsOf(after);
    const keepsFacts = before?.['status'] === facts.status;
    const keepsText = (before && storedTextOf(before)) === text.value;
    if (keepsFacts && keepsText) return undefined;
    const seconds = dynamodb?.ApproximateCreationDateTime;
    return {
      accountId,
      facts: keepsFacts ? undefined : toFactsValue(facts),
      text: keepsText ? undefined : text,
      writtenAtMs: seconds === undefined ? undefined : seconds * 1000,
    };
  } catch (error) {
    report({ messageId: dynamodb?.SequenceNumber ?? 'none', ...errorFields(error) }, 1, effects);
    return undefined;
  }
};

/**
 * Writes the changes of one account. @returns whether they are done: written, or reported because they keep failing.
 */
const keepOfAccount = async (
  accountId: string,
  changes: readonly ChangedFacts[],
  effects: FactsEffects,
): Promise<boolean> => {
  // When an applicant changed several times, the last change wins: a shard delivers them in order.
  const writes = [
    ...columnWrites(
      factsColumn(accountId),
      changes.flatMap(({ facts }) => facts ?? []),
    ),
    ...columnWrites(
      textsColumn(accountId),
      changes.flatMap(({ text }) => text ?? []),
    ),
  ];
  try {
    await Promise.all(writes.map((write) => effects.table.write(write)));
    return true;
  } catch (error) {
    const fields = { accountId, ...errorFields(error) };
    const [oldest] = changes;
    if (mustSetAside(error, oldest?.writtenAtMs, effects.clock())) {
      report(fields, changes.length, effects);
      return true;
    }
    effects.log.error('MESSAGE_FAILED', fields);
    return false;
  }
};

/**
 * Applies the records of the table's stream to the columns that lists of applicants are filtered and searched by, those
 * of new applicants included. Writing a value again changes nothing, so records may be repeated. A shard delivers the
 * records of an applicant in order, so that what an erasure removes stays removed.
 *
 * @returns for each record, in order, whether it is done; the others must be retried.
 */
export const keepFacts = async (
  records: readonly DynamoDBRecord[],
  effects: FactsEffects,
): Promise<readonly boolean[]> => {
  const changes = records.map((record) => changedFacts(record, effects));
  const known = changes.flatMap((change) => change ?? []);
  const done = new Map(
    await Promise.all(
      [...Map.groupBy(known, ({ accountId }) => accountId)].map(
        async ([accountId, ofAccount]) => [accountId, await keepOfAccount(accountId, ofAccount, effects)] as const,
      ),
    ),
  );
  return changes.map((change) => change === undefined || done.get(change.accountId) === true);
};
