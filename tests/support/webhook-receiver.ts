import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { type WaitOptions, waitUntil } from './wait-until.ts';

/** One request as it arrived. */
export interface ReceivedWebhook {
  method: string;
  path: string;
  /** Names in lower case. */
  headers: IncomingHttpHeaders;
  /** The exact bytes of the body, which a signature covers. */
  rawBody: Buffer;
  receivedAtMs: number;
}

/** How the receiver responds. `'hang'` keeps the connection open and sends nothing. `'reset'` cuts it. */
export type WebhookResponse = { status: number; headers?: Record<string, string>; body?: string } | 'hang' | 'reset';

/** Chooses a response. `index` counts the requests from 0, including this one. */
export type ResponseRule = (request: ReceivedWebhook, index: number) => WebhookResponse | Promise<WebhookResponse>;

/** A customer's webhook endpoint on the loopback address. */
export interface WebhookReceiver {
  /** `http://127.0.0.1:<port>/webhooks` */
  url: string;
  /** Everything received, oldest first. */
  received: readonly ReceivedWebhook[];
  /** Sets the responses from now on. Default: an empty 200. */
  respondWith(rule: ResponseRule | WebhookResponse): void;
  /** Waits until `count` requests have been received and returns all of them. */
  waitFor(count: number, options?: Omit<WaitOptions, 'what'>): Promise<readonly ReceivedWebhook[]>;
  /** Stops listening and closes open connections. */
  close(): Promise<void>;
}

const readRequest = async (request: IncomingMessage): Promise<ReceivedWebhook> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    rawBody: Buffer.concat(chunks),
    receivedAtMs: Date.now(),
  };
};

const send = (result: WebhookResponse, response: ServerResponse): void => {
  if (result === 'hang') return;
  if (result === 'reset') response.destroy();
  else response.writeHead(result.status, result.headers).end(result.body);
};

/** Starts a webhook endpoint on a free port of the loopback address. */
export const webhookReceiver = async (): Promise<WebhookReceiver> => {
  const received: ReceivedWebhook[] = [];
  let rule: ResponseRule = () => ({ status: 200 });

  const server = createServer(async (request, response) => {
    try {
      const webhook = await readRequest(request);
      const index = received.push(webhook) - 1;
      send(await rule(webhook, index), response);
    } catch {
      // The sender hung up, or the rule threw: in either case no response is possible.
      response.destroy();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no TCP port');

  return {
    url: `http://127.0.0.1:${address.port}/webhooks`,
    received,
    respondWith: (next) => {
      rule = typeof next === 'function' ? next : () => next;
    },
    waitFor: (count, options) =>
      waitUntil(() => received.length >= count && received, {
        what: () => `${count} webhook(s), received ${received.length}`,
        ...options,
      }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
