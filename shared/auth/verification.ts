import { put, update, type WriteOperation } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { FIRST_GENERATION, grantAccess } from './access.ts';
import { verifyAccount } from './account.ts';
import type { NetworkHashes } from './caller-networks.ts';
import { hashCode } from './codes.ts';
import { authKeys } from './keys.ts';
import { renewCode, withoutCode } from './pending-sign-in.ts';
import { fromSignInItem, type PendingSignIn, toSignInItem, type WaitingSignUp } from './sign-in.ts';

/** A pending code that is about to be mailed. */
export interface IssuedCode {
  /** The record that holds it. */
  readonly pending: PendingSignIn;
  readonly codeHash: string;
}

/** The pending sign-ups of a stored sign-in record; undefined when it is verified or missing. */
export const pendingOf = (item: Parameters<typeof fromSignInItem>[0]): PendingSignIn | undefined => {
  const signIn = fromSignInItem(item);
  return signIn?.status === 'pending' ? signIn : undefined;
};

/** The write that replaces a record by one made from it; refuses when that has changed. */
export const replacePending = (
  addressKey: string,
  { revision }: Pick<PendingSignIn, 'revision'>,
  next: PendingSignIn,
): WriteOperation => put(toSignInItem(addressKey, next), { revision: { equals: revision } });

/**
 * A write that is always refused: the cost of a wrong code where none is pending, so that the duration reveals little.
 */
export const countNothing = (addressKey: string): WriteOperation =>
  update(authKeys.signIn(addressKey), { set: { revision: 'none' }, when: { revision: { equals: 'none' } } });

/**
 * The writes that activate the password of one sign-up and void every other of the address. `signIn` refuses when the
 * record has changed since it was read: of any number of parallel right codes one is accepted.
 */
export const activation = (
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
 * Gives one of the waiting passwords a new code, to be mailed.
 *
 * @returns undefined when another call changed the record at the same moment, and nothing is to be mailed.
 */
export const issueNewCode = async (
  table: Table,
  addressKey: string,
  pending: PendingSignIn,
  { passwordHash }: WaitingSignUp,
  code: string,
  from: NetworkHashes,
  pepper: VersionedSecret,
  nowMs: number,
): Promise<IssuedCode | undefined> => {
  const codeHash = hashCode(code, { purpose: 'verify-email', subject: addressKey }, pepper);
  const next = renewCode(pending, passwordHash, codeHash, from, nowMs);
  const result = await table.write(replacePending(addressKey, pending, next));
  return result.written ? { pending: next, codeHash } : undefined;
};

const MAX_ROUNDS = 10;

/**
 * Withdraws a code whose mail was not accepted, so that it is not counted against the next try. When concurrent calls
 * keep changing the record, the code stays and is counted.
 */
export const withdrawCode = async (
  table: Table,
  addressKey: string,
  { pending, codeHash }: IssuedCode,
): Promise<void> => {
  let current: PendingSignIn | undefined = pending;
  for (let round = 0; current && round < MAX_ROUNDS; round++) {
    const result = await table.write(replacePending(addressKey, current, withoutCode(current, codeHash)));
    current = result.written ? undefined : pendingOf(result.found);
  }
};
