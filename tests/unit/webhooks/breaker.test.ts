import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AttemptOutcome } from '#shared/webhooks/attempt-outcome';
import {
  admitAttempt,
  BREAKER_POLICY,
  type BreakerState,
  breakerAfterAttempt,
  CLOSED_BREAKER,
  hasHung,
} from '#shared/webhooks/breaker';
import { type Delivery, dueDeliveries, simulateEndpoint } from './breaker-simulation.ts';

const START_MS = Date.UTC(2026, 10, 21, 12, 0, 0);
const SECOND_MS = 1000;

const hang = (state: BreakerState, deliveryId: string, nowMs = START_MS) =>
  breakerAfterAttempt(state, { deliveryId, hung: true, nowMs });
const respond = (state: BreakerState, deliveryId: string, nowMs = START_MS) =>
  breakerAfterAttempt(state, { deliveryId, hung: false, nowMs });
const ask = (state: BreakerState, deliveryId: string, nowMs: number, random = 0) =>
  admitAttempt(state, { deliveryId, nowMs, random });

/** The state after these deliveries hung one after the other at the same moment. */
const afterHangs = (deliveryIds: readonly string[], nowMs = START_MS) =>
  deliveryIds.reduce((state, deliveryId) => hang(state, deliveryId, nowMs), CLOSED_BREAKER);
const OPEN = afterHangs(['a', 'b', 'c', 'd', 'e']);

/** The state once this delivery was let through as the probe. */
const probing = (state: BreakerState, deliveryId: string, nowMs: number): BreakerState => {
  const admission = ask(state, deliveryId, nowMs);
  if (admission.kind !== 'probe') throw new Error(`Expected a probe, not ${admission.kind}`);
  return admission.state;
};

describe('a closed breaker', () => {
  test('lets every delivery through', () => {
    expect(ask(CLOSED_BREAKER, 'a', START_MS)).toEqual({ kind: 'attempt' });
    expect(ask(afterHangs(['a', 'b', 'c', 'd']), 'e', START_MS)).toEqual({ kind: 'attempt' });
  });

  test('opens when five different deliveries hang in a row', () => {
    expect(afterHangs(['a', 'b', 'c', 'd']).status).toBe('closed');
    expect(OPEN).toEqual({
      status: 'open',
      openings: 1,
      openedAtMs: START_MS,
      coolUntilMs: START_MS + 15 * SECOND_MS,
    });
  });

  test('stays closed however often the same four deliveries hang', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 100 }), (deliveryIds) => {
        expect(afterHangs(deliveryIds).status).toBe('closed');
      }),
    );
  });

  test('forgets the hangs when the endpoint answers, be it with a failure', () => {
    const state = respond(afterHangs(['a', 'b', 'c', 'd']), 'x');
    expect(state).toEqual(CLOSED_BREAKER);
    expect(hang(state, 'e').status).toBe('closed');
  });

  test('forgets hangs that are a minute old', () => {
    const four = afterHangs(['a', 'b', 'c', 'd']);
    expect(hang(four, 'e', START_MS + 59_999).status).toBe('open');
    expect(hang(four, 'e', START_MS + 60_000)).toEqual({
      status: 'closed',
      hung: [{ deliveryId: 'e', atMs: START_MS + 60_000 }],
    });
  });

  test('is the same object after an answer, so that a healthy endpoint costs no write', () => {
    expect(respond(CLOSED_BREAKER, 'a')).toBe(CLOSED_BREAKER);
  });
});

