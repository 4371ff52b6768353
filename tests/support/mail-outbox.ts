import { waitUntil } from './wait-until.ts';

/** A mail as the local cloud's outbox shows it. */
export interface SentMail {
  to: readonly string[];
  subject: string;
  text: string;
}

interface Outbox {
  messages: Record<string, { To: string[]; Subject: string; BodyText: string }[]>;
}

/** Every mail that was sent to the address, oldest first. */
export const mailsTo = async (outboxUrl: string, address: string): Promise<SentMail[]> => {
  const response = await fetch(outboxUrl);
  if (!response.ok) throw new Error(`The mail outbox ${outboxUrl} answered ${response.status}`);
  const { messages } = (await response.json()) as Outbox;
  return Object.values(messages)
    .flat()
    .filter(({ To }) => To.includes(address))
    .map(({ To, Subject, BodyText }) => ({ to: To, subject: Subject, text: BodyText }));
};

/**
 * Waits for the `count`th six-digit code that is mailed to the address and returns it.
 *
 * @throws Error when it does not arrive within ten seconds.
 */
export const mailedCode = (outboxUrl: string, address: string, count = 1): Promise<string> =>
  waitUntil(
    async () => {
      const mails = await mailsTo(outboxUrl, address);
      return mails.flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? [])[count - 1];
    },
    { what: `code ${count} mailed to ${address}` },
  );

/** Waits for a mail to an address whose text matches a pattern, and returns the text of the pattern's group. */
const mailedIn =
  (pattern: RegExp, what: string) =>
  (outboxUrl: string, address: string): Promise<string> =>
    waitUntil(
      async () => {
        const mails = await mailsTo(outboxUrl, address);
        return mails.flatMap(({ text }) => pattern.exec(text)?.[1] ?? [])[0];
      },
      { what: `${what} mailed to ${address}` },
    );

/**
 * Waits for a login code that is mailed to the address and returns it.
 *
 * @throws Error when it does not arrive within ten seconds.
 */
export const mailedLoginCode = mailedIn(/login code is (\d{6})\b/, 'login code');

/**
 * Waits for a link to set a new password that is mailed to the address and returns its token.
 *
 * @throws Error when it does not arrive within ten seconds.
 */
export const mailedResetToken = mailedIn(/#token=([\w-]{43})(?![\w-])/, 'link for a new password');

/**
 * Waits for a link that confirms an address, and returns its token.
 *
 * @throws Error when it does not arrive within ten seconds.
 */
export const mailedConfirmation = mailedIn(/\/mail-addresses\/confirm\/([\w-]{43})(?![\w-])/, 'confirmation');

/**
 * Waits for a notice about an applicant, and returns the applicant's id.
 *
 * @throws Error when it does not arrive within ten seconds.
 */
export const mailedNotice = mailedIn(/(app_\w+)/, 'notice');

/**
 * Waits for a mail to the address with the link by which an applicant continues, and returns the link.
 *
 * @throws Error when it does not arrive within ten seconds.
 */
export const mailedApplicationLink = mailedIn(/^(https?:\/\/\S+\/w\/\S+)$/m, 'link to an application');
