import { type Item, put, type WriteOperation } from '#shared/db/expressions';
import { type Attempted, onLatest, recordAmong, type StoredRecord } from '#shared/db/latest';
import { type CountChange, type ListHead, nextPlace } from '#shared/db/lists/counted-list';
import { furthestHead, jointAdditions, readJointHead } from '#shared/db/lists/joint-counts';
import type { Table } from '#shared/db/operations';
import { type Clock, isoTime } from '#shared/platform/clock';
import type { Delivery } from '#shared/webhooks/deliveries/records/delivery';
import { deliveryLogKeys } from './keys.ts';
import { cellOf, type LogCell } from './log-cells.ts';
import {
  deliveryLog,
  entryOf,
  fromLogItem,
  hasLeftTheList,
  type LogEntry,
  storedUntil,
  toLogItem,
} from './log-entry.ts';

/**
 * Deliveries that one transaction logs. It takes 100 writes, and each delivery needs at most two (its entry and the
 * counts of its block), besides the end of the log.
 */
const MAX_LOGGED = 30;

/** The effects of logging. */
export interface LogEffects {
  readonly table: Pick<Table, 'get' | 'transact'>;
  readonly clock: Clock;
}

/** What a log shows of some deliveries of its registration, and its end. */
interface LogState {
  readonly head: ListHead;
  /** By delivery; without those that are not in the log yet. */
  readonly entries: ReadonlyMap<string, LogEntry>;
}

const entryRecord = (deliveryId: string): StoredRecord<LogEntry> => ({
  key: deliveryLogKeys.entry(deliveryId),
  from: fromLogItem,
});

const readState = async (
  registrationId: string,
  deliveries: readonly Delivery[],
  { table }: LogEffects,
): Promise<LogState> => {
  const [head, items] = await Promise.all([
    readJointHead(table, deliveryLog(registrationId)),
    Promise.all(deliveries.map(({ deliveryId }) => table.get(deliveryLogKeys.entry(deliveryId)))),
  ]);
  const entries = items.flatMap((item) => (item ? [fromLogItem(item)] : []));
  return { head, entries: new Map(entries.map((entry) => [entry.deliveryId, entry])) };
};

/** An entry to log, and the entry that the log has. */
interface LogChange {
  readonly before: LogEntry | undefined;
  readonly after: LogEntry;
}

/** The changes to make in a log. Records that come late or again change nothing. */
const changesOf = (
  { head, entries }: LogState,
  deliveries: readonly Delivery[],
): { readonly changes: readonly LogChange[]; readonly head: ListHead } => {
  let end = head;
  const changes: LogChange[] = [];
  for (const delivery of deliveries) {
    const before = entries.get(delivery.deliveryId);
    if (before && before.version >= delivery.version) continue;
    if (before) {
      changes.push({ before, after: entryOf(delivery, before) });
      continue;
    }
    const { number, atMs } = nextPlace(end, Date.parse(delivery.createdAt));
    end = { lastNumber: number, newestAtMs: atMs };
    changes.push({ before, after: entryOf(delivery, { number, createdAt: isoTime(atMs) }) });
  }
  return { changes, head: end };
};

const countsOf = (changes: readonly LogChange[]): readonly CountChange<LogCell>[] =>
  changes.flatMap(({ before, after }) => {
    const { number } = after;
    if (before && cellOf(before) === cellOf(after)) return [];
    return [
      { cell: cellOf(after), number, by: 1 },
      ...(before ? [{ cell: cellOf(before), number, by: -1 } as const] : []),
    ];
  });

const entryWrite = ({ before, after }: LogChange, nowMs: number): WriteOperation =>
  put(toLogItem(after, nowMs), before ? { version: { equals: before.version } } : { pk: 'missing' });

const logOnce = async (
  registrationId: string,
  state: LogState,
  deliveries: readonly Delivery[],
  { table, clock }: LogEffects,
): Promise<Attempted<LogState>> => {
  const list = deliveryLog(registrationId);
  const nowMs = clock();
  const { changes, head } = changesOf(state, deliveries);
  if (changes.length === 0) return { result: { written: true }, value: state };
  const result = await table.transact([
    ...changes.map((change) => entryWrite(change, nowMs)),
    ...jointAdditions(list, countsOf(changes), { from: state.head, to: head }, storedUntil(nowMs)),
  ]);
  return { result, value: state };
};

/** Updates the state with the items that refused; undefined when they are no newer. */
const newerState =
  (registrationId: string, deliveries: readonly Delivery[]) =>
  (state: LogState, found: readonly (Item | undefined)[]): LogState | undefined => {
    const head = furthestHead(deliveryLog(registrationId), state.head, found);
    const entries = new Map(state.entries);
    for (const { deliveryId } of deliveries) {
      const entry = recordAmong(entryRecord(deliveryId), found);
      if (entry) entries.set(deliveryId, entry);
    }
    const isSame =
      head.lastNumber === state.head.lastNumber &&
      [...entries].every(([deliveryId, { version }]) => state.entries.get(deliveryId)?.version === version);
    return isSame ? undefined : { head, entries };
  };

/** The counts of a log disagree with its entries. Nothing is written, so that this stays visible. */
export class LogRefused extends Error {
  override readonly name = 'LogRefused';

  constructor(registrationId: string) {
    super(`The log of ${registrationId} refuses: its counts disagree with its entries`);
  }
}

const logSome = async (registrationId: string, deliveries: readonly Delivery[], effects: LogEffects): Promise<void> => {
  const { result } = await onLatest(
    await readState(registrationId, deliveries, effects),
    (state) => logOnce(registrationId, state, deliveries, effects),
    newerState(registrationId, deliveries),
  );
  if (!result.written) throw new LogRefused(registrationId);
};

/** The latest state of each delivery, in the order in which they were planned. */
const latestOf = (states: readonly Delivery[]): readonly Delivery[] => {
  const latest = new Map<string, Delivery>();
  for (const delivery of states) {
    const known = latest.get(delivery.deliveryId);
    if (!known || known.version < delivery.version) latest.set(delivery.deliveryId, delivery);
  }
  return [...latest.values()].sort((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt));
};

/**
 * Updates the log of a registration to the states of its deliveries, in transactions of up to 30. States that come
 * late, again or in any order change nothing that is newer. Two workers at once log each delivery once.
 *
 * @param states of deliveries of this registration.
 * @throws LogRefused; TableContended; whatever the table throws. What was logged until then stays.
 */
export const logDeliveries = async (
  registrationId: string,
  states: readonly Delivery[],
  effects: LogEffects,
): Promise<void> => {
  const nowMs = effects.clock();
  const deliveries = latestOf(states).filter((delivery) => !hasLeftTheList(delivery, nowMs));
  for (let start = 0; start < deliveries.length; start += MAX_LOGGED) {
    await logSome(registrationId, deliveries.slice(start, start + MAX_LOGGED), effects);
  }
};
