import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Patience } from '#shared/sources/patience';

/** A lookup as a source received it. */
export interface ReceivedQuestion {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

/** Responds to one try; `tries` counts from 1. */
export type Behaviour = (response: ServerResponse, tries: number) => void;

/** Tries follow each other at once, so that no test waits. */
export const IMPATIENT: Patience = { tries: 3, wait: async () => undefined };

/** A 200 with a JSON body. */
export const json =
  (body: unknown): Behaviour =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

/** A response with another status. */
export const status =
  (code: number, headers: Record<string, string> = {}): Behaviour =>
  (response) => {
    response.writeHead(code, headers).end('{"found":false}');
  };

/** Never responds. */
export const silence: Behaviour = () => undefined;

/** A source on the loopback interface that behaves as specified and records its lookups. */
export const loopbackSource = async (behaviour: Behaviour) => {
  const received: ReceivedQuestion[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({
      method: request.method ?? '',
      url: new URL(request.url ?? '', 'http://loopback'),
      headers: request.headers,
      body: chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : undefined,
    });
    behaviour(response, received.length);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    received,
    baseUrl: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
};
