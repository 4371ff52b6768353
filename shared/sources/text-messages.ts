/** One text message to one phone. */
export interface TextMessage {
  /** E.164. */
  readonly to: string;
  readonly text: string;
}

/**
 * The port to the text-message service. `send` resolves when the service has accepted the message: the network may
 * still not deliver it.
 *
 * @throws TextMessageRefused when the service would refuse the message on every attempt.
 * @throws TextMessagesUnavailable when it has not accepted the message, or not in time. The message may then still
 * arrive.
 */
export interface TextMessenger {
  send(message: TextMessage): Promise<void>;
}

/**
 * A text message was refused permanently. Carries only the name of the fault: messages of such services quote numbers.
 */
export class TextMessageRefused extends Error {
  override readonly name = 'TextMessageRefused';
  readonly reason: string;

  constructor(reason: string) {
    super(`The text-message service refuses the message: ${reason}`);
    this.reason = reason;
  }
}

/** A text message was not accepted, but may be later. Carries only the name of the fault, for the same reason. */
export class TextMessagesUnavailable extends Error {
  override readonly name = 'TextMessagesUnavailable';
  readonly reason: string;

  constructor(reason: string) {
    super(`The text-message service did not accept the message: ${reason}`);
    this.reason = reason;
  }
}
