import { emailKey } from '#shared/auth/accounts/email-key';
import type { VerifiedSignIn } from '#shared/auth/accounts/sign-in';
import type { NetworkHashes } from '#shared/auth/caller-networks';
import { loginMail } from '#shared/auth/codes/code-mail';
import {
  type CodeState,
  decoyCodeWrite,
  mailWithdrawal,
  mayMail,
  replaceRecord,
  withMailCounted,
} from '#shared/auth/codes/code-record';
import { type CodeScope, hashCode, makeCode } from '#shared/auth/codes/codes';
import { compareCode } from '#shared/auth/codes/compare-code';
import type { PlannedCode } from '#shared/auth/codes/mail-code';
import { withCode } from '#shared/auth/codes/mailed-code';
import type { WriteOperation } from '#shared/db/expressions';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import type { EnteredCode } from './entered-code.ts';

/**
 * The scope of a login code: one account, and one generation of its sessions. Whatever ends every session of the
 * account, such as a new password, also invalidates the codes that were mailed before it.
 */
const scopeOf = ({ accountId, sessionGeneration }: VerifiedSignIn): CodeScope => ({
  purpose: 'login',
  subject: `${accountId}#${sessionGeneration}`,
});

/** The recipient of a login code. */
export interface LoginCodeRecipient {
  readonly email: string;
  readonly signIn: VerifiedSignIn;
  /** The network of the request. */
  readonly from: NetworkHashes;
  /** ISO 8601. */
  readonly requestedAt: string;
}

/**
 * A login code, to be written and mailed.
 *
 * @returns undefined when one was mailed within the last minute, or five within the last hour.
 */
export const planLoginCode = (
  { email, signIn, from, requestedAt }: LoginCodeRecipient,
  state: CodeState,
  pepper: VersionedSecret,
  nowMs: number,
): PlannedCode | undefined => {
  if (!mayMail(state, nowMs)) return undefined;
  const addressKey = emailKey(email);
  const code = makeCode();
  const codeHash = hashCode(code, scopeOf(signIn), pepper);
  const codes = withCode(state.record?.codes ?? [], codeHash, from, nowMs);
  const record = replaceRecord('login', addressKey, state, withMailCounted(state, codes, nowMs));
  return {
    operations: { record },
    record: record.item,
    mail: loginMail({ to: email, code, requestedAt, accountId: signIn.accountId }, nowMs),
    withdrawal: mailWithdrawal('login', addressKey, nowMs, codeHash),
  };
};

/**
 * The outcome of an entered code, to be returned once its write is made. The next code is compared with what that
 * leaves.
 */
export type LoginVerdict =
  /** The code is right. `write` uses it up, with all others of the address. */
  | { readonly kind: 'right'; readonly signIn: VerifiedSignIn; readonly write: WriteOperation }
  /** The code is wrong, which `write` counts. */
  | { readonly kind: 'wrong'; readonly write: WriteOperation }
  /** No code is pending, or no valid one has tries left. `write` costs the same and is always refused. */
  | { readonly kind: 'notCompared'; readonly write: WriteOperation };

/**
 * Compares an entered code with those of its address. This is safe against races, because every `write` refuses when
 * the record has changed since it was read.
 *
 * @param signIn the verified record of the address; undefined when there is none.
 */
export const judgeLoginCode = (
  signIn: VerifiedSignIn | undefined,
  state: CodeState,
  { code, addressKey }: EnteredCode,
  pepper: VersionedSecret,
  nowMs: number,
): LoginVerdict => {
  const { record } = state;
  const notCompared = { kind: 'notCompared', write: decoyCodeWrite('login', addressKey) } as const;
  if (!signIn || !record) return notCompared;
  const attempt = { code, scope: scopeOf(signIn) };
  const { isCompared, isRight, tried } = compareCode(record.codes, attempt, pepper, nowMs);
  if (!isCompared) return notCompared;
  const next = { ...record, codes: isRight ? [] : tried };
  const write = replaceRecord('login', addressKey, state, next);
  return isRight ? { kind: 'right', signIn, write } : { kind: 'wrong', write };
};
