import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  BREAKER_POLICY,
  type BreakerState,
  breakerAfterAttempt,
  CLOSED_BREAKER,
  concurrencyAt,
  hasHung,
} from '#shared/webhooks/deliveries/limits/breaker';
import type { AttemptOutcome } from '#shared/webhooks/deliveries/records/attempt-outcome';

const START_MS = Date.UTC(2026, 10, 21, 12, 0, 0);
const SECOND_MS = 1000;

const response = (statusCode: number, durationMs: number): AttemptOutcome => ({
  kind: 'response',
  statusCode,
  excerpt: '',
  durationMs,
});
const TIMEOUT: AttemptOutcome = { kind: 'error', errorClass: 'timeout', durationMs: 10_000 };

const after = (state: BreakerState, outcome: AttemptOutcome, deliveryId = 'x', nowMs = START_MS) =>
  breakerAfterAttempt(state, { deliveryId, outcome, nowMs });
const hang = (state: BreakerState, deliveryId: string, nowMs = START_MS) => after(state, TIMEOUT, deliveryId, nowMs);
const respond = (state: BreakerState, deliveryId: string, nowMs = START_MS) =>
  after(state, response(500, 20), deliveryId, nowMs);

/** The state after these deliveries hung one after the other at the same moment. */
const afterHangs = (deliveryIds: readonly string[], nowMs = START_MS) =>
  deliveryIds.reduce((state, deliveryId) => hang(state, deliveryId, nowMs), CLOSED_BREAKER);
const OPEN = afterHangs(['a', 'b', 'c', 'd', 'e']);
const COOL_MS = START_MS + 15 * SECOND_MS;

/** The concurrency after attempts with these outcomes, one after the other. */
const concurrencyAfter = (outcomes: readonly AttemptOutcome[], state = CLOSED_BREAKER): number =>
  concurrencyAt(
    outcomes.reduce((next, outcome) => after(next, outcome), state),
    START_MS,
  );

describe('a closed breaker', () => {
  test('allows twenty attempts in progress at once', () => {
    expect(concurrencyAt(CLOSED_BREAKER, START_MS)).toBe(20);
  });

  test.each<[string, AttemptOutcome]>([
    ['succeeds', response(200, 5_000)],
    ['fails', response(500, 9_000)],
    ['hangs', TIMEOUT],
  ])('allows five once an attempt has occupied a sender for long and %s', (_, outcome) => {
    expect(concurrencyAfter([outcome])).toBe(5);
    expect(concurrencyAfter([outcome, outcome, outcome])).toBe(5);
  });

  test('allows one more for each fast response, up to twenty', () => {
    const fast = response(200, 4_999);
    const slow = response(200, 9_000);
    expect(concurrencyAfter([slow, fast])).toBe(6);
    expect(concurrencyAfter([slow, fast, response(500, 3), fast])).toBe(8);
    expect(concurrencyAfter([slow, ...Array.from({ length: 30 }, () => fast)])).toBe(20);
    expect(concurrencyAfter([slow, fast, fast, slow])).toBe(5);
  });

  test('opens when five different deliveries hang in a row', () => {
    expect(afterHangs(['a', 'b', 'c', 'd']).status).toBe('closed');
    expect(OPEN).toEqual({ status: 'open', openings: 1, openedAtMs: START_MS, coolUntilMs: COOL_MS });
  });

  test('stays closed however often the same four deliveries hang', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 100 }), (deliveryIds) => {
        expect(afterHangs(deliveryIds).status).toBe('closed');
      }),
    );
  });

  test('tolerates up to four concurrent hangs', () => {
    expect(concurrencyAt(afterHangs(['a', 'b', 'c', 'd']), START_MS)).toBeGreaterThan(4);
  });

  test('stays closed however slow the responses are', () => {
    const slow = Array.from({ length: 50 }, (_, index) => `d${index}`);
    const state = slow.reduce((next, id) => after(next, response(200, 9_999), id), CLOSED_BREAKER);
    expect(state).toMatchObject({ status: 'closed', hung: [] });
  });

  test('forgets the hangs when the endpoint responds, even with a failure', () => {
    const state = respond(afterHangs(['a', 'b', 'c', 'd']), 'x');
    expect(state).toMatchObject({ status: 'closed', hung: [] });
    expect(hang(state, 'e').status).toBe('closed');
  });

  test('forgets hangs that are a minute old', () => {
    const four = afterHangs(['a', 'b', 'c', 'd']);
    expect(hang(four, 'e', START_MS + 59_999).status).toBe('open');
    expect(hang(four, 'e', START_MS + 60_000)).toMatchObject({
      status: 'closed',
      hung: [{ deliveryId: 'e', atMs: START_MS + 60_000 }],
    });
  });

  test('is the same object after a fast response, so that a healthy endpoint costs no write', () => {
    expect(respond(CLOSED_BREAKER, 'a')).toBe(CLOSED_BREAKER);
  });
});

