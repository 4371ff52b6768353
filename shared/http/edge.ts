import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { optionalEnv } from '#shared/platform/env';
import { EDGE_SECRET_HEADER } from './edge-headers.ts';

/** The edge's report of a request and the connection behind it. */
export interface Viewer {
  /** The viewer's address; undefined when the edge reports none or an invalid one. */
  readonly address?: string;
  /** Two capital letters (ISO 3166-1); undefined when the edge cannot tell. */
  readonly country?: string;
  /** The id of the request in the edge's log, which has the address. */
  readonly edgeRequestId?: string;
}

/** The headers that an edge may put its secret into: that of the interface, and that of CloudFront. */
const SECRET_HEADERS = ['x-edge-secret', EDGE_SECRET_HEADER.toLowerCase()];

/** What only the stage's edge is believed to report. */
const REPORTED_HEADERS = ['cloudfront-viewer-address', 'cloudfront-viewer-country', 'x-amz-cf-id'] as const;

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
  const secrets = SECRET_HEADERS.map((name) => headers[name]);
  const [address, country, edgeRequestId] = REPORTED_HEADERS.map((name) => headers[name]);
  for (const name of [...SECRET_HEADERS, ...REPORTED_HEADERS]) delete headers[name];
  if (!secrets.some((secret) => secret !== undefined && isEdgeSecret(secret))) return undefined;
  const known = {
    address: address === undefined ? undefined : viewerAddress(address),
    country: country !== undefined && /^[a-z]{2}$/i.test(country) ? country.toUpperCase() : undefined,
    edgeRequestId: edgeRequestId !== undefined && /^[\w=-]{1,128}$/.test(edgeRequestId) ? edgeRequestId : undefined,
  };
  return {
    ...(known.address !== undefined && { address: known.address }),
    ...(known.country !== undefined && { country: known.country }),
    ...(known.edgeRequestId !== undefined && { edgeRequestId: known.edgeRequestId }),
  };
};

/** Whether the stage is called only through its edge: a request that comes without the edge's secret is refused. */
export const isEdgeOnly = (): boolean => optionalEnv('EDGE_ONLY') === 'true';
