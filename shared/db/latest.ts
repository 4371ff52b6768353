import { cappedByRequestTime, pause } from '#shared/platform/lifetime';
import type { Item, Key } from './expressions.ts';
import { itemsOfRefusals, type TransactionResult } from './named-operations.ts';
import type { WriteResult } from './operations.ts';
import { isConflict } from './retry.ts';

/** The result of an attempt at a transaction. */
export interface Attempted<T, Name extends string = string> {
  readonly result: TransactionResult<Name>;
  readonly value: T;
}

/** The result of an attempt that is one plain write. */
export const triedWrite = <T>(tried: WriteResult, value: T): Attempted<T, 'only'> => ({
  result: tried.written ? { written: true } : { written: false, refusals: { only: tried } },
  value,
});

/** A record that an attempt starts from: its key, and how it is parsed. Its domain defines it. */
export interface StoredRecord<T> {
  readonly key: Key;
  readonly from: (item: Item) => T;
  /** Whether other items of its partition can be its current version. At most one of them refuses. */
  readonly isSpread?: boolean;
  /** Whether the record has changed since it was read. Without it, a record that refuses is taken as changed. */
  hasMoved?(latest: T, read: T | undefined): boolean;
}

/** Finds a record among the items that refused; undefined when it is not among them. */
export const recordAmong = <T>(
  { key, from, isSpread = false }: StoredRecord<T>,
  found: readonly (Item | undefined)[],
): T | undefined => {
  const item = found.find((one) => one?.pk === key.pk && (isSpread || one.sk === key.sk));
  return item && from(item);
};

/**
 * Whether only these records refused. Partitions decide, because a record that has moved on may already have entries
 * where new ones were to be written.
 */
const refusedByNothingElse = (
  records: readonly Pick<StoredRecord<unknown>, 'key'>[],
  found: readonly (Item | undefined)[],
): boolean => found.every((item) => records.some(({ key }) => key.pk === item?.pk));

/** The records that the parts of a state are read from. A part without a record does not change during the attempt. */
type RecordsOf<State> = { readonly [Part in keyof State]?: StoredRecord<NonNullable<State[Part]>> };

/**
 * The `newer` of {@link onLatest} for a state of several records: replaces those that refused by their current
 * versions. Undefined when none of them has moved, or something else also refused.
 *
 * @param decisive the part that other writes depend on: once it has moved, their refusals mean nothing, because what
 * they expect may have moved too.
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
 * The `newer` of {@link onLatest} for a state of one record: its current version, when it has moved.
 *
 * @param besides what else may refuse without meaning anything then: nothing, these records, or anything.
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
   * Reads the current state, and throws what an attempt from it would throw. An attempt that waits for its turn but
   * will be refused, for example because others have spent the balance meanwhile, is refused at once. Undefined when
   * the state has ended, which the next try finds out.
   */
  readonly look?: () => Promise<State | undefined>;
}

/** The whole time of a request: a shorter bound would make hundreds of waiting attempts collide. */
const LONGEST_WAIT_MS = 20_000;

/**
 * Full jitter over twelve times the duration of the last try, or longer with each wait. Only one attempt on a record
 * succeeds at a time, so attempts that start at the same moment must spread over the time that all of them take
 * together. The duration of a try indicates how many they are. Measured and simulated with 2 to 200 attempts: about
 * five tries each.
 */
const LATEST_RETRY: LatestRetryPolicy = {
  attempts: 60,
  waitMs: (wait, lastTryMs) => Math.random() * Math.min(LONGEST_WAIT_MS, Math.max(40 * 2 ** wait, 12 * lastTryMs)),
};

/** How long an attempt that waits for its turn goes without a look, at most. */
export const LOOK_MS = 250;

/** The records that an attempt starts from change so often that its tries are used up. */
class TableContended extends Error {
  override readonly name = 'TableContended';

  constructor() {
    super('The records of a transaction moved on before each of its tries');
  }
}

/**
 * Waits within the time of the request, and looks at the state meanwhile if the contention has a `look`.
 *
 * @returns the state as it was last seen; undefined without a look.
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
 * Repeats a transaction until it was built from the state that the table still holds (compare and swap). Each attempt
 * builds all its writes from the state that it gets, and makes them conditional on it. An attempt that throws ends the
 * repetition. So does a refusal by anything but a change of the state, which the caller has to handle.
 *
 * @param newer returns the current state from the items that refused (undefined for a missing one); undefined when
 * something other than the state refused as well, or instead.
 * @returns the result of the last attempt: written, or refused by something else.
 * @throws TableContended when the tries are used up.
 */
export const onLatest = async <State, T, Name extends string>(
  start: State,
  attempt: (state: State) => Promise<Attempted<T, Name>>,
  newer: (state: State, found: readonly (Item | undefined)[]) => State | undefined,
  { retry = LATEST_RETRY, look }: Contention<State> = {},
): Promise<Attempted<T, Name>> => {
  /** Returns the error of an attempt that only met conflicts, if there is a `look` to repeat it after. */
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
    const hasConflicted = outcome instanceof Error;
    const latest = hasConflicted ? state : latestAfter(outcome, state);
    if (!hasConflicted && latest === undefined) return outcome;
    if (tries > retry.attempts) throw hasConflicted ? outcome : new TableContended();
    // A refusal returns the current records. Every other try uses them at once, before they are outdated too.
    const mustWait = hasConflicted || tries % 2 === 0;
    const waitMs = mustWait ? retry.waitMs(Math.ceil(tries / 2), performance.now() - startedMs) : 0;
    state = (await waitLooking(waitMs, look)) ?? (latest as State);
  }
};
