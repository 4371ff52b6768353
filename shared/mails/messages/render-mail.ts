import { type MailMessage, mailNamed } from './catalogue.ts';
import { mailHtml } from './mail-html.ts';
import { onOneLine } from './one-line.ts';

/** The content for the recipient, once as plain text and once as HTML. */
export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** How a mail to one recipient differs from the others of its kind. */
export interface MailOptions {
  /** Whether it is about something of the sandbox, which it then says in its subject and its first line. */
  readonly isTest?: boolean;
  /** The link by which its reader ends mails of its kind: at its foot, and in its headers. */
  readonly unsubscribeUrl?: string;
}

const TEST_LINE = 'This is a test email from the sandbox: there is no real application behind it.';

const UNSUBSCRIBE_LINE = 'To stop receiving emails of this kind, open this page:';

/** The most characters of a subject: names of businesses have no bound of ours. */
const MAX_SUBJECT = 120;

/** Every subject is one line of bounded length, whatever stands in it. */
const subjectOf = (subject: string): string => {
  const characters = Array.from(onOneLine(subject));
  return characters.length <= MAX_SUBJECT ? characters.join('') : `${characters.slice(0, MAX_SUBJECT - 1).join('')}…`;
};

/** Subject and content of a mail. */
export const renderMail = (
  { template, data }: MailMessage,
  { isTest = false, unsubscribeUrl }: MailOptions = {},
): MailContent => {
  const mail = mailNamed(template);
  const subject = subjectOf(isTest ? `[Test] ${mail.subject(data)}` : mail.subject(data));
  const text = [
    ...(isTest ? [TEST_LINE, ''] : []),
    ...mail.text(data),
    '',
    ...(unsubscribeUrl === undefined ? [] : [UNSUBSCRIBE_LINE, '', unsubscribeUrl, '']),
  ].join('\n');
  return { subject, text, html: mailHtml(text) };
};
