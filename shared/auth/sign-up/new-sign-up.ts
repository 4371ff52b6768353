import { createAccount, extendAccount, type Profile } from '#shared/auth/accounts/account';
import { emailKey } from '#shared/auth/accounts/email-key';
import { type PendingSignIn, type SignIn, signInRecord, toSignInItem } from '#shared/auth/accounts/sign-in';
import type { NetworkHashes } from '#shared/auth/caller-networks';
import { verificationMail } from '#shared/auth/codes/code-mail';
import { hashCode, makeCode } from '#shared/auth/codes/codes';
import type { PlannedCode } from '#shared/auth/codes/mail-code';
import { secondsUntilNextCode } from '#shared/auth/codes/sent-mails';
import { hashPassword } from '#shared/auth/passwords/passwords';
import { type Item, put, type WriteOperation } from '#shared/db/expressions';
import { recordAmong } from '#shared/db/latest';
import { ApiError } from '#shared/errors/api-error';
import { newId } from '#shared/platform/ids';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { isPendingExpired, joinPending, type NewWaiting, startPending } from './pending-sign-up.ts';
import { codeWithdrawal } from './verification.ts';

/** The data of a sign-up. */
export interface SignUp {
  /** Normalised. */
  readonly email: string;
  readonly profile: Profile;
  /** The network of the request. */
  readonly from: NetworkHashes;
}

/** The sign-in record that a sign-up starts from; undefined when the address has none. */
export interface SignUpStart {
  readonly signIn: SignIn | undefined;
}

/** A sign-up to write, and its code to be mailed afterwards. */
export interface PlannedSignUp extends Omit<PlannedCode, 'operations'> {
  readonly accountId: string;
  /**
   * They refuse when the record is not the one that was found, so that no sign-up is lost and no verified address
   * overwritten.
   */
  readonly operations: Readonly<Record<'signIn' | 'account', WriteOperation>>;
}

/** The pending record that a sign-up can join. An expired one counts as none. */
const unexpiredPending = (found: SignIn | undefined, nowMs: number): PendingSignIn | undefined =>
  found?.status === 'pending' && !isPendingExpired(found, nowMs) ? found : undefined;

/**
 * Hashes the password of a sign-up together with those that wait. It hashes again only when the first of these has
 * changed. It also hashes for a verified address, so that the duration reveals no more than the response does.
 */
export const passwordHasher = (password: string, pepper: VersionedSecret, nowMs: number) => {
  let hashed: { readonly beside: string | undefined; readonly passwordHash: string } | undefined;
  return async ({ signIn }: SignUpStart): Promise<string> => {
    const beside = unexpiredPending(signIn, nowMs)?.waiting[0]?.passwordHash;
    if (hashed?.beside !== beside || !hashed) {
      hashed = { beside, passwordHash: await hashPassword(password, pepper, beside) };
    }
    return hashed.passwordHash;
  };
};

const joined = (pending: PendingSignIn, signUp: NewWaiting, nowMs: number): PendingSignIn => {
  const seconds = secondsUntilNextCode(pending, nowMs);
  if (seconds > 0) throw new ApiError('TOO_MANY_CODES', { retryAfterSeconds: seconds });
  return joinPending(pending, signUp, nowMs);
};

/**
 * Plans a pending sign-up: for a new account, or in addition to the sign-ups of an unverified one.
 *
 * @throws ApiError EMAIL_TAKEN for a verified address; TOO_MANY_CODES with `Retry-After` after five codes within an
 * hour.
 */
export const planSignUp = (
  { email, profile, from }: SignUp,
  passwordHash: string,
  { signIn: found }: SignUpStart,
  pepper: VersionedSecret,
  nowMs: number,
): PlannedSignUp => {
  if (found?.status === 'verified') throw new ApiError('EMAIL_TAKEN');
  const addressKey = emailKey(email);
  const code = makeCode();
  const codeHash = hashCode(code, { purpose: 'verify-email', subject: addressKey }, pepper);
  const signUp = { passwordHash, codeHash, profile, from };
  const pending = unexpiredPending(found, nowMs);
  const next = pending ? joined(pending, signUp, nowMs) : startPending(newId('usr', nowMs), signUp, nowMs);
  const { accountId, expiresAtSeconds } = next;
  const record = toSignInItem(addressKey, next);
  return {
    accountId,
    record,
    operations: {
      signIn: put(record, found ? { revision: { equals: found.revision } } : { pk: 'missing' }),
      account:
        found?.accountId === accountId
          ? extendAccount(accountId, expiresAtSeconds)
          : createAccount(accountId, email, expiresAtSeconds, nowMs),
    },
    mail: verificationMail({ to: email, code, signedUpAtMs: nowMs, accountId }, nowMs),
    withdrawal: codeWithdrawal(addressKey, codeHash),
  };
};

/**
 * The state from which a sign-up starts again, from the items that refused its writes. A record that is not among them
 * is gone.
 */
export const newerSignUpStart = (email: string, found: readonly (Item | undefined)[]): SignUpStart => ({
  signIn: recordAmong(signInRecord(emailKey(email)), found),
});
