import { emailKey } from '#shared/auth/accounts/email-key';
import { passwordHashesOf, readSignIn, replacePasswordHash, type SignIn } from '#shared/auth/accounts/sign-in';
import { hashNetwork } from '#shared/auth/caller-networks';
import { type MailCodeEffects, mailCode, type PlannedCode } from '#shared/auth/codes/mail-code';
import { checkPassword } from '#shared/auth/passwords/check-password';
import { hashPassword, needsRehash } from '#shared/auth/passwords/passwords';
import { beginSession } from '#shared/auth/sessions/begin-session';
import { readSigningKeys, readyKey, type SeenKeys } from '#shared/auth/sessions/published-keys';
import { cookiesOf } from '#shared/auth/sessions/session-cookies';
import {
  clearFailures,
  countFailure,
  readFailures,
  refuseLocked,
  type SignInFailures,
} from '#shared/auth/sign-in/sign-in-failures';
import { isPendingExpired } from '#shared/auth/sign-up/pending-sign-up';
import { planResend } from '#shared/auth/sign-up/resend';
import { pepper, type SecretReader, signing } from '#shared/auth/stage-secrets';
import type { Table } from '#shared/db/operations';
import { ApiError, withRefusalTarget } from '#shared/errors/api-error';
import type { Effects, ParsedRequest } from '#shared/http/endpoint';
import { serve } from '#shared/http/serve';
import { codeMails, type SendMail } from '#shared/mails/queue/mail-queue';
import { errorFields, type Logger } from '#shared/platform/logger';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { logIn } from './log-in.contract.ts';

interface Loaded {
  readonly signIn: SignIn | undefined;
  readonly failures: SignInFailures | undefined;
  readonly pepper: VersionedSecret;
  readonly seenKeys: SeenKeys;
}

/** Replaces a hash that was just verified by one with the current cost and pepper. */
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

/** Failures are ignored: the user can request another code. */
const tryToMail = async (planned: PlannedCode, effects: MailCodeEffects, log: Logger): Promise<void> => {
  try {
    await mailCode(planned, effects);
  } catch (error) {
    log.error('MAIL_FAILED', errorFields(error));
  }
};

type Request = ParsedRequest<typeof logIn> & { readonly loaded: Loaded };

interface LogInEffects extends Effects<typeof logIn> {
  readonly pepper: SecretReader;
  readonly signing: SecretReader;
  readonly codes: SendMail<'codes'>;
}

/**
 * Logs in. Every password costs one argon2id computation, whether the address is known or not. Its result is returned
 * only if the address's counter of wrong passwords allows it.
 */
const answerLogIn = async (
  { body, loaded, meta }: Request,
  { table, log, metrics, pepper: readPepper, signing, codes: sendMail }: LogInEffects,
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
    // The counter is not cleared here: otherwise an attacker who signed up with this address could clear it with their
    // own password between guesses at another's.
    refuseLocked(await readFailures(table, addressKey), nowMs);
    const signUp = signIn.waiting.find(({ passwordHash }) => passwordHash === found);
    const from = hashNetwork(meta.sourceIp, pepper);
    const planned = signUp && planResend({ email: body.email, pending: signIn, signUp, from }, pepper, nowMs);
    if (planned) await tryToMail(planned, { table, sendMail }, log);
    throw new ApiError('EMAIL_NOT_VERIFIED', { data: { requiresVerification: true, userId } });
  }

  const { secret, signingKey } = await readyKey(seenKeys, signing, { table, log, metrics }, nowMs);
  const { begun } = await beginSession(
    table,
    {
      owner: { accountId: userId, generation: signIn.sessionGeneration },
      secret,
      beside: [
        () => clearFailures(table, addressKey, failures, nowMs),
        () => upgradeHash(table, addressKey, found, body.password, pepper),
      ],
      refusal: 'INVALID_CREDENTIALS',
    },
    nowMs,
  );
  if (!begun) throw new Error('A new session was refused');
  const { session, refreshToken, role } = begun;
  return {
    status: 200,
    body: { success: true, message: 'Logged in.', data: { userId } },
    cookies: await cookiesOf(session, role, refreshToken, signingKey, nowMs),
  } as const;
};

/** POST /v1/login. A refusal is logged with the account whose password was tried. */
export const handler = serve(logIn, {
  effects: [signing, pepper, codeMails],
  load: async ({ body, meta }, { table, signing, pepper: readPepper }): Promise<Loaded> => {
    const addressKey = emailKey(body.email);
    const [found, failures, pepper, seenKeys] = await Promise.all([
      readSignIn(table, addressKey),
      readFailures(table, addressKey),
      readPepper(),
      readSigningKeys(table, signing),
    ]);
    const signIn = found?.status === 'pending' && isPendingExpired(found, meta.nowMs) ? undefined : found;
    return { signIn, failures, pepper, seenKeys };
  },
  answer: (request, effects) => {
    const { signIn } = request.loaded;
    return withRefusalTarget(signIn && { accountId: signIn.accountId }, () => answerLogIn(request, effects));
  },
});
