import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PendingSignIn } from '#shared/auth/accounts/sign-in';
import type { NetworkHashes } from '#shared/auth/caller-networks';
import { hashCode } from '#shared/auth/codes/codes';
import { secondsUntilNextCode, sentWithinMinute } from '#shared/auth/codes/sent-mails';
import { judgeCode } from '#shared/auth/sign-in/entered-code';
import {
  isPendingExpired,
  joinPending,
  type NewWaiting,
  PENDING_POLICY,
  renewCode,
  signUpToVerify,
  startPending,
  withoutCode,
} from '#shared/auth/sign-up/pending-sign-up';
import { freshSecret } from './secret-fixtures.ts';

const NOW_MS = 1_780_000_000_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ADDRESS_KEY = 'the-key-of-an-address';
const HOME: NetworkHashes = ['home'];
const ELSEWHERE: NetworkHashes = ['elsewhere'];
const pepper = freshSecret();

const codeHash = (code: string): string => hashCode(code, { purpose: 'verify-email', subject: ADDRESS_KEY }, pepper);

const signUp = (passwordHash: string, code: string, from = HOME): NewWaiting => ({
  passwordHash,
  codeHash: codeHash(code),
  profile: { firstName: passwordHash, lastName: null, companyName: null, phone: null },
  from,
});

const pendingWith = (...signUps: NewWaiting[]): PendingSignIn => {
  const [first, ...others] = signUps;
  if (!first) throw new Error('no sign-up is pending');
  return others.reduce((pending, one) => joinPending(pending, one, NOW_MS), startPending('usr_1', first, NOW_MS));
};

const judge = (pending: PendingSignIn, code: string, nowMs = NOW_MS) =>
  judgeCode(pending, { code, addressKey: ADDRESS_KEY }, pepper, nowMs);

/** Identifies by its password hash the sign-up that a code belongs to; undefined for none. */
const find = (pending: PendingSignIn, code: string, nowMs = NOW_MS) => {
  const verdict = judge(pending, code, nowMs);
  return verdict.kind === 'right' ? verdict.signUp.passwordHash : undefined;
};

const passwordsOf = ({ waiting }: PendingSignIn): string[] => waiting.map(({ passwordHash }) => passwordHash);

describe('the pending sign-ups of an address', () => {
  test('are each found by the code they were sent with', () => {
    const pending = pendingWith(signUp('a', '111111'), signUp('b', '222222'));
    expect(find(pending, '111111')).toBe('a');
    expect(find(pending, '222222')).toBe('b');
    expect(find(pending, '333333')).toBeUndefined();
  });

  test('are not found by a code that was sent to another address', () => {
    const pending = pendingWith(signUp('a', '111111'));
    const entered = { code: '111111', addressKey: 'another address' };
    expect(judgeCode(pending, entered, pepper, NOW_MS).kind).toBe('wrong');
  });

  test('keep one entry per password, in the place of its first sign-up: both of its codes are valid', () => {
    const pending = pendingWith(signUp('a', '111111'), signUp('b', '222222'), signUp('a', '333333'));
    expect(passwordsOf(pending)).toEqual(['a', 'b']);
    expect(find(pending, '111111')).toBe('a');
    expect(find(pending, '333333')).toBe('a');
  });

  test('are at most five once their codes have expired: the oldest but the first is removed', () => {
    let pending = pendingWith(signUp('first', '000000'));
    for (let n = 1; n <= 8; n++) pending = joinPending(pending, signUp(`n${n}`, '111111'), NOW_MS + n * HOUR_MS);
    expect(passwordsOf(pending)).toEqual(['first', 'n5', 'n6', 'n7', 'n8']);
    expect(pending.waiting).toHaveLength(PENDING_POLICY.maxWaiting);
  });

  test('never lose the first or one with a valid code, however many are added within the five codes of an hour', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 40 }), (minutes) => {
        let nowMs = NOW_MS;
        let pending = pendingWith(signUp('p0', '000000'));
        const mailed = [{ password: 'p0', atMs: nowMs }];
        for (const [index, pause] of minutes.entries()) {
          nowMs += pause * MINUTE_MS;
          if (secondsUntilNextCode(pending, nowMs) > 0) continue;
          pending = joinPending(pending, signUp(`p${index + 1}`, '000000'), nowMs);
          mailed.push({ password: `p${index + 1}`, atMs: nowMs });
          const living = mailed.filter(({ atMs }) => nowMs < atMs + 10 * MINUTE_MS).map(({ password }) => password);
          expect(passwordsOf(pending)).toEqual(expect.arrayContaining(['p0', ...living]));
          expect(pending.waiting.length).toBeLessThanOrEqual(PENDING_POLICY.maxWaiting + 1);
        }
      }),
    );
  });

  test('keep each of their codes for ten minutes from its mail, whatever is mailed later', () => {
    const pending = pendingWith(signUp('a', '111111'), signUp('b', '222222'));
    const laterMs = NOW_MS + 9 * MINUTE_MS;
    const renewed = renewCode(pending, 'a', codeHash('333333'), HOME, laterMs);
    expect(find(renewed, '222222', laterMs)).toBe('b');
    expect(find(renewed, '111111', NOW_MS + 10 * MINUTE_MS - 1)).toBe('a');
    expect(find(renewed, '111111', NOW_MS + 10 * MINUTE_MS)).toBeUndefined();
    expect(find(renewed, '333333', laterMs + 10 * MINUTE_MS - 1)).toBe('a');
    expect(find(renewed, '333333', laterMs + 10 * MINUTE_MS)).toBeUndefined();
  });

  test('get another revision with every change', () => {
    const pending = pendingWith(signUp('a', '111111'));
    const wrong = judge(pending, '999999');
    const changed = [
      joinPending(pending, signUp('b', '222222'), NOW_MS),
      renewCode(pending, 'a', 'hash', HOME, NOW_MS),
      withoutCode(pending, codeHash('111111')),
      ...(wrong.kind === 'wrong' ? [wrong.next] : []),
    ];
    expect(new Set([pending, ...changed].map(({ revision }) => revision)).size).toBe(5);
  });

  test('expire seven days after the newest', () => {
    const weekMs = 7 * 24 * HOUR_MS;
    const first = pendingWith(signUp('a', '111111'));
    expect(isPendingExpired(first, NOW_MS + weekMs - 1000)).toBe(false);
    expect(isPendingExpired(first, NOW_MS + weekMs)).toBe(true);
    const joined = joinPending(first, signUp('b', '222222'), NOW_MS + weekMs - 1000);
    expect(isPendingExpired(joined, NOW_MS + weekMs)).toBe(false);
  });

  test('are selected by the network that made them; from any other network the first is selected', () => {
    const pending = pendingWith(signUp('a', '1', ELSEWHERE), signUp('b', '2'), signUp('c', '3'));
    expect(signUpToVerify(pending, HOME)?.passwordHash).toBe('b');
    expect(signUpToVerify(pending, ELSEWHERE)?.passwordHash).toBe('a');
    expect(signUpToVerify(pending, ['a third place'])?.passwordHash).toBe('a');
    expect(signUpToVerify(pending, ['home after a rotation of the pepper', 'home'])?.passwordHash).toBe('b');
  });
});

