import { orderCodeFor } from '#shared/auth/code-orders/order-code';
import { pepper } from '#shared/auth/stage-secrets';
import { serve } from '#shared/http/serve';
import { codeOrders } from '#shared/mails/queue/mail-queue';
import { resendVerification } from './resend-verification.contract.ts';

/** Orders a new code, if one is pending. */
export const handler = serve(resendVerification, {
  effects: [pepper, codeOrders],
  load: (_, { pepper }) => pepper(),
  answer: async ({ body, loaded, meta }, { codes: order }) => {
    await orderCodeFor('verify-email', body.email, meta, loaded, order);
    return { success: true, message: 'If this address has a pending sign-up, a new code is on its way.' };
  },
});
