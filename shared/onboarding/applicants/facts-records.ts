import type { DynamoDBRecord } from 'aws-lambda';
import * as v from 'valibot';
import type { Item } from '#shared/db/expressions';
import { type ColumnValue, columnWrites } from '#shared/db/lists/columns';
import { entryNumber } from '#shared/db/lists/counted-list';
import type { Table } from '#shared/db/operations';
import { readImage } from '#shared/db/stream-image';
import { CREATORS } from '#shared/events/catalogue';
import { mustSetAside } from '#shared/events/patience';
import type { Clock } from '#shared/platform/clock';
import { ENVIRONMENTS } from '#shared/platform/environments';
import { errorFields, type Logger } from '#shared/platform/logger';
import type { Metrics } from '#shared/platform/metrics';
import { factsColumn, factsOf, toFactsValue } from './applicant-columns.ts';
import { APPLICANT_STATUSES } from './applicant-states.ts';
import { applicantsOfAccount } from './keys.ts';

/** The effects of keeping the facts of applicants up to date. */
export interface FactsEffects {
  readonly table: Pick<Table, 'write'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** The new facts of an applicant, for the list of its account. */
interface ChangedFacts {
  readonly accountId: string;
  readonly value: ColumnValue;
  readonly writtenAtMs: number | undefined;
}

const changedSchema = v.object({
  accountId: v.string(),
  status: v.picklist(APPLICANT_STATUSES),
  createdBy: v.picklist(CREATORS),
  environment: v.picklist(ENVIRONMENTS),
  createdAt: v.string(),
  widgetNumber: v.number(),
});

/** Reports a change that no retry would help, so that it does not block others. */
const report = (fields: Readonly<Record<string, unknown>>, count: number, { log, metrics }: FactsEffects): void => {
  log.error('APPLICANT_NOT_LISTED', fields);
  metrics('ApplicantsNotListed', count);
};

/** The facts that a stream record changes; undefined when it changes none. */
const changedFacts = ({ dynamodb }: DynamoDBRecord, effects: FactsEffects): ChangedFacts | undefined => {
  const before = readImage(dynamodb?.OldImage) as Item | undefined;
  const after = readImage(dynamodb?.NewImage) as Item;
  if (before?.['status'] !== undefined && before['status'] === after?.['status']) return undefined;
  try {
    const applicant = v.parse(changedSchema, after);
    const ofAccount = v.parse(v.number(), entryNumber(applicantsOfAccount(applicant.accountId), after));
    const seconds = dynamodb?.ApproximateCreationDateTime;
    return {
      accountId: applicant.accountId,
      value: toFactsValue(factsOf(applicant, { ofAccount, widget: applicant.widgetNumber })),
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
  const writes = columnWrites(
    factsColumn(accountId),
    changes.map(({ value }) => value),
  );
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
 * Applies changes from the table's stream to the facts that lists of applicants are filtered by. Writing a fact again
 * changes nothing, so records may be repeated.
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
