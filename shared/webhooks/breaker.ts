import { type AttemptOutcome, isSuccessStatus } from './attempt-outcome.ts';

/**
 * When the circuit breaker of a registration opens, and how it closes. Its one purpose is that an endpoint which hangs
 * does not hold the senders that other endpoints need; it never spends, skips or ends a delivery's attempts, it only
 * postpones them.
 *
 * - Only attempts that failed after holding a sender count. A receiver that fails fast costs nobody anything, and its
 *   five attempts on schedule are promised (interface: Delivery behaviour).
 * - They count once per delivery: one delivery that hangs five times says no more than one that hangs once, so an endpoint
 *   with few deliveries under way is always tried on schedule. Four that hang at once hold four senders at most.
 * - They must lie close together: hangs that are minutes apart hold no more than one sender.
 * - Any answer, a failure too, ends the streak: the endpoint responds.
 */
export const BREAKER_POLICY = {
  /** Different deliveries that must hang in a row, with no answer between them, to open the breaker. */
  hungDeliveries: 5,
  /** A hang this long ago no longer counts. Longer than the 10 s attempts need to overlap, shorter than a retry cycle. */
  windowSeconds: 60,
  /** A failed attempt that took this long counts as hung even if it was not a timeout. */
  hungAfterMs: 5_000,
  /** How long the breaker stays open, by how often in a row it opened; the last value repeats. */
  coolDownSeconds: [15, 30, 60, 120, 300],
  /** How long a probe has before another may take its place: an attempt's deadline and the time to record it. */
  probeLeaseSeconds: 15,
  /** Up to this share of a wait is added at random, so that postponed deliveries do not return together. */
  postponeJitter: 0.5,
} as const;

/** A delivery that hung, and when it last did. */
interface HungDelivery {
  readonly deliveryId: string;
  readonly atMs: number;
}

/** The stored state of a registration's breaker; times in milliseconds since the epoch. */
export type BreakerState =
  /** All deliveries are attempted; the deliveries that hung in a row are remembered, fewer than would open it. */
  | { readonly status: 'closed'; readonly hung: readonly HungDelivery[] }
  /** Nothing is attempted until the cool-down ends. `openings` counts how often it opened since it was last closed. */
  | { readonly status: 'open'; readonly openings: number; readonly openedAtMs: number; readonly coolUntilMs: number }
  /** One delivery is attempted as a probe, the others wait. */
  | {
      readonly status: 'half_open';
      readonly openings: number;
      readonly probeDeliveryId: string;
      readonly probeLeaseUntilMs: number;
    };

/** What the breaker says to a delivery that is due. */
export type BreakerAdmission =
  /** Make the attempt; nothing to store. */
  | { readonly kind: 'attempt' }
  /** Store the state on condition that the one judged still stands, then make the attempt; if it does not, ask again. */
  | { readonly kind: 'probe'; readonly state: BreakerState }
  /** Make no attempt, count none, and ask again at this time. */
  | { readonly kind: 'postpone'; readonly dueAtMs: number };

/** The state of a breaker that nothing has happened to: of a new registration, and of one whose endpoint was changed. */
export const CLOSED_BREAKER: BreakerState = { status: 'closed', hung: [] };

/** Whether an attempt failed in a way that held a sender. */
export const hasHung = (outcome: AttemptOutcome): boolean => {
  if (outcome.kind === 'error' && outcome.errorClass === 'timeout') return true;
  const succeeded = outcome.kind === 'response' && isSuccessStatus(outcome.statusCode);
  return !succeeded && outcome.durationMs >= BREAKER_POLICY.hungAfterMs;
};

const opened = (openings: number, nowMs: number): BreakerState => {
  const { coolDownSeconds } = BREAKER_POLICY;
  const coolDown = coolDownSeconds[Math.min(openings, coolDownSeconds.length) - 1] ?? coolDownSeconds[0];
  return { status: 'open', openings, openedAtMs: nowMs, coolUntilMs: nowMs + coolDown * 1000 };
};

/**
 * Asks whether a due delivery may be attempted now.
 *
 * @param random from 0 to 1.
 */
export const admitAttempt = (
  state: BreakerState,
  { deliveryId, nowMs, random }: { readonly deliveryId: string; readonly nowMs: number; readonly random: number },
): BreakerAdmission => {
  if (state.status === 'closed') return { kind: 'attempt' };
  const waitUntilMs = state.status === 'open' ? state.coolUntilMs : state.probeLeaseUntilMs;
  if (nowMs < waitUntilMs) {
    const jitterMs = (waitUntilMs - nowMs) * BREAKER_POLICY.postponeJitter * random;
    return { kind: 'postpone', dueAtMs: waitUntilMs + Math.round(jitterMs) };
  }
  return {
    kind: 'probe',
    state: {
      status: 'half_open',
      openings: state.openings,
      probeDeliveryId: deliveryId,
      probeLeaseUntilMs: nowMs + BREAKER_POLICY.probeLeaseSeconds * 1000,
    },
  };
};

const afterHang = (hung: readonly HungDelivery[], deliveryId: string, nowMs: number): BreakerState => {
  const windowStartMs = nowMs - BREAKER_POLICY.windowSeconds * 1000;
  const others = hung.filter((entry) => entry.deliveryId !== deliveryId && entry.atMs > windowStartMs);
  const streak = [...others, { deliveryId, atMs: nowMs }];
  return streak.length >= BREAKER_POLICY.hungDeliveries ? opened(1, nowMs) : { status: 'closed', hung: streak };
};

/**
 * The state after an attempt ended. While the breaker is not closed only its probe decides; attempts that were under way
 * when it opened say nothing new.
 *
 * @returns the very state given when nothing changes, so that a healthy endpoint costs no write.
 */
export const breakerAfterAttempt = (
  state: BreakerState,
  { deliveryId, hung, nowMs }: { readonly deliveryId: string; readonly hung: boolean; readonly nowMs: number },
): BreakerState => {
  if (state.status === 'closed') {
    if (hung) return afterHang(state.hung, deliveryId, nowMs);
    return state.hung.length === 0 ? state : CLOSED_BREAKER;
  }
  if (state.status === 'open' || state.probeDeliveryId !== deliveryId) return state;
  return hung ? opened(state.openings + 1, nowMs) : CLOSED_BREAKER;
};
