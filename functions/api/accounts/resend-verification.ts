import { hashNetwork } from '#shared/auth/caller-networks';
import { emailKey } from '#shared/auth/email-address';
import { isForgotten, justSent, meantSignUp } from '#shared/auth/pending-sign-in';
import { resendCode } from '#shared/auth/resend';
import { pepperSecret, type SecretReader } from '#shared/auth/secrets';
import { readSignIn, type SignIn } from '#shared/auth/sign-in';
import type { Endpoint } from '#shared/http/endpoint';
import { serve } from '#shared/http/serve';
import type { VersionedSecret } from '#shared/platform/secrets';
import type { Mailer } from '#shared/sources/mail';
import { stageMailer } from '#shared/sources/stage-mailer';
import { resendVerification } from './contracts.ts';

interface Dependencies {
  readonly pepper: SecretReader;
  readonly mailer: Mailer;
}

interface Loaded {
  readonly signIn: SignIn | undefined;
  readonly pepper: VersionedSecret;
}

const ANSWER = {
  status: 200,
  body: { success: true, message: 'If this address waits for verification, a new code is on its way.' },
} as const;

/**
 * Mails a new code for the sign-up that is meant, at most one a minute and five an hour. Whatever comes of it,
 * the mail service's failure included, the answer is the same.
 */
export const resendVerificationEndpoint = ({
  pepper,
  mailer,
}: Dependencies): Endpoint<typeof resendVerification, Loaded, undefined> => ({
  load: async ({ body }, { table }) => {
    const [signIn, secret] = await Promise.all([readSignIn(table, emailKey(body.email)), pepper()]);
    return { signIn, pepper: secret };
  },

  answer: async ({ body, loaded, meta }, { table, log, metrics }) => {
    const { signIn: pending } = loaded;
    const { nowMs } = meta;
    if (pending?.status !== 'pending' || isForgotten(pending, nowMs) || justSent(pending, nowMs)) return ANSWER;
    const from = hashNetwork(meta.sourceIp, loaded.pepper);
    const signUp = meantSignUp(pending, from);
    if (signUp) {
      const recipient = { email: body.email, pending, signUp, from };
      await resendCode(recipient, loaded.pepper, nowMs, { table, mailer, log, metrics });
    }
    return ANSWER;
  },
});

export const handler = serve(
  resendVerification,
  resendVerificationEndpoint({ pepper: pepperSecret, mailer: stageMailer }),
);
