import { put, type WriteOperation } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { ApiError } from '#shared/http/errors';
import { newId } from '#shared/platform/ids';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { createAccount, keepAccount, type Profile } from './account.ts';
import type { NetworkHashes } from './caller-networks.ts';
import { hashCode } from './codes.ts';
import { emailKey } from './email-key.ts';
import { hashPassword } from './passwords.ts';
import { isForgotten, joinPending, type NewWaiting, secondsUntilNextCode, startPending } from './pending-sign-in.ts';
import { fromSignInItem, type PendingSignIn, type SignIn, toSignInItem } from './sign-in.ts';
import type { IssuedCode } from './verification.ts';

/** The data of a sign-up, and the code that will be mailed for it. */
export interface SignUp {
  /** Normalised. */
  readonly email: string;
  readonly password: string;
  readonly profile: Profile;
  readonly code: string;
  /** The network of the request. */
  readonly from: NetworkHashes;
}

/** Maximum number of concurrent writes to an address during one sign-up: five codes and five tries of each. */
const MAX_ROUNDS = 32;

/** The pending record that a sign-up can join; an expired one counts as none. */
const livingPending = (found: SignIn | undefined, nowMs: number): PendingSignIn | undefined =>
  found?.status === 'pending' && !isForgotten(found, nowMs) ? found : undefined;

/**
 * The writes of a sign-up: the sign-in record and its account. They refuse when the record is not the one that was
 * found, so that no sign-up is lost and a verified address is never overwritten.
 */
const signUpWrites = (
  email: string,
  found: SignIn | undefined,
  next: PendingSignIn,
  nowMs: number,
): { readonly signIn: WriteOperation; readonly account: WriteOperation } => {
  const { accountId, expiresAtSeconds } = next;
  const when = found?.status === 'pending' ? { revision: { equals: found.revision } } : ({ pk: 'missing' } as const);
  const isNew = found?.accountId !== accountId;
  return {
    signIn: put(toSignInItem(emailKey(email), next), when),
    account: isNew
      ? createAccount(accountId, email, expiresAtSeconds, nowMs)
      : keepAccount(accountId, expiresAtSeconds),
  };
};

const joined = (pending: PendingSignIn, signUp: NewWaiting, nowMs: number): PendingSignIn => {
  const seconds = secondsUntilNextCode(pending, nowMs);
  if (seconds > 0) throw new ApiError('TOO_MANY_CODES', { headers: { 'Retry-After': String(seconds) } });
  return joinPending(pending, signUp, nowMs);
};

/**
 * Records a pending sign-up: for a new account, or beside the sign-ups of an unverified one. The password is hashed in
 * any case, so that the duration reveals no more than the response does.
 *
 * @param seen the sign-in record of the address as it was read.
 * @throws ApiError EMAIL_TAKEN for a verified address; TOO_MANY_CODES with `Retry-After` after five codes within an
 * hour.
 */
export const recordSignUp = async (
  table: Table,
  { email, password, profile, code, from }: SignUp,
  seen: SignIn | undefined,
  pepper: VersionedSecret,
  nowMs: number,
): Promise<IssuedCode> => {
  const codeHash = hashCode(code, { purpose: 'verify-email', subject: emailKey(email) }, pepper);
  let found = seen;
  let hashed: { readonly beside: string | undefined; readonly passwordHash: string } | undefined;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const pending = livingPending(found, nowMs);
    const beside = pending?.waiting[0]?.passwordHash;
    if (!hashed || hashed.beside !== beside) {
      hashed = { beside, passwordHash: await hashPassword(password, pepper, beside) };
    }
    if (found?.status === 'verified') throw new ApiError('EMAIL_TAKEN');

    const signUp = { passwordHash: hashed.passwordHash, codeHash, profile, from };
    const next = pending ? joined(pending, signUp, nowMs) : startPending(newId('usr', nowMs), signUp, nowMs);
    const result = await table.transact(signUpWrites(email, found, next, nowMs));
    if (result.written) return { pending: next, codeHash };
    found = fromSignInItem(result.refusals.signIn?.found);
  }
  throw new ApiError('SERVICE_UNAVAILABLE');
};
