/** What each mail template is filled with. */
export interface MailData {
  verificationCode: { readonly code: string; readonly validMinutes: number };
}

/** The name of a mail template. */
export type MailTemplate = keyof MailData;

/** One mail to one recipient. */
export type MailMessage<T extends MailTemplate = MailTemplate> = {
  readonly [K in T]: { readonly to: string; readonly template: K; readonly data: MailData[K] };
}[T];

/** What the recipient reads; plain text. */
export interface MailContent {
  readonly subject: string;
  readonly text: string;
}

/**
 * The port to the mail service. `send` resolves when the service has taken the mail over.
 *
 * @throws MailUnavailable when it has not, or not in time. The mail may then still arrive.
 */
export interface Mailer {
  send(message: MailMessage): Promise<void>;
}

/** A mail was not handed over. Carries the name of the fault only: messages of mail services quote addresses. */
export class MailUnavailable extends Error {
  override readonly name = 'MailUnavailable';
  readonly reason: string;

  constructor(reason: string) {
    super(`The mail service did not take the mail: ${reason}`);
    this.reason = reason;
  }
}

const TEMPLATES: { readonly [T in MailTemplate]: (data: MailData[T]) => MailContent } = {
  verificationCode: ({ code, validMinutes }) => ({
    subject: 'Your verification code',
    text: [
      `Your verification code is ${code}.`,
      '',
      `It works once, within ${validMinutes} minutes. Enter it where you signed up to confirm this e-mail address.`,
      '',
      'If you did not sign up, you can ignore this mail: nothing happens without the code. We will never ask you for it.',
      '',
    ].join('\n'),
  }),
};

/** Subject and text of a mail. */
export const renderMail = <T extends MailTemplate>({ template, data }: MailMessage<T>): MailContent =>
  TEMPLATES[template](data);
