import { marshall } from '@aws-sdk/util-dynamodb';
import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { remove, update } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { EVENTS } from '#shared/events/catalogue';
import { appendToFeed } from '#shared/events/feed';
import { feedList, fromFeedPageItem, PAGE_EVENTS } from '#shared/events/feed-page';
import { POSITION_BEYOND_END } from '#shared/events/feed-position';
import { eventKeys } from '#shared/events/keys';
import { emit, eventSchema, republishedWrite, type ServiceEvent } from '#shared/events/outbox';
import { readFeed } from '#shared/events/read-feed';
import type { Environment } from '#shared/platform/environments';
import { newId } from '#shared/platform/ids';
import { itemBytes, type StoredItem } from '#tests/bench/cloud/units';
import { memoryTable } from '#tests/support/memory-table';
import { makeOutboxWorld } from '#tests/support/outbox-world';

const DAY_SECONDS = 24 * 60 * 60;
const MINUTE_MS = 60_000;

let table: ReturnType<typeof memoryTable>;
let nowMs: number;
let feed: { readonly accountId: string; readonly environment: Environment };

beforeEach(() => {
  table = memoryTable();
  nowMs = Date.UTC(2026, 10, 21, 14, 0, 0);
  feed = { accountId: newId('usr', nowMs), environment: 'sandbox' };
});

const clock = () => nowMs;

/** Events in the outbox, a millisecond apart. */
const happen = async (count: number, environment: Environment = 'sandbox'): Promise<readonly ServiceEvent[]> => {
  const events: ServiceEvent[] = [];
  for (let number = 0; number < count; number++) {
    const type = 'kyb.applicant.created';
    const event = { type, accountId: feed.accountId, environment, widgetId: null, data: EVENTS[type].example } as const;
    const operation = emit(event, ++nowMs);
    if (operation.kind !== 'put') throw new Error('An event is put');
    await table.write(operation);
    events.push(v.parse(eventSchema, operation.item));
  }
  return events;
};

const append = (events: readonly ServiceEvent[], through: Pick<Table, 'query' | 'write'> = table) =>
  appendToFeed(events[0] ?? feed, events, { table: through, clock });

const idsOf = (events: readonly { readonly eventId: string }[]) => events.map(({ eventId }) => eventId);

const pageItems = () => table.queryAll(feedList(feed));
const stored = async () => (await pageItems()).flatMap((item) => fromFeedPageItem(item).eventIds);

const read = (after: number, limit = 100, through: Pick<Table, 'getMany' | 'query'> = table) =>
  readFeed(through, { accountId: feed.accountId, environments: ['sandbox'], after: { sandbox: after }, limit });

/** Reads on until the end of the feed. */
const readAll = async (limit: number, after = 0) => {
  const seen: string[] = [];
  for (let position = after; ; ) {
    const { entries, next } = await read(position, limit);
    if (entries.length === 0) return { seen, position: next.sandbox };
    seen.push(...idsOf(entries));
    position = next.sandbox ?? Number.NaN;
  }
};

const vanish = (events: readonly ServiceEvent[]) =>
  Promise.all(events.map(({ accountId, eventId }) => table.write(remove(eventKeys.outboxEvent(accountId, eventId)))));

