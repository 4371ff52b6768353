import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CODE_POLICY, type CodeScope, codeMatches, hashCode, isPepperKnown, makeCode } from '#shared/auth/codes/codes';
import { freshSecret, rotated } from './secret-fixtures.ts';

const pepper = freshSecret();
const SCOPE: CodeScope = { purpose: 'verify-email', subject: 'usr_01J00000000000000000000000' };

const sixDigits = fc.integer({ min: 0, max: 999_999 }).map((number) => String(number).padStart(6, '0'));

describe('a new code', () => {
  test('has six digits, leading zeros included', () => {
    const codes = Array.from({ length: 1_000 }, makeCode);
    expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true);
    expect(codes.some((code) => code.startsWith('0'))).toBe(true);
  });

  test.each([0, 5])('is as likely as any other (chi-squared test of digit %i)', (position) => {
    const counts = new Array<number>(10).fill(0);
    const samples = 50_000;
    for (let i = 0; i < samples; i++) {
      const digit = Number(makeCode().charAt(position));
      counts[digit] = (counts[digit] ?? 0) + 1;
    }
    const expected = samples / 10;
    const chiSquared = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    // Nine degrees of freedom: a fair source exceeds 60 less than once in a billion runs.
    expect(chiSquared).toBeLessThan(60);
  });
});

describe('a stored code', () => {
  test('matches itself and no other code', () => {
    fc.assert(
      fc.property(sixDigits, sixDigits, (sent, tried) => {
        expect(codeMatches(hashCode(sent, SCOPE, pepper), tried, SCOPE, pepper)).toBe(sent === tried);
        expect(codeMatches(hashCode(sent, SCOPE, pepper), sent, SCOPE, pepper)).toBe(true);
      }),
    );
  });

  test('matches only for the purpose and the subject it was sent for', () => {
    const stored = hashCode('123456', SCOPE, pepper);
    expect(codeMatches(stored, '123456', { ...SCOPE, purpose: 'login' }, pepper)).toBe(false);
    expect(codeMatches(stored, '123456', { ...SCOPE, subject: 'usr_other' }, pepper)).toBe(false);
  });

  test('cannot be taken for another by moving characters between subject and code', () => {
    const stored = hashCode('123456', { purpose: 'login', subject: 'a1' }, pepper);
    expect(codeMatches(stored, '1123456', { purpose: 'login', subject: 'a' }, pepper)).toBe(false);
  });

  test('does not reveal the code: another pepper gives another hash', () => {
    const stored = hashCode('123456', SCOPE, pepper);
    expect(stored).not.toContain('123456');
    expect(stored).not.toBe(hashCode('123456', SCOPE, freshSecret()));
    expect(codeMatches(stored, '123456', SCOPE, freshSecret())).toBe(false);
  });

  test('still matches after the pepper was rotated once', () => {
    const stored = hashCode('123456', SCOPE, pepper);
    expect(codeMatches(stored, '123456', SCOPE, rotated(pepper))).toBe(true);
    expect(codeMatches(stored, '123456', SCOPE, rotated(rotated(pepper)))).toBe(false);
  });

  test('reports whether the pepper that made it is known, whatever the code', () => {
    const newer = rotated(pepper);
    expect(isPepperKnown(hashCode('123456', SCOPE, pepper), newer)).toBe(true);
    expect(isPepperKnown(hashCode('123456', SCOPE, newer), pepper)).toBe(false);
    expect(isPepperKnown('', pepper)).toBe(false);
  });

  test('never matches when it is damaged, and never throws', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (stored, tried) => {
        expect(codeMatches(stored, tried, SCOPE, pepper)).toBe(false);
      }),
    );
  });
});

test('the policy is six digits, ten minutes, five tries, a mail a minute and five codes an hour', () => {
  expect(CODE_POLICY).toEqual({
    digits: 6,
    lifetimeSeconds: 600,
    maxTries: 5,
    minSecondsBetweenSends: 60,
    maxCodesPerHour: 5,
  });
});
