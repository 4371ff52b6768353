import * as v from 'valibot';
import { type Item, type Key, put } from '#shared/db/expressions';
import { type Attempted, onLatest, recordAmong } from '#shared/db/latest';
import { headRecord, headWrite, type ListHead, nextPlace, readHead } from '#shared/db/lists/counted-list';
import { itemsOfRefusals } from '#shared/db/named-operations';
import type { Table } from '#shared/db/operations';
import { type Clock, unixSeconds } from '#shared/platform/clock';
import { environmentSchema } from '#shared/platform/environments';
import type { AccountEnvironment } from '#shared/platform/scope';
import { EVENTS } from './catalogue.ts';
import { eventKeys, eventLists } from './keys.ts';
import { type EventFate, KEPT_SECONDS, numberedWrite, type ServiceEvent } from './outbox.ts';

/**
 * An entry of an account's event feed. The type may be any text, because a later version of the code may have written
 * it.
 */
const feedEntrySchema = v.object({
  number: v.number(),
  eventId: v.string(),
  type: v.string(),
  environment: environmentSchema,
  occurredAt: v.string(),
  data: v.record(v.string(), v.unknown()),
});

/** An event in the feed of its account and environment, by its number there. */
export type FeedEntry = v.InferOutput<typeof feedEntrySchema>;

/** The entry of a stored item. */
export const fromFeedItem = (item: Item): FeedEntry => v.parse(feedEntrySchema, item);

/** The list of a feed. */
export const feedList = ({ accountId, environment }: AccountEnvironment) => ({
  partition: eventLists.feed(accountId, environment),
});

/** An event that belongs in the feed, with the key of its outbox item. */
export interface FeedEvent {
  readonly key: Key;
  readonly event: ServiceEvent;
  /** The result of publishing it; undefined while the bus refuses it. */
  readonly fate: EventFate | undefined;
}

/** Whether integrators may see events of a type. Internal ones are in no feed. */
export const isInFeed = ({ type }: ServiceEvent): boolean => EVENTS[type].webhook !== null;

/**
 * Maximum number of events that are appended at once. A transaction takes 100 writes: two for each event, and the end
 * of the feed.
 */
export const MAX_APPENDED = 40;

/** The effects of appending to a feed. */
export interface FeedEffects {
  readonly table: Pick<Table, 'get' | 'transact'>;
  readonly clock: Clock;
}

interface FeedState {
  readonly head: ListHead;
  /** The events that nothing has appended yet. */
  readonly events: readonly FeedEvent[];
}

const entryItem = (owner: AccountEnvironment, event: ServiceEvent, number: number, nowMs: number) => ({
  ...eventKeys.feedEntry(owner.accountId, owner.environment, number),
  number,
  eventId: event.eventId,
  type: event.type,
  environment: owner.environment,
  occurredAt: event.occurredAt,
  data: event.data,
  expiresAtSeconds: unixSeconds(nowMs) + KEPT_SECONDS,
});

const appendOnce = async (
  owner: AccountEnvironment,
  { head, events }: FeedState,
  { table, clock }: FeedEffects,
): Promise<Attempted<readonly FeedEvent[]>> => {
  const nowMs = clock();
  const place = nextPlace(head, nowMs);
  const last = { ...place, number: head.lastNumber + events.length };
  const writes = events.flatMap(({ key, event, fate }, index) => {
    const number = place.number + index;
    return [
      [`outbox${index}`, numberedWrite(key, fate, number, nowMs)] as const,
      [`entry${index}`, put(entryItem(owner, event, number, nowMs))] as const,
    ];
  });
  const result = await table.transact({
    end: headWrite(feedList(owner), last, events.length),
    ...Object.fromEntries(writes),
  });
  return { result, value: events };
};

/** Whether an event's outbox item is among those that refused, because a sweep or an earlier try has numbered it. */
const isAmong = (found: readonly (Item | undefined)[], { key }: FeedEvent): boolean =>
  found.some((item) => item?.pk === key.pk && item.sk === key.sk);

const newerState =
  (owner: AccountEnvironment) =>
  (state: FeedState, found: readonly (Item | undefined)[]): FeedState | undefined => {
    const head = recordAmong(headRecord(feedList(owner)), found) ?? state.head;
    const events = state.events.filter((one) => !isAmong(found, one));
    const isSame = head.lastNumber === state.head.lastNumber && events.length === state.events.length;
    return isSame || events.length === 0 ? undefined : { head, events };
  };

/** Something other than an earlier append, such as a missing item of the outbox, keeps events out of their feed. */
export class FeedRefused extends Error {
  override readonly name = 'FeedRefused';

  constructor(count: number) {
    super(`${count} events could not be appended to their feed`);
  }
}

/**
 * Appends events of one account and environment to its feed, in the order given. In the same transaction, those that
 * have a fate are taken out of the unpublished ones. Each event is in the feed once, however often it is published.
 * Numbers have no gaps, and a number is visible only after all lower ones.
 *
 * @param events up to `MAX_APPENDED`.
 * @returns those that were already in the feed, of which nothing was written.
 * @throws FeedRefused; TableContended; whatever the table throws. Then this call appends none.
 */
export const appendToFeed = async <One extends FeedEvent>(
  owner: AccountEnvironment,
  events: readonly One[],
  effects: FeedEffects,
): Promise<readonly One[]> => {
  const head = await readHead(effects.table, feedList(owner));
  const { result, value } = await onLatest(
    { head, events },
    (state) => appendOnce(owner, state, effects),
    newerState(owner),
  );
  if (result.written) return events.filter((one) => !value.includes(one));
  const found = itemsOfRefusals(result.refusals);
  const left = value.filter((one) => !isAmong(found, one));
  if (left.length > 0) throw new FeedRefused(left.length);
  return events;
};
