import * as v from 'valibot';
import { authKeys } from '#shared/auth/keys';
import { type Condition, type Item, put, remove, update, type WriteOperation } from '#shared/db/expressions';
import type { Table, TableReader } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import { unixSeconds } from '#shared/platform/clock';

/** Wrong passwords allowed for one address within a window that starts with the first of them. */
const FAILURE_POLICY = { maxFailures: 10, windowSeconds: 15 * 60 } as const;

/** The table deletes the counter some time after its window, so that clock differences do not matter. */
const KEPT_AFTER_SECONDS = 60;

/** More than enough for a counter that is started, incremented and cleared concurrently. */
const MAX_ROUNDS = 6;

const failuresSchema = v.object({ failures: v.number(), windowEndsAtMs: v.number() });

/** The wrong passwords of an address, known or not. */
export type SignInFailures = v.InferOutput<typeof failuresSchema>;

const fromFailuresItem = (item: Item | undefined): SignInFailures | undefined =>
  item === undefined ? undefined : v.parse(failuresSchema, item);

/** Reads the counter of an address; undefined when it has none. */
export const readFailures = async (table: TableReader, addressKey: string): Promise<SignInFailures | undefined> =>
  fromFailuresItem(await table.get(authKeys.signInFailures(addressKey)));

const isRunning = (seen: SignInFailures | undefined, nowMs: number): seen is SignInFailures =>
  seen !== undefined && nowMs < seen.windowEndsAtMs;

/**
 * Refuses an address with ten wrong passwords.
 *
 * @throws ApiError TOO_MANY_ATTEMPTS with the seconds left in `Retry-After`.
 */
export const refuseLocked = (seen: SignInFailures | undefined, nowMs: number): void => {
  if (!isRunning(seen, nowMs) || seen.failures < FAILURE_POLICY.maxFailures) return;
  const seconds = Math.max(1, Math.ceil((seen.windowEndsAtMs - nowMs) / 1000));
  throw new ApiError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: seconds });
};

/** The condition on the counter for a write that was decided on it. */
const unchanged = (seen: SignInFailures | undefined, nowMs: number): Condition => {
  if (seen === undefined) return { pk: 'missing' };
  const sameWindow: Condition = { windowEndsAtMs: { equals: seen.windowEndsAtMs } };
  return isRunning(seen, nowMs) ? { ...sameWindow, failures: { below: FAILURE_POLICY.maxFailures } } : sameWindow;
};

type Decide = (seen: SignInFailures | undefined) => WriteOperation;

/** Applies a write to the counter, and decides again whenever another write was faster. */
const apply = async (table: Table, seen: SignInFailures | undefined, nowMs: number, decide: Decide): Promise<void> => {
  let current = seen;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    refuseLocked(current, nowMs);
    const result = await table.write(decide(current));
    if (result.written) return;
    current = fromFailuresItem(result.found);
  }
  throw new ApiError('SERVICE_UNAVAILABLE');
};

/**
 * Counts a wrong password. Each of any number of parallel guesses, right or wrong, is one atomic step on the counter,
 * and gets its result only when that step succeeds. So at most ten get a result.
 *
 * @param seen the counter as it was read.
 * @throws ApiError TOO_MANY_ATTEMPTS when ten were counted before this one.
 */
export const countFailure = (
  table: Table,
  addressKey: string,
  seen: SignInFailures | undefined,
  nowMs: number,
): Promise<void> => {
  const key = authKeys.signInFailures(addressKey);
  return apply(table, seen, nowMs, (current) => {
    const when = unchanged(current, nowMs);
    if (isRunning(current, nowMs)) return update(key, { add: { failures: 1 }, when });
    const windowEndsAtMs = nowMs + FAILURE_POLICY.windowSeconds * 1000;
    const expiresAtSeconds = unixSeconds(windowEndsAtMs) + KEPT_AFTER_SECONDS;
    return put({ ...key, failures: 1, windowEndsAtMs, expiresAtSeconds }, when);
  });
};

/**
 * Clears the wrong passwords of an address after a right one; see {@link countFailure}.
 *
 * @throws ApiError TOO_MANY_ATTEMPTS when ten were counted before this one, so that the right password came too late.
 */
export const clearFailures = (
  table: Table,
  addressKey: string,
  seen: SignInFailures | undefined,
  nowMs: number,
): Promise<void> => {
  const key = authKeys.signInFailures(addressKey);
  return apply(table, seen, nowMs, (current) => remove(key, unchanged(current, nowMs)));
};
