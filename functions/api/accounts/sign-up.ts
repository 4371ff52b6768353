import { hashNetwork } from '#shared/auth/caller-networks';
import { verificationMail } from '#shared/auth/code-mail';
import { makeCode } from '#shared/auth/codes';
import { isCommonPassword } from '#shared/auth/common-passwords';
import { emailKey } from '#shared/auth/email-key';
import { recordSignUp } from '#shared/auth/new-sign-up';
import { readSignIn } from '#shared/auth/sign-in';
import { pepper } from '#shared/auth/stage-secrets';
import { withdrawCode } from '#shared/auth/verification';
import { ApiError } from '#shared/http/errors';
import { serve } from '#shared/http/serve';
import { mails } from '#shared/sources/mail-queue';
import { signUp } from './sign-up.contract.ts';

const COMMON_PASSWORD = { path: 'password', message: 'This password is too common: choose another' };

/**
 * Signs up: the pending sign-up is written before its mail is queued, so that every mailed code works. If the mail
 * cannot even be queued, the same sign-up again is the same account, mailed anew.
 */
export const handler = serve(signUp, {
  effects: [pepper, mails],
  load: async ({ body }, { table, pepper }) => {
    const [signIn, secret] = await Promise.all([readSignIn(table, emailKey(body.email)), pepper()]);
    return { signIn, pepper: secret };
  },

  answer: async ({ body, loaded, meta }, { table, mails: sendMail }) => {
    if (isCommonPassword(body.password)) throw new ApiError('VALIDATION_FAILED', { details: [COMMON_PASSWORD] });
    const { email, password, ...profile } = body;
    const code = makeCode();
    const request = { email, password, profile, code, from: hashNetwork(meta.sourceIp, loaded.pepper) };
    const issued = await recordSignUp(table, request, loaded.signIn, loaded.pepper, meta.nowMs);
    const { accountId } = issued.pending;

    try {
      await sendMail(verificationMail({ to: email, code, signedUpAtMs: meta.nowMs, accountId }, meta.nowMs));
    } catch (error) {
      await withdrawCode(table, emailKey(email), issued);
      throw error;
    }
    return {
      success: true,
      message: 'Account created. Enter the code that was sent to your e-mail address.',
      data: { userId: accountId, requiresVerification: true },
    };
  },
});
