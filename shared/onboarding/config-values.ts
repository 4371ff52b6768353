import { isIP } from 'node:net';
import * as v from 'valibot';

/**
 * At most this many characters: Unicode code points, as JSON Schema counts, so that the API document says what holds. A
 * name outside the Basic Multilingual Plane has half as many of them as JavaScript tells.
 */
const atMost = (maxLength: number) =>
  v.check<string, string>(
    (text) => text.length <= maxLength || [...text].length <= maxLength,
    `Must have at most ${maxLength} characters`,
  );

/** A text of 1 to `maxLength` characters that is not all space. */
export const requiredText = (maxLength: number) =>
  v.pipe(
    v.string(),
    v.minLength(1, 'Must not be empty'),
    // For the API document, as in the schemas below: what the checks after it say.
    v.metadata({ maxLength, pattern: '\\S' }),
    atMost(maxLength),
    v.check((text) => text === '' || text.trim() !== '', 'Must not be blank'),
  );

/** A text of up to `maxLength` characters. */
export const limitedText = (maxLength: number) => v.pipe(v.string(), v.metadata({ maxLength }), atMost(maxLength));

/** An integer from `least` to `most`. */
export const integerBetween = (least: number, most: number) => {
  const message = `Must be an integer from ${least} to ${most}`;
  return v.pipe(v.number(), v.integer(message), v.minValue(least, message), v.maxValue(most, message));
};

/** What `v.EMAIL_REGEX` takes, without flags: the API document, which shows the pattern, has none. */
const EMAIL = '[A-Za-z0-9_+-]+(?:\\.[A-Za-z0-9_+-]+)*@[A-Za-z0-9]+(?:[.-][A-Za-z0-9]+)*\\.[A-Za-z]{2,}';

/** An e-mail address of up to 200 characters. */
export const emailAddress = v.pipe(limitedText(200), v.regex(new RegExp(`^${EMAIL}$`), 'Must be an e-mail address'));

/** An e-mail address of up to 200 characters, or empty, which is also the default. */
export const optionalEmail = v.optional(
  v.pipe(limitedText(200), v.regex(new RegExp(`^(?:${EMAIL})?$`), 'Must be an e-mail address or empty')),
  '',
);

const isHttpUrl = (text: string): boolean => URL.canParse(text) && ['https:', 'http:'].includes(new URL(text).protocol);

/** An http(s) URL of up to 2048 characters, or empty, which is also the default. */
export const optionalUrl = v.optional(
  v.pipe(
    limitedText(2048),
    v.metadata({ pattern: '^(https?://[A-Za-z0-9][A-Za-z0-9.-]*(:[0-9]+)?([/?#][!-~]*)?)?$' }),
    v.check((text) => text === '' || isHttpUrl(text), 'Must be an http(s) URL or empty'),
  ),
  '',
);

const HOST_LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const DOMAIN = new RegExp(`^(?:\\*\\.)?${HOST_LABEL}(?:\\.${HOST_LABEL})*$`);

/** A host such as `shop.example.com`, or `*.example.com` for every name below it; without scheme, port and path. */
export const allowedDomain = v.pipe(
  limitedText(255),
  v.regex(DOMAIN, 'Must be a host such as shop.example.com or *.example.com'),
);

/** Whether a text is an IP address, v4 or v6, or a CIDR block of them (RFC 4632, RFC 4291 section 2.3). */
const isAddressOrBlock = (text: string): boolean => {
  const [address = '', prefixLength, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || address.includes('%') || rest.length > 0) return false;
  if (prefixLength === undefined) return true;
  return /^(?:0|[1-9]\d{0,2})$/.test(prefixLength) && Number(prefixLength) <= (family === 4 ? 32 : 128);
};

/** An entry of an IP allowlist. */
export const allowedAddress = v.pipe(
  limitedText(64),
  v.check(isAddressOrBlock, 'Must be an IP address or a CIDR block'),
);

/** A country as ISO 3166-1 alpha-2 writes it, in either case. */
export const countryCode = v.pipe(v.string(), v.regex(/^[A-Za-z]{2}$/, 'Must be a two-letter country code'));

/** A list of up to `entries` entries. */
export const listOf = <Entry extends v.GenericSchema>(entry: Entry, entries: number) =>
  v.pipe(v.array(entry), v.maxLength(entries, `Must have at most ${entries} entries`));
