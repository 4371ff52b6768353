import { createHash } from 'node:crypto';

/** What every page of ours forbids a browser, beside its own policy. */
export const PAGE_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'geolocation=(), microphone=(), payment=(), usb=()',
} as const;

/** A script or style that a page carries within itself. */
export interface InlineAsset {
  readonly text: string;
  /** The source by which a Content-Security-Policy allows exactly it: `'sha256-…'`. */
  readonly source: string;
}

/** A script or style with its source. */
export const inlineAsset = (text: string): InlineAsset => ({
  text,
  source: `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
});