describe('mailed codes', () => {
  const sentEvery = (minutes: number, times: number): PendingSignIn => {
    let pending = pendingWith(signUp('a', '111111'));
    for (let n = 1; n < times; n++) pending = renewCode(pending, 'a', 'hash', HOME, NOW_MS + n * minutes * MINUTE_MS);
    return pending;
  };

  test('are at most five in any hour, including the first', () => {
    expect(secondsUntilNextCode(sentEvery(1, 4), NOW_MS + 4 * MINUTE_MS)).toBe(0);
    const five = sentEvery(1, 5);
    expect(secondsUntilNextCode(five, NOW_MS + 5 * MINUTE_MS)).toBe(55 * 60);
    expect(secondsUntilNextCode(five, NOW_MS + 60 * MINUTE_MS - 1)).toBe(1);
    expect(secondsUntilNextCode(five, NOW_MS + 60 * MINUTE_MS)).toBe(0);
  });

  test('are kept only while they matter, so that the record does not grow', () => {
    const pending = sentEvery(13, 100);
    expect(pending.sentAtMs).toHaveLength(5);
    expect(pending.waiting[0]?.codes).toHaveLength(1);
  });

  test('report when the last was sent less than a minute ago', () => {
    const pending = pendingWith(signUp('a', '111111'));
    expect(sentWithinMinute(pending, NOW_MS + MINUTE_MS - 1)).toBe(true);
    expect(sentWithinMinute(pending, NOW_MS + MINUTE_MS)).toBe(false);
  });

  const failedAtMs = NOW_MS + 5 * MINUTE_MS;

  test('are neither counted nor valid if the mail service did not accept them', () => {
    const sent = renewCode(sentEvery(1, 4), 'a', codeHash('333333'), HOME, failedAtMs);
    const withdrawn = withoutCode(sent, codeHash('333333'));
    expect(secondsUntilNextCode(sent, failedAtMs)).toBeGreaterThan(0);
    expect(secondsUntilNextCode(withdrawn, failedAtMs)).toBe(0);
    expect(sentWithinMinute(withdrawn, failedAtMs)).toBe(false);
    expect(find(sent, '333333', failedAtMs)).toBe('a');
    expect(find(withdrawn, '333333', failedAtMs)).toBeUndefined();
    expect(find(withdrawn, '111111', failedAtMs)).toBe('a');
  });

  test('are counted if they were tried before the mail service was known not to accept them', () => {
    const sent = renewCode(sentEvery(1, 4), 'a', codeHash('333333'), HOME, failedAtMs);
    const wrong = judge(sent, '999999', failedAtMs);
    if (wrong.kind !== 'wrong') throw new Error('the code was not compared');
    const withdrawn = withoutCode(wrong.next, codeHash('333333'));
    expect(secondsUntilNextCode(withdrawn, failedAtMs)).toBeGreaterThan(0);
    expect(find(withdrawn, '333333', failedAtMs)).toBeUndefined();
  });

  test('of the same moment are withdrawn one at a time', () => {
    const both = pendingWith(signUp('a', '111111'), signUp('b', '222222'));
    expect(withoutCode(both, codeHash('222222')).sentAtMs).toEqual([NOW_MS]);
  });
});

