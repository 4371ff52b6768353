import type { Item } from '#shared/db/expressions';
import { type Attempted, onLatest, triedWrite } from '#shared/db/latest';
import type { Table } from '#shared/db/operations';
import { allEnded } from '#shared/platform/all-ended';
import type { Delivery } from '#shared/webhooks/deliveries/records/delivery';
import { listedTimeWrite } from '#shared/webhooks/deliveries/records/delivery-writes';
import { deliveryLogLists, pagesBetween } from './keys.ts';
import { type CountEffects, countPages } from './log-counts.ts';
import {
  fromPageItem,
  hasLeftTheList,
  isFull,
  type LogPage,
  openPage,
  pageWrite,
  readNewestPages,
  withAdded,
  withStates,
  written,
} from './log-page.ts';
import type { LogRow } from './log-row.ts';

/** Pages that are read first. Together they stay below four kilobytes, which is one unit of reading. */
const FIRST_PAGES = 4;

/** The effects of logging. */
export interface LogEffects extends CountEffects {
  readonly table: Pick<Table, 'get' | 'query' | 'write'>;
}

/** The newest page of a log, and every page that has one of the deliveries to log. */
interface LogState {
  readonly newest: LogPage | undefined;
  /** By their start. */
  readonly pages: ReadonlyMap<string, LogPage>;
}

const withPages = ({ pages, ...state }: LogState, more: readonly LogPage[]): LogState => ({
  ...state,
  pages: new Map([...pages, ...more.map((page) => [page.startsAt, page] as const)]),
});

const rowsIn = ({ pages }: LogState): ReadonlyMap<string, LogRow> =>
  new Map([...pages.values()].flatMap(({ rows }) => rows.map((row) => [row.deliveryId, row] as const)));

const missingFrom = (state: LogState, deliveries: readonly Delivery[]): readonly Delivery[] => {
  const rows = rowsIn(state);
  return deliveries.filter(({ deliveryId }) => !rows.has(deliveryId));
};

/** Reads the pages that start between two times, and keeps those that have one of the deliveries. */
const readBetween = async (
  registrationId: string,
  deliveries: readonly Delivery[],
  [from, to]: readonly [string, string],
  table: Pick<Table, 'query'>,
): Promise<readonly LogPage[]> => {
  const wanted = new Set(deliveries.map(({ deliveryId }) => deliveryId));
  const range = { partition: deliveryLogLists.log(registrationId), between: pagesBetween(from, to) };
  const kept: LogPage[] = [];
  let after: Record<string, unknown> | undefined;
  do {
    const { items, next } = await table.query({ ...range, ...(after && { after }) });
    const pages = items.map(fromPageItem);
    kept.push(...pages.filter(({ rows }) => rows.some(({ deliveryId }) => wanted.has(deliveryId))));
    after = next;
  } while (after);
  return kept;
};

/**
 * Finds deliveries in a log. Ordinarily they are in its newest pages, or not in it yet. Otherwise a delivery is in the
 * page of the time at which it was planned, or, if its record came late and its time was not corrected yet, in a later
 * one.
 */
const readState = async (
  registrationId: string,
  deliveries: readonly Delivery[],
  table: Pick<Table, 'query'>,
): Promise<LogState> => {
  const [newest, ...others] = await readNewestPages(table, registrationId, FIRST_PAGES);
  if (!newest) return { newest, pages: new Map() };
  const first = withPages({ newest, pages: new Map() }, [newest, ...others]);
  const readFrom = others.at(-1)?.startsAt ?? newest.startsAt;
  const older = missingFrom(first, deliveries).filter(({ createdAt }) => createdAt < readFrom);
  const ofTheirTimes = await allEnded(
    older.map(({ createdAt }) => readNewestPages(table, registrationId, 1, createdAt)),
  );
  const state = withPages(first, ofTheirTimes.flat());
  const missing = missingFrom(state, older);
  if (missing.length === 0) return state;
  const times = missing.map(({ createdAt }) => createdAt).sort();
  return withPages(state, await readBetween(registrationId, missing, [times[0] ?? readFrom, readFrom], table));
};

/** A page of a log expired before it was written. Repeating begins it again. */
class LogRefused extends Error {
  override readonly name = 'LogRefused';

