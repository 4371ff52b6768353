import { describe, expect, test } from 'vitest';
import { CONTRACTS } from '#functions/api/contracts';
import { ERROR_DETAILS } from '#shared/errors/error-details';
import { ERROR_SAMPLES } from '#shared/errors/error-samples';
import { statusOf } from '#shared/errors/errors';
import type { Contract } from '#shared/http/contract';
import { declaredErrors } from '#shared/http/declared-errors';
import { errorBody, errorRow } from '#shared/http/error-rows';
import { requestMeta } from '#shared/http/request';
import { hasSandbox, provokedError, requestedError } from '#shared/http/sandbox-error';
import { apiEvent } from '#tests/support/api-event';

const SANDBOX = { environment: 'sandbox' };
const withSandbox: readonly Contract[] = CONTRACTS.filter(hasSandbox);
const named = (name: string): Contract => {
  const found = CONTRACTS.find((contract) => contract.name === name);
  if (!found) throw new RangeError(name);
  return found;
};

describe('the sandbox returns on request', () => {
  test('every error that an endpoint may return, with the keys of its row and all that programs need', () => {
    expect(withSandbox.length).toBeGreaterThan(90);
    for (const contract of withSandbox) {
      for (const code of declaredErrors(contract)) {
        const error = provokedError(contract, code, SANDBOX);
        const row = errorRow(contract, statusOf(code));
        const { details = 'none', ...body } = errorBody(error, row);
        expect([contract.name, error.code, error.extras.provoked]).toStrictEqual([contract.name, code, true]);
        const keys = Object.keys(row.keys).filter((key) => !['details', 'data'].includes(row.keys[key] ?? ''));
        expect(Object.keys(body)).toStrictEqual(keys);
        const hasDetails = typeof ERROR_DETAILS[code as keyof typeof ERROR_DETAILS] === 'object';
        const isShown = Object.values(row.keys).includes('details') && contract.caller !== 'embed';
        if (hasDetails && isShown) expect(details, code).not.toBe('none');
      }
    }
  });

  test('a problem with a field that the endpoint has', () => {
    expect(provokedError(named('create-webhook'), 'VALIDATION_FAILED', SANDBOX).extras.details).toStrictEqual([
      { path: 'appId', message: 'Required' },
    ]);
  });

  test('neither balance nor price to a visitor', () => {
    const { extras } = provokedError(named('open-embed-session'), 'INSUFFICIENT_BALANCE', SANDBOX);
    expect(extras).toStrictEqual({ provoked: true, sentence: expect.stringContaining('contact the business') });
  });

  test('the content types that the endpoint takes', () => {
    const { extras } = provokedError(named('verify-tin'), 'UNSUPPORTED_CONTENT_TYPE', SANDBOX);
    expect(extras.sentence).toBe('Send the body as multipart/form-data.');
  });

  test('an example of everything whose details are an object', () => {
    const withObject = Object.entries(ERROR_DETAILS).filter(([, details]) => typeof details === 'object');
    expect(Object.keys(ERROR_SAMPLES)).toEqual(expect.arrayContaining(withObject.map(([code]) => code)));
  });
});

describe('the sandbox refuses', () => {
  const contract = named('read-wallet');

  test.each(['WIDGET_NOT_FOUND', 'rate_limited', '', 'NO_SUCH', '__proto__'])(
    '%j if the endpoint has no such error, and lists those that it has',
    (code) => {
      const { code: refused, extras } = provokedError(contract, code, SANDBOX);
      expect(refused).toBe('VALIDATION_FAILED');
      expect(extras).toStrictEqual({
        details: [{ path: 'X-Sandbox-Error', message: `Must be one of: ${declaredErrors(contract).join(', ')}` }],
      });
    },
  );

  test.each([[{ environment: 'live' }], [{ environments: ['sandbox', 'live'] }], [undefined]])(
    'a caller outside the sandbox: %j',
    (caller) => {
      const { code, extras } = provokedError(contract, 'RATE_LIMITED', caller);
      expect([code, extras.provoked]).toStrictEqual(['VALIDATION_FAILED', undefined]);
    },
  );
});

test('endpoints without an API key or an embed token do not read the header', () => {
  const meta = requestMeta(apiEvent({ headers: { 'X-Sandbox-Error': 'RATE_LIMITED' } }), 0);
  const readers = CONTRACTS.filter((contract) => requestedError(contract, meta) !== undefined);
  expect(readers).toStrictEqual(withSandbox);
  expect(new Set(readers.map(({ caller }) => caller))).toStrictEqual(new Set(['account', 'embed']));
});
