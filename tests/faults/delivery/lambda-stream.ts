import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import { CONSUMERS } from '#functions/events/consumers';

/** How Lambda reads a shard of a stream: the settings of the event source mapping. */
export interface StreamSettings {
  readonly batchSize: number;
  readonly bisectBatchOnError: boolean;
  readonly maxRecordAgeHours: number;
  /** Unbounded if undefined. */
  readonly maxRetryAttempts?: number;
  /** Whether partial responses are supported; the local cloud treats every response as success. */
  readonly reportBatchItemFailures: boolean;
}

const publisher = CONSUMERS.flatMap(({ trigger }) =>
  trigger.kind === 'stream' && trigger.changes.some(({ family }) => family === 'outbox') ? [trigger] : [],
)[0];
if (!publisher) throw new Error('Nothing consumes the outbox');

/** The mapping as it is deployed. */
export const DEPLOYED_SETTINGS: StreamSettings = { ...publisher, reportBatchItemFailures: true };

/** How long a DynamoDB stream keeps its records. */
const KEPT_MS = 24 * 3_600_000;

/** The longest pause between two tries of a batch. */
const MAX_PAUSE_MS = 60_000;

interface WrittenRecord {
  readonly record: DynamoDBRecord;
  readonly writtenAtMs: number;
}

interface Batch {
  readonly records: readonly WrittenRecord[];
  readonly retries: number;
  readonly notBeforeMs: number;
}

const sequenceOf = ({ record }: WrittenRecord): string => String(record.dynamodb?.SequenceNumber);

/**
 * One shard of a stream with the mapping that reads it, by Lambda's rules. It reads one batch at a time, in order.
 * Failed records are retried, from the lowest sequence number of a partial response, or in halves after an error.
 * Records that are older than allowed, or were tried too often, go to the on-failure destination. Records that the
 * stream no longer keeps are lost. Source: AWS Lambda, "Using AWS Lambda with Amazon DynamoDB" and "Configuring partial
 * batch response".
 */
export const makeLambdaStream = (
  clock: () => number,
  random: () => number,
  { bisectBatchOnError, maxRetryAttempts, ...settings }: StreamSettings = DEPLOYED_SETTINGS,
) => {
  const maxAgeMs = settings.maxRecordAgeHours * 3_600_000;
  let unread: readonly WrittenRecord[] = [];
  /** The next batch, and the rest that was split off. */
  let batches: readonly Batch[] = [];
  const discarded: DynamoDBRecord[] = [];
  let invocations = 0;

  const discard = (records: readonly WrittenRecord[]): void => {
    discarded.push(...records.map(({ record }) => record));
  };

  const dropOld = (): void => {
    unread = unread.filter(({ writtenAtMs }) => writtenAtMs > clock() - KEPT_MS);
    const [head, ...rest] = batches;
    if (!head) return;
    const isOld = ({ writtenAtMs }: WrittenRecord) => writtenAtMs <= clock() - maxAgeMs;
    discard(head.records.filter(isOld));
    const records = head.records.filter((one) => !isOld(one));
    batches = records.length > 0 ? [{ ...head, records }, ...rest] : rest;
    if (records.length === 0 && rest.length > 0) dropOld();
  };

  const fill = (): void => {
    if (batches.length > 0 || unread.length === 0) return;
    batches = [{ records: unread.slice(0, settings.batchSize), retries: 0, notBeforeMs: clock() }];
    unread = unread.slice(settings.batchSize);
  };

  const pauseMs = (retries: number): number =>
    Math.min(MAX_PAUSE_MS, 1_000 * 2 ** Math.min(retries, 10)) * (0.5 + 0.5 * random());

  const tryAgain = (records: readonly WrittenRecord[], retries: number): void => {
    if (maxRetryAttempts !== undefined && retries > maxRetryAttempts) discard(records);
    else batches = [{ records, retries, notBeforeMs: clock() + pauseMs(retries) }, ...batches];
  };

  const bisect = ({ records, retries }: Batch): void => {
    // A split does not count as a retry.
    const middle = Math.ceil(records.length / 2);
    const notBeforeMs = clock() + pauseMs(retries);
    const halves = [records.slice(0, middle), records.slice(middle)];
    batches = [...halves.map((half) => ({ records: half, retries, notBeforeMs })), ...batches];
  };

  const fail = (batch: Batch): void => {
    if (bisectBatchOnError && batch.records.length > 1) bisect(batch);
    else tryAgain(batch.records, batch.retries + 1);
  };

  return {
    put: (record: DynamoDBRecord): void => {
      unread = [...unread, { record, writtenAtMs: clock() }];
    },
    /** The time of the next invocation; undefined while there is nothing to read. */
    nextAtMs: (): number | undefined => {
      dropOld();
      fill();
      return batches[0] && Math.max(clock(), batches[0].notBeforeMs);
    },
    /** Invokes the function with the next batch and handles the outcome. */
    invoke: async (publish: (records: readonly DynamoDBRecord[]) => Promise<DynamoDBBatchResponse>): Promise<void> => {
      const [batch, ...rest] = batches;
      if (!batch) throw new Error('There is nothing to read');
      batches = rest;
      invocations++;
      let failures: readonly string[];
      try {
        const response = await publish(batch.records.map(({ record }) => record));
        failures = response.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
      } catch {
        return fail(batch);
      }
      if (!settings.reportBatchItemFailures || failures.length === 0) return;
      // The lowest of the sequence numbers. One that is not of the batch makes all of it a failure.
      if (!failures.every((one) => batch.records.some((record) => sequenceOf(record) === one))) return fail(batch);
      const checkpoint = batch.records.findIndex((record) => failures.includes(sequenceOf(record)));
      tryAgain(batch.records.slice(checkpoint), batch.retries + 1);
    },
    /** The records that were given up. */
    discarded: discarded as readonly DynamoDBRecord[],
    invocations: () => invocations,
  };
};

/** One shard under Lambda's rules. */
export type LambdaStream = ReturnType<typeof makeLambdaStream>;
