import { isIP } from 'node:net';
import * as v from 'valibot';
import { text } from '#shared/http/texts';

/** A text of 1 to `maxLength` characters. */
export const requiredText = (maxLength: number) => text(maxLength, { minLength: 1 });

/** An integer from `least` to `most`. */
export const integerBetween = (least: number, most: number) => {
  const message = `Must be an integer from ${least} to ${most}`;
  return v.pipe(v.number(), v.integer(message), v.minValue(least, message), v.maxValue(most, message));
};

/** What `v.EMAIL_REGEX` takes, without flags: the API document, which shows the pattern, has none. */
const EMAIL = '[A-Za-z0-9_+-]+(?:\\.[A-Za-z0-9_+-]+)*@[A-Za-z0-9]+(?:[.-][A-Za-z0-9]+)*\\.[A-Za-z]{2,}';

/** An e-mail address of up to 200 characters, or empty, which is also the default. */
export const optionalEmail = v.optional(
  v.pipe(text(200), v.regex(new RegExp(`^(?:${EMAIL})?$`), 'Must be an e-mail address or empty')),
  '',
);

const isHttpUrl = (url: string): boolean => URL.canParse(url) && ['https:', 'http:'].includes(new URL(url).protocol);

/** An http(s) URL of up to 2048 characters, or empty, which is also the default. */
export const optionalUrl = v.optional(
  v.pipe(
    text(2048),
    v.metadata({ pattern: '^(https?://[A-Za-z0-9][A-Za-z0-9.-]*(:[0-9]+)?([/?#][!-~]*)?)?$' }),
    v.check((url) => url === '' || isHttpUrl(url), 'Must be an http(s) URL or empty'),
  ),
  '',
);

const HOST_LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const DOMAIN = new RegExp(`^(?:\\*\\.)?${HOST_LABEL}(?:\\.${HOST_LABEL})*$`);

/** A host such as `shop.example.com`, or `*.example.com` for every name below it; without scheme, port and path. */
export const allowedDomain = v.pipe(
  text(255),
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
export const allowedAddress = v.pipe(text(64), v.check(isAddressOrBlock, 'Must be an IP address or a CIDR block'));

/** A country as ISO 3166-1 alpha-2 writes it, in either case. */
export const countryCode = v.pipe(text(2), v.regex(/^[A-Za-z]{2}$/, 'Must be a two-letter country code'));
