import { describe, expect, test, vi } from 'vitest';
import type { Item } from '#shared/db/expressions';
import { LOOK_MS, newerAmong, newerOf, onLatest, type StoredRecord } from '#shared/db/latest';
import { inLifetime, LATEST_START_MS } from '#shared/platform/lifetime';

/** The waits of a test in milliseconds, which take no real time, and the time that passes through them. */
const waits = vi.hoisted(() => ({ all: [] as number[], passed: (_: number): void => undefined }));

vi.mock('node:timers/promises', async (original) => ({
  ...(await original<typeof import('node:timers/promises')>()),
  setTimeout: async (milliseconds: number) => {
    waits.all.push(milliseconds);
    waits.passed(milliseconds);
  },
}));

const record = (pk: string): StoredRecord<number> => ({
  key: { pk, sk: 'RECORD' },
  from: (item) => Number(item['count']),
});

const item = (pk: string, count: number, sk = 'RECORD'): Item => ({ pk, sk, count });

interface State {
  readonly one: number;
  readonly other: number | undefined;
  readonly fixed: string;
}

const newer = newerAmong<State>({ one: record('ONE'), other: record('OTHER') });
const STATE: State = { one: 1, other: undefined, fixed: 'as it was' };

describe('The newer state of a transaction over several records', () => {
  test('has the current version of the records that refused, and the rest as they were read', () => {
    expect(newer(STATE, [item('OTHER', 7)])).toEqual({ one: 1, other: 7, fixed: 'as it was' });
    expect(newer(STATE, [item('ONE', 2), item('OTHER', 7)])).toEqual({ one: 2, other: 7, fixed: 'as it was' });
  });

  test('does not exist if something else refused as well, or nothing did', () => {
    expect(newer(STATE, [item('ONE', 2), item('GUARD', 1)])).toBeUndefined();
    expect(newer(STATE, [item('ONE', 2), undefined])).toBeUndefined();
    expect(newer(STATE, [])).toBeUndefined();
  });

  test('exists whatever else refused, if the part that the other writes depend on has changed', () => {
    const decided = newerAmong<State>({ one: record('ONE'), other: record('OTHER') }, 'one');
    expect(decided(STATE, [item('ONE', 2), item('GUARD', 1), undefined])).toEqual({ ...STATE, one: 2 });
    expect(decided(STATE, [item('OTHER', 2), item('GUARD', 1)])).toBeUndefined();
  });

  test('does not exist if only another item in one of their partitions refused', () => {
    expect(newer(STATE, [item('ONE', 2, 'COUNT')])).toBeUndefined();
  });

  test('does not exist if a record refused for another reason than a change', () => {
    const counted = { ...record('ONE'), hasMoved: (latest: number, read: number | undefined) => latest !== read };
    const either = newerAmong<State>({ one: counted, other: record('OTHER') });
    expect(either(STATE, [item('ONE', 1)])).toBeUndefined();
    expect(either(STATE, [item('ONE', 1), item('OTHER', 7)])).toEqual({ ...STATE, other: 7 });
    expect(newerOf(counted)(1, [item('ONE', 1)])).toBeUndefined();
  });

  test('is where the next attempt starts', async () => {
    const attempts: State[] = [];
    const outcome = await onLatest(
      STATE,
      async (state) => {
        attempts.push(state);
        const refused = { written: false, refusals: { one: { found: item('ONE', state.one + 1) } } } as const;
        return { result: state.one < 3 ? refused : ({ written: true } as const), value: state.one };
      },
      newer,
    );
    expect([outcome.value, attempts.map(({ one }) => one)]).toEqual([3, [1, 2, 3]]);
  });
});

