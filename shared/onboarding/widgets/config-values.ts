import * as v from 'valibot';
import { text } from '#shared/http/schemas/texts';
import { addressText } from '#shared/http/schemas/web-addresses';
import { wholeNumberBetween } from '#shared/http/schemas/whole-numbers';
import { MAX_DOMAIN_LENGTH, normaliseDomain } from './allowed-domains.ts';

/*
 * The values of a widget's configuration. Where the interface specifies only a length for a text, nothing else is
 * refused: values that would not work lead to warnings (config-warnings.ts).
 */

/** A text of 1 to `maxLength` characters. */
export const requiredText = (maxLength: number) => text(maxLength, { minLength: 1 });

/** An integer from `least` to `most`. */
export const integerBetween = (least: number, most: number) =>
  wholeNumberBetween(least, most, `Must be a whole number from ${least} to ${most}`);

/** One or more e-mail addresses, with or without names, or empty (the default). */
export const optionalMailboxes = v.optional(text(200), '');

/** An address that a browser is sent to, or empty (the default). */
export const optionalAddress = v.optional(addressText(2048), '');

/** The address of an image, or a `data:` URL of the image itself, or empty (the default). */
export const optionalImageAddress = v.optional(addressText(2048, { dataImages: true }), '');

/** A host that a widget may be embedded at. */
export const allowedDomain = v.pipe(text(MAX_DOMAIN_LENGTH), v.transform(normaliseDomain));

/** A country in ISO 3166-1 alpha-2, in either case. */
export const countryCode = v.pipe(
  text(2),
  v.regex(/^[A-Za-z]{2}$/, 'Must be a two-letter country code'),
  v.toUpperCase(),
);
