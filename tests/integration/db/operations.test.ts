import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { serviceTable } from '#shared/db/client';
import { type Condition, check, put, remove, update } from '#shared/db/expressions';

const table = serviceTable();

const partition = (): string => `TESTDB#${randomUUID()}`;
const newKey = () => ({ pk: partition(), sk: 'ITEM' });

const stored = async (attributes: Record<string, unknown> = {}) => {
  const key = newKey();
  await table.write(put({ ...key, ...attributes }));
  return key;
};

describe('reading', () => {
  test('an item is returned as it was written, without undefined attributes', async () => {
    const attributes = { text: 'Ọlá', number: 1.5, none: null, yes: true, list: [1, { deep: ['x'] }], map: { a: {} } };
    const key = await stored({ ...attributes, missing: undefined, nested: { here: 1, gone: undefined } });
    expect(await table.get(key)).toStrictEqual({ ...key, ...attributes, nested: { here: 1 } });
  });

  test('a missing item is undefined', async () => {
    expect(await table.get(newKey())).toBeUndefined();
  });

  test('many items are returned in the order of their keys, with gaps for missing ones', async () => {
    const [first, second] = await Promise.all([stored({ n: 1 }), stored({ n: 2 })]);
    const found = await table.getMany([second, newKey(), first]);
    expect(found.map((item) => item?.['n'])).toStrictEqual([2, undefined, 1]);
    expect(await table.getMany([first])).toStrictEqual([{ ...first, n: 1 }]);
    expect(await table.getMany([])).toStrictEqual([]);
  });
});

describe('ranges', () => {
  const range = async () => {
    const pk = partition();
    const names = ['A#1', 'A#2', 'A#3', 'B#1', 'B#2'];
    await Promise.all(names.map((sk, n) => table.write(put({ pk, sk, gsi1pk: pk, gsi1sk: `${9 - n}`, n }))));
    const namesOf = async (query: object) => (await table.queryAll({ partition: pk, ...query })).map((item) => item.sk);
    return { pk, namesOf };
  };

  test('are read by their beginning, between two ends, and from either end', async () => {
    const { namesOf } = await range();
    expect(await namesOf({})).toStrictEqual(['A#1', 'A#2', 'A#3', 'B#1', 'B#2']);
    expect(await namesOf({ startsWith: 'A#' })).toStrictEqual(['A#1', 'A#2', 'A#3']);
    expect(await namesOf({ between: ['A#2', 'B#1'] })).toStrictEqual(['A#2', 'A#3', 'B#1']);
    expect(await namesOf({ startsWith: 'A#', descending: true })).toStrictEqual(['A#3', 'A#2', 'A#1']);
    expect(await namesOf({ startsWith: 'C#' })).toStrictEqual([]);
  });

  test('of an index are read by its own keys', async () => {
    const { namesOf } = await range();
    expect(await namesOf({ index: 'gsi1' })).toStrictEqual(['B#2', 'B#1', 'A#3', 'A#2', 'A#1']);
    expect(await namesOf({ index: 'gsi1', between: ['5', '6'] })).toStrictEqual(['B#2', 'B#1']);
  });

  test('are returned page by page, and the last page is marked as the last', async () => {
    const { pk } = await range();
    const first = await table.query({ partition: pk, limit: 3 });
    expect(first.items.map(({ sk }) => sk)).toStrictEqual(['A#1', 'A#2', 'A#3']);
    const second = await table.query({ partition: pk, limit: 3, ...(first.next && { after: first.next }) });
    expect(second.items.map(({ sk }) => sk)).toStrictEqual(['B#1', 'B#2']);
    expect(second.next).toBeUndefined();
  });

  test('are filtered after they are read: a page may be empty, and more may follow', async () => {
    const { pk, namesOf } = await range();
    const where = { n: { atLeast: 3 }, gsi4pk: 'missing' } as const;
    expect(await namesOf({ where })).toStrictEqual(['B#1', 'B#2']);
    expect(await namesOf({ where, mayLag: true, between: ['A#1', 'B#1'] })).toStrictEqual(['B#1']);
    expect(await namesOf({ where, index: 'gsi1' })).toStrictEqual(['B#2', 'B#1']);
    const page = await table.query({ partition: pk, where, limit: 3 });
    expect(page).toMatchObject({ items: [], next: { sk: 'A#3' } });
  });

  test('larger than one response of DynamoDB (1 MB) are returned whole', async () => {
    const pk = partition();
    const text = 'x'.repeat(300_000);
    await Promise.all(Array.from({ length: 6 }, (_, n) => table.write(put({ pk, sk: String(n), text }))));
    const items = await table.queryAll({ partition: pk });
    expect(items.map(({ sk }) => sk)).toStrictEqual(['0', '1', '2', '3', '4', '5']);
  });
});

