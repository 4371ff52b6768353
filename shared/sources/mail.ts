import * as v from 'valibot';
import {
  adminNotice,
  adminNoticeData,
  applicantDecided,
  applicantDecidedData,
  applicantResubmits,
  applicantResubmitsData,
} from './mail-applicants.ts';
import { mailHtml } from './mail-html.ts';
import { obligationDue, obligationDueData } from './mail-obligations.ts';
import { naira, readableTime } from './mail-texts.ts';
import { watchPaused, watchPausedData } from './mail-watches.ts';
import { webhookDeactivated, webhookDeactivatedData } from './mail-webhooks.ts';
import { onOneLine } from './one-line.ts';
import { quoted, unlinkedLine } from './quoted.ts';

/** The parameters of each mail template; nothing else reaches the recipient, or the queue before. */
const MAIL_DATA = {
  verificationCode: v.object({
    code: v.string(),
    validMinutes: v.number(),
    /** When the code's sign-up was made, ISO 8601. */
    signedUpAt: v.string(),
  }),
  loginCode: v.object({
    code: v.string(),
    validMinutes: v.number(),
    /** When it was requested, ISO 8601. */
    requestedAt: v.string(),
  }),
  passwordReset: v.object({
    /** The page where the new password is entered, with the token. */
    address: v.string(),
    validMinutes: v.number(),
    /** When it was requested, ISO 8601. */
    requestedAt: v.string(),
  }),
  passwordChanged: v.object({
    /** ISO 8601. */
    changedAt: v.string(),
  }),
  webhookDeactivated: webhookDeactivatedData,
  lowBalance: v.object({
    environment: v.string(),
    /** After the debit that crossed the threshold. */
    balanceKobo: v.number(),
    thresholdKobo: v.number(),
    /** When it was crossed, ISO 8601. */
    crossedAt: v.string(),
  }),
  autoTopUpStopped: v.object({
    environment: v.string(),
    amountKobo: v.number(),
    failureCount: v.number(),
    /** ISO 8601. */
    stoppedAt: v.string(),
  }),
  watchPaused: watchPausedData,
  applicantDecided: applicantDecidedData,
  applicantResubmits: applicantResubmitsData,
  adminNotice: adminNoticeData,
  /** To an address that an account wants to mail: it has to confirm it. */
  addressConfirmation: v.object({
    /** The page where it is confirmed. */
    address: v.string(),
    /** Of the account. */
    accountEmail: v.string(),
    validDays: v.number(),
  }),
  obligationDue: obligationDueData,
  /** To sales: somebody subscribed to news. */
  subscription: v.object({ email: v.string() }),
  /** To sales: somebody requested a demo. What they left out is missing. */
  demoRequest: v.object({
    name: v.string(),
    email: v.string(),
    company: v.optional(v.string()),
    phone: v.optional(v.string()),
    message: v.optional(v.string()),
  }),
} as const;

/** The name of a mail template. */
export type MailTemplate = keyof typeof MAIL_DATA;

/** The parameters of a mail template. */
export type MailData<T extends MailTemplate> = v.InferOutput<(typeof MAIL_DATA)[T]>;

const dataOf = <const T extends MailTemplate>(template: T) =>
  v.object({ template: v.literal(template), data: MAIL_DATA[template] });

/** What a visitor of a public page sent; the data of the mail to sales. */
export const contactFormSchema = v.variant('template', [dataOf('subscription'), dataOf('demoRequest')]);

const mailOf = <const T extends MailTemplate>(template: T) =>
  v.object({ to: v.string(), template: v.literal(template), data: MAIL_DATA[template] });

