import type { DynamoDBRecord } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { settleRecords } from '#shared/consumers/consume-stream';
import type { WriteOperation } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import type { OutboxEntry } from '#shared/events/outbox-entry';
import type { PublishEffects } from '#shared/events/publish-outbox';
import { publishRecords } from '#shared/events/publish-records';
import { type BusEntry, type EntryResult, entryBytes, MAX_ENTRY_BYTES } from '#shared/platform/event-bridge';
import { makeLogger } from '#shared/platform/logger';
import { insertOf, NOW_MS, outboxItem, record } from '#tests/support/outbox-records';

const records = (count: number): DynamoDBRecord[] => Array.from({ length: count }, (_, index) => record(index + 1));

const referenceOf = ({ Detail }: BusEntry): string => JSON.parse(Detail).data.submissionReference;
const references = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `ref_${from + index}`);

/** A bus that returns `resultOf` for each entry, and a record of all that publishing to it did. */
const bus = (resultOf: (entry: BusEntry) => EntryResult, changes: Partial<PublishEffects> = {}) => {
  const calls: (readonly BusEntry[])[] = [];
  const lines: Record<string, unknown>[] = [];
  const metrics: [string, number][] = [];
  const aside: [OutboxEntry, string][] = [];
  const writes: WriteOperation[] = [];
  const effects: PublishEffects = {
    busName: 'bus',
    putEntries: async (entries) => {
      calls.push(entries);
      return entries.map(resultOf);
    },
    table: {
      get: async () => undefined,
      query: async () => ({ items: [] }),
      queryAll: async () => [],
      write: async (operation) => {
        writes.push(operation);
        return { written: true, item: undefined };
      },
    },
    clock: () => NOW_MS + 500,
    setAside: async (entry, reason) => {
      aside.push([entry, reason]);
    },
    log: makeLogger({}, (line) => lines.push(JSON.parse(line))),
    metrics: (name, value) => metrics.push([name, value]),
    ...changes,
  };
  return { effects, calls, lines, metrics, aside, writes };
};

/** Publishes a batch as the function does. */
const publish = async (batch: readonly DynamoDBRecord[], effects: PublishEffects) =>
  settleRecords(batch, await publishRecords(batch, effects));

/** Publishes a batch and returns the sequence numbers that the stream is to retry. */
const failedOf = async (batch: readonly DynamoDBRecord[], { effects }: { effects: PublishEffects }) => {
  const { batchItemFailures } = await publish(batch, effects);
  return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
};

const taken = (): EntryResult => 'taken';
const resultBy =
  (results: Readonly<Record<string, EntryResult>>) =>
  (entry: BusEntry): EntryResult =>
    results[referenceOf(entry)] ?? 'taken';

const invalidCall = () =>
  Object.assign(new Error('Total size of the entries is over'), { name: 'ValidationException' });

describe('publishing outbox events', () => {
  test('puts each on the bus under its type, with the event and no other attribute of the item', async () => {
    const world = bus(taken);
    expect(await failedOf([record(1)], world)).toStrictEqual([]);
    const [[entry] = []] = world.calls;
    expect(entry).toStrictEqual({
      EventBusName: 'bus',
      Source: 'kyb-service',
      DetailType: 'verification.cac.completed',
      Detail: expect.any(String),
      Time: new Date(NOW_MS),
    });
    expect(JSON.parse(entry?.Detail ?? '')).toStrictEqual({
      eventId: expect.stringMatching(/^sev_/),
      type: 'verification.cac.completed',
      accountId: 'usr_01KAJ3VYB2M9D5H7N1P3Q8S6TW',
      environment: 'sandbox',
      widgetId: 'wgt_01KAJ3VYB2M9D5H7N1P3Q8S6TW',
      occurredAt: '2026-11-21T14:03:27.412Z',
      data: expect.objectContaining({ submissionReference: 'ref_1' }),
    });
    expect(world.metrics).toStrictEqual([['EventsPublished', 1]]);
  });

  test('sends the first alone and then ten per call, in order, each exactly once', async () => {
    const world = bus(taken);
    expect(await failedOf(records(25), world)).toStrictEqual([]);
    expect(world.calls.map(({ length }) => length)).toStrictEqual([1, 10, 10, 4]);
    expect(world.calls.flat().map(referenceOf)).toStrictEqual(references(1, 25));
  });

  test('marks each that is on the bus, so that no sweep publishes it again', async () => {
    const world = bus(resultBy({ ref_3: 'refused' }));
    const batch = records(3);
    await failedOf(batch, world);
    const marks = world.writes.filter((write) => write.kind === 'update' && 'publishedAt' in (write.set ?? {}));
    expect(marks).toMatchObject(
      batch.slice(0, 2).map(({ dynamodb }) => ({
        kind: 'update',
        key: { pk: dynamodb?.Keys?.['pk']?.S, sk: dynamodb?.Keys?.['sk']?.S },
        set: { publishedAt: '2026-11-21T14:03:27.912Z' },
        remove: ['gsi4pk', 'gsi4sk'],
      })),
    );
  });

  test('is retried if an event cannot be numbered in its feed', async () => {
    const fail = () => Promise.reject(new Error('The table is out of reach'));
    const world = bus(taken, { table: { get: fail, query: fail, queryAll: fail, write: fail } });
    await expect(publish(records(2), world.effects)).rejects.toThrow('None of 2 records');
    expect(world.lines).toContainEqual(expect.objectContaining({ code: 'EVENT_NOT_NUMBERED' }));
  });

  test('succeeds although an event outside the feeds cannot be marked', async () => {
    const fail = () => Promise.reject(new Error('The table is out of reach'));
    const internal = insertOf(outboxItem(1, { type: 'kyb.reassessment.requested' }), '1');
    const world = bus(taken, { table: { get: fail, query: fail, queryAll: fail, write: fail } });
    expect(await failedOf([internal], world)).toStrictEqual([]);
    expect(world.lines.filter(({ code }) => code === 'EVENT_NOT_MARKED')).toHaveLength(1);
  });
});