describe('one write', () => {
  test('puts an item if there is none, and otherwise returns the existing one', async () => {
    const key = newKey();
    expect(await table.write(put({ ...key, n: 1 }))).toStrictEqual({ written: true, item: undefined });
    expect(await table.write(put({ ...key, n: 2 }))).toStrictEqual({ written: false, found: { ...key, n: 1 } });
    expect(await table.get(key)).toStrictEqual({ ...key, n: 1 });
  });

  test('sets, adds, appends and removes at once and returns the new item', async () => {
    const key = await stored({ old: 1, count: 5, log: ['a'] });
    const result = await table.write(
      update(key, {
        set: { status: 'live', nothing: undefined },
        add: { count: 2, fresh: 1 },
        append: { log: { entry: { c: 1 }, maxLength: 3 } },
        remove: ['old'],
        when: { count: { equals: 5 } },
      }),
    );
    const item = { ...key, status: 'live', count: 7, fresh: 1, log: ['a', { c: 1 }] };
    expect(result).toStrictEqual({ written: true, item });
  });

  test('adds to a list up to its maximum number of entries; then the newest replaces the last', async () => {
    const key = await stored({ log: [] });
    for (const entry of [1, 2, 3, 4, 5])
      await table.write(update(key, { append: { log: { entry, maxLength: 3 } }, when: {} }));
    expect((await table.get(key))?.['log']).toStrictEqual([1, 2, 5]);
  });

  test('counts from nothing', async () => {
    const key = newKey();
    const counted = await table.write(update(key, { add: { n: 1 }, set: { seen: true }, when: {} }));
    expect(counted).toStrictEqual({ written: true, item: { ...key, n: 1, seen: true } });
  });

  test('deletes an item, and reports if there was none', async () => {
    const key = await stored();
    expect(await table.write(remove(key))).toMatchObject({ written: true });
    expect(await table.write(remove(key))).toStrictEqual({ written: false, found: undefined });
  });

  test('names attributes whose names DynamoDB reserves', async () => {
    const key = await stored({ status: 'draft', name: 'x', ttl: 1 });
    const change = update(key, { set: { name: 'y', size: 2 }, when: { status: { equals: 'draft' }, ttl: 'exists' } });
    expect(await table.write(change)).toMatchObject({ written: true });
  });

  test('distinguishes a missing item, a wrong state and an earlier success in one call', async () => {
    const publish = (key: { pk: string; sk: string }) =>
      table.write(update(key, { set: { status: 'live' }, when: { status: { equals: 'draft' } } }));
    const key = await stored({ status: 'draft', list: [{ a: 1 }] });
    expect(await publish(key)).toMatchObject({ written: true });
    expect(await publish(key)).toStrictEqual({ written: false, found: { ...key, status: 'live', list: [{ a: 1 }] } });
    expect(await publish(newKey())).toStrictEqual({ written: false, found: undefined });
  });

  test('on one counter loses none of 100 concurrent ones', async () => {
    const key = newKey();
    const increments = Array.from({ length: 100 }, () => table.write(update(key, { add: { n: 1 }, when: {} })));
    const seen = (await Promise.all(increments)).map((result) => result.written && result.item?.['n']);
    expect(seen.toSorted((a, b) => Number(a) - Number(b))).toStrictEqual(Array.from({ length: 100 }, (_, i) => i + 1));
  });

  test('succeeds exactly once among 50 concurrent ones that take the same place', async () => {
    const key = newKey();
    const results = await Promise.all(Array.from({ length: 50 }, (_, n) => table.write(put({ ...key, n }))));
    expect(results.filter(({ written }) => written)).toHaveLength(1);
  });
});

