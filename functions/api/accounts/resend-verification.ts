import { hashNetwork } from '#shared/auth/caller-networks';
import { pepper } from '#shared/auth/secrets';
import { serve } from '#shared/http/serve';
import { isoTime } from '#shared/platform/clock';
import { codeOrders } from '#shared/sources/mail-queue';
import { resendVerification } from './resend-verification.contract.ts';

/**
 * Has a new code mailed where one is waited for. Whether that is so is not looked at here but by whoever sends the mail:
 * the answer and its time are the same for every address.
 */
export const handler = serve(resendVerification, {
  effects: [pepper, codeOrders],
  load: (_, { pepper }) => pepper(),
  answer: async ({ body, loaded, meta }, { mails: orderCode }) => {
    const from = hashNetwork(meta.sourceIp, loaded);
    await orderCode({ email: body.email, from: [...from], requestedAt: isoTime(meta.nowMs) });
    return { success: true, message: 'If this address waits for verification, a new code is on its way.' };
  },
});