describe('appending to a feed', () => {
  test('fills pages one after the other, with dense numbers, by one write for each page', async () => {
    const writes: string[] = [];
    const counting: Pick<Table, 'query' | 'write'> = {
      query: table.query,
      write: (operation) => {
        writes.push(operation.kind);
        return table.write(operation);
      },
    };
    const events = await happen(2 * PAGE_EVENTS + 3);
    const { numbers } = await append(events.slice(0, 2), counting);
    expect([...numbers.values()]).toEqual([1, 2]);
    await append(events.slice(2, PAGE_EVENTS + 1), counting);
    const last = await append(events.slice(PAGE_EVENTS + 1), counting);
    expect([...last.numbers.values()]).toEqual(events.slice(PAGE_EVENTS + 1).map((_, at) => PAGE_EVENTS + 2 + at));
    expect((await pageItems()).map((item) => fromFeedPageItem(item).eventIds.length)).toEqual([
      PAGE_EVENTS,
      PAGE_EVENTS,
      3,
    ]);
    expect(await stored()).toEqual(idsOf(events));
    // Five pages were written, and one was told when it expires.
    expect(writes).toEqual(['put', 'put', 'put', 'put', 'update', 'put']);
  });

  test('a page stays below a kilobyte with the longest ids and numbers', async () => {
    const events = await happen(PAGE_EVENTS);
    await append(events.map((event, at) => ({ ...event, eventId: `sev_${String(at).padStart(27, '0')}` })));
    const [page] = await pageItems();
    const full = { ...page, lastNumber: POSITION_BEYOND_END, expiresAtSeconds: Math.floor(nowMs / 1000) };
    expect((await stored()).map(({ length }) => length)).toEqual(Array.from({ length: PAGE_EVENTS }, () => 31));
    expect(itemBytes(marshall(full) as unknown as StoredItem)).toBeLessThan(1024);
  });

  test('of publishers with overlapping batches, each event is appended once, whoever is first', async () => {
    const events = await happen(3 * PAGE_EVENTS);
    const batches = [events.slice(0, 40), events.slice(20, 50), events.slice(10), events];
    const results = await Promise.all(batches.map((batch) => append(batch)));
    expect((await stored()).toSorted()).toEqual(idsOf(events).toSorted());
    const numbers = new Map((await stored()).map((eventId, at) => [eventId, at + 1]));
    for (const [at, batch] of batches.entries()) {
      for (const { eventId } of batch) expect(results[at]?.numbers.get(eventId)).toBe(numbers.get(eventId));
    }
  });

  test('a publisher whose page filled up meanwhile continues on the page after it, and repeats nothing', async () => {
    const events = await happen(3 * PAGE_EVENTS);
    await append(events.slice(0, 15));
    const [late, others] = [events.slice(15, 25), events.slice(20, 60)];
    let isOvertaken = false;
    await append(late, {
      query: table.query,
      write: async (operation) => {
        if (!isOvertaken) {
          isOvertaken = true;
          await append(others);
        }
        return table.write(operation);
      },
    });
    expect(await stored()).toEqual(idsOf([...events.slice(0, 15), ...others, ...events.slice(15, 20)]));
  });

  test('a write whose response was lost is not repeated', async () => {
    const events = await happen(PAGE_EVENTS + 5);
    let isFirst = true;
    const losing: Pick<Table, 'query' | 'write'> = {
      query: table.query,
      write: async (operation) => {
        // The client repeats a call whose response is lost.
        if (isFirst) await table.write(operation);
        isFirst = false;
        return table.write(operation);
      },
    };
    const { numbers } = await append(events, losing);
    expect(await stored()).toEqual(idsOf(events));
    expect([...numbers.values()]).toEqual(events.map((_, at) => at + 1));
  });

  test('a feed whose newest page has disappeared takes nothing, rather than give numbers again', async () => {
    const events = await happen(3);
    await append(events.slice(0, 2));
    const [page] = await pageItems();
    const vanished: Pick<Table, 'query' | 'write'> = {
      query: async () => ({ items: page ? [page] : [] }),
      write: table.write,
    };
    await table.write(remove({ pk: String(page?.pk), sk: String(page?.sk) }));
    await expect(append(events.slice(2), vanished)).rejects.toThrow('The newest page of an event feed is missing');
    expect(await stored()).toEqual([]);
  });

  test('an event that is published again many pages later stays where it is, in as many reads as that takes', async () => {
    const first = await happen(3);
    await append(first);
    for (let page = 0; page < 30; page++) {
      nowMs += MINUTE_MS;
      await append(await happen(PAGE_EVENTS));
    }
    let trips = 0;
    const { numbers, before } = await append(first, {
      query: (range) => {
        trips++;
        return table.query(range);
      },
      write: () => Promise.reject(new Error('Nothing is to be written')),
    });
    expect([...numbers.values()]).toEqual([1, 2, 3]);
    expect(before).toEqual(numbers);
    expect(trips).toBe(3);
  });

  test('a recent event costs one read, however long the feed is', async () => {
    for (let page = 0; page < 10; page++) await append(await happen(PAGE_EVENTS));
    nowMs += MINUTE_MS;
    await append(await happen(1));
    nowMs += MINUTE_MS;
    let trips = 0;
    await append(await happen(1), {
      query: (range) => {
        trips++;
        return table.query(range);
      },
      write: table.write,
    });
    expect(trips).toBe(1);
  });

  test('no number is given twice: the newest page is kept for good, the others a day longer than their events', async () => {
    for (let page = 0; page < 4; page++) await append(await happen(PAGE_EVENTS));
    const endings = (await pageItems()).map(({ expiresAtSeconds }) => expiresAtSeconds);
    const keptUntil = expect.closeTo(Math.floor(nowMs / 1000) + 31 * DAY_SECONDS, -1);
    expect(endings).toEqual([keptUntil, keptUntil, undefined, undefined]);
  });

  test('the page before the last expires even if a publisher died before the last began', async () => {
    for (let page = 0; page < 2; page++) await append(await happen(PAGE_EVENTS));
    const events = await happen(1);
    const dying: Pick<Table, 'query' | 'write'> = {
      query: table.query,
      write: async (operation) => {
        if (operation.kind === 'put') throw new Error('The publisher died');
        return table.write(operation);
      },
    };
    await expect(append(events, dying)).rejects.toThrow('died');
    await append(events);
    const endings = (await pageItems()).map(({ expiresAtSeconds }) => typeof expiresAtSeconds);
    expect(endings).toEqual(['number', 'undefined', 'undefined']);
  });
});

