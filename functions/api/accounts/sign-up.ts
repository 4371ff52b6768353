import { emailKey } from '#shared/auth/accounts/email-key';
import { readSignIn, SIGN_IN_RETRY } from '#shared/auth/accounts/sign-in';
import { hashNetwork } from '#shared/auth/caller-networks';
import { mailOrWithdraw } from '#shared/auth/codes/mail-code';
import { commonPasswordProblems, refuseCommonPassword } from '#shared/auth/passwords/common-passwords';
import { newerSignUpStart, passwordHasher, planSignUp, type SignUpStart } from '#shared/auth/sign-up/new-sign-up';
import { pepper } from '#shared/auth/stage-secrets';
import type { Item } from '#shared/db/expressions';
import { onLatest } from '#shared/db/latest';
import { serve } from '#shared/http/serve';
import { codeMails } from '#shared/mails/queue/mail-queue';
import { signUp } from './sign-up.contract.ts';

/**
 * Signs up. The pending sign-up is written before its mail is queued, so that every mailed code works. If the mail
 * cannot be queued, repeating the sign-up gives the same account and mails again.
 */
export const handler = serve(signUp, {
  effects: [pepper, codeMails],
  problems: commonPasswordProblems,
  load: async ({ body }, { table, pepper }) => {
    const [signIn, secret] = await Promise.all([readSignIn(table, emailKey(body.email)), pepper()]);
    return { signIn, pepper: secret };
  },

  answer: async ({ body, loaded, meta }, { table, codes: sendMail }) => {
    refuseCommonPassword(body.password);
    const { email, password, ...profile } = body;
    const { nowMs, sourceIp } = meta;
    const { signIn, pepper } = loaded;
    const request = { email, profile, from: hashNetwork(sourceIp, pepper) };
    const hash = passwordHasher(password, pepper, nowMs);
    const attempt = async (start: SignUpStart) => {
      const planned = planSignUp(request, await hash(start), start, pepper, nowMs);
      return { result: await table.transact(planned.operations), value: planned };
    };
    const newer = (_: SignUpStart, found: readonly (Item | undefined)[]) => newerSignUpStart(email, found);
    const { value: planned } = await onLatest({ signIn }, attempt, newer, { retry: SIGN_IN_RETRY });
    await mailOrWithdraw(planned, { table, sendMail });
    return {
      success: true,
      message: 'Account created. Enter the code that we sent to your email address.',
      data: { userId: planned.accountId, requiresVerification: true },
    };
  },
});
