import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { retryAfterMs } from '#shared/webhooks/deliveries/conclusions/retry-after';
import { judgeAttempt, RETRY_POLICY } from '#shared/webhooks/deliveries/conclusions/retry-policy';
import {
  ATTEMPT_ERROR_CLASSES,
  type AttemptOutcome,
  classifyAttemptError,
} from '#shared/webhooks/deliveries/records/attempt-outcome';

const ENDED_AT_MS = Date.UTC(2026, 10, 21, 12, 0, 0);

const response = (statusCode: number, retryAfter?: string): AttemptOutcome => ({
  kind: 'response',
  statusCode,
  retryAfter,
  excerpt: '',
  durationMs: 20,
});
const TIMEOUT: AttemptOutcome = { kind: 'error', errorClass: 'timeout', durationMs: 10_000 };

const judge = (outcome: AttemptOutcome, attempt = 1, random = 0, goneAttempts = 0) =>
  judgeAttempt(outcome, { attempt, goneAttempts, endedAtMs: ENDED_AT_MS, random });
const retryIn = (seconds: number, goneAttempts = 0) => ({
  kind: 'retry',
  dueAtMs: ENDED_AT_MS + seconds * 1000,
  goneAttempts,
});

const anyAttempt = fc.integer({ min: 1, max: RETRY_POLICY.delaysSeconds.length + 1 });
const anyRandom = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const anyError = fc
  .constantFrom(...ATTEMPT_ERROR_CLASSES)
  .map((errorClass): AttemptOutcome => ({ kind: 'error', errorClass, durationMs: 1 }));
const anyFailedResponse = fc.integer({ min: 300, max: 599 }).map((status) => response(status));
const anyFailure = fc.oneof(anyError, anyFailedResponse);

describe('the attempts of a delivery', () => {
  test('are five if all fail, 5, 10, 20 and 40 s after the end of the previous one', () => {
    expect([1, 2, 3, 4, 5].map((attempt) => judge(response(500), attempt))).toEqual([
      retryIn(5),
      retryIn(10),
      retryIn(20),
      retryIn(40),
      { kind: 'failed' },
    ]);
  });

  test('wait at least their delay and at most a tenth more; the rest of the jitter is for the message', () => {
    fc.assert(
      fc.property(anyFailure, anyAttempt, anyRandom, (outcome, attempt, random) => {
        const verdict = judge(outcome, attempt, random);
        const delaySeconds = RETRY_POLICY.delaysSeconds[attempt - 1];
        if (delaySeconds === undefined) {
          expect(verdict).toEqual({ kind: 'failed' });
        } else {
          const waitMs = verdict.kind === 'retry' ? verdict.dueAtMs - ENDED_AT_MS : Number.NaN;
          expect(waitMs).toBeGreaterThanOrEqual(delaySeconds * 1000);
          expect(waitMs).toBeLessThanOrEqual(delaySeconds * 1100);
          expect(Number.isInteger(waitMs)).toBe(true);
        }
      }),
    );
  });

  test('end with the first 2xx, whichever attempt gets it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 299 }), anyAttempt, (status, attempt) => {
        expect(judge(response(status), attempt)).toEqual({ kind: 'delivered' });
      }),
    );
  });

  test('continue after a 410 as after any other failure', () => {
    expect([1, 2, 3, 4].map((attempt) => judge(response(410), attempt, 0, attempt - 1))).toEqual([
      retryIn(5, 1),
      retryIn(10, 2),
      retryIn(20, 3),
      retryIn(40, 4),
    ]);
  });

  test('show that the receiver is gone if all five got 410, but not if one did not', () => {
    expect(judge(response(410), 5, 0, 4)).toEqual({ kind: 'gone' });
    expect(judge(response(410), 5, 0, 3)).toEqual({ kind: 'failed' });
    expect(judge(response(500), 5, 0, 4)).toEqual({ kind: 'failed' });
  });

  test.each([301, 302, 303, 304, 307, 308])('continue after a redirect %i, which is a failure', (status) => {
    expect(judge(response(status))).toEqual(retryIn(5));
  });
});

