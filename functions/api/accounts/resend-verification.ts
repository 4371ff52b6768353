import { hashNetwork } from '#shared/auth/caller-networks';
import { pepper } from '#shared/auth/stage-secrets';
import { serve } from '#shared/http/serve';
import { isoTime } from '#shared/platform/clock';
import { codeOrders } from '#shared/sources/mail-queue';
import { resendVerification } from './resend-verification.contract.ts';

/**
 * Orders a new code where one is pending. The mail's consumer finds out whether that is so: the response and its
 * duration are the same for every address.
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
