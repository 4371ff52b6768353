import { readAccess } from '#shared/auth/access';
import { hashNetwork } from '#shared/auth/caller-networks';
import { checkPassword } from '#shared/auth/check-password';
import { emailKey } from '#shared/auth/email-key';
import { hashPassword, needsRehash } from '#shared/auth/passwords';
import { isForgotten } from '#shared/auth/pending-sign-in';
import { lookAtKeys, readyKey, type SeenKeys } from '#shared/auth/published-keys';
import { type Recipient, type ResendEffects, resendCode } from '#shared/auth/resend';
import { discardSession, type Session, startSession } from '#shared/auth/session';
import { cookiesOf } from '#shared/auth/session-cookies';
import {
  passwordHashesOf,
  readSignIn,
  replacePasswordHash,
  type SignIn,
  type VerifiedSignIn,
} from '#shared/auth/sign-in';
import {
  clearFailures,
  countFailure,
  readFailures,
  refuseLocked,
  type SignInFailures,
} from '#shared/auth/sign-in-failures';
import { pepper, type SecretReader, signing } from '#shared/auth/stage-secrets';
import type { Table } from '#shared/db/operations';
import { type AccountRole, isSessionValid } from '#shared/http/caller/account-access';
import type { Effects, ParsedRequest } from '#shared/http/endpoint';
import { ApiError, concerning } from '#shared/http/errors';
import { serve } from '#shared/http/serve';
import { errorFields, type Logger } from '#shared/platform/logger';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { mails, type SendMail } from '#shared/sources/mail-queue';
import { logIn } from './log-in.contract.ts';

interface Loaded {
  readonly signIn: SignIn | undefined;
  readonly failures: SignInFailures | undefined;
  readonly pepper: VersionedSecret;
  readonly seenKeys: SeenKeys;
}

/** Replaces a hash that was just verified by one of today's cost and pepper. */
const upgradeHash = async (
  table: Table,
  addressKey: string,
  passwordHash: string,
  password: string,
  pepper: VersionedSecret,
): Promise<void> => {
  if (!needsRehash(passwordHash, pepper)) return;
  await table.write(replacePasswordHash(addressKey, passwordHash, await hashPassword(password, pepper)));
};

/** The effects beside the new session. */
interface SideEffects {
  readonly clearFailures: () => Promise<void>;
  readonly upgradeHash: () => Promise<void>;
}

/** A session that has begun, and what its account may do. */
interface Begun {
  readonly session: Session;
  readonly refreshToken: string;
  readonly role: AccountRole;
}

/**
 * Begins a session for a password that was just verified. A failure of what happens beside it ends the session again.
 *
 * @throws ApiError INVALID_CREDENTIALS when every session of the account was ended since its password was checked: the
 * password may be another by now.
 */
const beginSession = async (
  table: Table,
  { accountId, sessionGeneration: generation }: VerifiedSignIn,
  secret: VersionedSecret,
  nowMs: number,
  beside: SideEffects,
): Promise<Begun> => {
  const { session, refreshToken, write } = startSession({ accountId, generation }, secret, nowMs);
  const outcomes = await Promise.allSettled([
    readAccess(table, accountId),
    beside.clearFailures(),
    table.write(write),
    beside.upgradeHash(),
  ]);
  const failed = outcomes.find(({ status }) => status === 'rejected');
  const access = outcomes[0].status === 'fulfilled' ? outcomes[0].value : undefined;
  if (!failed && isSessionValid(session, access)) return { session, refreshToken, role: access.role };
  await table.write(discardSession(session.sessionId));
  throw failed?.status === 'rejected' ? failed.reason : new ApiError('INVALID_CREDENTIALS');
};

/** Nothing depends on the mail: the user can request another code. */
const tryToResend = async (
  recipient: Recipient,
  pepper: VersionedSecret,
  nowMs: number,
  effects: ResendEffects,
  log: Logger,
): Promise<void> => {
  try {
    await resendCode(recipient, pepper, nowMs, effects);
  } catch (error) {
    log.error('MAIL_FAILED', errorFields(error));
  }
};

type Request = ParsedRequest<typeof logIn> & { readonly loaded: Loaded };

interface LogInEffects extends Effects<typeof logIn> {
  readonly pepper: SecretReader;
  readonly signing: SecretReader;
  readonly mails: SendMail;
}

/**
 * Logs in. Every password costs one computation of argon2id, whether the address is known or not; its result is
 * returned only once the address's counter of wrong passwords allowed it.
 */
const answerLogIn = async (
  { body, loaded, meta }: Request,
  { table, log, metrics, pepper: readPepper, signing, mails: sendMail }: LogInEffects,
) => {
  const { signIn, failures, seenKeys } = loaded;
  const { nowMs } = meta;
  const addressKey = emailKey(body.email);
  refuseLocked(failures, nowMs);
  const { found, pepper } = await checkPassword(passwordHashesOf(signIn), body.password, loaded.pepper, readPepper);

  if (signIn === undefined || found === undefined) {
    await countFailure(table, addressKey, failures, nowMs);
    throw new ApiError('INVALID_CREDENTIALS');
  }
  const { accountId: userId } = signIn;
  if (signIn.status === 'pending') {
    // Not cleared: an attacker who signed up here could clear it by their own password between guesses at another's.
    refuseLocked(await readFailures(table, addressKey), nowMs);
    const signUp = signIn.waiting.find(({ passwordHash }) => passwordHash === found);
    const from = hashNetwork(meta.sourceIp, pepper);
    const recipient = signUp && { email: body.email, pending: signIn, signUp, from };
    if (recipient) await tryToResend(recipient, pepper, nowMs, { table, sendMail }, log);
    throw new ApiError('EMAIL_NOT_VERIFIED', { data: { requiresVerification: true, userId } });
  }

  const { secret, signingKey } = await readyKey(seenKeys, signing, { table, log, metrics }, nowMs);
  const { session, refreshToken, role } = await beginSession(table, signIn, secret, nowMs, {
    clearFailures: () => clearFailures(table, addressKey, failures, nowMs),
    upgradeHash: () => upgradeHash(table, addressKey, found, body.password, pepper),
  });
  return {
    status: 200,
    body: { success: true, message: 'Logged in.', data: { userId } },
    cookies: await cookiesOf(session, role, refreshToken, signingKey, nowMs),
  } as const;
};

/** POST /v1/login; its refusals name the account whose password was tried. */
export const handler = serve(logIn, {
  effects: [signing, pepper, mails],
  load: async ({ body, meta }, { table, signing, pepper: readPepper }): Promise<Loaded> => {
    const addressKey = emailKey(body.email);
    const [found, failures, pepper, seenKeys] = await Promise.all([
      readSignIn(table, addressKey),
      readFailures(table, addressKey),
      readPepper(),
      lookAtKeys(table, signing),
    ]);
    const signIn = found?.status === 'pending' && isForgotten(found, meta.nowMs) ? undefined : found;
    return { signIn, failures, pepper, seenKeys };
  },
  answer: (request, effects) => {
    const { signIn } = request.loaded;
    return concerning(signIn && { accountId: signIn.accountId }, () => answerLogIn(request, effects));
  },
});