describe('events that the bus refuses temporarily', () => {
  test('are reported by sequence number, although the call succeeded, and nothing after them is sent', async () => {
    const world = bus(resultBy({ ref_3: 'refused' }));
    expect(await failedOf(records(25), world)).toStrictEqual(['3', ...references(12, 25).map((one) => one.slice(4))]);
    expect(world.calls.flat().map(referenceOf)).toStrictEqual(references(1, 11));
    expect(world.metrics).toStrictEqual([['EventsPublished', 10]]);
    expect(world.lines).toContainEqual(expect.objectContaining({ code: 'EVENTS_REJECTED', count: 15 }));
  });

  test('are all of a call that fails altogether; events published before it stay published', async () => {
    const world = bus((entry) => {
      if (referenceOf(entry) === 'ref_15') throw new Error('Unreachable');
      return 'taken';
    });
    const failed = await failedOf(records(25), world);
    expect(failed).toStrictEqual(references(12, 25).map((one) => one.slice(4)));
  });

  test('cause no other event to be sent again when they are retried', async () => {
    const world = bus(resultBy({ ref_1: 'refused' }));
    await expect(publish(records(25), world.effects)).rejects.toThrow('None of 25 records');
    expect(world.calls.flat().map(referenceOf)).toStrictEqual(['ref_1']);
  });

  test('are reported by an error if nothing of the batch was published', async () => {
    const down = bus(taken, { putEntries: () => Promise.reject(new Error('Unreachable')) });
    await expect(publish(records(3), down.effects)).rejects.toThrow('None of 3 records');
    expect(down.writes.filter((write) => write.kind === 'update' && write.remove)).toStrictEqual([]);
    expect(await failedOf([], down)).toStrictEqual([]);
  });

  test('are still in the feed, once, and left to the sweep after two minutes', async () => {
    const down = bus(taken, { putEntries: () => Promise.reject(new Error('Unreachable')) });
    await expect(publish(records(1), down.effects)).rejects.toThrow('None of 1 records');
    const numbered = { kind: 'update', set: { feedNumber: 1 } };
    expect(down.writes).toContainEqual(expect.objectContaining(numbered));
    const late = { ...down.effects, clock: () => NOW_MS + 120_000 };
    expect(await failedOf(records(1), { effects: late })).toStrictEqual([]);
    expect(down.writes).toContainEqual(
      expect.objectContaining({ kind: 'update', set: { gsi4pk: expect.any(String), gsi4sk: expect.any(String) } }),
    );
    const write: Table['write'] = async (operation) =>
      operation.kind === 'update' && operation.set?.['gsi4pk']
        ? Promise.reject(new Error('It cannot be placed'))
        : down.effects.table.write(operation);
    const unplaced = { ...late, table: { ...late.table, write } };
    await expect(publish(records(1), unplaced)).rejects.toThrow('None of 1 records');
  });
});

