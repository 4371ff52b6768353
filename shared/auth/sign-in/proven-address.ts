import { createVerifiedAccount, type Profile, verifyAccount } from '#shared/auth/accounts/account';
import { type SignIn, toSignInItem, type VerifiedSignIn } from '#shared/auth/accounts/sign-in';
import { FIRST_GENERATION, grantAccess } from '#shared/auth/sessions/access';
import { isPendingExpired } from '#shared/auth/sign-up/pending-sign-up';
import { put } from '#shared/db/expressions';
import { newId } from '#shared/platform/ids';

/** An address that a third party has verified, and what that party says about its owner. */
export interface ProvenAddress {
  /** The key of the address (`emailKey`). */
  readonly addressKey: string;
  /** Normalised. */
  readonly email: string;
  readonly profile: Profile;
  /** The Google account that vouches for the address (`googleKey`). It may sign in. */
  readonly googleKey: string;
}

/**
 * The account that the owner of a proven address gets, and the writes that create it, or activate the one that waits
 * for a code, with a sign-in record without a password. Sign-ups of the address that wait for their code are voided
 * with their passwords and profiles, because any of them may be a stranger's. `signIn` refuses when the record is not
 * the one that was found.
 *
 * @param found the record of the address as it was read, unless it is verified.
 */
export const provenAccount = (
  { addressKey, email, profile, googleKey }: ProvenAddress,
  found: Exclude<SignIn, VerifiedSignIn> | undefined,
  nowMs: number,
) => {
  // An expired sign-up may be deleted at any moment, its account first.
  const waiting = found && !isPendingExpired(found, nowMs) ? found : undefined;
  const accountId = waiting?.accountId ?? newId('usr', nowMs);
  const signIn: VerifiedSignIn = { status: 'verified', accountId, googleKey, sessionGeneration: FIRST_GENERATION };
  const when = found ? { revision: { equals: found.revision } } : ({ pk: 'missing' } as const);
  return {
    accountId,
    operations: {
      signIn: put(toSignInItem(addressKey, signIn), when),
      account: waiting
        ? verifyAccount(accountId, profile, nowMs)
        : createVerifiedAccount(accountId, email, profile, nowMs),
      access: grantAccess(accountId),
    },
  };
};
