import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as v from 'valibot';
import { FALLBACK_FUNCTION } from '#infra/names';
import { invokeDeployed } from './invoke-deployed.ts';

/** The addresses of what is behind the gateway. */
export interface GatewayTarget {
  /** Base address of the local cloud. */
  readonly endpoint: string;
  /** The id of the HTTP API. */
  readonly apiId: string;
}

const Answer = v.object({
  statusCode: v.number(),
  headers: v.optional(v.record(v.string(), v.string()), {}),
  body: v.optional(v.string(), ''),
});

/** The event of API Gateway for a request without a body on the `$default` route (payload format 2.0). */
const unroutedEvent = (request: IncomingMessage, apiId: string): APIGatewayProxyEventV2 => {
  const { method = '', url = '/', headers: sent, socket } = request;
  const { cookie, ...others } = sent;
  const { pathname, searchParams, search } = new URL(url, 'http://localhost');
  const headers = Object.fromEntries(Object.entries(others).map(([name, value]) => [name, String(value)]));
  const now = new Date();
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: decodeURI(pathname),
    rawQueryString: search.slice(1),
    headers,
    ...(cookie !== undefined && { cookies: cookie.split(/; */) }),
    ...(search !== '' && { queryStringParameters: Object.fromEntries(searchParams) }),
    requestContext: {
      accountId: '000000000000',
      apiId,
      domainName: headers['host'] ?? '',
      domainPrefix: apiId,
      http: {
        method,
        path: pathname,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: socket.remoteAddress ?? '',
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey: '$default',
      stage: '$default',
      time: now.toUTCString(),
      timeEpoch: now.getTime(),
    },
    isBase64Encoded: false,
  };
};

/**
 * The response of the function of the API's `$default` route to a request, whose body is ignored.
 *
 * @throws Error when the function cannot be called, or fails.
 */
export const invokeUnrouted = async (
  request: IncomingMessage,
  { endpoint, apiId }: GatewayTarget,
): Promise<v.InferOutput<typeof Answer>> =>
  v.parse(Answer, await invokeDeployed(endpoint, FALLBACK_FUNCTION, unroutedEvent(request, apiId)));
