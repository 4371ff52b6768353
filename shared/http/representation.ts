import { ApiError } from '#shared/errors/api-error';
import { acceptedWeights } from './accepted-weights.ts';
import type { RequestMeta } from './request.ts';
import { MAX_RESULT_BYTES } from './result-size.ts';

/** A media type besides JSON in which an endpoint may answer. */
export type RepresentationName = 'csv' | 'pdf';

/** A body in the media type that the caller prefers, ready to be sent. */
export interface Represented {
  readonly headers: Readonly<Record<string, string>>;
  /** The text to send, compressed if the caller accepts that; empty if `content` is sent. */
  readonly text: string;
  /** Bytes that are sent as they are. */
  readonly content?: { readonly body: string; readonly isBase64Encoded: true };
}

/** Writes a body in another media type. */
interface Representation {
  readonly mediaType: string;
  /** @throws ApiError RESULT_TOO_LARGE. */
  readonly write: () => Promise<Represented>;
}

/** What an endpoint offers besides JSON. Only endpoints that offer something import the code that makes it. */
export interface Offered<Name extends RepresentationName = RepresentationName> {
  readonly representations: Readonly<Record<Name, Representation>>;
  /** The body in the media type that the caller names and prefers to JSON; undefined if JSON is preferred. */
  readonly preferred: (meta: RequestMeta) => Promise<Represented | undefined>;
}

/** A text as CSV (RFC 4180). */
export const csv = (write: () => string): Representation => ({
  mediaType: 'text/csv',
  write: async () => ({ headers: { 'Content-Type': 'text/csv; charset=utf-8; header=present' }, text: write() }),
});

/**
 * A PDF. One that is too large for a response is refused with a hint to JSON.
 *
 * @param filename the name under which a browser saves it: letters, digits, `-`, `_` and full stops.
 */
export const pdf = (filename: string, write: () => Promise<Uint8Array>): Representation => ({
  mediaType: 'application/pdf',
  write: async () => {
    const body = Buffer.from(await write()).toString('base64');
    if (body.length > MAX_RESULT_BYTES) {
      const message = 'The PDF is too large for one response: accept application/json instead';
      throw new ApiError('RESULT_TOO_LARGE', { details: [{ path: 'Accept', message }] });
    }
    return {
      headers: {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `inline; filename="${filename}"`,
      },
      text: '',
      content: { body, isBase64Encoded: true },
    };
  },
});

/** Offers representations of a body, each written only for a caller that prefers it (RFC 9110, 12.5.1). */
export const offered = <Name extends RepresentationName>(
  representations: Readonly<Record<Name, Representation>>,
): Offered<Name> => ({
  representations,
  preferred: async ({ headers }) => {
    const weights = acceptedWeights(headers['accept']);
    const weightOf = (mediaType: string) => weights.get(mediaType) ?? 0;
    const [best] = Object.values<Representation>(representations)
      .filter(({ mediaType }) => weightOf(mediaType) > 0 && weightOf(mediaType) >= weightOf('application/json'))
      .sort((one, other) => weightOf(other.mediaType) - weightOf(one.mediaType));
    return best?.write();
  },
});
