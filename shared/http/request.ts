import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { clientRequestIdIn } from './client-request-id.ts';
import { takeViewer } from './edge.ts';

/** The part of API Gateway's event (payload format 2.0) that the kit needs, before anything is parsed. */
export type ApiEvent = APIGatewayProxyEventV2;

/** The facts of a request that do not depend on its contract. */
export interface RequestMeta {
  readonly requestId: string;
  readonly method: string;
  /** As it was called, from `/v1` on: what precedes that belongs to the gateway. */
  readonly path: string;
  /** The query as one text with its names sorted, so that the order in which they were sent does not matter. */
  readonly query: string;
  /**
   * The address of the connection, or of the viewer if the stage's edge reports it; never `X-Forwarded-For`, which a
   * caller can write.
   */
  readonly sourceIp: string;
  /** The viewer's country in two capital letters. Only the stage's edge reports it. */
  readonly country?: string;
  /** Set when the stage's edge sent it. */
  readonly throughEdge?: true;
  /** The id of the request in the edge's log. */
  readonly edgeRequestId?: string;
  /** Header names in lower case; those of the stage's edge are not among them. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly cookies: Readonly<Record<string, string>>;
  /** The exact bytes of the body, for signatures over it. */
  readonly rawBody: Uint8Array;
  /**
   * The hash of what a body says, for keyed requests: of JSON whatever its whitespace and the order of its names, of
   * multipart whatever its boundary. Other bodies are told apart by their bytes.
   */
  readonly bodyFingerprint?: string;
  readonly nowMs: number;
}

/** Cookies that a request may have before the rest is ignored: far more than a browser sends us. */
const MAX_COOKIES = 50;

/**
 * The cookies of a request by name. The first of a name wins, because browsers send the most specific path first (RFC
 * 6265, 5.4). AWS passes them in `cookies`, other gateways in the `cookie` header; both are read.
 */
const cookiesOf = (event: ApiEvent, header: string | undefined): Record<string, string> => {
  const pairs = [...(event.cookies ?? []), ...(header ? header.split(';') : [])].slice(0, MAX_COOKIES);
  const cookies: Record<string, string> = Object.create(null);
  for (const pair of pairs) {
    const separator = pair.indexOf('=');
    const name = pair.slice(0, Math.max(0, separator)).trim();
    if (name !== '' && !Object.hasOwn(cookies, name)) cookies[name] = pair.slice(separator + 1).trim();
  }
  return cookies;
};

const pathOf = (rawPath: string): string => rawPath.slice(Math.max(0, rawPath.indexOf('/v1/')));

const queryOf = (rawQuery: string): string => {
  const parameters = new URLSearchParams(rawQuery);
  parameters.sort();
  return parameters.toString();
};

/** Reads the facts of a request from its event. */
export const requestMeta = (event: ApiEvent, nowMs: number): RequestMeta => {
  const headers: Record<string, string | undefined> = Object.create(null);
  for (const [name, value] of Object.entries(event.headers)) headers[name.toLowerCase()] = value;
  const viewer = takeViewer(headers);
  const { requestId, http } = event.requestContext;
  return {
    requestId,
    method: http.method,
    path: pathOf(event.rawPath),
    query: queryOf(event.rawQueryString),
    sourceIp: viewer?.address ?? http.sourceIp,
    ...(viewer?.country !== undefined && { country: viewer.country }),
    ...(viewer && { throughEdge: true }),
    ...(viewer?.edgeRequestId !== undefined && { edgeRequestId: viewer.edgeRequestId }),
    headers,
    cookies: cookiesOf(event, headers['cookie']),
    rawBody: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'),
    nowMs,
  };
};

/** What each log line of a request says about it: its id here, in the edge's log, and with its caller. */
export const requestIds = ({ requestId, edgeRequestId, headers }: RequestMeta) => ({
  requestId,
  ...(edgeRequestId !== undefined && { edgeRequestId }),
  ...clientRequestIdIn(headers),
});
