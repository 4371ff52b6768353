import { put, update, type WriteOperation } from '#shared/db/expressions';
import { keys } from '#shared/db/keys';
import type { Table } from '#shared/db/operations';
import { unixSeconds } from '#shared/platform/clock';
import type { VersionedSecret } from '#shared/platform/secrets';
import { FIRST_GENERATION, grantAccess } from './access.ts';
import { verifyAccount } from './account.ts';
import { CODE_POLICY, hashCode } from './codes.ts';
import { isForgotten, renewCode, withoutSend } from './pending-sign-in.ts';
import { fromSignInItem, type PendingSignIn, toSignInItem, type WaitingSignUp } from './sign-in.ts';

const pendingOf = (item: Parameters<typeof fromSignInItem>[0]): PendingSignIn | undefined => {
  const signIn = fromSignInItem(item);
  return signIn?.status === 'pending' ? signIn : undefined;
};

/**
 * Takes one of the five tries of an address, before the code is looked at: an atomic addition, so that of any number of
 * parallel guesses five are looked at.
 *
 * @returns what waits for a code at the address; undefined when nothing does, or when the tries are used up.
 */
export const takeTry = async (table: Table, addressKey: string, nowMs: number): Promise<PendingSignIn | undefined> => {
  const result = await table.write(
    update(keys.signIn(addressKey), {
      add: { tries: 1 },
      when: {
        status: { equals: 'pending' },
        tries: { below: CODE_POLICY.maxTries },
        expiresAtSeconds: { atLeast: unixSeconds(nowMs) + 1 },
      },
    }),
  );
  return result.written ? pendingOf(result.item) : undefined;
};

/**
 * The writes that activate the password of one sign-up and void every other of the address. The first refuses when the
 * record has changed since it was read: of any number of parallel right codes one is accepted.
 */
export const activation = (
  addressKey: string,
  { accountId, revision }: PendingSignIn,
  { passwordHash, profile }: WaitingSignUp,
  nowMs: number,
): WriteOperation[] => [
  put(toSignInItem(addressKey, { status: 'verified', accountId, passwordHash, sessionGeneration: FIRST_GENERATION }), {
    revision: { equals: revision },
  }),
  verifyAccount(accountId, profile, nowMs),
  grantAccess(accountId),
];

/**
 * What an activation may be tried on again after it was refused by `found`: the changed record, as long as the same
 * password still waits in it.
 */
export const stillWaiting = (
  found: Parameters<typeof fromSignInItem>[0],
  { passwordHash }: WaitingSignUp,
  nowMs: number,
): PendingSignIn | undefined => {
  const pending = pendingOf(found);
  const same = pending?.waiting.some((one) => one.passwordHash === passwordHash);
  return pending && same && !isForgotten(pending, nowMs) ? pending : undefined;
};

/**
 * Gives one of the waiting passwords a new code, to be mailed.
 *
 * @returns the record as it is now; undefined when somebody else changed it at the same moment, and nothing is to mail.
 */
export const issueNewCode = async (
  table: Table,
  addressKey: string,
  pending: PendingSignIn,
  { passwordHash }: WaitingSignUp,
  code: string,
  pepper: VersionedSecret,
  nowMs: number,
): Promise<PendingSignIn | undefined> => {
  const codeHash = hashCode(code, { purpose: 'verify-email', subject: addressKey }, pepper);
  const next = renewCode(pending, passwordHash, codeHash, nowMs);
  const result = await table.write(put(toSignInItem(addressKey, next), { revision: { equals: pending.revision } }));
  return result.written ? next : undefined;
};

const MAX_ROUNDS = 3;

/**
 * Takes a mail that was not handed over out of the count, so that the next try is not held against its sender. Its code
 * stays valid, should the mail arrive after all. When others keep changing the record, the mail stays counted.
 */
export const uncountSend = async (table: Table, addressKey: string, sent: PendingSignIn): Promise<void> => {
  let current: PendingSignIn | undefined = sent;
  for (let round = 0; current && round < MAX_ROUNDS; round++) {
    const { revision, lastSentAtMs, resentAtMs } = withoutSend(current, sent.lastSentAtMs);
    const result = await table.write(
      update(keys.signIn(addressKey), {
        set: { revision, lastSentAtMs, resentAtMs },
        when: { revision: { equals: current.revision } },
      }),
    );
    current = result.written ? undefined : pendingOf(result.found);
  }
};
