import { describe, expect, test } from 'vitest';
import { logIn } from '#functions/api/accounts/log-in.contract';
import { ApiError } from '#shared/errors/api-error';
import { ERRORS, type ErrorCode, statusOf } from '#shared/errors/errors';
import {
  COMPANY_FIRST_ROW,
  ERROR_ROW,
  errorBody,
  errorRow,
  GENERAL_ROW,
  MESSAGE_CODE_ROW,
  MESSAGE_ROW,
  type WordedErrors,
} from '#shared/http/error-rows';

const CODES = Object.keys(ERRORS) as ErrorCode[];

const bodyOf = (error: ApiError, contract: WordedErrors = {}) =>
  errorBody(error, errorRow(contract, statusOf(error.code)));

describe('the general error body', () => {
  test('states that the request failed, why in words, and why as a code', () => {
    expect(bodyOf(new ApiError('WIDGET_NOT_FOUND'))).toStrictEqual({
      success: false,
      status: 'error',
      message: 'Widget not found.',
      code: 'WIDGET_NOT_FOUND',
    });
  });

  test('includes details if there are any', () => {
    const details = [{ path: 'name', message: 'Required' }];
    expect(bodyOf(new ApiError('VALIDATION_FAILED', { details }))).toStrictEqual({
      success: false,
      status: 'error',
      message: 'The request is not valid. See details for every problem.',
      code: 'VALIDATION_FAILED',
      details,
    });
  });

  test('covers every status that a contract does not word, except 429', () => {
    const contract = { errorRows: { 404: MESSAGE_ROW } };
    for (const code of CODES) {
      const [status, message] = ERRORS[code];
      const general = { success: false, status: 'error', message, code };
      const expected = status === 404 ? { message } : status === 429 ? { success: false, message } : general;
      expect(bodyOf(new ApiError(code), contract)).toStrictEqual(expected);
    }
  });
});

/** An address submission without two of its fields, one of which accepts only certain values. */
const INVALID = new ApiError('VALIDATION_FAILED', {
  details: [
    { path: 'provider', message: 'Must be one of: ABUJA, KADUNA' },
    { path: 'street', message: 'Required' },
  ],
});

describe('a row about one company', () => {
  const problems = (...paths: string[]) =>
    bodyOf(new ApiError('VALIDATION_FAILED', { details: paths.map((path) => ({ path, message: 'Required' })) }), {
      errorRows: { 400: COMPANY_FIRST_ROW },
    });

  test('names every problem, or only the missing company', () => {
    expect(problems('street', 'city')).toStrictEqual({ message: 'street: Required; city: Required.' });
    expect(problems('street', 'companyId', 'city')).toStrictEqual({ message: 'companyId: Required.' });
  });
});

describe('the error rows of the interface', () => {
  test('{message}: only the sentence', () => {
    const error = new ApiError('INSUFFICIENT_BALANCE', {
      details: { balanceKobo: 1, requiredKobo: 2 },
      data: { a: 1 },
    });
    expect(errorBody(error, MESSAGE_ROW)).toStrictEqual({ message: ERRORS.INSUFFICIENT_BALANCE[1] });
  });

  test('{message}: names every field that is wrong', () => {
    expect(errorBody(INVALID, MESSAGE_ROW)).toStrictEqual({
      message: 'provider: Must be one of: ABUJA, KADUNA; street: Required.',
    });
  });

  test('{message, code, details}: what programs need to act on it', () => {
    const details = { balanceKobo: 100, requiredKobo: 500 };
    expect(errorBody(new ApiError('INSUFFICIENT_BALANCE', { details }), MESSAGE_CODE_ROW)).toStrictEqual({
      message: ERRORS.INSUFFICIENT_BALANCE[1],
      code: 'INSUFFICIENT_BALANCE',
      details,
    });
  });

  test('{success: false, error}: the first problem, with the values that are valid', () => {
    expect(errorBody(INVALID, ERROR_ROW)).toStrictEqual({
      success: false,
      error: 'provider: Must be one of: ABUJA, KADUNA.',
    });
    expect(errorBody(new ApiError('INTERNAL_ERROR'), ERROR_ROW)).toStrictEqual({
      success: false,
      error: ERRORS.INTERNAL_ERROR[1],
    });
  });

  test('a problem of the whole body is its message alone', () => {
    const error = new ApiError('MALFORMED_JSON', { details: [{ path: '', message: 'Must be an object' }] });
    expect(errorBody(error, MESSAGE_ROW)).toStrictEqual({ message: 'Must be an object.' });
  });

  test('{success: false, error, message, data}: a login before the e-mail address is verified', () => {
    const data = { requiresVerification: true, userId: 'usr_1' };
    expect(bodyOf(new ApiError('EMAIL_NOT_VERIFIED', { data }), logIn)).toStrictEqual({
      success: false,
      error: 'EMAIL_NOT_VERIFIED',
      message: ERRORS.EMAIL_NOT_VERIFIED[1],
      data,
    });
  });

  test('{success: false, message}: every 429, whatever other rows its endpoint has', () => {
    for (const code of CODES.filter((candidate) => statusOf(candidate) === 429)) {
      expect(bodyOf(new ApiError(code), logIn)).toStrictEqual({ success: false, message: ERRORS[code][1] });
      expect(errorRow({ errorRows: { 400: GENERAL_ROW } }, 429).keys).not.toHaveProperty('code');
    }
  });
});
