import type { MailOrder } from '#shared/sources/mail-queue';
import { mailRequestedCode, type RequestedCodeEffects } from './requested-code.ts';

/**
 * Does what one message of the mail queue asks for.
 *
 * @throws what kept it from that: the message is to be handled again.
 */
export const fulfilMailOrder = (order: MailOrder, effects: RequestedCodeEffects): Promise<void> =>
  order.kind === 'mail' ? effects.sendMail(order) : mailRequestedCode(order, effects);
