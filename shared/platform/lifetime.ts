import { AsyncLocalStorage } from 'node:async_hooks';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { within } from './within.ts';

/** The time of one request, from its arrival to its answer. */
interface Lifetime {
  readonly timeLeftMs: () => number;
  /** Aborted at the answer. */
  readonly signal: AbortSignal;
}

/** The request that the running code works for. A process may serve many. */
const current = new AsyncLocalStorage<Lifetime>();

/**
 * How long before its answer is due a request may last start a change: several times the duration of a transaction, so
 * that each change has an outcome when the request is answered.
 */
export const LATEST_START_MS = 500;

/** A request has been answered, or is about to be, so it may not change anything any more. */
export class TimeIsOver extends Error {
  override readonly name = 'TimeIsOver';

  constructor() {
    super('The time of the request is over');
  }
}

/**
 * Runs the work of one request. When it settles, everything that it left running ends: calls in flight are aborted, and
 * no more are sent ({@link requireTime}). A frozen function would otherwise continue them in a later request.
 *
 * @param timeLeftMs milliseconds until the request is answered, finished or not. Read at each moment that something is
 * sent: while a function is frozen its timers stand still, and its clock does not.
 */
export const inLifetime = async <T>(timeLeftMs: () => number, work: () => Promise<T>): Promise<T> => {
  const end = new AbortController();
  // Each call in flight listens.
  setMaxListeners(0, end.signal);
  try {
    return await current.run({ timeLeftMs, signal: end.signal }, work);
  } finally {
    end.abort();
  }
};

/** Milliseconds in which a request may still send changes; 0 after its answer. */
const sendableMs = ({ timeLeftMs, signal }: Lifetime): number => (signal.aborted ? 0 : timeLeftMs() - LATEST_START_MS);

/**
 * Call this right before sending anything that changes something outside of the function.
 *
 * @returns the signal that aborts it when the request ends; undefined outside of requests.
 * @throws TimeIsOver after the answer, or so shortly before it that the outcome might come later.
 */
export const requireTime = (): AbortSignal | undefined => {
  const lifetime = current.getStore();
  if (lifetime && sendableMs(lifetime) <= 0) throw new TimeIsOver();
  return lifetime?.signal;
};

/** Shortens a wait to the time of the running request: to at most half of what is left to send something after it. */
export const cappedByRequestTime = (milliseconds: number): number => {
  const lifetime = current.getStore();
  return lifetime ? Math.min(milliseconds, sendableMs(lifetime) / 2) : milliseconds;
};

/**
 * Waits before another try, no longer than {@link cappedByRequestTime} allows and not beyond the answer.
 *
 * @throws TimeIsOver when nothing could be sent after the wait.
 */
export const pause = async (milliseconds: number): Promise<void> => {
  const signal = requireTime();
  await sleep(cappedByRequestTime(milliseconds), undefined, signal && { signal }).catch(() => {
    throw new TimeIsOver();
  });
};

/**
 * Waits for a part of the running request, until the answer is due.
 *
 * @throws TookTooLong, as {@link within} does; whatever the work throws.
 */
export const withinRequestTime = <T>(work: () => Promise<T>): Promise<T> => {
  const lifetime = current.getStore();
  return lifetime ? within(lifetime.timeLeftMs(), work) : work();
};