describe('conditions', () => {
  const attributes = { word: 'draft', amount: 10, flag: false };

  test.each<[string, Condition, boolean]>([
    ['missing', { other: 'missing' }, true],
    ['missing', { word: 'missing' }, false],
    ['exists', { flag: 'exists' }, true],
    ['exists', { other: 'exists' }, false],
    ['equals', { flag: { equals: false } }, true],
    ['equals', { amount: { equals: 11 } }, false],
    ['equals a missing attribute', { other: { equals: 1 } }, false],
    ['notEquals', { word: { notEquals: 'live' } }, true],
    ['notEquals', { word: { notEquals: 'draft' } }, false],
    ['notEquals a missing attribute', { other: { notEquals: 'draft' } }, true],
    ['oneOf', { word: { oneOf: ['live', 'draft'] } }, true],
    ['oneOf', { word: { oneOf: ['live', 'paused'] } }, false],
    ['atLeast, the same number', { amount: { atLeast: 10 } }, true],
    ['atLeast', { amount: { atLeast: 11 } }, false],
    ['atMost, the same number', { amount: { atMost: 10 } }, true],
    ['atMost', { amount: { atMost: 9 } }, false],
    ['atMost a missing attribute', { other: { atMost: 9 } }, false],
    ['below', { amount: { below: 11 } }, true],
    ['below, the same number', { amount: { below: 10 } }, false],
    ['missingOr, missing', { other: { missingOr: { equals: 1 } } }, true],
    ['missingOr, matching', { amount: { missingOr: { atMost: 10 } } }, true],
    ['missingOr, neither', { amount: { missingOr: { atMost: 9 } } }, false],
    ['all of several', { word: { equals: 'draft' }, amount: { missingOr: { atLeast: 1 } } }, true],
    ['all but one of several', { word: { equals: 'draft' }, amount: { missingOr: { atLeast: 11 } } }, false],
    ['none', {}, true],
  ])('%s: %j', async (_, when, written) => {
    const key = await stored(attributes);
    const result = await table.write(update(key, { set: { done: true }, when }));
    expect(result.written).toBe(written);
    expect((await table.get(key))?.['done']).toBe(written ? true : undefined);
    const checked = await table.transact([
      put({ ...newKey() }),
      ...(Object.keys(when).length ? [check(key, when)] : []),
    ]);
    expect(checked.written).toBe(written);
  });
});

describe('a transaction', () => {
  test('writes all of it', async () => {
    const [added, changed, deleted, checked] = [
      newKey(),
      await stored({ n: 1 }),
      await stored(),
      await stored({ ok: 1 }),
    ];
    const result = await table.transact([
      put({ ...added, n: 1 }),
      update(changed, { add: { n: 1 }, set: { done: true }, when: { n: { equals: 1 } } }),
      remove(deleted),
      check(checked, { ok: 'exists' }),
    ]);
    expect(result).toStrictEqual({ written: true });
    const items = await table.getMany([added, changed, deleted, checked]);
    expect(items).toStrictEqual([
      { ...added, n: 1 },
      { ...changed, n: 2, done: true },
      undefined,
      { ...checked, ok: 1 },
    ]);
  });

  test('or none of it, and names the operations that refused', async () => {
    const [added, taken, gone] = [newKey(), await stored({ n: 1, deep: { list: [1] } }), newKey()];
    const result = await table.transact({
      added: put(added),
      left: undefined,
      taken: put(taken),
      gone: update(gone, { set: { a: 1 }, when: { pk: 'exists' } }),
    });
    expect(result).toStrictEqual({
      written: false,
      refusals: { taken: { found: { ...taken, n: 1, deep: { list: [1] } } }, gone: { found: undefined } },
    });
    expect(await table.getMany([added, gone])).toStrictEqual([undefined, undefined]);
  });

  test('applies each of 30 concurrent ones over the same two items exactly once', async () => {
    const [from, to] = [await stored({ kobo: 300 }), await stored({ kobo: 0 })];
    const move = (): ReturnType<typeof table.transact> =>
      table.transact([
        update(from, { add: { kobo: -10 }, when: { kobo: { atLeast: 10 } } }),
        update(to, { add: { kobo: 10 }, when: { pk: 'exists' } }),
      ]);
    const results = await Promise.all(Array.from({ length: 40 }, move));
    expect(results.filter(({ written }) => written)).toHaveLength(30);
    const [left, moved] = await table.getMany([from, to]);
    expect([left?.['kobo'], moved?.['kobo']]).toStrictEqual([0, 300]);
  });
});
