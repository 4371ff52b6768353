import { once } from 'node:events';
import { createServer } from 'node:http';

/** A customer's page, on its own origin. */
export interface HostPage {
  /** `http://127.0.0.1:<port>` or, under another name of the machine, `http://localhost:<port>`. */
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/**
 * Serves a page with this body on the loopback address.
 *
 * @param policy its Content-Security-Policy, if it has one.
 * @param port a free one if undefined.
 */
export const hostPage = async (body: string, policy?: string, port = 0): Promise<HostPage> => {
  const server = createServer((_, response) => {
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      ...(policy !== undefined && { 'content-security-policy': policy }),
    });
    response.end(
      `<!doctype html><html lang="en"><head><title>Shop</title></head><body><h1>Shop</h1>${body}</body></html>`,
    );
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The page has no TCP port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
