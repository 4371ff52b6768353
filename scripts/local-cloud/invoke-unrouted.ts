import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Sha256 } from '@smithy/core/checksum';
import { HttpRequest } from '@smithy/core/protocols';
import { SignatureV4 } from '@smithy/signature-v4';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as v from 'valibot';
import { FALLBACK_FUNCTION, resourceName } from '#infra/names';
import { LOCAL_AWS_ENVIRONMENT } from './environment.ts';

/** Where the parts behind the gateway are. */
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

const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION } = LOCAL_AWS_ENVIRONMENT;

const signer = new SignatureV4({
  service: 'lambda',
  region: AWS_REGION,
  credentials: { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY },
  sha256: Sha256,
});

/**
 * The answer of the function of the API's `$default` route to a request, whose body is ignored.
 *
 * @throws Error when the function cannot be called, or fails.
 */
export const invokeUnrouted = async (
  request: IncomingMessage,
  { endpoint, apiId }: GatewayTarget,
): Promise<v.InferOutput<typeof Answer>> => {
  const { protocol, hostname, port } = new URL(endpoint);
  const path = `/2015-03-31/functions/${resourceName('local', FALLBACK_FUNCTION)}/invocations`;
  const body = JSON.stringify(unroutedEvent(request, apiId));
  const headers = { host: `${hostname}:${port}`, 'content-type': 'application/json' };
  const signed = await signer.sign(
    new HttpRequest({ protocol, hostname, port: Number(port), method: 'POST', path, headers, body }),
  );
  const { host: _, ...sent } = signed.headers;
  const response = await fetch(`${endpoint}${path}`, { method: 'POST', headers: sent, body });
  return v.parse(Answer, await response.json());
};
