import { createHash, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { emailKey } from '#shared/auth/accounts/email-key';
import type { VerifiedSignIn } from '#shared/auth/accounts/sign-in';
import {
  type CodeState,
  mailWithdrawal,
  mayMail,
  replaceRecord,
  withMailCounted,
} from '#shared/auth/codes/code-record';
import type { PlannedCode } from '#shared/auth/codes/mail-code';
import { authKeys } from '#shared/auth/keys';
import { endEverySession } from '#shared/auth/sessions/access';
import { put, remove, type WriteOperation } from '#shared/db/expressions';
import type { ItemReader } from '#shared/db/operations';
import type { MailOfLane } from '#shared/mails/messages/catalogue';
import { mailTo } from '#shared/mails/messages/mail';
import { passwordChanged } from '#shared/mails/messages/password-changed';
import { passwordReset } from '#shared/mails/messages/password-reset';
import type { OutgoingMail } from '#shared/mails/queue/mail-queue';
import { isoTime, unixSeconds } from '#shared/platform/clock';

/** How long a link for a new password works. */
export const RESET_LIFETIME_SECONDS = 30 * 60;

const TOKEN_BYTES = 32;
const TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/;

const grantSchema = v.object({
  accountId: v.string(),
  email: v.string(),
  /** The generation of the account's sessions when the link was made. A later new password voids the link. */
  generation: v.number(),
  expiresAtMs: v.number(),
});

/** What a token allows: a new password for one account. Stored under the hash of the token. */
export interface ResetGrant extends v.InferOutput<typeof grantSchema> {
  readonly tokenHash: string;
}

/** SHA-256 is enough for 256 random bits, which nobody can search. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** The recipient of a link for a new password. */
export interface ResetRecipient {
  readonly email: string;
  readonly signIn: VerifiedSignIn;
  /** ISO 8601. */
  readonly requestedAt: string;
  /** The origin of the page where the new password is entered. */
  readonly webOrigin: string;
}

/**
 * A link for a new password, to be written and mailed. Its token is in the fragment of the address, which browsers do
 * not send to any server.
 *
 * @returns undefined when one was mailed within the last minute, or five within the last hour.
 */
export const planReset = (
  { email, signIn, requestedAt, webOrigin }: ResetRecipient,
  state: CodeState,
  nowMs: number,
): PlannedCode | undefined => {
  if (!mayMail(state, nowMs)) return undefined;
  const { accountId, sessionGeneration: generation } = signIn;
  const addressKey = emailKey(email);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const expiresAtMs = nowMs + RESET_LIFETIME_SECONDS * 1000;
  const grant = { accountId, email, generation, expiresAtMs, expiresAtSeconds: unixSeconds(expiresAtMs) };
  const record = replaceRecord('reset-password', addressKey, state, withMailCounted(state, [], nowMs));
  const address = `${webOrigin}/reset-password#token=${token}`;
  return {
    operations: { record, token: put({ ...authKeys.resetToken(hashOf(token)), ...grant }) },
    record: record.item,
    mail: {
      mail: mailTo(email, passwordReset, { address, validMinutes: RESET_LIFETIME_SECONDS / 60, requestedAt }),
      accountId,
      sendBeforeMs: expiresAtMs,
    },
    withdrawal: mailWithdrawal('reset-password', addressKey, nowMs),
  };
};

/** Reads what a token allows; undefined when it is malformed, unknown, used or expired. */
export const readResetGrant = async (
  table: ItemReader,
  token: string,
  nowMs: number,
): Promise<ResetGrant | undefined> => {
  if (!TOKEN_FORM.test(token)) return undefined;
  const tokenHash = hashOf(token);
  const item = await table.get(authKeys.resetToken(tokenHash));
  const grant = item && v.parse(grantSchema, item);
  return grant && nowMs < grant.expiresAtMs ? { ...grant, tokenHash } : undefined;
};

/**
 * The writes of a new password. They end every session of the account, including one that begins at this moment, lift
 * the lock of its address, and use the token up. They refuse when this token was used, or a later password was set with
 * another.
 */
export const resetWrites = (
  { accountId, email, generation, tokenHash }: ResetGrant,
  passwordHash: string,
): Readonly<Record<'token' | 'access' | 'signIn' | 'failures', WriteOperation>> => ({
  token: remove(authKeys.resetToken(tokenHash)),
  ...endEverySession(accountId, emailKey(email), { passwordHash, generation }),
  failures: remove(authKeys.signInFailures(emailKey(email)), {}),
});

/** The mail that reports a new password to the account's owner. */
export const passwordChangedMail = (
  { accountId, email }: ResetGrant,
  nowMs: number,
): OutgoingMail<MailOfLane<'codes'>> => ({
  mail: mailTo(email, passwordChanged, { changedAt: isoTime(nowMs) }),
  accountId,
});
