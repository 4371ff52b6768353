import type { InferOutput } from 'valibot';
import { readEmailOf } from '#shared/auth/accounts/account';
import { emailKey } from '#shared/auth/accounts/email-key';
import { type PendingSignIn, readSignIn } from '#shared/auth/accounts/sign-in';
import { isCodeForm } from '#shared/auth/codes/compare-code';
import { judgeCode, needsNewerPepper, type Verdict } from '#shared/auth/sign-in/entered-code';
import {
  activationWrites,
  decoySignUpWrite,
  pendingSignUpsOf,
  replacePending,
} from '#shared/auth/sign-up/verification';
import { pepper, type SecretReader } from '#shared/auth/stage-secrets';
import type { Table, TableReader } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { isId } from '#shared/platform/ids';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { openWallets } from '#shared/wallet/wallet';
import { verifyEmail } from './verify-email.contract.ts';

interface Loaded {
  /** Undefined for an unknown `userId`. */
  readonly addressKey: string | undefined;
  /** The pending sign-ups of the address, if any. */
  readonly pending: PendingSignIn | undefined;
  readonly pepper: VersionedSecret;
}

/** Finds the address that the code is for: the one in the request, or the account's. */
const findAddressKey = async (
  table: TableReader,
  { email, userId = '' }: InferOutput<typeof verifyEmail.body>,
): Promise<string | undefined> => {
  const address = email ?? (isId('usr', userId) ? await readEmailOf(table, { accountId: userId }) : undefined);
  return address === undefined ? undefined : emailKey(address);
};

/** Reads the pending sign-ups of a code's address. */
const readWaiting = async (
  table: TableReader,
  body: InferOutput<typeof verifyEmail.body>,
): Promise<Pick<Loaded, 'addressKey' | 'pending'>> => {
  const addressKey = await findAddressKey(table, body);
  const signIn = addressKey === undefined ? undefined : await readSignIn(table, addressKey);
  return { addressKey, pending: signIn?.status === 'pending' ? signIn : undefined };
};

/**
 * The pepper of the pending codes. It is not read again for every wrong code: the duration would reveal where a code is
 * pending.
 */
const pepperFor = ({ pending, pepper }: Loaded, readPepper: SecretReader, nowMs: number): Promise<VersionedSecret> =>
  pending && needsNewerPepper(pending, pepper, nowMs) ? readPepper({ renew: true }) : Promise.resolve(pepper);

/** Empty when the request names another account than the one pending at its address. */
const ofAccount = (pending: PendingSignIn | undefined, userId: string | undefined): PendingSignIn | undefined =>
  userId === undefined || pending?.accountId === userId ? pending : undefined;

type Wrong = Exclude<Verdict, { kind: 'right' }>;
type Right = Extract<Verdict, { kind: 'right' }>;

/**
 * Counts a wrong code, then refuses it.
 *
 * @returns the pending sign-ups, when the record changed in between: the code must be compared again.
 * @throws ApiError INVALID_CODE.
 */
const refuseCode = async (table: Table, addressKey: string, verdict: Wrong): Promise<PendingSignIn | undefined> => {
  const { kind, pending } = verdict;
  const count =
    kind === 'wrong' ? replacePending(addressKey, verdict.pending, verdict.next) : decoySignUpWrite(addressKey);
  const result = await table.write(count);
  if (!result.written && kind === 'wrong') return pendingSignUpsOf(result.found);
  throw new ApiError('INVALID_CODE', { concerns: pending && { accountId: pending.accountId } });
};

/** The writes that activate the sign-up with this code, and open the wallets of its account. */
const acceptance = (addressKey: string, { pending, signUp }: Right, nowMs: number) => ({
  ...activationWrites(addressKey, pending, signUp, nowMs),
  ...openWallets(pending.accountId, nowMs),
});

/** The record cannot change more often in the meantime: five codes an hour with five attempts each. */
const MAX_ROUNDS = 32;

/**
 * Verifies an address: compares the code with the pending ones, and returns the result once the corresponding write has
 * succeeded. A wrong code is counted. A right one activates the password that it was sent with, voids the others and
 * opens the wallets. Two trips by `email`; three by `userId`, which is first mapped to the address.
 */
export const handler = serve(verifyEmail, {
  effects: [pepper],
  load: async ({ body }, { table, pepper: readPepper }): Promise<Loaded> => {
    const [waiting, pepper] = await Promise.all([readWaiting(table, body), readPepper()]);
    return { ...waiting, pepper };
  },

  answer: async ({ body: { code, userId }, loaded, meta }, { table, commit, pepper: readPepper }) => {
    const { addressKey } = loaded;
    const { nowMs } = meta;
    if (addressKey === undefined || !isCodeForm(code)) throw new ApiError('INVALID_CODE');
    let { pending } = loaded;
    const pepper = await pepperFor(loaded, readPepper, nowMs);
    const entered = { code, addressKey };

    for (let round = 0; round < MAX_ROUNDS; round++) {
      const verdict = judgeCode(ofAccount(pending, userId), entered, pepper, nowMs);
      if (verdict.kind !== 'right') {
        pending = await refuseCode(table, addressKey, verdict);
        continue;
      }
      const message = 'Your email address is verified. You can now log in.';
      const data = { userId: verdict.pending.accountId };
      const response = { success: true, message, data } as const;
      const result = await commit(acceptance(addressKey, verdict, nowMs), response);
      if (result.written) return response;
      const { signIn: refusal } = result.refusals;
      if (!refusal) throw new Error('An unverified account has wallets or access, or no record of its own');
      pending = pendingSignUpsOf(refusal.found);
    }
    throw new ApiError('SERVICE_UNAVAILABLE');
  },
});
