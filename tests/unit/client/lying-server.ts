import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Resources } from '#client/src/api-methods';
import { createResources, type KybOptions } from '#client/src/kyb';
import type { Effects } from '#client/src/request';

/** A request as the server got it. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Responds to a request, the first of which has the index 0. */
export type Respond = (response: ServerResponse, index: number, request: Received) => void;

const readWhole = async (request: IncomingMessage): Promise<Received> => ({
  method: String(request.method),
  path: String(request.url),
  headers: request.headers,
  body: Buffer.concat(await request.toArray()).toString('latin1'),
});

/** Sends JSON as the API does. */
export const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

/** A refusal of the API. */
export const refuse = (response: ServerResponse, status: number, code: string, headers: Record<string, string> = {}) =>
  json(response, status, { success: false, status: 'error', message: `It is ${code}.`, code }, headers);

/** A client of a server that responds as it is told; both end with the test. */
export interface Lied {
  readonly kyb: Resources;
  readonly url: string;
  /** The requests so far. */
  readonly received: readonly Received[];
  /** The seconds of the waits so far: none is waited for. */
  readonly waits: readonly number[];
}

/** A client of a server that responds as it is told: it does not wait between tries, and its chance is always a half. */
export const clientOf = async (
  respond: Respond,
  options: Partial<KybOptions> = {},
  effects: Partial<Effects> = {},
): Promise<Lied> => {
  const received: Received[] = [];
  const waits: number[] = [];
  const server = createServer(async (request, response) => {
    const whole = await readWhole(request);
    respond(response, received.push(whole) - 1, whole);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const wait = async (seconds: number) => void waits.push(seconds);
  const given = { baseUrl: url, key: 'test_sk_secret', ...options };
  return { kyb: createResources(given, { random: () => 0.5, wait, ...effects }), url, received, waits };
};

/** What a promise is rejected with. */
export const failureOf = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => Promise.reject(new Error(`It succeeded: ${JSON.stringify(value)}`)),
    (error) => error,
  );
