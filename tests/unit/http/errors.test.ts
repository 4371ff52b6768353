import { describe, expect, test } from 'vitest';
import { ApiError, ERRORS, type ErrorCode, errorBody, statusOf } from '#shared/http/errors';

const CODES = Object.keys(ERRORS) as ErrorCode[];

describe('the general error body', () => {
  test('says that it failed, why in words, and why as a code', () => {
    expect(errorBody(new ApiError('WIDGET_NOT_FOUND'), 'general')).toStrictEqual({
      success: false,
      status: 'error',
      message: 'Widget not found.',
      code: 'WIDGET_NOT_FOUND',
    });
  });

  test('has details where there are some', () => {
    const details = [{ path: 'name', message: 'Required' }];
    expect(errorBody(new ApiError('VALIDATION_FAILED', { details }), 'general')).toStrictEqual({
      success: false,
      status: 'error',
      message: 'The request is not valid. See details for every problem.',
      code: 'VALIDATION_FAILED',
      details,
    });
  });
});

describe('the error rows of the interface', () => {
  test('{message}: nothing but the message', () => {
    const error = new ApiError('UNAUTHENTICATED', { details: { hint: 'x' }, data: { a: 1 } });
    expect(errorBody(error, 'message')).toStrictEqual({ message: ERRORS.UNAUTHENTICATED[1] });
  });

  test('{message, code, details}: a 402 of such an endpoint', () => {
    const details = { balanceKobo: 100, requiredKobo: 500 };
    expect(errorBody(new ApiError('INSUFFICIENT_BALANCE', { details }), 'message')).toStrictEqual({
      message: ERRORS.INSUFFICIENT_BALANCE[1],
      code: 'INSUFFICIENT_BALANCE',
      details,
    });
  });

  test('{success: false, error}', () => {
    expect(errorBody(new ApiError('INTERNAL_ERROR'), 'error')).toStrictEqual({
      success: false,
      error: ERRORS.INTERNAL_ERROR[1],
    });
  });

  test('{success: false, error, message, data}: a login before the e-mail address is verified', () => {
    const data = { requiresVerification: true, userId: 'usr_1' };
    expect(errorBody(new ApiError('EMAIL_NOT_VERIFIED', { data }), 'general')).toStrictEqual({
      success: false,
      error: 'EMAIL_NOT_VERIFIED',
      message: ERRORS.EMAIL_NOT_VERIFIED[1],
      data,
    });
  });

  test.each(['general', 'message', 'error'] as const)(
    '{success: false, message}: every 429, whatever the shape (%s)',
    (shape) => {
      for (const code of CODES.filter((candidate) => statusOf(candidate) === 429)) {
        expect(errorBody(new ApiError(code), shape)).toStrictEqual({ success: false, message: ERRORS[code][1] });
      }
    },
  );
});

describe('the closed list of errors', () => {
  test.each(CODES)('%s has a status of its kind and a sentence for people', (code) => {
    const [status, message] = ERRORS[code];
    expect([400, 401, 402, 403, 404, 405, 409, 410, 413, 415, 422, 429, 500, 503]).toContain(status);
    expect(message).toMatch(/^[A-Z].*\.$/);
    expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
    expect(statusOf(code)).toBe(status);
  });

  test('an error tells its own message to nobody: it is its code', () => {
    expect(new ApiError('FORBIDDEN')).toMatchObject({ name: 'ApiError', message: 'FORBIDDEN', code: 'FORBIDDEN' });
  });
});