/** One mail to one recipient, as it is queued; unknown parameters are left out. */
export const mailSchema = v.variant('template', [
  mailOf('verificationCode'),
  mailOf('loginCode'),
  mailOf('passwordReset'),
  mailOf('passwordChanged'),
  mailOf('webhookDeactivated'),
  mailOf('lowBalance'),
  mailOf('autoTopUpStopped'),
  mailOf('watchPaused'),
  mailOf('applicantDecided'),
  mailOf('applicantResubmits'),
  mailOf('adminNotice'),
  mailOf('addressConfirmation'),
  mailOf('obligationDue'),
  mailOf('subscription'),
  mailOf('demoRequest'),
]);

/** One mail to one recipient. */
export type MailMessage<T extends MailTemplate = MailTemplate> = {
  readonly [K in T]: { readonly to: string; readonly template: K; readonly data: MailData<K> };
}[T];

/** The content for the recipient, once as plain text and once as HTML. */
export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** How a mail differs from its template. */
export interface MailOptions {
  /** Whether it is about something of the sandbox, which it then says in its subject and its first line. */
  readonly isTest?: boolean;
  /** The link by which its reader ends mails of its kind: at its foot, and in its headers (RFC 8058). */
  readonly unsubscribeUrl?: string;
}

/**
 * The port to the mail service. `send` resolves when the service has accepted the mail.
 *
 * @throws MailRefused when no further try would change that the service does not accept it.
 * @throws MailUnavailable when it has not accepted it, or not in time. The mail may then still arrive.
 */
export interface Mailer {
  /** @returns the id that the mail service gave it, where it gives one. */
  send(message: MailMessage, options?: MailOptions): Promise<string | undefined>;
}

/** A mail is refused for good. Carries the name of the fault only: messages of mail services quote addresses. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
  readonly reason: string;

  constructor(reason: string) {
    super(`The mail service refuses the mail: ${reason}`);
    this.reason = reason;
  }
}

/** A mail was not accepted, and may be later. Carries the name of the fault only, for the same reason. */
export class MailUnavailable extends Error {
  override readonly name = 'MailUnavailable';
  readonly reason: string;

  constructor(reason: string) {
    super(`The mail service did not accept the mail: ${reason}`);
    this.reason = reason;
  }
}

