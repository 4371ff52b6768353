import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { isInOrder, timeRangeQueryEntries } from '#shared/http/schemas/time-range';

const schema = v.object(timeRangeQueryEntries);

const parsed = (query: { from?: string; to?: string }) => v.parse(schema, query);

describe('A range of times', () => {
  test('is open at both ends unless they are given', () => {
    expect(parsed({})).toStrictEqual({});
  });

  test.each([
    ['2026-11-21T14:03:27Z', '2026-11-21T14:03:27.000Z'],
    ['2026-11-21T14:03:27.412Z', '2026-11-21T14:03:27.412Z'],
    ['2026-11-21T14:03:27.412999Z', '2026-11-21T14:03:27.412Z'],
    ['2026-11-21T14:03Z', '2026-11-21T14:03:00.000Z'],
    ['2026-11-21T15:03:27+01:00', '2026-11-21T14:03:27.000Z'],
    ['2026-11-21T09:33:27-04:30', '2026-11-21T14:03:27.000Z'],
  ])('takes the timestamp %s at either end as exactly that moment', (text, moment) => {
    expect(parsed({ from: text, to: text })).toStrictEqual({ from: moment, to: moment });
  });

  test('takes a date as the whole of that day in Lagos, an hour ahead of UTC', () => {
    expect(parsed({ from: '2026-11-21', to: '2026-11-21' })).toStrictEqual({
      from: '2026-11-20T23:00:00.000Z',
      to: '2026-11-21T22:59:59.999Z',
    });
    expect(parsed({ from: '2024-02-29' })).toStrictEqual({ from: '2024-02-28T23:00:00.000Z' });
  });

  test.each([
    '',
    'yesterday',
    '2026-11',
    '2026-13-01',
    '2026-02-30',
    '2025-02-29',
    '2026-02-30T10:00:00Z',
    '2026-11-21 14:03:27Z',
    '2026-11-21T14:03:27',
    '2026-11-21T25:03:27Z',
    '2026-11-21T14:61:27Z',
    '2026-11-21T14:03:27+0100',
    '2026-11-21T14:03:27 01:00',
    '1795269804',
    '+012026-01-01T00:00:00Z',
    '21/11/2026',
  ])('refuses %j, naming the parameter', (text) => {
    for (const name of ['from', 'to'] as const) {
      const result = v.safeParse(schema, { [name]: text });
      expect(result.issues?.map(({ message }) => message)).toStrictEqual([expect.stringContaining(`${name} must be`)]);
    }
  });

  test.each(['0000-01-01T00:00:00+14:00', '0000-01-01', '9999-12-31T23:59:59-14:00', '9999-12-31'])(
    'keeps %s within the timestamps that sort as texts',
    (text) => {
      const { from = '' } = parsed({ from: text });
      expect(from).toMatch(/^(1970|9999)-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    },
  );

  test('is valid if it ends where it begins, or later, or has no end', () => {
    const [early, late] = ['2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z'];
    expect(isInOrder({ from: early, to: late })).toBe(true);
    expect(isInOrder({ from: early, to: early })).toBe(true);
    expect(isInOrder({ from: late })).toBe(true);
    expect(isInOrder({ to: early })).toBe(true);
    expect(isInOrder({ from: late, to: early })).toBe(false);
  });
});
