import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideRefresh, type RefreshState, startRefreshing } from '#shared/auth/sessions/refresh-decision';
import { deriveRefreshToken, parseRefreshToken } from '#shared/auth/sessions/refresh-token';
import { newId } from '#shared/platform/ids';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { freshSecret, rotated, rotatedRing } from './secret-fixtures.ts';

const NOW_MS = 1_700_000_000_000;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const sessionId = newId('ses', NOW_MS);

const present = (token: string) => {
  const parsed = parseRefreshToken(token);
  if (!parsed) throw new Error('not a token');
  return parsed;
};

/** One session in a table that checks the condition. `refresh` does what a handler does. */
const makeSession = (initialSecret: VersionedSecret = freshSecret()) => {
  const { token, state } = startRefreshing(sessionId, initialSecret, NOW_MS);
  let stored: RefreshState = state;
  const table = {
    read: () => stored,
    /** Returns undefined if the item was written, else the item that failed the condition. */
    rotate: (presentedHash: string, next: Partial<RefreshState>): RefreshState | undefined => {
      if (stored.refreshTokenHash !== presentedHash || stored.endedAt !== undefined) return stored;
      stored = { ...stored, ...next };
      return undefined;
    },
    end: () => {
      stored = { ...stored, endedAt: new Date(NOW_MS).toISOString() };
    },
  };
  const refresh = async (text: string, nowMs: number, secret = initialSecret) => {
    const presented = present(text);
    const read = table.read();
    await Promise.resolve(); // Lets others write in between.
    const decision = decideRefresh(read, presented, secret, nowMs);
    if (decision.kind === 'reused') table.end();
    if (decision.kind !== 'rotate') return decision;
    const met = table.rotate(presented.hash, decision.next);
    return met === undefined ? decision : decideRefresh(met, presented, secret, nowMs);
  };
  return { first: token, refresh, table };
};

const tokenOf = (decision: { kind: string; token?: string }): string => {
  if (decision.token === undefined) throw new Error(`no token in ${decision.kind}`);
  return decision.token;
};

describe('the live token', () => {
  test('rotates repeatedly, each time to a new one', async () => {
    const { first, refresh } = makeSession();
    const tokens = [first];
    for (let i = 1; i <= 5; i++) {
      const decision = await refresh(tokens.at(-1) ?? '', NOW_MS + i * MINUTE_MS);
      expect(decision.kind).toBe('rotate');
      tokens.push(tokenOf(decision));
    }
    expect(new Set(tokens).size).toBe(6);
  });

  test('is valid for 30 days from the last rotation, to the second', async () => {
    const secret = freshSecret();
    const { first, refresh, table } = makeSession(secret);
    const second = tokenOf(await refresh(first, NOW_MS + 29 * DAY_MS));
    expect(table.read().expiresAtSeconds).toBe((NOW_MS + 59 * DAY_MS) / 1000);
    expect(decideRefresh(table.read(), present(second), secret, NOW_MS + 59 * DAY_MS - 1_000).kind).toBe('rotate');
    expect((await refresh(second, NOW_MS + 59 * DAY_MS)).kind).toBe('expired');
  });

  test('expires 90 days after the login, however often it was rotated', async () => {
    const { first, refresh, table } = makeSession();
    let live = first;
    for (let day = 1; day < 90; day++) live = tokenOf(await refresh(live, NOW_MS + day * DAY_MS));
    expect(table.read().expiresAtSeconds).toBe((NOW_MS + 90 * DAY_MS) / 1000);
    live = tokenOf(await refresh(live, NOW_MS + 90 * DAY_MS - 1_000));
    expect((await refresh(live, NOW_MS + 90 * DAY_MS)).kind).toBe('expired');
  });

  test('rotates however often the secret was rotated since the token was made', async () => {
    let secret = freshSecret();
    const { first, refresh } = makeSession(secret);
    for (let n = 0; n < 5; n++) secret = rotatedRing(secret);
    expect((await refresh(first, NOW_MS, secret)).kind).toBe('rotate');
  });

  test('is invalid once the key that made it was removed, because a holder of that key could also have made it', async () => {
    const { first, refresh, table } = makeSession();
    const stored = table.read();
    // Until this is certain, the secret is read again.
    expect((await refresh(first, NOW_MS, freshSecret())).kind).toBe('secretOutdated');
    expect(table.read()).toBe(stored);
  });

  test('rotates whether the clock is two minutes ahead or behind', async () => {
    for (const skewMs of [-2 * MINUTE_MS, 2 * MINUTE_MS]) {
      const { first, refresh } = makeSession();
      expect((await refresh(first, NOW_MS + skewMs)).kind).toBe('rotate');
    }
  });
});

