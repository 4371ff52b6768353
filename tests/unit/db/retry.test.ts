import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isConflict, isHalfSeen, retryConflicts, TRANSACTION_RETRY } from '#shared/db/retry';

vi.mock('node:timers/promises', () => ({ setTimeout: vi.fn(async () => undefined) }));

const named = (name: string, extra: object = {}): Error => Object.assign(new Error(name), { name }, extra);
const cancelled = (...codes: (string | undefined)[]): Error =>
  named('TransactionCanceledException', { CancellationReasons: codes.map((Code) => ({ Code })) });

describe('errors that may simply be retried', () => {
  test.each([
    ['a conflict of one write with a transaction', named('TransactionConflictException')],
    ['a transaction that is still running', named('TransactionInProgressException')],
    ['a transaction that conflicted with another', cancelled('None', 'TransactionConflict')],
    ['a transaction that was throttled', cancelled('ThrottlingError', 'None')],
    ['a transaction beyond its capacity', cancelled('ProvisionedThroughputExceeded')],
  ])('%s', (_, error) => {
    expect(isConflict(error)).toBe(true);
  });
});

describe('errors that must not be retried', () => {
  test.each([
    ['a refused condition', named('ConditionalCheckFailedException')],
    ['a transaction with a refused condition', cancelled('ConditionalCheckFailed', 'None')],
    ['a refused condition beside a conflict', cancelled('TransactionConflict', 'ConditionalCheckFailed')],
    ['a transaction that is wrong', cancelled('ValidationError', 'None')],
    ['a transaction cancelled without reasons', named('TransactionCanceledException')],
    ['reasons without codes', cancelled(undefined)],
    ['any other error', new Error('TransactionConflict')],
    ['a value that is not an error', 'TransactionConflictException'],
  ])('%s', (_, error) => {
    expect(isConflict(error)).toBe(false);
  });
});

test('only a refusal beside a conflict may show half of another transaction', () => {
  expect(isHalfSeen(cancelled('TransactionConflict', 'ConditionalCheckFailed'))).toBe(true);
  expect(isHalfSeen(cancelled('ConditionalCheckFailed', 'None'))).toBe(false);
  expect(isHalfSeen(cancelled('TransactionConflict', 'None'))).toBe(false);
  expect(isHalfSeen(named('ConditionalCheckFailedException'))).toBe(false);
  expect(isHalfSeen('TransactionConflict')).toBe(false);
});

describe('retrying', () => {
  const policy = () => {
    const waits: number[] = [];
    return { waits, attempts: 3, wait: async (attempt: number) => void waits.push(attempt) };
  };

  test('waits before each try but the first, and returns the first success', async () => {
    const patient = policy();
    const call = vi
      .fn(async () => 'done')
      .mockRejectedValueOnce(1)
      .mockRejectedValueOnce(2);
    expect(await retryConflicts(call, patient, () => true)).toBe('done');
    expect(patient.waits).toStrictEqual([1, 2]);
  });

  test('gives up with the last error after the attempts of the policy', async () => {
    const patient = policy();
    let calls = 0;
    const call = () => Promise.reject(new Error(`try ${++calls}`));
    await expect(retryConflicts(call, patient, () => true)).rejects.toThrow('try 4');
    expect(patient.waits).toStrictEqual([1, 2, 3]);
  });

  test('stops at once at an error that a retry cannot fix', async () => {
    const patient = policy();
    await expect(
      retryConflicts(
        () => Promise.reject(new Error('no')),
        patient,
        () => false,
      ),
    ).rejects.toThrow('no');
    expect(patient.waits).toStrictEqual([]);
  });
});

describe('the pauses of transactions', () => {
  afterEach(() => vi.restoreAllMocks());

  test('double up to 320 ms, so that all of them end after at most 11.8 seconds', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    for (let attempt = 1; attempt <= TRANSACTION_RETRY.attempts; attempt++) await TRANSACTION_RETRY.wait(attempt);
    const pausesMs = vi.mocked(sleep).mock.calls.map(([ms]) => ms);
    expect(pausesMs).toStrictEqual([20, 40, 80, 160, ...Array(36).fill(320)]);
  });
});
