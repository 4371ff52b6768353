import type { TableReader } from '#shared/db/operations';
import type { Contract } from '#shared/http/contract';
import { ApiError } from '#shared/http/errors';
import { apiUrl } from '#shared/platform/api-url';
import { env } from '#shared/platform/env';
import { ENVIRONMENTS } from '#shared/platform/environments';
import type { Scope } from '#shared/platform/scope';
import { type AccessTokenClaims, readKeyId, readUnverifiedClaims, verifyAccessToken } from './access-token-verifier.ts';
import { type AccountRole, sessionKeys, validAccess } from './account-access.ts';
import type { PublicKeys } from './public-keys.ts';

/** A signed-in account, as handlers and repositories get it. */
export interface AccountCaller extends Scope {
  readonly sessionId: string;
  /** The token's own id (`jti`). */
  readonly tokenId: string;
  /** The account's role at this request, whatever it was when the token was issued. */
  readonly role: AccountRole;
}

/** Whom a credential was given to, and what it reaches: enough to read for them, not yet to answer. */
export type ProvenCaller = Scope;

/** A credential that the service gave out, proven without reading anything of the account that it is for. */
export interface ProvenCredential {
  readonly caller: ProvenCaller;
  /**
   * Whether it was taken back since: the one question about it that is left for the table, asked beside the reads of the
   * request.
   *
   * @throws ApiError UNAUTHENTICATED when it was, without saying why; FORBIDDEN when the role is missing.
   */
  confirm(): Promise<AccountCaller>;
}

/** What proving a credential needs. */
export interface ProofContext {
  readonly contract: Pick<Contract, 'caller'>;
  readonly publicKeys: PublicKeys;
  readonly table: TableReader;
  readonly nowMs: number;
}

/** Reads, in one call, whether the token's session is valid and, now and then, whether its key is still published. */
const confirmSession = async (
  { sub, sid, jti }: AccessTokenClaims,
  keyId: string,
  { contract, publicKeys, table, nowMs }: ProofContext,
): Promise<AccountCaller> => {
  const subject = { accountId: sub, sessionId: sid };
  const [isPublished, items] = await Promise.all([
    publicKeys.isPublished(table, keyId, nowMs),
    table.getMany(sessionKeys(subject)),
  ]);
  const access = isPublished ? validAccess(items, subject, nowMs) : undefined;
  if (!access) throw new ApiError('UNAUTHENTICATED');
  const { role } = access;
  if (contract.caller === 'admin' && role !== 'admin') throw new ApiError('FORBIDDEN', { concerns: subject });
  return { ...subject, environments: ENVIRONMENTS, via: 'session', tokenId: jti, role };
};

/**
 * Proves an access token: form, signature, lifetime, issuer and audience, by the public keys that the container keeps.
 * Nothing is read that the token names. Where another kind of credential is accepted, this is where its form tells it
 * apart; its proof is a {@link ProvenCredential} like this one.
 *
 * @throws ApiError UNAUTHENTICATED for whatever is not right, without telling the caller what. A token of ours that has
 * run out is no failed credential: every client sends one now and then.
 */
export const proveCredential = async (token: string, context: ProofContext): Promise<ProvenCredential> => {
  const keyId = readKeyId(token);
  if (keyId === undefined || readUnverifiedClaims(token) === undefined) {
    throw new ApiError('UNAUTHENTICATED', { failedCredential: 'malformed' });
  }
  const { publicKeys, table, nowMs } = context;
  const verdict = await verifyAccessToken(token, await publicKeys.find(table, keyId, nowMs), {
    issuer: apiUrl(),
    audience: env('TOKEN_AUDIENCE'),
    nowMs,
  });
  if (!verdict.holds) {
    const { reason } = verdict;
    throw new ApiError('UNAUTHENTICATED', reason === 'expired' ? {} : { failedCredential: reason });
  }
  const { claims } = verdict;
  return {
    caller: { accountId: claims.sub, environments: ENVIRONMENTS, via: 'session' },
    confirm: () => confirmSession(claims, keyId, context),
  };
};