describe('an open breaker', () => {
  test('postpones every delivery to the end of its cool-down, spread by up to half the wait', () => {
    const afterFiveSeconds = START_MS + 5 * SECOND_MS;
    expect(ask(OPEN, 'f', afterFiveSeconds, 0)).toEqual({ kind: 'postpone', dueAtMs: START_MS + 15 * SECOND_MS });
    expect(ask(OPEN, 'f', afterFiveSeconds, 0.5)).toEqual({ kind: 'postpone', dueAtMs: START_MS + 17.5 * SECOND_MS });
    expect(ask(OPEN, 'f', afterFiveSeconds, 1)).toEqual({ kind: 'postpone', dueAtMs: START_MS + 20 * SECOND_MS });
  });

  test('is not moved by attempts that were under way when it opened', () => {
    expect(hang(OPEN, 'f', START_MS + SECOND_MS)).toBe(OPEN);
    expect(respond(OPEN, 'g', START_MS + SECOND_MS)).toBe(OPEN);
  });

  test('half-opens for the first delivery that is due after its cool-down', () => {
    const nowMs = START_MS + 15 * SECOND_MS;
    expect(ask(OPEN, 'f', nowMs - 1).kind).toBe('postpone');
    expect(ask(OPEN, 'f', nowMs)).toEqual({
      kind: 'probe',
      state: { status: 'half_open', openings: 1, probeDeliveryId: 'f', probeLeaseUntilMs: nowMs + 15 * SECOND_MS },
    });
  });
});

describe('a half-open breaker', () => {
  const HALF_OPEN_MS = START_MS + 15 * SECOND_MS;
  const HALF_OPEN = probing(OPEN, 'f', HALF_OPEN_MS);

  test('makes all deliveries but its probe wait', () => {
    expect(ask(HALF_OPEN, 'g', HALF_OPEN_MS + SECOND_MS)).toEqual({
      kind: 'postpone',
      dueAtMs: HALF_OPEN_MS + 15 * SECOND_MS,
    });
  });

  test('closes when its probe is answered', () => {
    expect(respond(HALF_OPEN, 'f', HALF_OPEN_MS + SECOND_MS)).toEqual(CLOSED_BREAKER);
  });

  test('opens again, for longer each time and for five minutes at most, when its probe hangs', () => {
    let state: BreakerState = OPEN;
    const coolDowns: number[] = [];
    for (let opening = 1; opening <= 7; opening++) {
      if (state.status !== 'open') throw new Error(`Expected open, not ${state.status}`);
      expect(state.openings).toBe(opening);
      coolDowns.push((state.coolUntilMs - state.openedAtMs) / SECOND_MS);
      state = hang(probing(state, `probe${opening}`, state.coolUntilMs), `probe${opening}`, state.coolUntilMs + 10_000);
    }
    expect(coolDowns).toEqual([15, 30, 60, 120, 300, 300, 300]);
  });

  test('begins with the shortest cool-down again once it was closed', () => {
    const reopened = hang(HALF_OPEN, 'f', HALF_OPEN_MS + 10_000);
    if (reopened.status !== 'open') throw new Error(`Expected open, not ${reopened.status}`);
    const closed = respond(probing(reopened, 'g', reopened.coolUntilMs), 'g', reopened.coolUntilMs);
    const again = ['h', 'i', 'j', 'k', 'l'].reduce((state, id) => hang(state, id), closed);
    expect(again).toMatchObject({ status: 'open', openings: 1 });
  });

  test('lets another delivery probe when the probe’s lease ran out', () => {
    const nowMs = HALF_OPEN_MS + 15 * SECOND_MS;
    expect(ask(HALF_OPEN, 'g', nowMs - 1).kind).toBe('postpone');
    expect(probing(HALF_OPEN, 'g', nowMs)).toMatchObject({ status: 'half_open', probeDeliveryId: 'g' });
  });

  test('is not moved by attempts other than its probe', () => {
    expect(hang(HALF_OPEN, 'a', HALF_OPEN_MS)).toBe(HALF_OPEN);
    expect(respond(HALF_OPEN, 'a', HALF_OPEN_MS)).toBe(HALF_OPEN);
    const taken = probing(HALF_OPEN, 'g', HALF_OPEN_MS + 15 * SECOND_MS);
    expect(respond(taken, 'f', HALF_OPEN_MS + 16 * SECOND_MS)).toBe(taken);
  });
});

