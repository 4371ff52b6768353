import { describe, expect, test } from 'vitest';
import { hashCode } from '#shared/auth/codes';
import {
  findByCode,
  isForgotten,
  joinPending,
  justSent,
  type NewWaiting,
  PENDING_POLICY,
  renewCode,
  secondsUntilResend,
  startPending,
  withoutSend,
} from '#shared/auth/pending-sign-in';
import type { PendingSignIn } from '#shared/auth/sign-in';
import { freshSecret } from './secret-fixtures.ts';

const NOW_MS = 1_780_000_000_000;
const MINUTE_MS = 60_000;
const ADDRESS_KEY = 'the-key-of-an-address';
const pepper = freshSecret();

const codeHash = (code: string): string => hashCode(code, { purpose: 'verify-email', subject: ADDRESS_KEY }, pepper);

const signUp = (passwordHash: string, code: string): NewWaiting => ({
  passwordHash,
  codeHash: codeHash(code),
  profile: { firstName: passwordHash, lastName: null, companyName: null, phone: null },
});

const pendingWith = (...signUps: NewWaiting[]): PendingSignIn => {
  const [first, ...others] = signUps;
  if (!first) throw new Error('nobody signed up');
  return others.reduce((pending, one) => joinPending(pending, one, NOW_MS), startPending('usr_1', first, NOW_MS));
};

const find = (pending: PendingSignIn, code: string, nowMs = NOW_MS) =>
  findByCode(pending, code, ADDRESS_KEY, pepper, nowMs)?.passwordHash;

describe('the sign-ups that wait at an address', () => {
  test('are each found by the code they were sent with', () => {
    const pending = pendingWith(signUp('a', '111111'), signUp('b', '222222'));
    expect(find(pending, '111111')).toBe('a');
    expect(find(pending, '222222')).toBe('b');
    expect(find(pending, '333333')).toBeUndefined();
  });

  test('are not found by a code that was sent to another address', () => {
    const pending = pendingWith(signUp('a', '111111'));
    expect(findByCode(pending, '111111', 'another address', pepper, NOW_MS)).toBeUndefined();
  });

  test('hold one password once: its later sign-up counts, and both of its codes', () => {
    const pending = pendingWith(signUp('a', '111111'), signUp('b', '222222'), signUp('a', '333333'));
    expect(pending.waiting.map(({ passwordHash }) => passwordHash)).toEqual(['b', 'a']);
    expect(find(pending, '111111')).toBe('a');
    expect(find(pending, '333333')).toBe('a');
  });

  test('are five at most; the oldest gives way', () => {
    const pending = pendingWith(...['a', 'b', 'c', 'd', 'e', 'f'].map((name) => signUp(name, '111111')));
    expect(pending.waiting.map(({ passwordHash }) => passwordHash)).toEqual(['b', 'c', 'd', 'e', 'f']);
    expect(pending.waiting).toHaveLength(PENDING_POLICY.maxWaiting);
  });

  test('keep each of their codes for ten minutes from its mail, whatever is mailed after it', () => {
    const pending = pendingWith(signUp('a', '111111'), signUp('b', '222222'));
    const laterMs = NOW_MS + 9 * MINUTE_MS;
    const renewed = renewCode(pending, 'a', codeHash('333333'), laterMs);
    expect(find(renewed, '222222', laterMs)).toBe('b');
    expect(find(renewed, '111111', NOW_MS + 10 * MINUTE_MS - 1)).toBe('a');
    expect(find(renewed, '111111', NOW_MS + 10 * MINUTE_MS)).toBeUndefined();
    expect(find(renewed, '333333', laterMs + 10 * MINUTE_MS - 1)).toBe('a');
    expect(find(renewed, '333333', laterMs + 10 * MINUTE_MS)).toBeUndefined();
  });

  test('get their five tries back with each code that is sent, and another revision', () => {
    const tried = { ...pendingWith(signUp('a', '111111')), tries: 5 };
    for (const next of [joinPending(tried, signUp('b', '222222'), NOW_MS), renewCode(tried, 'a', 'hash', NOW_MS)]) {
      expect(next.tries).toBe(0);
      expect(next.revision).not.toBe(tried.revision);
    }
  });

  test('are forgotten seven days after the last of them', () => {
    const weekMs = 7 * 24 * 60 * MINUTE_MS;
    const first = pendingWith(signUp('a', '111111'));
    expect(isForgotten(first, NOW_MS + weekMs - 1000)).toBe(false);
    expect(isForgotten(first, NOW_MS + weekMs)).toBe(true);
    const joined = joinPending(first, signUp('b', '222222'), NOW_MS + weekMs - 1000);
    expect(isForgotten(joined, NOW_MS + weekMs)).toBe(false);
  });
});

describe('codes that are mailed again', () => {
  const resentEvery = (minutes: number, times: number): PendingSignIn => {
    let pending = pendingWith(signUp('a', '111111'));
    for (let n = 1; n <= times; n++) pending = renewCode(pending, 'a', 'hash', NOW_MS + n * minutes * MINUTE_MS);
    return pending;
  };

  test('are five in any hour, the first mail not counted', () => {
    expect(secondsUntilResend(resentEvery(1, 4), NOW_MS + 4 * MINUTE_MS)).toBe(0);
    const five = resentEvery(1, 5);
    expect(secondsUntilResend(five, NOW_MS + 5 * MINUTE_MS)).toBe(56 * 60);
    expect(secondsUntilResend(five, NOW_MS + 61 * MINUTE_MS - 1)).toBe(1);
    expect(secondsUntilResend(five, NOW_MS + 61 * MINUTE_MS)).toBe(0);
  });

  test('are remembered for as long as they matter, so that the record does not grow', () => {
    const pending = resentEvery(13, 100);
    expect(pending.resentAtMs).toHaveLength(5);
    expect(pending.waiting[0]?.codes).toHaveLength(1);
  });

  test('tell when the last was less than a minute ago', () => {
    const pending = pendingWith(signUp('a', '111111'));
    expect(justSent(pending, NOW_MS + MINUTE_MS - 1)).toBe(true);
    expect(justSent(pending, NOW_MS + MINUTE_MS)).toBe(false);
  });

  test('are not counted when nobody took the mail over, and their code stays', () => {
    const failedAtMs = NOW_MS + 5 * MINUTE_MS;
    const sent = renewCode(resentEvery(1, 4), 'a', codeHash('333333'), failedAtMs);
    const uncounted = withoutSend(sent, failedAtMs);
    expect(secondsUntilResend(sent, failedAtMs)).toBeGreaterThan(0);
    expect(secondsUntilResend(uncounted, failedAtMs)).toBe(0);
    expect(justSent(uncounted, failedAtMs)).toBe(false);
    expect(find(uncounted, '333333', failedAtMs)).toBe('a');
  });
});