describe('Retry-After', () => {
  const inSeconds = (seconds: number) => new Date(ENDED_AT_MS + seconds * 1000).toUTCString();

  test.each([429, 503])('is honoured on %i if it is longer than the delay', (status) => {
    expect(judge(response(status, '60'))).toEqual(retryIn(60));
    expect(judge(response(status, inSeconds(60)))).toEqual(retryIn(60));
  });

  test('does not shorten the delay', () => {
    expect(judge(response(429, '1'), 4, 0.5)).toEqual(retryIn(42));
    expect(judge(response(429, inSeconds(-60)), 4, 0.5)).toEqual(retryIn(42));
  });

  test('is honoured up to 900 s', () => {
    expect(judge(response(503, '900'))).toEqual(retryIn(900));
    expect(judge(response(503, '901'))).toEqual(retryIn(900));
    expect(judge(response(503, inSeconds(86_400)))).toEqual(retryIn(900));
  });

  test.each(['9999999999', '9'.repeat(64), '0000000901', '1'.repeat(20)])('of %s seconds is cut at 900 s', (header) => {
    expect(judge(response(429, header))).toEqual(retryIn(900));
  });

  test.each(['0000000060', `${'0'.repeat(62)}60`])('is read with leading zeros: %s', (header) => {
    expect(judge(response(503, header))).toEqual(retryIn(60));
  });

  test.each([200, 301, 400, 500, 502, 504])('is ignored on %i', (status) => {
    expect(judge(response(status, '600'))).toEqual(judge(response(status)));
  });

  test('does not add attempts', () => {
    expect(judge(response(429, '60'), 5)).toEqual({ kind: 'failed' });
  });

  test('leads to a wait of whole milliseconds between the delay and 900 s, whatever it contains', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 64 }), (header) => {
        const verdict = judge(response(429, header));
        const waitMs = verdict.kind === 'retry' ? verdict.dueAtMs - ENDED_AT_MS : Number.NaN;
        expect(Number.isInteger(waitMs)).toBe(true);
        expect(waitMs).toBeGreaterThanOrEqual(5_000);
        expect(waitMs).toBeLessThanOrEqual(900_000);
      }),
    );
  });

  test.each([
    ['Sat, 21 Nov 2026 12:02:00 GMT'],
    ['Saturday, 21-Nov-26 12:02:00 GMT'],
    ['Sat Nov 21 12:02:00 2026'],
    [' 120 '],
  ])('is read in the form %j', (header) => {
    expect(retryAfterMs(header, ENDED_AT_MS)).toBe(120_000);
  });

  test('of one digit of day is read in the third form', () => {
    expect(retryAfterMs('Sun Nov  8 12:00:10 2026', Date.UTC(2026, 10, 8, 12))).toBe(10_000);
  });

  test('in the past causes no wait', () => {
    expect(retryAfterMs('Sat, 21 Nov 2026 11:00:00 GMT', ENDED_AT_MS)).toBe(0);
  });

  test.each(['', '-5', '1.5', '5s', '1e3', 'soon', '2026-11-21T12:02:00Z', 'Sat, 99 Foo 2026 12:02:00 GMT'])(
    'in the form %j is not read',
    (header) => {
      expect(retryAfterMs(header, ENDED_AT_MS)).toBeUndefined();
    },
  );

  test('is not read from a timeout', () => {
    expect(judge(TIMEOUT)).toEqual(retryIn(5));
  });
});

test.each([
  ['ENOTFOUND', 'dns'],
  ['EAI_AGAIN', 'dns'],
  ['ERR_REFUSED_ADDRESS', 'endpoint_not_allowed'],
  ['ECONNREFUSED', 'refused'],
  ['EHOSTUNREACH', 'unreachable'],
  ['ENETUNREACH', 'unreachable'],
  ['ECONNRESET', 'reset'],
  ['EPIPE', 'reset'],
  ['ETIMEDOUT', 'timeout'],
  ['HPE_INVALID_CONSTANT', 'protocol'],
  ['EPROTO', 'tls'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
  ['CERT_HAS_EXPIRED', 'tls'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'tls'],
  ['EMFILE', 'other'],
  [undefined, 'other'],
])('an error with the code %s belongs to the class %s', (code, errorClass) => {
  expect(classifyAttemptError(Object.assign(new Error('x'), { code }))).toBe(errorClass);
});
