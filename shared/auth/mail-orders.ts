import type { CodeLaneOrder, SendMail } from '#shared/sources/mail-queue';
import { mailRequestedCode, type RequestedCodeEffects } from './requested-code.ts';

/** The effects of handling what somebody waits for. */
export interface CodeLaneEffects extends RequestedCodeEffects {
  /** Sends a mail that was ordered, once. */
  readonly deliver: (order: Extract<CodeLaneOrder, { kind: 'mail' }>) => Promise<void>;
  /** Sends a mail now: a code is recorded with its mail, and withdrawn without. */
  readonly sendMail: SendMail;
}

/**
 * Handles one message of the lane of what somebody waits for.
 *
 * @throws what prevented it: the message is to be retried.
 */
export const fulfilCodeOrder = (order: CodeLaneOrder, effects: CodeLaneEffects): Promise<void> =>
  order.kind === 'mail' ? effects.deliver(order) : mailRequestedCode(order, effects);