describe('The newer record of a transaction', () => {
  test('is the current version of the record, if nothing else refused', () => {
    expect(newerOf(record('ONE'))(1, [item('ONE', 2)])).toBe(2);
    expect(newerOf(record('ONE'))(1, [item('ONE', 2), item('OTHER', 7)])).toBeUndefined();
    expect(newerOf(record('ONE'))(1, [item('ONE', 2, 'COUNT')])).toBeUndefined();
  });

  test('exists although others refused, if their refusals do not matter beside its own', () => {
    expect(newerOf(record('ONE'), [record('OTHER')])(1, [item('ONE', 2), item('OTHER', 7)])).toBe(2);
    expect(newerOf(record('ONE'), [record('OTHER')])(1, [item('ONE', 2), undefined])).toBeUndefined();
    expect(newerOf(record('ONE'), 'anything')(1, [item('ONE', 2), item('GUARD', 1), undefined])).toBe(2);
    expect(newerOf(record('ONE'), 'anything')(1, [item('GUARD', 1)])).toBeUndefined();
  });
});

/** Attempts that are each refused because a record changed before them. Each refusal counts as a try. */
const movingOn = () => {
  const attempts: number[] = [];
  const attempt = async (state: State) => {
    attempts.push(state.one);
    const refused = { written: false, refusals: { one: { found: item('ONE', state.one + 1) } } } as const;
    return { result: refused, value: undefined };
  };
  return { attempts, attempt };
};

const SPENT = new Error('The balance is spent');

describe('An attempt that waits for its turn', () => {
  const retry = { attempts: 60, waitMs: () => 20_000 };
  const waited = () => waits.all.splice(0).reduce((sum, one) => sum + one, 0);

  test('looks at the state in between, and is refused as soon as its write would be: not only after its wait, and without another try', async () => {
    waited();
    const { attempts, attempt } = movingOn();
    let looks = 0;
    const look = async (): Promise<State> => {
      looks += 1;
      if (looks === 3) throw SPENT;
      return { ...STATE, one: 7 };
    };
    await expect(onLatest(STATE, attempt, newer, { retry, look })).rejects.toBe(SPENT);
    expect(attempts).toEqual([1, 2]);
    expect(waited()).toBe(3 * LOOK_MS);
  });

  test('starts from the state that it saw last', async () => {
    const { attempts, attempt } = movingOn();
    let looks = 0;
    const look = async (): Promise<State | undefined> => {
      looks += 1;
      if (looks > 80) throw SPENT;
      return looks === 80 ? undefined : { ...STATE, one: 100 + looks };
    };
    await expect(onLatest(STATE, attempt, newer, { retry, look })).rejects.toBe(SPENT);
    expect(attempts).toEqual([1, 2, 179, 180]);
  });

  test('is repeated if it only met other writes, as long as it has tries left', async () => {
    const met = Object.assign(new Error('met'), { name: 'TransactionConflictException' });
    let tries = 0;
    const attempt = async (state: State) => {
      tries += 1;
      if (tries < 3) throw tries === 1 ? met : Object.assign(new Error('in progress'), { cause: met });
      return { result: { written: true } as const, value: state.one };
    };
    const look = async (): Promise<State> => ({ ...STATE, one: 50 + tries });
    expect((await onLatest(STATE, attempt, newer, { retry, look })).value).toBe(52);
    const meeting = () => Promise.reject(met);
    await expect(onLatest(STATE, meeting, newer, { retry: { ...retry, attempts: 2 }, look })).rejects.toBe(met);
    await expect(onLatest(STATE, meeting, newer, { retry })).rejects.toBe(met);
  });

  test("waits for at most half of its request's time, so that it gets its turn in time", async () => {
    waited();
    const { attempts, attempt } = movingOn();
    let leftMs = LATEST_START_MS + 8_000;
    waits.passed = (milliseconds) => {
      leftMs -= milliseconds;
    };
    const ended = inLifetime(
      () => leftMs,
      () => onLatest(STATE, attempt, newer, { retry: { attempts: 9, waitMs: () => 20_000 } }),
    );
    await expect(ended).rejects.toMatchObject({ name: 'TableContended' });
    waits.passed = () => undefined;
    expect(waits.all.splice(0)).toEqual([4_000, 2_000, 1_000, 500]);
    expect(attempts).toHaveLength(10);
  });
});
