import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** What the kit needs of API Gateway's event (payload format 2.0), before anything is parsed. */
export type ApiEvent = APIGatewayProxyEventV2;

/** The facts of a request that do not depend on its contract. */
export interface RequestMeta {
  readonly requestId: string;
  /** The address of the connection, never `X-Forwarded-For`, which a caller writes. */
  readonly sourceIp: string;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly cookies: Readonly<Record<string, string>>;
  /** The exact text of the body, for signatures over it. */
  readonly rawBody: string;
  /** The API's own origin, e.g. `https://abc.execute-api.eu-west-1.amazonaws.com`. */
  readonly ownOrigin: string;
  readonly nowMs: number;
}

/** Bytes of JSON a request may have. */
export const MAX_BODY_BYTES = 1_000_000;

/** Cookies a request may have before the rest is ignored: far more than a browser sends us. */
const MAX_COOKIES = 50;

/**
 * The cookies of a request by name; the first of a name wins, as browsers send the most specific path first (RFC 6265,
 * 5.4). AWS passes them in `cookies`, other gateways in the `cookie` header: both are read.
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

/** Reads the facts of a request from its event. */
export const requestMeta = (event: ApiEvent, nowMs: number): RequestMeta => {
  const headers: Record<string, string | undefined> = Object.create(null);
  for (const [name, value] of Object.entries(event.headers)) headers[name.toLowerCase()] = value;
  const host = headers['host'] ?? event.requestContext.domainName;
  const scheme = headers['x-forwarded-proto'] ?? (/^(localhost|127\.0\.0\.1)(:|$)/.test(host) ? 'http' : 'https');
  return {
    requestId: event.requestContext.requestId,
    sourceIp: event.requestContext.http.sourceIp,
    headers,
    cookies: cookiesOf(event, headers['cookie']),
    rawBody: event.isBase64Encoded ? Buffer.from(event.body ?? '', 'base64').toString('utf8') : (event.body ?? ''),
    ownOrigin: `${scheme}://${host}`,
    nowMs,
  };
};
