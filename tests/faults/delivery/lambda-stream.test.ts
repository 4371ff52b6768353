import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { DEPLOYED_SETTINGS, makeLambdaStream, type StreamSettings } from './lambda-stream.ts';

const HOUR_MS = 3_600_000;

const recordOf = (number: number): DynamoDBRecord => ({ dynamodb: { SequenceNumber: String(number) } });
const numberOf = ({ dynamodb }: DynamoDBRecord): number => Number(dynamodb?.SequenceNumber);

/** Reads records 1 to `count` through a function. Returns the records and the time of each invocation. */
const read = async (
  count: number,
  response: (numbers: readonly number[]) => 'error' | readonly (number | string)[],
  changes: Partial<StreamSettings> = {},
  untilMs = 48 * HOUR_MS,
) => {
  let nowMs = 0;
  const stream = makeLambdaStream(() => nowMs, Math.random, { ...DEPLOYED_SETTINGS, ...changes });
  for (let number = 1; number <= count; number++) stream.put(recordOf(number));
  const invocations: { readonly numbers: readonly number[]; readonly atMs: number }[] = [];
  const publish = async (records: readonly DynamoDBRecord[]): Promise<DynamoDBBatchResponse> => {
    const numbers = records.map(numberOf);
    invocations.push({ numbers, atMs: nowMs });
    const failures = response(numbers);
    if (failures === 'error') throw new Error('The function failed');
    return { batchItemFailures: failures.map((one) => ({ itemIdentifier: String(one) })) };
  };
  for (let atMs = stream.nextAtMs(); atMs !== undefined && atMs < untilMs; atMs = stream.nextAtMs()) {
    nowMs = Math.max(nowMs, atMs);
    await stream.invoke(publish);
  }
  return { invocations, batches: invocations.map(({ numbers }) => numbers), discarded: stream.discarded.map(numberOf) };
};

const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('the model of a stream that Lambda reads', () => {
  test('delivers batch after batch, in order', async () => {
    const { batches } = await read(120, () => []);
    expect(batches).toStrictEqual([upTo(1, 50), upTo(51, 100), upTo(101, 120)]);
  });

  test('continues from the lowest sequence number of a partial response', async () => {
    let first = true;
    const { batches } = await read(60, () => {
      if (!first) return [];
      first = false;
      return [40, 7, 41];
    });
    expect(batches).toStrictEqual([upTo(1, 50), upTo(7, 50), upTo(51, 60)]);
  });

  test.each([[['999']], [['']], [['3', '999']]])(
    'treats %j, which names none of the batch, as a failure of all',
    async (names) => {
      let first = true;
      const { batches } = await read(4, () => {
        if (!first) return [];
        first = false;
        return names;
      });
      expect(batches).toStrictEqual([upTo(1, 4), [1, 2], [3, 4]]);
    },
  );

  test('halves a failing batch until the one record is alone', async () => {
    const { batches, discarded } = await read(8, (numbers) => (numbers.includes(6) ? 'error' : []), {
      maxRetryAttempts: 2,
    });
    expect(batches).toStrictEqual([upTo(1, 8), upTo(1, 4), upTo(5, 8), [5, 6], [5], [6], [6], [6], [7, 8]]);
    expect(discarded).toStrictEqual([6]);
  });

  test('without halving retries the whole batch', async () => {
    const { batches, discarded } = await read(3, () => 'error', { bisectBatchOnError: false, maxRetryAttempts: 25 });
    expect(batches).toStrictEqual(Array.from({ length: 26 }, () => [1, 2, 3]));
    expect(discarded).toStrictEqual([1, 2, 3]);
  });

  test('without a bound on retries continues until the record is too old, with pauses of at most a minute', async () => {
    const { invocations, discarded } = await read(1, () => 'error');
    expect(discarded).toStrictEqual([1]);
    expect(invocations.length).toBeGreaterThan(24 * 60);
    const pauses = invocations.slice(1).map(({ atMs }, index) => atMs - (invocations[index]?.atMs ?? 0));
    expect(Math.max(...pauses)).toBeLessThanOrEqual(60_000);
    expect(invocations.at(-1)?.atMs).toBeGreaterThan(24 * HOUR_MS - 120_000);
  });

  test('loses records that it did not reach within the 24 hours that the stream keeps them', async () => {
    const { batches, discarded } = await read(100, (numbers) => (numbers.includes(1) ? 'error' : []), {
      bisectBatchOnError: false,
    });
    expect(discarded).toStrictEqual(upTo(1, 50));
    expect(batches.flat().some((number) => number > 50)).toBe(false);
  });

  test('without support for partial responses, like the local cloud’s, treats every response as success', async () => {
    const { batches } = await read(3, () => [1, 2, 3], { reportBatchItemFailures: false });
    expect(batches).toStrictEqual([[1, 2, 3]]);
  });
});
