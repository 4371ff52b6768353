import { orderCodeFor } from '#shared/auth/code-orders/order-code';
import { pepper } from '#shared/auth/stage-secrets';
import { serve } from '#shared/http/serve';
import { codeOrders } from '#shared/mails/queue/mail-queue';
import { requestLoginCode } from './request-login-code.contract.ts';

/** POST /v1/login/otp/request */
export const handler = serve(requestLoginCode, {
  effects: [pepper, codeOrders],
  load: (_, { pepper }) => pepper(),
  answer: async ({ body, loaded, meta }, { codes: order }) => {
    await orderCodeFor('login', body.email, meta, loaded, order);
    return { success: true, message: 'If there is an account with this address, a login code is on its way.' };
  },
});
