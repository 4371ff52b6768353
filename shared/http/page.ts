import { createHash } from 'node:crypto';

/** What every page of ours forbids a browser, besides its own policy. */
export const PAGE_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'geolocation=(), microphone=(), payment=(), usb=()',
} as const;

/** The policy of a page that is only a form: a browser may show it, and send the form back to its own address. */
export const FORM_PAGE_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  ...PAGE_HEADERS,
} as const;

/** A script or style that a page contains. */
export interface InlineAsset {
  readonly text: string;
  /** The source by which a Content-Security-Policy allows exactly this text: `'sha256-…'`. */
  readonly source: string;
}

/** A script or style with its source. */
export const inlineAsset = (text: string): InlineAsset => ({
  text,
  source: `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
});