describe('an attempt has hung', () => {
  const answer = (statusCode: number, durationMs: number): AttemptOutcome => ({
    kind: 'response',
    statusCode,
    retryAfter: undefined,
    excerpt: '',
    durationMs,
  });

  test.each<[string, AttemptOutcome, boolean]>([
    ['a timeout', { kind: 'error', errorClass: 'timeout', durationMs: 10_000 }, true],
    ['a timeout of a shorter deadline', { kind: 'error', errorClass: 'timeout', durationMs: 150 }, true],
    ['a slow reset', { kind: 'error', errorClass: 'reset', durationMs: 5_000 }, true],
    ['a slow failure', answer(500, 9_900), true],
    ['a fast failure', answer(500, 4_999), false],
    ['a refused connection', { kind: 'error', errorClass: 'refused', durationMs: 3 }, false],
    ['a slow success', answer(200, 9_900), false],
    ['a fast success', answer(204, 20), false],
  ])('%s: %j -> %s', (_, outcome, hung) => {
    expect(hasHung(outcome)).toBe(hung);
  });
});

describe('the breaker and the five attempts', () => {
  const attemptTimes = ({ attemptedAtMs }: Delivery) => attemptedAtMs.map((atMs) => (atMs - START_MS) / SECOND_MS);

  const FAST_FAILURE: AttemptOutcome = { kind: 'error', errorClass: 'refused', durationMs: 0 };
  const HANG: AttemptOutcome = { kind: 'error', errorClass: 'timeout', durationMs: 10_000 };

  test('a receiver that fails at once is tried on schedule, however many deliveries it has', () => {
    const many = dueDeliveries(START_MS, 200);
    expect(simulateEndpoint(FAST_FAILURE, many, START_MS)).toMatchObject({ breaker: CLOSED_BREAKER, postponed: 0 });
    // Simulated time moves in half seconds and an attempt's end is seen in the next.
    for (const delivery of many) expect(attemptTimes(delivery)).toEqual([0, 5.5, 16, 36.5, 77]);
  });

  test.each([1, 4])('a receiver that hangs with %i deliveries at once is tried on schedule', (count) => {
    const few = dueDeliveries(START_MS, count);
    expect(simulateEndpoint(HANG, few, START_MS).postponed).toBe(0);
    for (const delivery of few) expect(attemptTimes(delivery)).toEqual([0, 15, 35, 65, 115]);
  });

  test('a receiver that hangs with many deliveries gets each of their five attempts, no more and no fewer', () => {
    const many = dueDeliveries(START_MS, 12);
    const { postponed } = simulateEndpoint(HANG, many, START_MS);
    expect(postponed).toBeGreaterThan(0);
    for (const { attemptedAtMs, done } of many) {
      expect(attemptedAtMs).toHaveLength(5);
      expect(done).toBe(true);
    }
  });

  test('a receiver that hangs for an hour of an event a second holds a sender for less than a twentieth of it', () => {
    const flood = dueDeliveries(START_MS, 3600, SECOND_MS);
    const hourEndMs = START_MS + 3600 * SECOND_MS;
    simulateEndpoint(HANG, flood, START_MS, hourEndMs);
    const openedBy = 20 * SECOND_MS;
    const attempts = flood.flatMap(({ attemptedAtMs }) => attemptedAtMs).filter((atMs) => atMs > START_MS + openedBy);
    expect(attempts.length).toBeGreaterThan(5);
    expect(attempts.length * 10).toBeLessThan(3600 / 20);
  });

  test('no postponement is longer than a queue message can wait, and each ends in a probe', () => {
    const anyShare = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    const anyCoolDown = fc.constantFrom(...BREAKER_POLICY.coolDownSeconds);
    fc.assert(
      fc.property(anyCoolDown, anyShare, anyShare, (coolDownSeconds, elapsed, random) => {
        const coolUntilMs = START_MS + coolDownSeconds * SECOND_MS;
        const state: BreakerState = { status: 'open', openings: 1, openedAtMs: START_MS, coolUntilMs };
        const nowMs = START_MS + Math.floor(coolDownSeconds * SECOND_MS * elapsed);
        const admission = ask(state, 'a', nowMs, random);
        const dueAtMs = admission.kind === 'postpone' ? admission.dueAtMs : Number.NaN;
        expect(dueAtMs).toBeGreaterThan(nowMs);
        expect(dueAtMs - nowMs).toBeLessThanOrEqual(900 * SECOND_MS);
        expect(ask(state, 'a', dueAtMs).kind).toBe('probe');
      }),
    );
  });
});
