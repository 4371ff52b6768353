import { describe, expect, test } from 'vitest';
import type { Item } from '#shared/db/expressions';
import { newerAmong, onLatest, type StoredRecord } from '#shared/db/latest';

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
  test('has those that refused as they are by now, and the rest as it was', () => {
    expect(newer(STATE, [item('OTHER', 7)])).toEqual({ one: 1, other: 7, fixed: 'as it was' });
    expect(newer(STATE, [item('ONE', 2), item('OTHER', 7)])).toEqual({ one: 2, other: 7, fixed: 'as it was' });
  });

  test('is none when something else refused as well, or nothing did', () => {
    expect(newer(STATE, [item('ONE', 2), item('GUARD', 1)])).toBeUndefined();
    expect(newer(STATE, [item('ONE', 2), undefined])).toBeUndefined();
    expect(newer(STATE, [])).toBeUndefined();
  });

  test('is there whatever else refused, once the part has moved that the other writes follow from', () => {
    const decided = newerAmong<State>({ one: record('ONE'), other: record('OTHER') }, 'one');
    expect(decided(STATE, [item('ONE', 2), item('GUARD', 1), undefined])).toEqual({ ...STATE, one: 2 });
    expect(decided(STATE, [item('OTHER', 2), item('GUARD', 1)])).toBeUndefined();
  });

  test('is none when only another item of a partition of theirs refused', () => {
    expect(newer(STATE, [item('ONE', 2, 'COUNT')])).toBeUndefined();
  });

  test('is what the next attempt starts from', async () => {
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
