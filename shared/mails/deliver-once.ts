import type { OrderedMail } from '#shared/mails/queue/mail-queue';
import type { SendMailNow } from './send-mail.ts';
import { type SendOnceEffects, sendOnce } from './send-once.ts';

/** The effects of delivering a mail. */
export interface DeliverOnceEffects extends SendOnceEffects {
  readonly sendNow: SendMailNow;
}

/**
 * Delivers a mail of a queue to its recipient, once ({@link sendOnce}).
 *
 * @throws whatever prevented it, including SendingHeld: the order must be retried.
 */
export const deliverOnce = (order: OrderedMail, effects: DeliverOnceEffects): Promise<void> =>
  sendOnce(order.id, effects, async () => ((await effects.sendNow(order)) ? 'sent' : 'dropped'));