  constructor(registrationId: string) {
    super(`A page of the log of ${registrationId} is missing`);
  }
}

const addOnce = async (
  state: LogState,
  deliveries: readonly Delivery[],
  effects: LogEffects,
): Promise<Attempted<LogState>> => {
  const [first, ...others] = missingFrom(state, deliveries);
  if (!first) return { result: { written: true }, value: state };
  const { newest } = state;
  // A page is counted before another follows it, so that no reader has to look for pages without counts.
  if (newest && isFull(newest)) await countPages([newest], effects);
  const page = withAdded(withStates(openPage(newest, first), deliveries), [first, ...others]);
  const tried = await effects.table.write(pageWrite(page, effects.clock()));
  return triedWrite(tried, withPages({ ...state, newest: written(page) }, [written(page)]));
};

/** The state after another writer has changed the newest page, or has begun the one after it. */
const newerState = (state: LogState, [found]: readonly (Item | undefined)[]): LogState | undefined => {
  if (!found) return undefined;
  const newest = fromPageItem(found);
  return withPages({ ...state, newest }, [newest]);
};

/** Adds the deliveries that a log does not have yet. */
const addMissing = async (
  registrationId: string,
  deliveries: readonly Delivery[],
  effects: LogEffects,
): Promise<LogState> => {
  let state = await readState(registrationId, deliveries, effects.table);
  while (missingFrom(state, deliveries).length > 0) {
    const { result, value } = await onLatest(state, (from) => addOnce(from, deliveries, effects), newerState);
    if (!result.written) throw new LogRefused(registrationId);
    state = value;
  }
  return state;
};

/** Changes the rows of a page, and returns it as it is then. */
const changePage = async (
  page: LogPage,
  deliveries: readonly Delivery[],
  { table, clock }: LogEffects,
): Promise<LogPage> => {
  const changeOnce = async (from: LogPage): Promise<Attempted<LogPage>> => {
    const changed = withStates(from, deliveries);
    if (changed === from) return { result: { written: true }, value: from };
    return triedWrite(await table.write(pageWrite(changed, clock())), changed);
  };
  const { result, value } = await onLatest(page, changeOnce, (_, [found]) => found && fromPageItem(found));
  if (!result.written) throw new LogRefused(page.registrationId);
  return value;
};

/** The latest state of each delivery, in the order in which they were planned. */
const latestOf = (states: readonly Delivery[]): readonly Delivery[] => {
  const latest = new Map<string, Delivery>();
  for (const delivery of states) {
    const known = latest.get(delivery.deliveryId);
    if (!known || known.version <= delivery.version) latest.set(delivery.deliveryId, delivery);
  }
  return [...latest.values()].sort((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt));
};

/**
 * Updates the log of a registration to the states of its deliveries. States that come late, again or in any order
 * change nothing that is newer. Two workers at once log each delivery once. After the log, a delivery gets the time of
 * its row if the order of the rows moved it. Repeating completes what was left in the middle.
 *
 * @param states of deliveries of this registration.
 * @throws LogRefused; TableContended; whatever the table throws. What was logged until then stays.
 */
export const logDeliveries = async (
  registrationId: string,
  states: readonly Delivery[],
  effects: LogEffects,
): Promise<void> => {
  const { table, clock } = effects;
  const nowMs = clock();
  const deliveries = latestOf(states).filter((delivery) => !hasLeftTheList(delivery, nowMs));
  if (deliveries.length === 0) return;
  const state = await addMissing(registrationId, deliveries, effects);
  const ids = new Set(deliveries.map(({ deliveryId }) => deliveryId));
  const pages = [...state.pages.values()].filter(({ rows }) => rows.some(({ deliveryId }) => ids.has(deliveryId)));
  const changed = await allEnded(pages.map((page) => changePage(page, deliveries, effects)));
  // Also those that did not change: the worker that changed them may have died before it counted them.
  await countPages(changed.filter(isFull), effects);
  const rows = rowsIn(state);
  await allEnded(
    deliveries.flatMap((delivery) => {
      const listedAt = rows.get(delivery.deliveryId)?.createdAt;
      const isMoved = listedAt !== undefined && listedAt !== delivery.createdAt;
      return isMoved ? table.write(listedTimeWrite(delivery, listedAt)) : [];
    }),
  );
};
