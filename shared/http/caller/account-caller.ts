import type { Table, TableReader } from '#shared/db/operations';
import type { Contract } from '#shared/http/contract';
import type { Environment } from '#shared/platform/environments';
import type { Scope } from '#shared/platform/scope';
import type { AccountRole } from './account-access.ts';
import type { KnownApiKeys } from './known-api-keys.ts';
import type { PublicKeys } from './public-keys.ts';

/** A signed-in account: it reaches both environments. */
export interface SessionCaller extends Scope {
  readonly via: 'session';
  readonly sessionId: string;
  /** The token's own id (`jti`). */
  readonly tokenId: string;
  /** The account's role at this request, whatever it was when the token was issued. */
  readonly role: AccountRole;
}

/** An account's server, by a secret key. It reaches the key's environment, and has no role. */
export interface ApiKeyCaller extends Scope {
  readonly via: 'key';
  /** The one environment that it reaches. */
  readonly environment: Environment;
  /** `key_` */
  readonly keyId: string;
}

/** The caller who acts for an account, as handlers and repositories receive it. */
export type AccountCaller = SessionCaller | ApiKeyCaller;

/** The acting credential as records name it: the account of a session (`usr_`), or the API key (`key_`). */
export const actingCredential = (caller: AccountCaller): string =>
  caller.via === 'key' ? caller.keyId : caller.accountId;

/** The account and environments of a credential: enough to read for them, but not yet to respond. */
export type ProvenCaller = Scope;

/** A credential that the service issued, proven without reading anything of its account. */
export interface ProvenCredential {
  readonly caller: ProvenCaller;
  /**
   * Confirms that the credential was not revoked. This is the one check that needs the table, and it runs in parallel
   * with the request's reads.
   *
   * @throws ApiError UNAUTHENTICATED when it was revoked, without a reason; FORBIDDEN when the role is missing.
   */
  confirm(): Promise<AccountCaller>;
  /**
   * Records the use of a confirmed API key, to the hour; missing for a session.
   *
   * @throws what the write threw.
   */
  readonly noteUse?: (table: Pick<Table, 'write'>) => Promise<void>;
}

/** What proving a credential needs. */
export interface ProofContext {
  readonly contract: Pick<Contract, 'caller'>;
  readonly publicKeys: PublicKeys;
  readonly apiKeys: KnownApiKeys;
  readonly table: TableReader;
  readonly nowMs: number;
}
