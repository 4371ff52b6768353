import { randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * The characters of our ids. A power of two, so that the low bits of a random byte select each with equal probability.
 */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 160 bits: too many to guess, however many widgets there are. */
const SECRET_CHARACTERS = 32;

/** Two parts that name items, in the form of our ids without prefixes, then the secret part. */
const EMBED_TOKEN = new RegExp(`^elt_([${ALPHABET}]{26})([${ALPHABET}]{26})[${ALPHABET}]{${SECRET_CHARACTERS}}$`);

/** The widget and account that an embed token claims, before it is verified. */
export interface ClaimedWidget {
  readonly widgetId: string;
  readonly accountId: string;
}

const randomSecret = (): string =>
  Array.from(randomBytes(SECRET_CHARACTERS), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');

const withoutPrefix = (id: string): string => id.slice(id.indexOf('_') + 1);

/**
 * A new embed link token (`elt_`, interface: Widget). It names its widget and the account that pays, so that the widget
 * and the wallet can be read in parallel. Opaque to callers.
 */
export const newEmbedToken = ({ widgetId, accountId }: ClaimedWidget): string =>
  `elt_${withoutPrefix(widgetId)}${withoutPrefix(accountId)}${randomSecret()}`;

/** Parses the widget and account that an untrusted embed token claims; undefined when the text cannot be a token. */
export const parseEmbedToken = (text: string): ClaimedWidget | undefined => {
  const [, widget, account] = EMBED_TOKEN.exec(text) ?? [];
  return widget && account ? { widgetId: `wgt_${widget}`, accountId: `usr_${account}` } : undefined;
};

/** Whether two tokens are equal, in constant time. */
export const isSameEmbedToken = (one: string, other: string): boolean => {
  const [oneBytes, otherBytes] = [Buffer.from(one), Buffer.from(other)];
  return oneBytes.length === otherBytes.length && timingSafeEqual(oneBytes, otherBytes);
};
