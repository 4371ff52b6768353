import { ApiError } from '#shared/errors/api-error';
import type { Contract } from '#shared/http/contract';
import type { Kit } from '#shared/http/kit';
import type { RequestMeta } from '#shared/http/request';
import type { RecordSecurityEvent } from '#shared/http/security-recorder';
import { errorFields, type Logger } from '#shared/platform/logger';
import { noteSubject } from '#shared/platform/trace';
import { within } from '#shared/platform/within';
import type { AccountCaller, ProvenCredential } from './account-caller.ts';
import { isAccountKind } from './caller-kinds.ts';
import { findCredential } from './credential.ts';
import { proveCredential } from './prove-credential.ts';

/** What is known of a request on its arrival. */
export type ArrivedRequest = {
  readonly meta: RequestMeta;
  readonly log: Logger;
  readonly security: RecordSecurityEvent;
};

/** Who a request comes from. */
export interface RequestCredential {
  /**
   * Proves the credential, once, without reading anything of its account. Undefined where no account is required.
   *
   * @throws ApiError UNAUTHENTICATED, CROSS_SITE_REQUEST.
   */
  readonly prove: () => Promise<ProvenCredential | undefined>;
  /**
   * The confirmed caller, determined once by the proof and the one read that shows whether it was revoked.
   *
   * @throws ApiError as {@link prove} does, and FORBIDDEN.
   */
  readonly confirm: () => Promise<AccountCaller | undefined>;
  /**
   * Waits for the proof of a credential, and records a failed one. Failed proofs are not rate-limited, because a caller
   * with a valid credential may share the address.
   */
  readonly watch: <T>(proof: Promise<T>) => Promise<T>;
  /** Settles when the use of an API key is recorded, or could not be. Never rejects. */
  readonly useNoted: () => Promise<void>;
}

/** How long a request waits at most, alongside its own work, for the use of its key to be recorded. */
const NOTE_USE_MS = 1_000;

/** The credential of one request. */
export const credentialOf = (
  contract: Contract,
  kit: Kit,
  { meta, log, security }: ArrivedRequest,
): RequestCredential => {
  let proven: Promise<ProvenCredential | undefined> | undefined;
  let confirmed: Promise<AccountCaller | undefined> | undefined;
  let useNoted = Promise.resolve();

  const watch: RequestCredential['watch'] = (proof) =>
    proof.catch(async (error: unknown) => {
      const { failedCredential: reason, concerns } = error instanceof ApiError ? error.extras : {};
      if (reason !== undefined) await security('AUTHENTICATION_FAILED', { ...concerns, reason });
      throw error;
    });

  const proveOnce = async (): Promise<ProvenCredential | undefined> => {
    if (!isAccountKind(contract.caller)) return undefined;
    const credential = findCredential(contract, meta);
    const { publicKeys, apiKeys } = kit;
    const proofContext = { contract, publicKeys, apiKeys, table: kit.table(), nowMs: meta.nowMs };
    return watch(proveCredential(credential, proofContext));
  };

  const prove: RequestCredential['prove'] = () => {
    proven ??= proveOnce();
    return proven;
  };

  /**
   * Records the last use of a key to the hour, if possible. No request waits long for it, and none fails because of it.
   */
  const noteUse = (note: NonNullable<ProvenCredential['noteUse']>): Promise<void> =>
    within(NOTE_USE_MS, () => note(kit.table())).catch((error: unknown) =>
      log.warn('API_KEY_USE_NOT_NOTED', errorFields(error)),
    );

  const confirmOnce = async (): Promise<AccountCaller | undefined> => {
    const proof = await prove();
    const caller = proof && (await watch(proof.confirm()));
    if (caller)
      noteSubject({ accountId: caller.accountId, ...(caller.via === 'key' && { environment: caller.environment }) });
    if (caller && proof.noteUse) useNoted = noteUse(proof.noteUse);
    return caller;
  };

  const confirm: RequestCredential['confirm'] = () => {
    confirmed ??= confirmOnce();
    return confirmed;
  };

  return { prove, confirm, watch, useNoted: () => useNoted };
};
