import { describe, expect, test } from 'vitest';
import { ApiError } from '#shared/errors/api-error';
import { ERRORS, type ErrorCode, statusOf } from '#shared/errors/errors';

const CODES = Object.keys(ERRORS) as ErrorCode[];

describe('the closed list of errors', () => {
  test.each(CODES)('%s has a status of its kind and a sentence for people', (code) => {
    const [status, message] = ERRORS[code];
    expect([400, 401, 402, 403, 404, 405, 409, 410, 413, 415, 422, 429, 500, 503]).toContain(status);
    expect(message).toMatch(/^[A-Z].*\.$/);
    expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
    expect(statusOf(code)).toBe(status);
  });

  test('an error never shows an internal message: its message is its code', () => {
    expect(new ApiError('FORBIDDEN')).toMatchObject({ name: 'ApiError', message: 'FORBIDDEN', code: 'FORBIDDEN' });
  });
});
