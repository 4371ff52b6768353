import { onOneLine } from './one-line.ts';

/** Maximum characters of a customer's name in a subject or a text message. */
const MAX_SHOWN_NAME = 40;

/**
 * What makes a text look like an address to a reader, or to a program that turns addresses into links: an `@`, a
 * scheme, `www`, a dot before two letters or between numbers, or as many digits as a telephone number has.
 */
const LIKE_AN_ADDRESS =
  /@|\uff20|:\s*\/|\b(?:https?|ftp|mailto|tel|sms|javascript|data):|\bwww\b|[.\u3002\uff0e\uff61\u2024](?:\p{L}{2}|xn--)|\d[.]\d+[.]\d|(?:\d[\s().-]*){7}/iu;

/** Characters that are invisible, or change the direction of what follows. A name that contains them is not shown. */
const UNSEEN = /[\p{Cf}\p{Co}\p{Cn}]/u;

/**
 * A customer's name as subjects, text messages and mails show it: on one line, with at most {@link MAX_SHOWN_NAME}
 * characters, and unlike an address.
 *
 * @returns undefined for a text that cannot be shown, so that the reader sees a name of ours instead.
 */
export const shownName = (text: string): string | undefined => {
  const name = onOneLine(text);
  if (name === '' || Array.from(name).length > MAX_SHOWN_NAME) return undefined;
  return LIKE_AN_ADDRESS.test(name) || UNSEEN.test(text) ? undefined : name;
};

/** What an applicant reads in place of the name of a business that cannot be shown. */
const NEUTRAL_NAME = 'the business you applied to';

/** The name of a business as its applicants read it: its brand, else its company, else {@link NEUTRAL_NAME}. */
export const businessName = (brandName: string, companyName?: string | null): string =>
  shownName(brandName) ?? shownName(companyName ?? '') ?? NEUTRAL_NAME;
