import { type MailMessage, mailNamed } from './catalogue.ts';
import { mailHtml } from './mail-html.ts';
import { onOneLine } from './one-line.ts';

/** The content for the recipient, as plain text and as HTML. */
export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** How one mail differs from others of its kind. */
export interface MailOptions {
  /** Whether it concerns the sandbox, which its subject and first line then say. */
  readonly isTest?: boolean;
  /** The link by which its reader ends mails of its kind, in its foot and its headers. */
  readonly unsubscribeUrl?: string;
}

const TEST_LINE = 'This is a test email from the sandbox: there is no real application behind it.';

const UNSUBSCRIBE_LINE = 'To stop receiving emails of this kind, open this page:';

/** Maximum characters of a subject: we do not limit names of businesses. */
const MAX_SUBJECT = 120;

/** Makes a subject one line of bounded length, whatever it contains. */
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