describe('the tries of a code', () => {
  const guesses = (pending: PendingSignIn, count: number): PendingSignIn => {
    let current = pending;
    for (let n = 0; n < count; n++) {
      const verdict = judge(current, '999999', NOW_MS);
      if (verdict.kind === 'wrong') current = verdict.next;
    }
    return current;
  };

  test('are five; after that it is not compared', () => {
    const pending = pendingWith(signUp('a', '111111'));
    expect(find(guesses(pending, 4), '111111')).toBe('a');
    expect(judge(guesses(pending, 5), '111111').kind).toBe('notCompared');
  });

  test('are its own: a newer code has five, and restores none of an earlier code', () => {
    const used = guesses(pendingWith(signUp('a', '111111')), 5);
    for (const next of [
      joinPending(used, signUp('b', '222222'), NOW_MS),
      renewCode(used, 'a', codeHash('222222'), HOME, NOW_MS),
    ]) {
      expect(find(next, '111111')).toBeUndefined();
      expect(find(guesses(next, 4), '222222')).toBeDefined();
      expect(judge(guesses(next, 5), '222222').kind).toBe('notCompared');
    }
  });

  interface State {
    readonly nowMs: number;
    readonly pending: PendingSignIn;
    readonly comparedAtMs: readonly number[];
  }
  type Step = (state: State, name: string) => Partial<State>;

  const mailing =
    (change: (state: State, name: string) => PendingSignIn): Step =>
    (state, name) =>
      secondsUntilNextCode(state.pending, state.nowMs) > 0 ? {} : { pending: change(state, name) };

  const triesIn = ({ waiting }: PendingSignIn): number =>
    waiting.flatMap(({ codes }) => codes.map(({ tries }) => tries)).reduce((sum, tries) => sum + tries, 0);

  /** Everything that can happen to the codes of an address, with five guesses for every other step. */
  const STEPS: Readonly<Record<string, Step>> = {
    signUp: mailing(({ pending, nowMs }, name) => joinPending(pending, signUp(`p${name}`, name), nowMs)),
    resend: mailing(({ pending, nowMs }, name) =>
      renewCode(pending, pending.waiting[0]?.passwordHash ?? '', codeHash(name), ELSEWHERE, nowMs),
    ),
    mailFails: ({ pending }) => {
      const last = pending.waiting.flatMap(({ codes }) => codes).at(-1);
      return last ? { pending: withoutCode(pending, last.codeHash) } : {};
    },
    wait: ({ nowMs }) => ({ nowMs: nowMs + 3 * MINUTE_MS }),
    guess: ({ pending, nowMs, comparedAtMs }) => {
      const verdict = judge(pending, '999999', nowMs);
      if (verdict.kind !== 'wrong') return {};
      const compared = Array<number>(triesIn(verdict.next) - triesIn(pending)).fill(nowMs);
      return { pending: verdict.next, comparedAtMs: [...comparedAtMs, ...compared] };
    },
  };

  test('are 25 for the codes of an hour, whatever is mailed and guessed', () => {
    const names = fc.oneof(fc.constantFrom(...Object.keys(STEPS)), { arbitrary: fc.constant('guess'), weight: 2 });
    fc.assert(
      fc.property(fc.array(names, { minLength: 50, maxLength: 200 }), (steps) => {
        let state: State = { nowMs: NOW_MS, pending: pendingWith(signUp('p', 'c')), comparedAtMs: [] };
        for (const [index, name] of steps.entries()) state = { ...state, ...STEPS[name]?.(state, String(index)) };
        // Codes are valid for ten minutes, so that fifty minutes hold only the codes of one hour.
        for (const fromMs of state.comparedAtMs) {
          const within = state.comparedAtMs.filter((atMs) => atMs >= fromMs && atMs < fromMs + 50 * MINUTE_MS);
          expect(within.length).toBeLessThanOrEqual(25);
        }
      }),
    );
  });
});
