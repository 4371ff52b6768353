import { onOneLine } from './one-line.ts';

/** The most characters of a customer's name that a subject or a text message holds. */
const MAX_SHOWN_NAME = 40;

/**
 * What makes a text an address to a reader, or to a program that turns addresses into links: an `@`, a scheme, `www`, a dot
 * before two letters or between numbers, or as many digits as a telephone number has.
 */
const LIKE_AN_ADDRESS =
  /@|＠|:\s*\/|\b(?:https?|ftp|mailto|tel|sms|javascript|data):|\bwww\b|[.。．｡․](?:\p{L}{2}|xn--)|\d[.]\d+[.]\d|(?:\d[\s().-]*){7}/iu;

/** Characters that are not seen, or change the direction of what follows: a name that needs them is not shown. */
const UNSEEN = /[\p{Cf}\p{Co}\p{Cn}]/u;

/**
 * A customer's name as subjects, text messages and mails show it: on one line, at most {@link MAX_SHOWN_NAME}
 * characters, and no address.
 *
 * @returns undefined for a text that is none, so that whoever it is shown to reads a name of ours instead.
 */
export const shownName = (text: string): string | undefined => {
  const name = onOneLine(text);
  if (name === '' || Array.from(name).length > MAX_SHOWN_NAME) return undefined;
  return LIKE_AN_ADDRESS.test(name) || UNSEEN.test(text) ? undefined : name;
};

/** How an applicant reads of a business that has no name to be shown. */
const NEUTRAL_NAME = 'the business you applied to';

/** The name of a business towards its applicants: its brand, else its company, else {@link NEUTRAL_NAME}. */
export const businessName = (brandName: string, companyName?: string | null): string =>
  shownName(brandName) ?? shownName(companyName ?? '') ?? NEUTRAL_NAME;
