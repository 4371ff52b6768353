import type { DynamoDBRecord } from 'aws-lambda';
import * as v from 'valibot';
import { readImage } from '#shared/db/stream-image';
import { mustSetAside } from '#shared/events/patience';
import type { Clock } from '#shared/platform/clock';
import { ENVIRONMENTS } from '#shared/platform/environments';
import { errorFields, type Logger } from '#shared/platform/logger';
import type { Metrics } from '#shared/platform/metrics';
import type { AccountEnvironment } from '#shared/platform/scope';
import { type SettleTable, settle } from './settle.ts';
import { loadWallet } from './wallet.ts';

/** The effects of settling wallets from the table's stream. */
export interface SettleRecordsEffects {
  readonly table: SettleTable;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

const changedSchema = v.object({
  accountId: v.string(),
  environment: v.picklist(ENVIRONMENTS),
  unsettled: v.array(v.unknown()),
});

/** A wallet that had unsettled entries when it changed. */
interface ChangedWallet extends AccountEnvironment {
  readonly writtenAtMs: number | undefined;
}

/** Reports a change that no retry would settle, so that it does not block others. */
const report = (fields: Readonly<Record<string, unknown>>, { log, metrics }: SettleRecordsEffects): void => {
  log.error('WALLET_NOT_SETTLED', fields);
  metrics('WalletsNotSettled', 1);
};

const changedWallet = ({ dynamodb }: DynamoDBRecord, effects: SettleRecordsEffects): ChangedWallet | undefined => {
  const parsed = v.safeParse(changedSchema, readImage(dynamodb?.NewImage));
  if (!parsed.success) {
    report({ messageId: dynamodb?.SequenceNumber ?? 'none', errorName: 'ValiError' }, effects);
    return undefined;
  }
  const { accountId, environment, unsettled } = parsed.output;
  if (unsettled.length === 0) return undefined;
  const seconds = dynamodb?.ApproximateCreationDateTime;
  return { accountId, environment, writtenAtMs: seconds === undefined ? undefined : seconds * 1000 };
};

/** Settles one wallet. @returns whether it is done: settled, or reported because it keeps failing. */
const settleOne = async (changed: ChangedWallet, effects: SettleRecordsEffects): Promise<boolean> => {
  const { table, clock, log } = effects;
  const { accountId, environment, writtenAtMs } = changed;
  try {
    await settle(table, await loadWallet(table, { accountId, environment }), clock());
    return true;
  } catch (error) {
    const fields = { accountId, ...errorFields(error) };
    if (mustSetAside(error, writtenAtMs, clock())) {
      report(fields, effects);
      return true;
    }
    log.error('MESSAGE_FAILED', fields);
    return false;
  }
};

const nameOf = ({ accountId, environment }: AccountEnvironment): string => `${accountId} ${environment}`;

/**
 * Settles the wallets that records of the table's stream show with unsettled entries, each once however many of the
 * records are its own.
 *
 * @returns for each record, in order, whether it is done; the others must be retried.
 */
export const settleWallets = async (
  records: readonly DynamoDBRecord[],
  effects: SettleRecordsEffects,
): Promise<readonly boolean[]> => {
  const changes = records.map((record) => changedWallet(record, effects));
  const oldest = new Map<string, ChangedWallet>();
  for (const change of changes) if (change && !oldest.has(nameOf(change))) oldest.set(nameOf(change), change);
  const done = new Map(
    await Promise.all([...oldest].map(async ([name, change]) => [name, await settleOne(change, effects)] as const)),
  );
  return changes.map((change) => change === undefined || done.get(nameOf(change)) === true);
};
