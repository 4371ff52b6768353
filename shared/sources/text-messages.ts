/** One text message to one phone. */
export interface TextMessage {
  /** E.164. */
  readonly to: string;
  readonly text: string;
}

/**
 * The port to the text-message service. `send` resolves when the service has accepted the message: the network may still
 * not deliver it.
 *
 * @throws TextMessageRefused when no further try would change that the service does not accept it.
 * @throws TextMessagesUnavailable when it has not accepted it, or not in time. The message may then still arrive.
 */
export interface TextMessenger {
  send(message: TextMessage): Promise<void>;
}

/** A text message is refused for good. Carries the name of the fault only: messages of such services quote numbers. */
export class TextMessageRefused extends Error {
  override readonly name = 'TextMessageRefused';
  readonly reason: string;

  constructor(reason: string) {
    super(`The text-message service refuses the message: ${reason}`);
    this.reason = reason;
  }
}

/** A text message was not accepted, and may be later. Carries the name of the fault only, for the same reason. */
export class TextMessagesUnavailable extends Error {
  override readonly name = 'TextMessagesUnavailable';
  readonly reason: string;

  constructor(reason: string) {
    super(`The text-message service did not accept the message: ${reason}`);
    this.reason = reason;
  }
}
