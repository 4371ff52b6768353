import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import { settleRecords } from '#shared/consumers/consume-stream';
import type { Item } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { type EventSweepEffects, sweepEvents } from '#shared/events/event-sweep';
import { feedList, fromFeedPageItem } from '#shared/events/feed-page';
import { eventKeys, eventLists, OUTBOX_SHARDS } from '#shared/events/keys';
import { emit } from '#shared/events/outbox';
import { entryOfItem, type OutboxEntry } from '#shared/events/outbox-entry';
import { publishRecords } from '#shared/events/publish-records';
import type { BusEntry, EntryResult } from '#shared/platform/event-bridge';
import { newId } from '#shared/platform/ids';
import { makeLogger } from '#shared/platform/logger';
import { insertOf } from './outbox-records.ts';

/** Decides about one entry: accepts it, refuses it or finds it invalid. Throws to fail the whole call. */
export type BusMind = (entry: BusEntry) => EntryResult;

/** An event as the bus received it. */
export interface Published {
  readonly eventId: string;
  readonly accountId: string;
  readonly number: number;
}

const publishedOf = ({ Detail }: BusEntry): Published => {
  const { eventId, accountId, data } = JSON.parse(Detail);
  return { eventId, accountId, number: Number(data.referenceId) };
};

/**
 * The outbox of one test. The test decides how its bus responds and when its clock moves. Events are identified by
 * their numbers.
 */
export const makeOutboxWorld = (table: Table) => {
  let nowMs = Date.UTC(2026, 10, 21, 14, 0, 0);
  let mind: BusMind = () => 'taken';
  const published: Published[] = [];
  const aside: OutboxEntry[] = [];
  const lines: Record<string, unknown>[] = [];
  const metrics: [string, number][] = [];
  let calls = 0;
  let written = 0;

  const effects: { -readonly [Name in keyof EventSweepEffects]: EventSweepEffects[Name] } = {
    table,
    clock: () => nowMs,
    busName: 'bus',
    putEntries: async (entries) => {
      calls++;
      const results = entries.map(mind);
      published.push(...entries.filter((_, index) => results[index] === 'taken').map(publishedOf));
      return results;
    },
    setAside: async (entry) => {
      aside.push(entry);
    },
    log: makeLogger({}, (line) => lines.push(JSON.parse(line))),
    metrics: (name, value) => metrics.push([name, value]),
  };

  return {
    effects,
    published: published as readonly Published[],
    aside: aside as readonly OutboxEntry[],
    lines: lines as readonly Record<string, unknown>[],
    metrics: metrics as readonly [string, number][],
    /** How often the bus was called. */
    calls: () => calls,
    now: () => nowMs,
    pass: (ms: number) => {
      nowMs += ms;
    },
    reach: (atMs: number) => {
      nowMs = Math.max(nowMs, Math.ceil(atMs));
    },
    bus: (next: BusMind) => {
      mind = next;
    },
    /**
     * Emits an event of an account. It is in the outbox, and on the stream as the returned record.
     *
     * @param clockOffMs how far the clock of its function is off.
     * @param eventId a derived id.
     */
    happen: async (
      accountId: string,
      changes: Readonly<Record<string, unknown>> = {},
      clockOffMs = 0,
      eventId?: string,
    ): Promise<DynamoDBRecord> => {
      const number = ++written;
      const atMs = nowMs + clockOffMs;
      const operation = emit(
        {
          type: 'kyb.applicant.created',
          accountId,
          environment: 'sandbox',
          widgetId: null,
          data: {
            applicantId: newId('app', atMs),
            widgetId: newId('wgt', atMs),
            environment: 'sandbox',
            referenceId: String(number),
            createdBy: 'account',
            createdAt: new Date(atMs).toISOString(),
          },
        },
        atMs,
        eventId,
      );
      if (operation.kind !== 'put') throw new Error('An event is put');
      const item: Item = { ...operation.item, ...changes };
      await table.transact([{ ...operation, item }]);
      return insertOf(item, String(number));
    },
    /** Invokes the publisher with records of the stream. */
    publish: async (records: readonly DynamoDBRecord[]): Promise<DynamoDBBatchResponse> =>
      settleRecords(records, await publishRecords(records, effects)),
    sweep: () => sweepEvents(effects),
    /** Every item that is neither published nor set aside yet, or that a sweep still looks at. */
    unpublished: async (): Promise<readonly Item[]> => {
      const shards = Array.from({ length: OUTBOX_SHARDS }, (_, shard) =>
        table.queryAll({ partition: eventLists.outbox(shard) }, { most: 10_000, why: 'a test makes few' }),
      );
      const items = (await Promise.all(shards)).flat();
      return items.filter((item) => !entryOfItem(item).isSettled || item['gsi4pk'] !== undefined);
    },
    /** The numbers of the events in the feed of an account, in the feed's order. */
    feedOf: async (accountId: string): Promise<readonly number[]> => {
      const pages = await table.queryAll(feedList({ accountId, environment: 'sandbox' }), {
        most: 10_000,
        why: 'a test makes few',
      });
      const ids = pages.flatMap((item) => fromFeedPageItem(item).eventIds);
      const items = await table.getMany(ids.map((eventId) => eventKeys.outboxEvent(accountId, eventId)));
      return items.map((item) => Number((item?.['data'] as { referenceId?: string } | undefined)?.referenceId));
    },
    itemOf: ({ dynamodb }: DynamoDBRecord): Promise<Item | undefined> =>
      table.get({ pk: String(dynamodb?.Keys?.['pk']?.S), sk: String(dynamodb?.Keys?.['sk']?.S) }),
  };
};

/** The outbox of one test. */
export type OutboxWorld = ReturnType<typeof makeOutboxWorld>;