describe('an event that can never be published', () => {
  /** As after a rollback: this code does not know the event's type. */
  const ofLaterVersion = insertOf(outboxItem(2, { type: 'kyb.applicant.teleported' }), '2');

  test('is set aside, whole, and acknowledged, and the others are published', async () => {
    const world = bus(taken);
    expect(await failedOf([record(1), ofLaterVersion, record(3)], world)).toStrictEqual([]);
    expect(world.calls.flat().map(referenceOf)).toStrictEqual(['ref_1', 'ref_3']);
    expect(world.aside.map(([entry, reason]) => [entry.record(), reason])).toStrictEqual([
      [ofLaterVersion, 'unreadable'],
    ]);
    expect(world.writes).toContainEqual(
      expect.objectContaining({
        key: { pk: ofLaterVersion.dynamodb?.Keys?.['pk']?.S, sk: ofLaterVersion.dynamodb?.Keys?.['sk']?.S },
        set: { setAsideAt: '2026-11-21T14:03:27.912Z' },
        remove: ['gsi4pk', 'gsi4sk'],
      }),
    );
    expect(world.lines).toContainEqual(expect.objectContaining({ level: 'error', code: 'EVENT_SET_ASIDE' }));
  });

  test.each<[string, DynamoDBRecord]>([
    ['without an image', { dynamodb: { SequenceNumber: '1' } }],
    ['without anything', {}],
    ['with an invalid shape', { dynamodb: { NewImage: { pk: { X: 'y' } as never }, SequenceNumber: '1' } }],
    ['with half an event', { dynamodb: { NewImage: { pk: { S: 'OUTBOX#usr_1' } }, SequenceNumber: '1' } }],
  ])('is a record %s', async (_, broken) => {
    const world = bus(taken);
    expect(await failedOf([broken, record(2)], world)).toStrictEqual([]);
    expect(world.aside.map(([entry]) => entry.record())).toStrictEqual([broken]);
    expect(world.calls.flat().map(referenceOf)).toStrictEqual(['ref_2']);
  });

  test('is retried if it cannot be set aside either', async () => {
    const world = bus(taken, { setAside: () => Promise.reject(new Error('The queue is out of reach')) });
    expect(await failedOf([record(1), ofLaterVersion, record(3)], world)).toStrictEqual(['2']);
    await expect(publish([ofLaterVersion], world.effects)).rejects.toThrow('None of 1 records');
  });

  test('is an entry that the bus calls malformed', async () => {
    const world = bus(resultBy({ ref_2: 'invalid' }));
    expect(await failedOf(records(12), world)).toStrictEqual([]);
    expect(world.aside).toMatchObject([[{ event: { data: { submissionReference: 'ref_2' } } }, 'invalid_entry']]);
    expect(world.metrics).toStrictEqual([['EventsPublished', 11]]);
  });

  test('is an entry larger than a call may be: it is never sent, and the nine others are', async () => {
    const item = outboxItem(5);
    const large = insertOf(
      { ...item, data: { ...(item['data'] as object), remark: 'ä'.repeat(MAX_ENTRY_BYTES / 2) } },
      '5',
    );
    const world = bus(taken);
    expect(await failedOf(records(11).with(4, large), world)).toStrictEqual([]);
    expect(world.calls.flat().map(referenceOf)).toStrictEqual(references(1, 11).filter((one) => one !== 'ref_5'));
    expect(world.aside.map(([, reason]) => reason)).toStrictEqual(['invalid_entry']);
  });

  test.each([1, 2, 6, 11])('is entry %i if it makes its whole call invalid, which halving finds', async (bad) => {
    const world = bus(taken);
    const { putEntries } = world.effects;
    const effects: PublishEffects = {
      ...world.effects,
      putEntries: async (entries) => {
        if (entries.some((entry) => referenceOf(entry) === `ref_${bad}`)) throw invalidCall();
        return putEntries(entries);
      },
    };
    expect(await failedOf(records(11), { effects })).toStrictEqual([]);
    expect(world.calls.flat().map(referenceOf)).toStrictEqual(references(1, 11).filter((one) => one !== `ref_${bad}`));
    expect(world.aside).toHaveLength(1);
  });
});

describe('calls', () => {
  test('contain no more bytes than allowed, however large the events', async () => {
    const sizes = [100_000, 100_000, 100_000, 200_000, 10, 90_000, 250_000, 10];
    const batch = sizes.map((size, index) => {
      const item = outboxItem(index + 1);
      return insertOf({ ...item, data: { ...(item['data'] as object), remark: 'x'.repeat(size) } }, String(index + 1));
    });
    const world = bus(taken);
    expect(await failedOf(batch, world)).toStrictEqual([]);
    const bytes = world.calls.map((call) => call.reduce((total, entry) => total + entryBytes(entry), 0));
    expect(Math.max(...bytes)).toBeLessThanOrEqual(MAX_ENTRY_BYTES);
    expect(world.calls.flat().map(referenceOf)).toStrictEqual(references(1, sizes.length));
    expect(world.calls.map(({ length }) => length)).toStrictEqual([1, 2, 2, 1, 2]);
  });
});
