import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { optionalEnv } from '#shared/platform/env';

/** The edge's report of the connection behind a request. */
export interface Viewer {
  /** The viewer's address; undefined when the edge reports none or an invalid one. */
  readonly address?: string;
  /** Two capital letters (ISO 3166-1); undefined when the edge cannot tell. */
  readonly country?: string;
}

/** The headers that are trusted only from the stage's edge. Nothing else in the service sees them. */
const EDGE_HEADERS = ['x-edge-secret', 'cloudfront-viewer-address', 'cloudfront-viewer-country'] as const;

type RequestHeaders = Record<string, string | undefined>;

/**
 * Whether a text is the secret of the stage's edge. The environment holds only SHA-256 hashes. The secret has 256
 * random bits, so no slower hash is needed. Two hashes are accepted while the secret is rotated.
 */
const isEdgeSecret = (presented: string): boolean => {
  const hash = createHash('sha256').update(presented).digest();
  const accepted = (optionalEnv('EDGE_SECRET_HASHES') ?? '').split(',').map((hex) => Buffer.from(hex, 'hex'));
  return accepted.some((known) => known.length === hash.length && timingSafeEqual(known, hash));
};

/**
 * The address in `CloudFront-Viewer-Address`, which ends with the port: `198.51.100.10:46532`, `2001:db8::1:46532` or
 * `[2001:db8::1]:46532`. Source: Amazon CloudFront Developer Guide, "Add CloudFront request headers".
 */
const viewerAddress = (header: string): string | undefined =>
  [header.replace(/:\d{1,5}$/, ''), header]
    .map((text) => text.replace(/^\[(.*)\]$/, '$1'))
    .find((text) => isIP(text) !== 0);

/**
 * Removes the edge's headers from a request's headers, and returns what they report. They are trusted only with the
 * edge's secret: the API's own address is publicly reachable, so anyone can send them.
 *
 * @param headers names in lower case; changed.
 * @returns undefined when the request did not come through the edge.
 */
export const takeViewer = (headers: RequestHeaders): Viewer | undefined => {
  const [secret, address, country] = EDGE_HEADERS.map((name) => headers[name]);
  for (const name of EDGE_HEADERS) delete headers[name];
  if (secret === undefined || !isEdgeSecret(secret)) return undefined;
  const known = {
    address: address === undefined ? undefined : viewerAddress(address),
    country: country !== undefined && /^[a-z]{2}$/i.test(country) ? country.toUpperCase() : undefined,
  };
  return {
    ...(known.address !== undefined && { address: known.address }),
    ...(known.country !== undefined && { country: known.country }),
  };
};
