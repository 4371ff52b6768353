import type { AttemptOutcome } from '#shared/webhooks/attempt-outcome';
import {
  admitAttempt,
  type BreakerState,
  breakerAfterAttempt,
  CLOSED_BREAKER,
  hasHung,
} from '#shared/webhooks/breaker';
import { judgeAttempt } from '#shared/webhooks/retry-policy';

/** Simulated time moves by this much; what ends in between is seen in the next step. */
const STEP_MS = 500;

/** A delivery under simulation and when its attempts began. */
export interface Delivery {
  readonly id: string;
  readonly attemptedAtMs: number[];
  dueAtMs: number;
  done: boolean;
}

interface Endpoint {
  readonly outcome: AttemptOutcome;
  readonly underWay: { readonly endsAtMs: number; readonly delivery: Delivery }[];
  breaker: BreakerState;
  postponed: number;
}

/** New deliveries that fall due one after the other. */
export const dueDeliveries = (startMs: number, count: number, everyMs = 0): Delivery[] =>
  Array.from({ length: count }, (_, i) => ({
    id: `d${i}`,
    attemptedAtMs: [],
    dueAtMs: startMs + i * everyMs,
    done: false,
  }));

const endAttempt = (endpoint: Endpoint, delivery: Delivery, nowMs: number): void => {
  const { outcome } = endpoint;
  endpoint.breaker = breakerAfterAttempt(endpoint.breaker, { deliveryId: delivery.id, hung: hasHung(outcome), nowMs });
  const attempt = delivery.attemptedAtMs.length;
  const verdict = judgeAttempt(outcome, { attempt, endedAtMs: nowMs, random: 0 });
  if (verdict.kind === 'retry') delivery.dueAtMs = verdict.dueAtMs;
  else delivery.done = true;
};

const beginAttempt = (endpoint: Endpoint, delivery: Delivery, nowMs: number): void => {
  const admission = admitAttempt(endpoint.breaker, { deliveryId: delivery.id, nowMs, random: 0.5 });
  if (admission.kind === 'postpone') {
    endpoint.postponed++;
    delivery.dueAtMs = admission.dueAtMs;
    return;
  }
  if (admission.kind === 'probe') endpoint.breaker = admission.state;
  delivery.attemptedAtMs.push(nowMs);
  delivery.dueAtMs = Number.POSITIVE_INFINITY;
  endpoint.underWay.push({ endsAtMs: nowMs + endpoint.outcome.durationMs, delivery });
};

const step = (endpoint: Endpoint, deliveries: readonly Delivery[], nowMs: number): void => {
  const attempts = endpoint.underWay.splice(0);
  endpoint.underWay.push(...attempts.filter(({ endsAtMs }) => endsAtMs > nowMs));
  for (const { endsAtMs, delivery } of attempts) if (endsAtMs <= nowMs) endAttempt(endpoint, delivery, nowMs);
  for (const delivery of deliveries) if (delivery.dueAtMs <= nowMs) beginAttempt(endpoint, delivery, nowMs);
};

/** Runs one endpoint, which ends every attempt in the same way, until all deliveries ended or the time is up. */
export const simulateEndpoint = (
  outcome: AttemptOutcome,
  deliveries: readonly Delivery[],
  startMs: number,
  untilMs = Number.POSITIVE_INFINITY,
): Readonly<Endpoint> => {
  const endpoint: Endpoint = { outcome, underWay: [], breaker: CLOSED_BREAKER, postponed: 0 };
  for (let nowMs = startMs; nowMs < untilMs && deliveries.some(({ done }) => !done); nowMs += STEP_MS) {
    step(endpoint, deliveries, nowMs);
  }
  return endpoint;
};
