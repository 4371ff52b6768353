import { orderCodeFor } from '#shared/auth/code-orders/order-code';
import { pepper } from '#shared/auth/stage-secrets';
import { serve } from '#shared/http/serve';
import { codeOrders } from '#shared/mails/queue/mail-queue';
import { forgotPassword } from './forgot-password.contract.ts';

/** POST /v1/forgot-password */
export const handler = serve(forgotPassword, {
  effects: [pepper, codeOrders],
  load: (_, { pepper }) => pepper(),
  answer: async ({ body, loaded, meta }, { codes: order }) => {
    await orderCodeFor('reset-password', body.email, meta, loaded, order);
    return {
      success: true,
      message: 'If there is an account with this address, a password reset link is on its way.',
    };
  },
});
