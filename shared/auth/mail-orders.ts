import type { AccountMailOrder } from '#shared/sources/mail-queue';
import { mailRequestedCode, type RequestedCodeEffects } from './requested-code.ts';

/**
 * Handles one message of the mail queue that concerns an account.
 *
 * @throws what prevented it: the message is to be retried.
 */
export const fulfilMailOrder = (order: AccountMailOrder, effects: RequestedCodeEffects): Promise<void> =>
  order.kind === 'mail' ? effects.sendMail(order) : mailRequestedCode(order, effects);
