import { commonPasswordProblems, refuseCommonPassword } from '#shared/auth/passwords/common-passwords';
import {
  passwordChangedMail,
  type ResetGrant,
  readResetGrant,
  resetWrites,
} from '#shared/auth/passwords/password-reset';
import { hashPassword } from '#shared/auth/passwords/passwords';
import { pepper } from '#shared/auth/stage-secrets';
import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { codeMails, type SendMail } from '#shared/mails/queue/mail-queue';
import { errorFields, type Logger } from '#shared/platform/logger';
import { resetPassword } from './reset-password.contract.ts';

/** Notifies the owner. The password stays set even if this fails. */
const tryToNotify = async (
  grant: ResetGrant,
  nowMs: number,
  sendMail: SendMail<'codes'>,
  log: Logger,
): Promise<void> => {
  try {
    await sendMail(passwordChangedMail(grant, nowMs));
  } catch (error) {
    log.error('MAIL_FAILED', { accountId: grant.accountId, ...errorFields(error) });
  }
};

/** POST /v1/reset-password */
export const handler = serve(resetPassword, {
  effects: [pepper, codeMails],
  problems: commonPasswordProblems,
  load: async ({ body, meta }, { table, pepper: readPepper }) => {
    const [grant, pepper] = await Promise.all([readResetGrant(table, body.token, meta.nowMs), readPepper()]);
    return { grant, pepper };
  },
  answer: async ({ body, loaded: { grant, pepper }, meta }, { commit, codes: sendMail, log }) => {
    refuseCommonPassword(body.password);
    if (!grant) throw new ApiError('INVALID_TOKEN');
    const { accountId } = grant;
    const response = { success: true, message: 'Your new password is set. Use it to log in.' } as const;
    const passwordHash = await hashPassword(body.password, pepper);
    const result = await commit(resetWrites(grant, passwordHash), response);
    if (!result.written) throw new ApiError('INVALID_TOKEN', { concerns: { accountId } });
    log.info('PASSWORD_RESET', { accountId });
    await tryToNotify(grant, meta.nowMs, sendMail, log);
    return response;
  },
});