const TEMPLATES: { readonly [T in MailTemplate]: (data: MailData<T>) => Pick<MailContent, 'subject' | 'text'> } = {
  verificationCode: ({ code, validMinutes, signedUpAt }) => ({
    subject: 'Your verification code',
    text: [
      `Your verification code is ${code}.`,
      '',
      'It is for the sign-up with this e-mail address that was made on',
      `${readableTime(signedUpAt)}.`,
      `It works once, within ${validMinutes} minutes. Enter it where you signed up to confirm this e-mail address.`,
      '',
      'If you did not sign up at that time, do not enter it anywhere: somebody else may have signed up with your address,',
      'and the code would confirm their password. Without the code nothing happens. We will never ask you for it.',
      '',
    ].join('\n'),
  }),
  loginCode: ({ code, validMinutes, requestedAt }) => ({
    subject: 'Your log-in code',
    text: [
      `Your log-in code is ${code}.`,
      '',
      'It was requested for the account with this e-mail address on',
      `${readableTime(requestedAt)}.`,
      `It works once, within ${validMinutes} minutes. Enter it where you are logging in.`,
      '',
      'If you did not request it, do not enter it anywhere and give it to nobody: it would let them into your account.',
      'Without the code nothing happens. We will never ask you for it.',
      '',
    ].join('\n'),
  }),
  passwordReset: ({ address, validMinutes, requestedAt }) => ({
    subject: 'Choose a new password',
    text: [
      'A new password was requested for the account with this e-mail address on',
      `${readableTime(requestedAt)}.`,
      '',
      'To choose one, open this page:',
      '',
      address,
      '',
      `The link works once, within ${validMinutes} minutes. A new password logs you out everywhere; API keys stay valid.`,
      '',
      'If you did not request it, do nothing: your password stays as it is. Do not pass the link on.',
      '',
    ].join('\n'),
  }),
  passwordChanged: ({ changedAt }) => ({
    subject: 'Your password was changed',
    text: [
      'The password of the account with this e-mail address was changed by a link that was mailed to it, on',
      `${readableTime(changedAt)}.`,
      '',
      'Every session of the account has ended: log in with the new password. API keys stay valid.',
      '',
      'If this was not you, somebody can read your mail: secure your mailbox first, then request a new password and rotate',
      'your API keys.',
      '',
    ].join('\n'),
  }),
  webhookDeactivated,
  lowBalance: ({ environment, balanceKobo, thresholdKobo, crossedAt }) => ({
    subject: `Your ${environment} wallet is below ${naira(thresholdKobo)}`,
    text: [
      `The balance of your ${environment} wallet fell to ${naira(balanceKobo)} on`,
      `${readableTime(crossedAt)}.`,
      '',
      `That is below the threshold of ${naira(thresholdKobo)} that was set for it. Top it up before it is empty: what the`,
      'balance does not cover is refused.',
      '',
      'This mail is sent once each time that the balance falls below the threshold.',
      '',
    ].join('\n'),
  }),
  autoTopUpStopped: ({ environment, amountKobo, failureCount, stoppedAt }) => ({
    subject: `Automatic top-ups of your ${environment} wallet have been turned off`,
    text: [
      `Your card could not be charged ${naira(amountKobo)} for your ${environment} wallet, ${failureCount} times in a row.`,
      'We have turned automatic top-ups off, on',
      `${readableTime(stoppedAt)}.`,
      '',
      'What to do: top the wallet up by hand, with a card that works. That card is then charged by automatic top-ups, once',
      'you have turned them on again. Until then, what the balance does not cover is refused.',
      '',
    ].join('\n'),
  }),
  watchPaused,
  applicantDecided,
  applicantResubmits,
  adminNotice,
  addressConfirmation: ({ address, accountEmail, validDays }) => ({
    subject: 'Confirm this e-mail address',
    text: [
      `The account ${unlinkedLine(accountEmail)} wants this address to be mailed when its applicants are submitted or decided.`,
      '',
      'If you want that, open this page and confirm it:',
      '',
      address,
      '',
      `The link works for ${validDays} days. If you do not want it, do nothing: without it nothing else is mailed to you.`,
      '',
    ].join('\n'),
  }),
  obligationDue,
  subscription: ({ email }) => ({
    subject: 'New subscription',
    text: [
      'Somebody subscribed to news with the form of the website. Nobody has verified the address:',
      '',
      email,
      '',
    ].join('\n'),
  }),
  demoRequest: ({ name, email, company, phone, message }) => ({
    subject: 'Demo requested',
    text: [
      'Somebody requested a demo with the form of the website. Nobody has verified what they entered:',
      '',
      `Name: ${onOneLine(name)}`,
      `E-mail: ${email}`,
      ...(company ? [`Company: ${onOneLine(company)}`] : []),
      ...(phone ? [`Telephone: ${onOneLine(phone)}`] : []),
      ...(message ? ['', ...quoted(message)] : []),
      '',
    ].join('\n'),
  }),
};

const TEST_LINE = 'This is a test mail of the sandbox: no real application is behind it.';

const UNSUBSCRIBE_LINE = 'To get no more mails of this kind, open this page:';

/** Subject and content of a mail. */
export const renderMail = <T extends MailTemplate>(
  { template, data }: MailMessage<T>,
  { isTest = false, unsubscribeUrl }: MailOptions = {},
): MailContent => {
  const rendered = TEMPLATES[template](data);
  const subject = isTest ? `[Test] ${rendered.subject}` : rendered.subject;
  const content = isTest ? `${TEST_LINE}\n\n${rendered.text}` : rendered.text;
  const text = unsubscribeUrl === undefined ? content : `${content}\n${UNSUBSCRIBE_LINE}\n\n${unsubscribeUrl}\n`;
  return { subject, text, html: mailHtml(text) };
};
