import { newContactOrder } from '#shared/contact/contact-request';
import { serve } from '#shared/http/serve';
import { contactOrders } from '#shared/mails/queue/mail-queue';
import { bookDemo } from './book-demo.contract.ts';

/**
 * Queues the request for a demo. The queue's consumer stores it and notifies sales. The response and its duration are
 * the same for every address.
 */
export const handler = serve(bookDemo, {
  effects: [contactOrders],
  answer: async ({ body, meta }, { mails: orderContact }) => {
    await orderContact(newContactOrder({ template: 'demoRequest', data: body }, meta.nowMs));
    return { success: true, message: 'Thank you. We will contact you to arrange your demo.' };
  },
});
