import type { CodeLaneOrder, OrderConfirmation, SendMail } from '#shared/mails/queue/mail-queue';
import { mailRequestedCode, type RequestedCodeEffects } from './requested-code.ts';

/** The effects of handling what somebody waits for. */
export interface CodeLaneEffects extends RequestedCodeEffects {
  /** Sends a mail that was ordered, once. */
  readonly deliver: (order: Extract<CodeLaneOrder, { kind: 'mail' }>) => Promise<void>;
  /** Asks an address whether an account may mail it. */
  readonly ask: OrderConfirmation;
  /** Sends a mail now: a code is recorded with its mail, and withdrawn without. */
  readonly sendMail: SendMail<'codes'>;
}

/**
 * Handles one message of the lane of what somebody waits for.
 *
 * @throws what prevented it: the message is to be retried.
 */
export const fulfilCodeOrder = (order: CodeLaneOrder, effects: CodeLaneEffects): Promise<void> => {
  switch (order.kind) {
    case 'mail':
      return effects.deliver(order);
    case 'confirmation':
      return effects.ask(order);
    case 'code':
      return mailRequestedCode(order, effects);
  }
};
