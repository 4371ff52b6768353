/** A mail as it is passed to the mail service. */
export interface SentMail {
  readonly to: string;
  readonly subject: string;
  /** The content, once as plain text and once as HTML. */
  readonly text: string;
  readonly html: string;
  /** The link for unsubscribing from such mails, for the header that adds a button (RFC 8058). */
  readonly unsubscribeUrl?: string | undefined;
}

/**
 * The port to the mail service. `send` resolves when the service has accepted the mail.
 *
 * @throws MailRefused when the service would refuse the mail on every attempt.
 * @throws MailUnavailable when it has not accepted the mail, or not in time. The mail may still arrive.
 */
export interface Mailer {
  /** @returns the id that the mail service assigned, if any. */
  send(mail: SentMail): Promise<string | undefined>;
}

/** A mail was refused permanently. Carries only the name of the fault: messages of mail services quote addresses. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
  readonly reason: string;

  constructor(reason: string) {
    super(`The mail service refuses the mail: ${reason}`);
    this.reason = reason;
  }
}

/** A mail was not accepted, but may be later. Carries only the name of the fault, for the same reason. */
export class MailUnavailable extends Error {
  override readonly name = 'MailUnavailable';
  readonly reason: string;

  constructor(reason: string) {
    super(`The mail service did not accept the mail: ${reason}`);
    this.reason = reason;
  }
}
