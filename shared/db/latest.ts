import { cappedByRequestTime, pause } from '#shared/platform/lifetime';
import type { Item, Key } from './expressions.ts';
import { itemsOfRefusals, type TransactionResult } from './named-operations.ts';
import { isConflict } from './retry.ts';

/** The result of an attempt at a transaction. */
export interface Attempted<T, Name extends string = string> {
  readonly result: TransactionResult<Name>;
  readonly value: T;
}

/** A record that an attempt starts from: its key, and how it is parsed. Its domain makes it. */
export interface StoredRecord<T> {
  readonly key: Key;
  readonly from: (item: Item) => T;
  /** Whether it has changed since it was read. Without it, a record has changed whenever it refuses. */
  hasMoved?(latest: T, read: T | undefined): boolean;
}

/** A record from the items that refused; undefined when it is not among them. */
export const recordAmong = <T>({ key, from }: StoredRecord<T>, found: readonly (Item | undefined)[]): T | undefined => {
  const item = found.find((one) => one?.pk === key.pk && one.sk === key.sk);
  return item && from(item);
};

/**
 * Whether only these records refused. Decided by their partitions: a record that has moved on may already have entries
 * where new ones were to be written.
 */
const refusedByNothingElse = (
  records: readonly Pick<StoredRecord<unknown>, 'key'>[],
  found: readonly (Item | undefined)[],
): boolean => found.every((item) => records.some(({ key }) => key.pk === item?.pk));

/** The records that the parts of a state are read from; a part without one does not change while it is used. */
type RecordsOf<State> = { readonly [Part in keyof State]?: StoredRecord<NonNullable<State[Part]>> };

/**
 * The `newer` of {@link onLatest} for a state that consists of several records: with those that refused as they are by
 * now. Undefined when none of them has moved, or something else refused as well.
 *
 * @param decisive the part that other writes follow from: when it has moved, so may whatever they expect, and their
 * refusals mean nothing.
 */
export const newerAmong =
  <State extends object>(records: RecordsOf<State>, decisive?: keyof State & string) =>
  (state: State, found: readonly (Item | undefined)[]): State | undefined => {
    const named = Object.entries(records) as [string, StoredRecord<unknown>][];
    const moved = named.flatMap(([part, record]) => {
      const latest = recordAmong(record, found);
      if (latest === undefined) return [];
      const hasMoved = record.hasMoved?.(latest, state[part as keyof State]) ?? true;
      return hasMoved ? [[part, latest] as const] : [];
    });
    if (moved.length === 0) return undefined;
    const isDecided = moved.some(([part]) => part === decisive);
    const list = named.map(([, record]) => record);
    return isDecided || refusedByNothingElse(list, found) ? { ...state, ...Object.fromEntries(moved) } : undefined;
  };

/**
 * The `newer` of {@link onLatest} for a state that is one record: as it is by now, when it has moved.
 *
 * @param besides what may refuse with it and means nothing then: nothing, these records, or whatever does.
 */
export const newerOf =
  <T>(record: StoredRecord<T>, besides: readonly Pick<StoredRecord<unknown>, 'key'>[] | 'anything' = []) =>
  (read: T, found: readonly (Item | undefined)[]): T | undefined => {
    if (besides !== 'anything' && !refusedByNothingElse([record, ...besides], found)) return undefined;
    const latest = recordAmong(record, found);
    return latest !== undefined && (record.hasMoved?.(latest, read) ?? true) ? latest : undefined;
  };

/** How often an attempt is repeated, and how long it waits in between. */
export interface LatestRetryPolicy {
  /** Tries after the first. */
  readonly attempts: number;
  /** Milliseconds to wait, the `wait`th time. @param lastTryMs duration of the previous failed try. */
  waitMs(wait: number, lastTryMs: number): number;
}

