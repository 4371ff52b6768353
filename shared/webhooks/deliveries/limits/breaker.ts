import { type AttemptOutcome, hasSucceeded } from '#shared/webhooks/deliveries/records/attempt-outcome';

/**
 * How many attempts of a registration may be in progress at once, and when its circuit breaker stops them. Its only
 * purpose is to keep an endpoint that hangs or is slow from occupying the senders that other endpoints need. It never
 * uses, skips or ends a delivery's attempts: a delivery that may not be attempted now is parked (docs/decisions/0012).
 *
 * The breaker opens for attempts that failed after occupying a sender:
 * - A receiver that fails fast costs nobody anything, and its five attempts on schedule are promised (interface:
 *   Delivery behaviour).
 * - They count once per delivery: a delivery that hangs five times is no more evidence than one that hangs once. So an
 *   endpoint with few deliveries in progress is always tried on schedule. Four that hang at once occupy four senders at
 *   most.
 * - They must be close together: hangs that are minutes apart occupy no more than one sender.
 * - Any response, even a failure, ends the streak: the endpoint responds.
 */
export const BREAKER_POLICY = {
  /** Attempts that may be in progress at once while responses are fast. */
  maxConcurrency: 20,
  /** The same while responses are slow; more than the hangs that the breaker tolerates. */
  busyConcurrency: 5,
  /**
   * An attempt that took this long occupied a sender: it hung if it failed, and the endpoint is busy if it succeeded.
   */
  busyAfterMs: 5_000,
  /** How many different deliveries must hang in a row, with no response between them, to open the breaker. */
  hungDeliveries: 5,
  /**
   * A hang this long ago no longer counts. Longer than attempts of 10 s need to overlap, shorter than a retry cycle.
   */
  windowSeconds: 60,
  /** How long the breaker stays open, by how often in a row it opened. The last value repeats. */
  coolDownSeconds: [15, 30, 60, 120, 300],
  /**
   * Attempts that probe an endpoint after its cool-down, and how many may be in progress once one of them gets a
   * response.
   */
  probes: 3,
} as const;

/** A delivery that hung, and when it last did. */
interface HungDelivery {
  readonly deliveryId: string;
  readonly atMs: number;
}

/** The state of a registration's breaker; times in milliseconds since the epoch. */
export type BreakerState =
  /**
   * As many attempts as `concurrency` allows. The deliveries that hung in a row are remembered; they are fewer than
   * would open it.
   */
  | { readonly status: 'closed'; readonly concurrency: number; readonly hung: readonly HungDelivery[] }
  /**
   * No attempt until the cool-down ends. From then on it is half-open: a few attempts probe the endpoint. `openings`
   * counts how often it opened since it was last closed.
   */
  | { readonly status: 'open'; readonly openings: number; readonly openedAtMs: number; readonly coolUntilMs: number };

/** The initial state of a breaker, for a new registration and for one whose endpoint was changed. */
export const CLOSED_BREAKER: BreakerState = {
  status: 'closed',
  concurrency: BREAKER_POLICY.maxConcurrency,
  hung: [],
};

/** Attempts that may be in progress at once. */
export const concurrencyAt = (state: BreakerState, nowMs: number): number => {
  if (state.status === 'closed') return state.concurrency;
  return nowMs < state.coolUntilMs ? 0 : BREAKER_POLICY.probes;
};

/** Whether an attempt failed in a way that occupied a sender. */
export const hasHung = (outcome: AttemptOutcome): boolean => {
  if (outcome.kind === 'error' && outcome.errorClass === 'timeout') return true;
  return !hasSucceeded(outcome) && outcome.durationMs >= BREAKER_POLICY.busyAfterMs;
};

const opened = (openings: number, nowMs: number): BreakerState => {
  const { coolDownSeconds } = BREAKER_POLICY;
  const coolDown = coolDownSeconds[Math.min(openings, coolDownSeconds.length) - 1] ?? coolDownSeconds[0];
  return { status: 'open', openings, openedAtMs: nowMs, coolUntilMs: nowMs + coolDown * 1000 };
};

const closed = (concurrency: number, hung: readonly HungDelivery[] = []): BreakerState => ({
  status: 'closed',
  concurrency,
  hung,
});

/**
 * A busy endpoint gets fewer concurrent attempts. One that responds fast gets one more each time, up to the maximum.
 */
const concurrencyAfter = (concurrency: number, { durationMs }: AttemptOutcome): number =>
  durationMs >= BREAKER_POLICY.busyAfterMs
    ? Math.min(concurrency, BREAKER_POLICY.busyConcurrency)
    : Math.min(concurrency + 1, BREAKER_POLICY.maxConcurrency);

type ClosedBreaker = Extract<BreakerState, { status: 'closed' }>;

const afterHang = ({ concurrency, hung }: ClosedBreaker, deliveryId: string, nowMs: number): BreakerState => {
  const windowStartMs = nowMs - BREAKER_POLICY.windowSeconds * 1000;
  const others = hung.filter((entry) => entry.deliveryId !== deliveryId && entry.atMs > windowStartMs);
  const streak = [...others, { deliveryId, atMs: nowMs }];
  if (streak.length >= BREAKER_POLICY.hungDeliveries) return opened(1, nowMs);
  return closed(Math.min(concurrency, BREAKER_POLICY.busyConcurrency), streak);
};

const afterResponse = (state: ClosedBreaker, outcome: AttemptOutcome): BreakerState => {
  const concurrency = concurrencyAfter(state.concurrency, outcome);
  return concurrency === state.concurrency && state.hung.length === 0 ? state : closed(concurrency);
};

const afterProbe = (openings: number, hung: boolean, nowMs: number): BreakerState =>
  hung ? opened(openings + 1, nowMs) : closed(BREAKER_POLICY.probes);

/** An attempt that ended. */
export interface EndedAttempt {
  readonly deliveryId: string;
  readonly outcome: AttemptOutcome;
  readonly nowMs: number;
}

/**
 * The state after an attempt ended. During a cool-down it does not change: those attempts were in progress when the
 * breaker opened and add no information. After the cool-down, the first probe that ends closes the breaker, or opens it
 * for longer.
 *
 * @returns the same object when nothing changes, so that a healthy endpoint costs no write.
 */
export const breakerAfterAttempt = (
  state: BreakerState,
  { deliveryId, outcome, nowMs }: EndedAttempt,
): BreakerState => {
  const hung = hasHung(outcome);
  if (state.status === 'closed') return hung ? afterHang(state, deliveryId, nowMs) : afterResponse(state, outcome);
  return nowMs < state.coolUntilMs ? state : afterProbe(state.openings, hung, nowMs);
};
