import { verifyAccount } from '#shared/auth/accounts/account';
import { fromSignInItem, type PendingSignIn, toSignInItem, type WaitingSignUp } from '#shared/auth/accounts/sign-in';
import type { Withdrawal } from '#shared/auth/codes/mail-code';
import { authKeys } from '#shared/auth/keys';
import { FIRST_GENERATION, grantAccess } from '#shared/auth/sessions/access';
import { put, update, type WriteOperation } from '#shared/db/expressions';
import { withoutCode } from './pending-sign-up.ts';

/** The pending sign-ups of a stored sign-in record; undefined when it is verified or missing. */
export const pendingSignUpsOf = (item: Parameters<typeof fromSignInItem>[0]): PendingSignIn | undefined => {
  const signIn = fromSignInItem(item);
  return signIn?.status === 'pending' ? signIn : undefined;
};

/** The write that replaces a record by one made from it. It refuses when the record has changed. */
export const replacePending = (
  addressKey: string,
  { revision }: Pick<PendingSignIn, 'revision'>,
  next: PendingSignIn,
): WriteOperation => put(toSignInItem(addressKey, next), { revision: { equals: revision } });

/**
 * A write that is always refused. It makes a code that is entered while none is pending cost as much as a wrong one, so
 * that the duration reveals little.
 */
export const decoySignUpWrite = (addressKey: string): WriteOperation =>
  update(authKeys.signIn(addressKey), { set: { revision: 'none' }, when: { revision: { equals: 'none' } } });

/**
 * The writes that activate the password of one sign-up and void all others of the address. `signIn` refuses when the
 * record has changed since it was read, so that one of any number of parallel right codes is accepted.
 */
export const activationWrites = (
  addressKey: string,
  { accountId, revision }: PendingSignIn,
  { passwordHash, profile }: WaitingSignUp,
  nowMs: number,
): Readonly<Record<'signIn' | 'account' | 'access', WriteOperation>> => ({
  signIn: put(
    toSignInItem(addressKey, { status: 'verified', accountId, passwordHash, sessionGeneration: FIRST_GENERATION }),
    { revision: { equals: revision } },
  ),
  account: verifyAccount(accountId, profile, nowMs),
  access: grantAccess(accountId),
});

/**
 * The write that withdraws a code whose mail was not accepted, so that it does not count against the next try. It is
 * made for the record as it is found; undefined when no sign-up is pending there any more.
 */
export const codeWithdrawal =
  (addressKey: string, codeHash: string): Withdrawal =>
  (found) => {
    const current = pendingSignUpsOf(found);
    return current && replacePending(addressKey, current, withoutCode(current, codeHash));
  };
