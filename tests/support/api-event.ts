import { randomBytes, randomUUID } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** The parts of a request that a test cares about. */
export interface ApiEventOptions {
  method?: string;
  /** The path as called, with `/v1`: `/v1/kyb/widgets/wgt_1`. */
  path?: string;
  /** The route's template when it has parameters: `/v1/kyb/widgets/{id}`. Default: `path`. */
  route?: string;
  pathParameters?: Record<string, string>;
  query?: Record<string, string>;
  /** In any letter case; sent in lower case, as API Gateway does. */
  headers?: Record<string, string>;
  /** Name to value. */
  cookies?: Record<string, string>;
  /** A string is sent as it is, bytes in base64, anything else as JSON with its content type. */
  body?: unknown;
  /** Sends the body base64-encoded, as API Gateway does with binary media types. */
  isBase64Encoded?: boolean;
  /** Default: a random address in 10.0.0.0/8 for each event, so that tests do not share a rate limit. */
  sourceIp?: string;
}

const randomSourceIp = (): string => `10.${randomBytes(3).join('.')}`;

const bodyText = (body: unknown): string | undefined =>
  body === undefined || typeof body === 'string' ? body : JSON.stringify(body);

/**
 * An event of an API Gateway HTTP API (payload format 2.0) for calling a handler in process. Cookies are in `cookies`,
 * as on AWS.
 */
export const apiEvent = (options: ApiEventOptions = {}): APIGatewayProxyEventV2 => {
  const { method = 'GET', path = '/v1/test', route = path, query = {}, sourceIp = randomSourceIp() } = options;
  const headers: Record<string, string> = { host: 'api.test', 'user-agent': 'test' };
  const text = bodyText(options.body);
  if (text !== undefined) headers['content-type'] = 'application/json';
  for (const [name, value] of Object.entries(options.headers ?? {})) headers[name.toLowerCase()] = value;
  const isBase64Encoded = options.isBase64Encoded ?? options.body instanceof Uint8Array;
  const bytes = options.body instanceof Uint8Array ? options.body : undefined;
  const encode = (value: string): string => (isBase64Encoded ? Buffer.from(bytes ?? value).toString('base64') : value);
  const epochMs = Date.now();
  return {
    version: '2.0',
    routeKey: `${method} ${route}`,
    rawPath: path,
    rawQueryString: new URLSearchParams(query).toString(),
    headers,
    ...(options.cookies && { cookies: Object.entries(options.cookies).map(([name, value]) => `${name}=${value}`) }),
    ...(Object.keys(query).length > 0 && { queryStringParameters: query }),
    ...(options.pathParameters && { pathParameters: options.pathParameters }),
    ...(text !== undefined && { body: encode(text) }),
    isBase64Encoded,
    requestContext: {
      accountId: '000000000000',
      apiId: 'test',
      domainName: 'api.test',
      domainPrefix: 'api',
      http: { method, path, protocol: 'HTTP/1.1', sourceIp, userAgent: 'test' },
      requestId: randomUUID(),
      routeKey: `${method} ${route}`,
      stage: '$default',
      time: new Date(epochMs).toUTCString(),
      timeEpoch: epochMs,
    },
  };
};
