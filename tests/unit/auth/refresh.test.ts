import { describe, expect, test } from 'vitest';
import { refreshSession } from '#shared/auth/sessions/refresh';
import { decideRefresh } from '#shared/auth/sessions/refresh-decision';
import { parseRefreshToken } from '#shared/auth/sessions/refresh-token';
import { startSession } from '#shared/auth/sessions/session';
import type { Table } from '#shared/db/operations';
import type { Freshness } from '#shared/platform/secrets';
import { freshSecret, rotated } from './secret-fixtures.ts';

const NOW_MS = 1_780_000_000_000;

const noTable = new Proxy({} as Table, {
  get: () => {
    throw new Error('the table was used');
  },
});

const present = (token: string) => {
  const presented = parseRefreshToken(token);
  if (!presented) throw new Error('not a token');
  return presented;
};

describe('a session that was refreshed with a newer version of the secret than this container holds', () => {
  const older = freshSecret();
  const newer = rotated(older);
  const { session, refreshToken } = startSession({ accountId: 'usr_1', generation: 0 }, older, NOW_MS);
  const decision = decideRefresh(session, present(refreshToken), newer, NOW_MS);
  if (decision.kind !== 'rotate') throw new Error('the token did not rotate');
  const rotatedSession = { ...session, ...decision.next };

  test('gets the successor after one fresh read', async () => {
    const requested: unknown[] = [];
    const read = async (freshness?: Freshness) => {
      requested.push(freshness);
      return newer;
    };
    const refreshed = await refreshSession(noTable, present(refreshToken), rotatedSession, older, read, NOW_MS);
    expect(refreshed.refreshToken).toBe(decision.token);
    expect(requested).toEqual([{ renew: true }]);
  });

  test('is refused but stays valid if no version of the secret gives the successor', async () => {
    const refused = refreshSession(noTable, present(refreshToken), rotatedSession, older, async () => older, NOW_MS);
    await expect(refused).rejects.toMatchObject({ code: 'REFRESH_TOKEN_INVALID' });
  });
});
