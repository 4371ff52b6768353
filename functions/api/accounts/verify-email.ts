import type { InferOutput } from 'valibot';
import { readEmailOf } from '#shared/auth/account';
import { emailKey } from '#shared/auth/email-address';
import { findByCode, needsNewerPepper } from '#shared/auth/pending-sign-in';
import { pepperSecret, type SecretReader } from '#shared/auth/secrets';
import type { PendingSignIn, WaitingSignUp } from '#shared/auth/sign-in';
import { activation, stillWaiting, takeTry } from '#shared/auth/verification';
import type { Table, TableReader } from '#shared/db/operations';
import type { Endpoint } from '#shared/http/endpoint';
import { ApiError } from '#shared/http/errors';
import { serve } from '#shared/http/serve';
import { isId } from '#shared/platform/ids';
import type { VersionedSecret } from '#shared/platform/secrets';
import { openWallets } from '#shared/wallet/wallet';
import { verifyEmail } from './contracts.ts';

interface Dependencies {
  readonly pepper: SecretReader;
}

interface Loaded {
  /** Undefined for an unknown `userId`. */
  readonly addressKey: string | undefined;
  readonly pepper: VersionedSecret;
}

const CODE_FORM = /^\d{6}$/;

/** Which address the code is for: the one that was sent, or the account's. */
const findAddressKey = async (
  table: TableReader,
  { email, userId = '' }: InferOutput<typeof verifyEmail.body>,
): Promise<string | undefined> => {
  const address = email ?? (isId('usr', userId) ? await readEmailOf(table, userId) : undefined);
  return address === undefined ? undefined : emailKey(address);
};

/** A code that is right: where, and what it activates. */
interface Accepted {
  readonly addressKey: string;
  readonly pending: PendingSignIn;
  readonly signUp: WaitingSignUp;
}

/**
 * Takes a try and compares the code.
 *
 * @throws ApiError INVALID_CODE, whatever is wrong. What cannot be a code takes no try.
 */
const acceptCode = async (
  { code, userId }: InferOutput<typeof verifyEmail.body>,
  { addressKey, pepper }: Loaded,
  readPepper: SecretReader,
  table: Table,
  nowMs: number,
): Promise<Accepted> => {
  if (addressKey === undefined || !CODE_FORM.test(code)) throw new ApiError('INVALID_CODE');
  const pending = await takeTry(table, addressKey, nowMs);
  if (!pending || (userId ?? pending.accountId) !== pending.accountId) throw new ApiError('INVALID_CODE');
  // Not read afresh for every wrong code: that would take a while, and only where somebody waits for a code.
  const known = needsNewerPepper(pending, pepper, nowMs) ? await readPepper({ maxAgeMs: 0 }) : pepper;
  const signUp = findByCode(pending, code, addressKey, known, nowMs);
  if (!signUp) throw new ApiError('INVALID_CODE');
  return { addressKey, pending, signUp };
};

/**
 * Verifies an address: one try is taken, the code is compared, and one transaction activates the password that the code
 * was sent with, voids the others and opens the wallets. Two trips by `email`; three by `userId`, which must be looked
 * up before a try can be taken.
 */
export const verifyEmailEndpoint = ({
  pepper: readPepper,
}: Dependencies): Endpoint<typeof verifyEmail, Loaded, undefined> => ({
  load: async ({ body }, { table }) => {
    const [addressKey, pepper] = await Promise.all([findAddressKey(table, body), readPepper()]);
    return { addressKey, pepper };
  },

  answer: async ({ body, loaded, meta }, { table, commit }) => {
    const { nowMs } = meta;
    const { addressKey, pending, signUp } = await acceptCode(body, loaded, readPepper, table, nowMs);
    const { accountId } = pending;
    const message = 'Your e-mail address is verified. You can log in now.';
    const answer = { status: 200, body: { success: true, message, data: { userId: accountId } } } as const;
    for (let current: PendingSignIn | undefined = pending; current; ) {
      const writes = [...activation(addressKey, current, signUp, nowMs), ...openWallets(accountId, nowMs)];
      const result = await commit(writes, answer);
      if (result.written) return answer;
      const [refusal] = result.refusals;
      if (!refusal) throw new Error('An unverified account has wallets or access, or no record of its own');
      current = stillWaiting(refusal.found, signUp, nowMs);
    }
    throw new ApiError('INVALID_CODE');
  },
});

export const handler = serve(verifyEmail, verifyEmailEndpoint({ pepper: pepperSecret }));