describe('reading a feed', () => {
  test('gives every event once and in order, from any position and with any limit', async () => {
    expect(await readAll(10)).toEqual({ seen: [], position: 0 });
    const all = await happen(2 * PAGE_EVENTS);
    const end = all.length;
    await append(all);
    for (const limit of [1, 7, PAGE_EVENTS - 1, PAGE_EVENTS, PAGE_EVENTS + 1, 100]) {
      for (const after of [0, 1, PAGE_EVENTS - 1, PAGE_EVENTS, PAGE_EVENTS + 1, end - 1, end]) {
        expect(await readAll(limit, after)).toEqual({ seen: idsOf(all).slice(after), position: end });
      }
    }
    for (const beyond of [end + 1, end + PAGE_EVENTS, end + PAGE_EVENTS + 1, POSITION_BEYOND_END]) {
      expect(await read(beyond)).toEqual({ entries: [], next: { sandbox: end } });
    }
  });

  test('has no gap and no repetition while events are appended', async () => {
    const events = await happen(4 * PAGE_EVENTS);
    const seen: string[] = [];
    let position = 0;
    /** Another event is appended before and after each read of the table. */
    let next = 0;
    const more = async () => {
      const some = events.slice(next, next + 3);
      next += 3;
      if (some.length > 0) await append(some);
    };
    const busy: Pick<Table, 'getMany' | 'query'> = {
      query: async (range) => {
        await more();
        const page = await table.query(range);
        await more();
        return page;
      },
      getMany: table.getMany,
    };
    while (next < events.length || seen.length < events.length) {
      const { entries, next: after } = await read(position, 10, busy);
      seen.push(...idsOf(entries));
      position = after.sandbox ?? Number.NaN;
    }
    expect(seen).toEqual(idsOf(events));
  });

  test('ends at a page that filled up while the pages after it were read', async () => {
    const events = await happen(2 * PAGE_EVENTS);
    await append(events.slice(0, 15));
    const [early] = await pageItems();
    await append(events.slice(15));
    const { entries, next } = await read(0, 100, {
      getMany: table.getMany,
      query: async (range) => {
        const { items } = await table.query(range);
        return { items: items.map((item) => (item.sk === early?.sk ? early : item)) };
      },
    });
    expect([idsOf(entries), next]).toEqual([idsOf(events.slice(0, 15)), { sandbox: 15 }]);
  });

  test('passes over an event that has expired within a page', async () => {
    const events = await happen(30);
    await append(events);
    await vanish([...events.slice(0, 10), ...events.slice(12, 13), ...events.slice(28)]);
    expect(await read(0, 5)).toMatchObject({
      entries: [{ number: 11 }, { number: 12 }, { number: 14 }, { number: 15 }],
    });
    expect(await readAll(5)).toEqual({ seen: idsOf([...events.slice(10, 12), ...events.slice(13, 28)]), position: 30 });
  });

  test('has no empty answer before its end, although all events of many pages have expired', async () => {
    const events = await happen(8 * PAGE_EVENTS);
    await append(events);
    await vanish(events.slice(0, 6 * PAGE_EVENTS + 4));
    expect(await readAll(10)).toEqual({ seen: idsOf(events.slice(6 * PAGE_EVENTS + 4)), position: events.length });
    // The first pages have expired too.
    const items = await pageItems();
    for (const { pk, sk } of items.slice(0, 3)) await table.write(remove({ pk, sk }));
    expect(await readAll(10)).toEqual({ seen: idsOf(events.slice(6 * PAGE_EVENTS + 4)), position: events.length });
  });

  test('merges environments by time, also where events of one of them have expired', async () => {
    const events: ServiceEvent[] = [];
    for (let round = 0; round < 10; round++) events.push(...(await happen(1, 'live')), ...(await happen(1)));
    for (const environment of ['live', 'sandbox']) {
      await append(events.filter((event) => event.environment === environment));
    }
    await vanish(events.filter(({ environment }, at) => environment === 'live' && at < 8));
    const left = events.filter(({ environment }, at) => environment === 'sandbox' || at >= 8);
    const seen: string[] = [];
    let after: Readonly<Partial<Record<Environment, number>>> = {};
    for (;;) {
      const request = { accountId: feed.accountId, environments: ['live', 'sandbox'] as const, after, limit: 3 };
      const { entries, next } = await readFeed(table, request);
      if (entries.length === 0) break;
      seen.push(...idsOf(entries));
      after = next;
    }
    expect(seen).toEqual(idsOf(left));
    expect(after).toEqual({ live: 10, sandbox: 10 });
  });

  test('takes two trips', async () => {
    await append(await happen(2 * PAGE_EVENTS));
    const trips: string[] = [];
    await read(20, 10, {
      query: (range) => {
        trips.push('query');
        return table.query(range);
      },
      getMany: (keys) => {
        trips.push('getMany');
        return table.getMany(keys);
      },
    });
    expect(trips).toEqual(['query', 'getMany']);
  });
});