describe('the previous token', () => {
  test('gets the same successor for 30 seconds, and writes nothing', async () => {
    const { first, refresh, table } = makeSession();
    const second = tokenOf(await refresh(first, NOW_MS));
    const stored = table.read();
    for (const elapsedMs of [0, 1, 29_999, 30_000]) {
      expect(await refresh(first, NOW_MS + elapsedMs)).toEqual({ kind: 'answerWithSuccessor', token: second });
    }
    expect(table.read()).toBe(stored);
  });

  test('ends the session after that', async () => {
    const { first, refresh } = makeSession();
    const second = tokenOf(await refresh(first, NOW_MS));
    expect((await refresh(first, NOW_MS + 30_001)).kind).toBe('reused');
    expect((await refresh(second, NOW_MS + 30_002)).kind).toBe('invalid');
  });

  test('is within its grace period on a clock two minutes behind the one that rotated it', async () => {
    const { first, refresh } = makeSession();
    const second = tokenOf(await refresh(first, NOW_MS));
    expect(tokenOf(await refresh(first, NOW_MS - 2 * MINUTE_MS))).toBe(second);
  });

  test('gets the same successor when the secret was rotated in between', async () => {
    const secret = freshSecret();
    const { first, refresh } = makeSession(secret);
    const second = tokenOf(await refresh(first, NOW_MS));
    expect(tokenOf(await refresh(first, NOW_MS + 1, rotated(secret)))).toBe(second);
  });

  test('requires the secret to be read again if another container already used a newer version', async () => {
    const secret = freshSecret();
    const { first, refresh } = makeSession(secret);
    const newer = rotated(secret);
    const second = tokenOf(await refresh(first, NOW_MS, newer));
    expect(await refresh(first, NOW_MS + 1, secret)).toEqual({ kind: 'secretOutdated' });
    expect(tokenOf(await refresh(first, NOW_MS + 1, newer))).toBe(second);
  });
});

describe('an older token', () => {
  test('ends the session, even a moment after the rotations', async () => {
    const { first, refresh } = makeSession();
    const second = tokenOf(await refresh(first, NOW_MS));
    const third = tokenOf(await refresh(second, NOW_MS));
    expect((await refresh(first, NOW_MS)).kind).toBe('reused');
    for (const token of [first, second, third]) expect((await refresh(token, NOW_MS)).kind).toBe('invalid');
  });

  test('ends the session even if it was made before the last rotation of the secret', async () => {
    const secret = freshSecret();
    const { first, refresh } = makeSession(secret);
    const second = tokenOf(await refresh(first, NOW_MS, secret));
    await refresh(second, NOW_MS, secret);
    expect((await refresh(first, NOW_MS, rotated(secret))).kind).toBe('reused');
  });
});

describe('a token that the service did not make', () => {
  test('leaves the session unchanged, whatever counter it claims', () => {
    const secret = freshSecret();
    const state: RefreshState = { ...startRefreshing(sessionId, secret, NOW_MS).state, refreshCounter: 9 };
    fc.assert(
      fc.property(fc.nat({ max: 20 }), (counter) => {
        const forged = deriveRefreshToken(freshSecret().current, sessionId, counter);
        expect(decideRefresh(state, present(forged.token), secret, NOW_MS)).toEqual({ kind: 'invalid' });
      }),
    );
  });

  test('is invalid for a session that does not exist, is a different one, or has ended', () => {
    const secret = freshSecret();
    const { token, state } = startRefreshing(sessionId, secret, NOW_MS);
    const other = { ...state, sessionId: newId('ses', NOW_MS) };
    const ended = { ...state, endedAt: new Date(NOW_MS).toISOString() };
    for (const met of [undefined, other, ended]) {
      expect(decideRefresh(met, present(token), secret, NOW_MS)).toEqual({ kind: 'invalid' });
    }
  });

  test('is invalid if its counter is ahead of the session', () => {
    const secret = freshSecret();
    const { state } = startRefreshing(sessionId, secret, NOW_MS);
    const ahead = deriveRefreshToken(secret.current, sessionId, 1);
    expect(decideRefresh(state, present(ahead.token), secret, NOW_MS)).toEqual({ kind: 'invalid' });
  });
});

describe('a hundred parallel refreshes with one token', () => {
  test('leave one live successor, which all of them get', async () => {
    const { first, refresh, table } = makeSession();
    const decisions = await Promise.all(Array.from({ length: 100 }, () => refresh(first, NOW_MS + MINUTE_MS)));
    expect(decisions.filter(({ kind }) => kind === 'rotate')).toHaveLength(1);
    expect(new Set(decisions.map(tokenOf)).size).toBe(1);
    expect(table.read().refreshCounter).toBe(1);
    expect((await refresh(decisions.map(tokenOf)[0] ?? '', NOW_MS + 2 * MINUTE_MS)).kind).toBe('rotate');
  });
});
