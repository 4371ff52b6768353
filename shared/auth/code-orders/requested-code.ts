import { emailKey } from '#shared/auth/accounts/email-key';
import { readSignIn } from '#shared/auth/accounts/sign-in';
import { readCodeState } from '#shared/auth/codes/code-record';
import { CODE_POLICY } from '#shared/auth/codes/codes';
import { mailCode, type PlannedCode } from '#shared/auth/codes/mail-code';
import { sentWithinMinute } from '#shared/auth/codes/sent-mails';
import { planReset, RESET_LIFETIME_SECONDS } from '#shared/auth/passwords/password-reset';
import { planLoginCode } from '#shared/auth/sign-in/login-codes';
import { isPendingExpired, signUpToVerify } from '#shared/auth/sign-up/pending-sign-up';
import { planResend } from '#shared/auth/sign-up/resend';
import type { SecretReader } from '#shared/auth/stage-secrets';
import type { Table, TableReader } from '#shared/db/operations';
import type { CodeOrder, CodePurposeOrdered, SendMail } from '#shared/mails/queue/mail-queue';
import type { Clock } from '#shared/platform/clock';
import type { VersionedSecret } from '#shared/platform/secret-versions';

/** The effects of mailing a requested code. */
export interface RequestedCodeEffects {
  readonly table: Table;
  readonly pepper: SecretReader;
  readonly clock: Clock;
  readonly sendMail: SendMail<'codes'>;
  /** The web origin to whose pages links in mails point. */
  readonly webOrigin: string;
}

/** Plans a code or a link for the owner of an address; undefined when nothing is to be mailed. */
type PlanCode = (
  order: CodeOrder,
  context: Pick<RequestedCodeEffects, 'webOrigin'> & {
    readonly table: TableReader;
    readonly pepper: VersionedSecret;
    readonly nowMs: number;
  },
) => Promise<PlannedCode | undefined>;

/** Who gets a code, by its purpose. */
const PLANS: Readonly<Record<CodePurposeOrdered, PlanCode>> = {
  /** An address with a pending sign-up: the code is for the sign-up that the request means. */
  'verify-email': async ({ email, from }, { table, pepper, nowMs }) => {
    const pending = await readSignIn(table, emailKey(email));
    if (pending?.status !== 'pending' || isPendingExpired(pending, nowMs) || sentWithinMinute(pending, nowMs))
      return undefined;
    const signUp = signUpToVerify(pending, from);
    return signUp && planResend({ email, pending, signUp, from }, pepper, nowMs);
  },
  /** A verified address. */
  login: async ({ email, from, requestedAt }, { table, pepper, nowMs }) => {
    const addressKey = emailKey(email);
    const [signIn, state] = await Promise.all([
      readSignIn(table, addressKey),
      readCodeState(table, 'login', addressKey),
    ]);
    if (signIn?.status !== 'verified') return undefined;
    return planLoginCode({ email, signIn, from, requestedAt }, state, pepper, nowMs);
  },
  /** A verified address. */
  'reset-password': async ({ email, requestedAt }, { table, nowMs, webOrigin }) => {
    const addressKey = emailKey(email);
    const [signIn, state] = await Promise.all([
      readSignIn(table, addressKey),
      readCodeState(table, 'reset-password', addressKey),
    ]);
    return signIn?.status === 'verified'
      ? planReset({ email, signIn, requestedAt, webOrigin }, state, nowMs)
      : undefined;
  },
};

/** How long a user waits for what was requested: as long as it would work. */
const WAIT_SECONDS: Readonly<Record<CodePurposeOrdered, number>> = {
  'verify-email': CODE_POLICY.lifetimeSeconds,
  login: CODE_POLICY.lifetimeSeconds,
  'reset-password': RESET_LIFETIME_SECONDS,
};

/**
 * Mails what was requested, at most one of a purpose per minute and five per hour. A request is dropped if it could not
 * be handled for as long as its code or link would work, because its user no longer waits.
 *
 * @throws whatever kept the mail from being sent: the request must be retried.
 */
export const mailRequestedCode = async (
  order: CodeOrder,
  { table, pepper: readPepper, clock, sendMail, webOrigin }: RequestedCodeEffects,
): Promise<void> => {
  const nowMs = clock();
  if (nowMs >= Date.parse(order.requestedAt) + WAIT_SECONDS[order.purpose] * 1000) return;
  const planned = await PLANS[order.purpose](order, { table, pepper: await readPepper(), nowMs, webOrigin });
  if (planned) await mailCode(planned, { table, sendMail });
};