/** How an attempt contends with others for its records. */
export interface Contention<State> {
  readonly retry?: LatestRetryPolicy;
  /**
   * Reads the state as it is by now, and throws what an attempt from there would throw: who waits for a turn and will be
   * refused, such as for a balance that others have spent meanwhile, is refused at once. Undefined where the state has
   * ended, which the next try meets.
   */
  readonly look?: () => Promise<State | undefined>;
}

/** The whole time of a request: a shorter bound would make hundreds of waiting attempts collide. */
const LONGEST_WAIT_MS = 20_000;

/**
 * Full jitter over twelve times the duration of the last try, or longer with each wait. On one record one attempt
 * succeeds at a time, so those that start at the same moment have to spread out over the time which all of them take
 * together; the duration of a try shows how many they are. Measured and simulated with 2 to 200 of them: about five
 * tries each.
 */
const LATEST_RETRY: LatestRetryPolicy = {
  attempts: 60,
  waitMs: (wait, lastTryMs) => Math.random() * Math.min(LONGEST_WAIT_MS, Math.max(40 * 2 ** wait, 12 * lastTryMs)),
};

/** How long who waits for a turn waits at most until its next look. */
export const LOOK_MS = 250;

/** The records that an attempt starts from change so often that its tries are used up. */
class TableContended extends Error {
  override readonly name = 'TableContended';

  constructor() {
    super('The records of a transaction moved on before each of its tries');
  }
}

/**
 * Waits within the time of the request, looking where one can look.
 *
 * @returns the state as it was last seen; undefined where nobody looked.
 */
const waitLooking = async <State>(
  milliseconds: number,
  look: Contention<State>['look'],
): Promise<State | undefined> => {
  let seen: State | undefined;
  for (let leftMs = cappedByRequestTime(milliseconds); leftMs > 0; ) {
    const stepMs = look ? Math.min(leftMs, LOOK_MS) : leftMs;
    await pause(stepMs);
    leftMs -= stepMs;
    seen = (await look?.()) ?? seen;
  }
  return seen;
};

/**
 * Repeats a transaction with the current state until that is what the table still holds: compare and swap. The attempt
 * builds all its writes from the state it gets, anew each time, and conditions them on it. An attempt that throws ends
 * it; so does a refusal by anything but a change of the state, which the caller has to handle.
 *
 * @param newer the current state, from the items that refused (undefined for a missing one); undefined when something
 * other than the state refused as well, or instead.
 * @returns the result of the last attempt: written, or refused by something else.
 * @throws TableContended when the tries are used up.
 */
export const onLatest = async <State, T, Name extends string>(
  start: State,
  attempt: (state: State) => Promise<Attempted<T, Name>>,
  newer: (state: State, found: readonly (Item | undefined)[]) => State | undefined,
  { retry = LATEST_RETRY, look }: Contention<State> = {},
): Promise<Attempted<T, Name>> => {
  /** An attempt that only met others is made again from what can be seen after it; without a look it ends there. */
  const attemptFrom = (from: State): Promise<Attempted<T, Name> | Error> =>
    attempt(from).catch((error: unknown) => {
      if (look && error instanceof Error && (isConflict(error) || isConflict(error.cause))) return error;
      throw error;
    });
  const latestAfter = ({ result }: Attempted<T, Name>, from: State): State | undefined =>
    result.written ? undefined : newer(from, itemsOfRefusals(result.refusals));

  let state = start;
  for (let tries = 1; ; tries++) {
    const startedMs = performance.now();
    const outcome = await attemptFrom(state);
    const hasMet = outcome instanceof Error;
    const latest = hasMet ? state : latestAfter(outcome, state);
    if (!hasMet && latest === undefined) return outcome;
    if (tries > retry.attempts) throw hasMet ? outcome : new TableContended();
    // A refusal returns the current records: every other try uses them at once, before they are outdated as well.
    const mustWait = hasMet || tries % 2 === 0;
    const waitMs = mustWait ? retry.waitMs(Math.ceil(tries / 2), performance.now() - startedMs) : 0;
    state = (await waitLooking(waitMs, look)) ?? (latest as State);
  }
};