describe('an open breaker', () => {
  test('allows no attempt until its cool-down ends, then three that probe the endpoint', () => {
    expect(concurrencyAt(OPEN, COOL_MS - 1)).toBe(0);
    expect(concurrencyAt(OPEN, COOL_MS)).toBe(3);
  });

  test('is not changed by attempts that were in progress when it opened', () => {
    expect(hang(OPEN, 'f', START_MS + SECOND_MS)).toBe(OPEN);
    expect(respond(OPEN, 'g', START_MS + SECOND_MS)).toBe(OPEN);
    expect(hang(OPEN, 'h', COOL_MS - 1)).toBe(OPEN);
  });

  test('closes when a probe gets any response: for three attempts, and one more for each fast response', () => {
    const closed = respond(OPEN, 'f', COOL_MS);
    expect(closed).toEqual({ status: 'closed', concurrency: 3, hung: [] });
    expect(concurrencyAfter([response(200, 20), response(200, 20)], closed)).toBe(5);
  });

  test('opens again at the first probe that hangs; the others have no effect', () => {
    const reopened = hang(OPEN, 'f', COOL_MS + 10_000);
    expect(reopened).toEqual({
      status: 'open',
      openings: 2,
      openedAtMs: COOL_MS + 10_000,
      coolUntilMs: COOL_MS + 40_000,
    });
    expect(hang(reopened, 'g', COOL_MS + 10_000)).toBe(reopened);
    expect(respond(reopened, 'h', COOL_MS + 10_001)).toBe(reopened);
  });

  test('opens for longer each time, up to five minutes', () => {
    let state: BreakerState = OPEN;
    const coolDowns: number[] = [];
    for (let opening = 1; opening <= 7; opening++) {
      if (state.status !== 'open') throw new Error(`Expected open, not ${state.status}`);
      expect(state.openings).toBe(opening);
      coolDowns.push((state.coolUntilMs - state.openedAtMs) / SECOND_MS);
      state = hang(state, `probe${opening}`, state.coolUntilMs + 10_000);
    }
    expect(coolDowns).toEqual([15, 30, 60, 120, 300, 300, 300]);
  });

  test('begins with the shortest cool-down again after it was closed', () => {
    const closed = respond(hang(OPEN, 'f', COOL_MS + 10_000), 'g', COOL_MS + 60_000);
    const again = ['h', 'i', 'j', 'k', 'l'].reduce((state, id) => hang(state, id), closed);
    expect(again).toMatchObject({ status: 'open', openings: 1 });
  });
});

describe('an attempt has hung', () => {
  test.each<[string, AttemptOutcome, boolean]>([
    ['a timeout', TIMEOUT, true],
    ['a timeout of a shorter deadline', { kind: 'error', errorClass: 'timeout', durationMs: 150 }, true],
    ['a slow reset', { kind: 'error', errorClass: 'reset', durationMs: 5_000 }, true],
    ['a fast reset', { kind: 'error', errorClass: 'reset', durationMs: 4_999 }, false],
    ['a refused connection', { kind: 'error', errorClass: 'refused', durationMs: 3 }, false],
    ['a slow failure', response(500, 5_000), true],
    ['a fast failure', response(500, 20), false],
    ['a slow success', response(200, 9_000), false],
    ['a fast success', response(204, 20), false],
  ])('%s: %j -> %s', (_, outcome, hung) => {
    expect(hasHung(outcome)).toBe(hung);
  });
});

test('a busy endpoint may have more attempts in progress than the breaker allows to hang', () => {
  expect(BREAKER_POLICY.busyConcurrency).toBeGreaterThanOrEqual(BREAKER_POLICY.hungDeliveries);
  expect(BREAKER_POLICY.probes).toBeLessThanOrEqual(BREAKER_POLICY.busyConcurrency);
});
