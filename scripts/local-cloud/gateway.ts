import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
  request as sendRequest,
} from 'node:http';
import { type GatewayTarget, invokeUnrouted } from './invoke-unrouted.ts';
import { freePort, LOOPBACK, requireFreePort } from './port.ts';

/** The emulator's own pages, such as its mails and queues. No route of the API begins like this. */
const EMULATOR_PATH = /^\/_(ministack|aws)\//;

/** Each connection serves one request, so that none uses a connection that the emulator has just closed. */
const agent = new Agent({ keepAlive: false });

/** Headers that belong to a connection and not to the request (RFC 9110, 7.6.1). */
const CONNECTION_HEADERS = ['connection', 'keep-alive', 'proxy-connection', 'te', 'transfer-encoding', 'upgrade'];

const forwardedHeaders = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !CONNECTION_HEADERS.includes(name)));

/** Responds as API Gateway does when the integration cannot be reached. */
const refuseAsUnreachable = (response: ServerResponse): void => {
  if (response.headersSent) response.destroy();
  else response.writeHead(503, { 'content-type': 'application/json' }).end('{"message":"Service Unavailable"}');
};

const forward = (request: IncomingMessage, response: ServerResponse, address: string): void => {
  const { method, headers } = request;
  const chunked = headers['transfer-encoding'] !== undefined && { 'transfer-encoding': 'chunked' };
  const sent = sendRequest(address, { method, agent, headers: { ...forwardedHeaders(headers), ...chunked } });
  sent.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, forwardedHeaders(answer.headers));
    answer.on('error', () => response.destroy());
    answer.pipe(response);
  });
  sent.on('error', () => refuseAsUnreachable(response));
  response.on('close', () => sent.destroy());
  request.pipe(sent);
};

const answerUnrouted = async (
  request: IncomingMessage,
  response: ServerResponse,
  target: GatewayTarget,
): Promise<void> => {
  try {
    request.resume();
    const { statusCode, headers, body } = await invokeUnrouted(request, target);
    response.writeHead(statusCode, headers).end(body);
  } catch {
    refuseAsUnreachable(response);
  }
};

const isPreflight = ({ method }: IncomingMessage): boolean => method === 'OPTIONS';

/** Sends a request to where API Gateway would send it. */
const route = (request: IncomingMessage, response: ServerResponse, target: GatewayTarget): void => {
  const { url = '/' } = request;
  if (EMULATOR_PATH.test(url)) forward(request, response, `${target.endpoint}${url}`);
  else if (isPreflight(request)) void answerUnrouted(request, response, target);
  else forward(request, response, `${target.endpoint}/_aws/execute-api/${target.apiId}${url}`);
};

/** The address of the API behind a gateway at this port, by this machine's name for browsers and other tools. */
export const apiUrlAt = (port: number): string => `http://localhost:${port}`;

/**
 * Serves the API of a local cloud as API Gateway serves it on AWS: at the root of its own address, with preflight
 * requests answered by the function of the `$default` route and no header added. The emulator itself serves the API
 * below a long path, and answers preflight requests for every origin. Its own pages (`/_ministack/...`) can also be
 * read here; AWS clients use the emulator's own address.
 *
 * @param port TCP port of the loopback address; a free one when undefined.
 * @throws UserError when the port is taken.
 */
export const startGateway = async (
  target: GatewayTarget,
  port?: number,
): Promise<{ readonly apiUrl: string; readonly close: () => Promise<void> }> => {
  if (port !== undefined) await requireFreePort(port);
  const chosen = port ?? (await freePort());
  const server = createServer((request, response) => route(request, response, target));
  // An upload over a slow line may take longer than Node's default.
  server.requestTimeout = 0;
  server.listen(chosen, LOOPBACK);
  await once(server, 'listening');
  return {
    apiUrl: apiUrlAt(chosen),
    close: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};
