import { newContactOrder } from '#shared/contact/contact-request';
import { serve } from '#shared/http/serve';
import { contactOrders } from '#shared/mails/queue/mail-queue';
import { subscribeToNews } from './subscribe-to-news.contract.ts';

/**
 * Queues the subscription. The queue's consumer stores it and notifies sales, once for each address. The response and
 * its duration are the same for every address.
 */
export const handler = serve(subscribeToNews, {
  effects: [contactOrders],
  answer: async ({ body, meta }, { mails: orderContact }) => {
    await orderContact(newContactOrder({ template: 'subscription', data: { email: body.email } }, meta.nowMs));
    return { success: true, message: 'You are subscribed.' };
  },
});
