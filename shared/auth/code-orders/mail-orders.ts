import type { CodeLaneOrder, OrderConfirmation, SendMail } from '#shared/mails/queue/mail-queue';
import { mailRequestedCode, type RequestedCodeEffects } from './requested-code.ts';

/** The effects of handling a message of the `codes` lane. */
export interface CodeLaneEffects extends RequestedCodeEffects {
  /** Sends an ordered mail once. */
  readonly deliver: (order: Extract<CodeLaneOrder, { kind: 'mail' }>) => Promise<void>;
  /** Requests an address's confirmation that an account may mail it. */
  readonly ask: OrderConfirmation;
  /** Sends a mail now. A code is recorded with its mail, and withdrawn if the mail fails. */
  readonly sendMail: SendMail<'codes'>;
}

/**
 * Handles one message of the `codes` lane.
 *
 * @throws whatever prevented it: the message must be retried.
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