describe('an event that was appended, and could not be marked', () => {
  const isMark = (operation: Parameters<Table['write']>[0]) =>
    operation.kind === 'update' && 'feedNumber' in (operation.set ?? {});

  /** An outbox whose publisher dies after it has appended, before it marks. */
  const appendedOnly = async (count: number) => {
    const world = makeOutboxWorld(table);
    const records = [];
    for (let number = 1; number <= count; number++) {
      world.pass(1);
      records.push(await world.happen(feed.accountId));
    }
    const { table: whole } = world.effects;
    world.effects.table = {
      ...whole,
      write: (operation) => (isMark(operation) ? Promise.reject(new Error('It died')) : whole.write(operation)),
    };
    await world.publish(records);
    world.effects.table = whole;
    const numbers = records.map((_, at) => at + 1);
    expect(await world.feedOf(feed.accountId)).toEqual(numbers);
    expect(await world.unpublished()).toHaveLength(count);
    return { world, records, numbers };
  };

  test('is marked when the stream delivers its batch again, and is in its feed once', async () => {
    const { world, records, numbers } = await appendedOnly(PAGE_EVENTS + 5);
    await world.publish(records);
    expect(await world.feedOf(feed.accountId)).toEqual(numbers);
    expect(await world.unpublished()).toEqual([]);
    for (const number of numbers)
      expect(await world.itemOf(records[number - 1] ?? {})).toMatchObject({ feedNumber: number });
  });

  test('is found in its feed by the sweep, which publishes and marks it at once', async () => {
    const { world, records, numbers } = await appendedOnly(22);
    world.pass(3 * MINUTE_MS);
    await world.sweep();
    expect(await world.unpublished()).toEqual([]);
    for (const number of numbers)
      expect(await world.itemOf(records[number - 1] ?? {})).toMatchObject({ feedNumber: number });
    world.pass(25 * 60 * MINUTE_MS);
    await world.sweep();
    expect(await world.feedOf(feed.accountId)).toEqual(numbers);
  });

  test('stays in its feed once when the stream and a sweep publish it at the same time', async () => {
    const { world, records, numbers } = await appendedOnly(10);
    world.pass(3 * MINUTE_MS);
    await Promise.all([world.publish(records), world.sweep(), world.publish(records)]);
    await world.sweep();
    expect(await world.feedOf(feed.accountId)).toEqual(numbers);
    expect(await world.unpublished()).toEqual([]);
  });

  test('keeps its number when it is republished many pages later', async () => {
    const { world, records, numbers } = await appendedOnly(3);
    await world.publish(records);
    for (let page = 0; page < 10; page++) {
      world.pass(MINUTE_MS);
      const more = [];
      for (let number = 0; number < PAGE_EVENTS; number++) more.push(await world.happen(feed.accountId));
      await world.publish(more);
    }
    const [first] = records;
    const item = await world.itemOf(first ?? {});
    const event = v.parse(eventSchema, item);
    const key = eventKeys.outboxEvent(event.accountId, event.eventId);
    // As if its mark did not know the number either.
    await table.write(update(key, { remove: ['feedNumber'], when: {} }));
    await table.write(republishedWrite(key, event, world.now()));
    world.pass(1);
    await world.sweep();
    expect(await world.itemOf(first ?? {})).toMatchObject({ feedNumber: 1, publishedAt: expect.any(String) });
    expect(await world.unpublished()).toEqual([]);
    const all = await world.feedOf(feed.accountId);
    expect(all).toHaveLength(3 + 10 * PAGE_EVENTS);
    expect(all.slice(0, 3)).toEqual(numbers);
    expect(new Set(all).size).toBe(all.length);
  });
});
