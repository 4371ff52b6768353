import type { SecretReader } from '#shared/auth/stage-secrets';
import type { Table } from '#shared/db/operations';
import { ApiError, type RefusalTarget } from '#shared/errors/api-error';
import { clearedCookies } from '#shared/http/cookies';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { decideRefresh } from './refresh-decision.ts';
import type { PresentedRefreshToken } from './refresh-token.ts';
import { endSession, fromSessionItem, rotateSession, type Session } from './session.ts';

/** A refreshed session. */
export interface Refreshed {
  /** Its current state. */
  readonly session: Session;
  /** The one live refresh token. */
  readonly refreshToken: string;
}

/** Makes the refusal of a refresh token, which clears the cookies that it may have come in. */
export const refreshRefusal = (
  code: 'REFRESH_TOKEN_INVALID' | 'REFRESH_TOKEN_REUSED',
  concerns?: RefusalTarget,
): ApiError => new ApiError(code, { cookies: clearedCookies(), concerns });

/** A refresh that was overtaken finds that its token is the live one's predecessor. A third round is not needed. */
const MAX_ROUNDS = 4;

/**
 * Exchanges a refresh token for its successor, by one conditional write. A token that was overtaken within the grace
 * window gets the successor that already exists (see `decideRefresh`).
 *
 * @param seen the session that the token names, as it was read.
 * @param readSecret reads the secret again if the token or its successor was made with a newer version.
 * @throws ApiError REFRESH_TOKEN_REUSED for an older token, in which case the session has ended; REFRESH_TOKEN_INVALID
 * for anything else. Both clear the cookies.
 */
export const refreshSession = async (
  table: Table,
  presented: PresentedRefreshToken,
  seen: Session | undefined,
  secret: VersionedSecret,
  readSecret: SecretReader,
  nowMs: number,
): Promise<Refreshed> => {
  let session = seen;
  let known = secret;
  for (let round = 0; session && round < MAX_ROUNDS; round++) {
    const decision = decideRefresh(session, presented, known, nowMs);
    if (decision.kind === 'answerWithSuccessor') return { session, refreshToken: decision.token };
    if (decision.kind === 'rotate') {
      const result = await table.write(rotateSession(session.sessionId, presented.hash, decision.next));
      if (result.written) return { session: { ...session, ...decision.next }, refreshToken: decision.token };
      session = fromSessionItem(result.found);
    } else if (decision.kind === 'secretOutdated') {
      known = await readSecret({ renew: true });
    } else if (decision.kind === 'reused') {
      await table.write(endSession(session.sessionId, nowMs));
      const { accountId, sessionId } = session;
      throw refreshRefusal('REFRESH_TOKEN_REUSED', { accountId, sessionId });
    } else {
      throw refreshRefusal('REFRESH_TOKEN_INVALID');
    }
  }
  throw refreshRefusal('REFRESH_TOKEN_INVALID');
};
