import { authKeys } from '#shared/auth/keys';
import { remove, update, type WriteOperation } from '#shared/db/expressions';
import type { AccountAccess } from '#shared/http/caller/account-access';
import { callerKeys } from '#shared/http/caller/keys';
import { isoTime } from '#shared/platform/clock';
import type { SignIn } from './sign-in.ts';

/** The writes of {@link accountErasure}. */
type ErasureWrites = Readonly<Record<'access' | 'account' | 'signIn' | 'google', WriteOperation | undefined>>;

/**
 * The writes that take the address and the name from a suspended account, and mark it as erased. The address is free for
 * another account from then on; the access stays, and refuses its tokens. `access` refuses when the suspension has
 * changed.
 *
 * @param addressKey the key of its address (`emailKey`).
 * @param signIn the sign-in record of the address, which may be that of another account.
 */
export const accountErasure = (
  { accountId, suspendedAt }: AccountAccess & Required<Pick<AccountAccess, 'suspendedAt'>>,
  addressKey: string,
  signIn: SignIn | undefined,
  nowMs: number,
): ErasureWrites => {
  const own = signIn?.accountId === accountId ? signIn : undefined;
  const googleKey = own?.status === 'verified' ? own.googleKey : undefined;
  return {
    access: update(callerKeys.accountAccess(accountId), {
      set: { erasedAt: isoTime(nowMs) },
      when: { suspendedAt: { equals: suspendedAt ?? '' } },
    }),
    account: remove(authKeys.account(accountId)),
    signIn: own && remove(authKeys.signIn(addressKey), { accountId: { equals: accountId } }),
    google:
      googleKey === undefined
        ? undefined
        : remove(authKeys.googleLink(googleKey), { addressKey: { missingOr: { equals: addressKey } } }),
  };
};
