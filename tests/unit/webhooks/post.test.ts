import type { IncomingMessage } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import { postSigned } from '#shared/webhooks/deliveries/attempts/post';
import { BODY, post, response } from './attempts.ts';
import { httpReceiver, rawReceiver } from './receivers.ts';

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

const SERVER_ERROR = 'HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n';

describe('a POST', () => {
  test('carries the exact body and headers', async () => {
    const received: { method?: string | undefined; url?: string | undefined; headers: object; body: string }[] = [];
    const endpoint = await httpReceiver(async (request, result) => {
      const { method, url, headers } = request;
      received.push({ method, url, headers, body: await bodyOf(request) });
      result.end('ok');
    });
    expect(await post(`${endpoint}?tenant=1`)).toEqual(response(200, 'ok'));
    expect(received).toEqual([
      {
        method: 'POST',
        url: '/hook?tenant=1',
        body: BODY,
        headers: {
          host: new URL(endpoint).host,
          connection: 'close',
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(BODY)),
          'user-agent': 'kyb-service-webhooks/1.0',
          'x-service-delivery': 'whd_01',
        },
      },
    ]);
  });

  test.each([200, 201, 202, 400, 404, 410, 429, 500, 503])('reports the status %i', async (status) => {
    const endpoint = await httpReceiver((_, result) => result.writeHead(status).end());
    expect(await post(endpoint)).toEqual(response(status, ''));
  });

  test('reports a response without a body', async () => {
    const endpoint = await httpReceiver((_, result) => result.writeHead(204).end());
    expect(await post(endpoint)).toEqual(response(204, ''));
  });

  test.each([301, 302, 303, 307, 308])('does not follow a redirect %i', async (status) => {
    const other = vi.fn();
    const elsewhere = await httpReceiver((_, result) => {
      other();
      result.end();
    });
    const endpoint = await httpReceiver((_, result) => result.writeHead(status, { Location: elsewhere }).end());
    expect(await post(endpoint)).toEqual(response(status, ''));
    expect(other).not.toHaveBeenCalled();
  });

  test('keeps Retry-After as received, up to 64 characters', async () => {
    const endpoint = await httpReceiver((request, result) => {
      const values: Readonly<Record<string, string>> = {
        '/hook': '120',
        '/hook/long': '9'.repeat(1000),
        '/hook/padded': `${'0'.repeat(100)}120`,
      };
      result.writeHead(503, { 'Retry-After': values[request.url ?? ''] }).end();
    });
    expect(await post(endpoint)).toMatchObject({ statusCode: 503, retryAfter: '120' });
    expect(await post(`${endpoint}/long`)).toMatchObject({ retryAfter: '9'.repeat(64) });
    expect(await post(`${endpoint}/padded`)).toMatchObject({ retryAfter: '120' });
  });

  test('ends with the response, although the receiver keeps the connection open', async () => {
    const endpoint = await rawReceiver((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'));
    expect(await post(endpoint)).toEqual(response(200, 'ok'));
  });

  test.each<[string, string, number, string]>([
    ['a 204 with a body', 'HTTP/1.1 204 No Content\r\n\r\n{"ok":true}', 204, ''],
    ['a 204 that announces one', 'HTTP/1.1 204 No Content\r\nContent-Length: 11\r\n\r\n{"ok":true}', 204, ''],
    ['a 204 before a close', 'HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n{"ok":true}', 204, ''],
    ['a 304 with a body', 'HTTP/1.1 304 Not Modified\r\n\r\nold', 304, ''],
    ['a length in characters', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nnaïve', 200, 'naïv'],
    [
      'a length in characters before a close',
      'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 3\r\n\r\nà b',
      200,
      'à ',
    ],
    ['an unannounced body', 'HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\ngone for good', 410, ''],
    [
      'bytes after the last chunk',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n??',
      200,
      'ok',
    ],
    ['a second response', `HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok${SERVER_ERROR}`, 200, 'ok'],
  ])('accepts the complete response and nothing after it: %s', async (_, bytes, status, excerpt) => {
    for (const end of [true, false]) {
      const endpoint = await rawReceiver((socket) => (end ? socket.end(bytes) : socket.write(bytes)));
      expect(await post(endpoint)).toEqual(response(status, excerpt));
    }
  });

  test('accepts the complete response of a receiver that resets the connection after it', async () => {
    const endpoint = await rawReceiver((socket) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok??', () => socket.resetAndDestroy()),
    );
    expect(await post(endpoint)).toEqual(response(200, 'ok'));
  });

  test('reads past interim responses', async () => {
    const endpoint = await rawReceiver((socket) =>
      socket.end(
        'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
      ),
    );
    expect(await post(endpoint)).toEqual(response(200, ''));
  });

  test('measures its duration', async () => {
    const endpoint = await httpReceiver((_, result) => {
      setTimeout(() => result.end(), 60);
    });
    const { durationMs } = await post(endpoint);
    expect(durationMs).toBeGreaterThanOrEqual(59);
    expect(Number.isInteger(durationMs)).toBe(true);
  });
});

describe('of a response body', () => {
  test('8 KB are kept and the status counts', async () => {
    const endpoint = await httpReceiver((_, result) => result.end('x'.repeat(100_000)));
    expect(await post(endpoint)).toEqual(response(200, 'x'.repeat(8192)));
  });

  test('an endless one is cut off, and its connection closed', async () => {
    const closed = Promise.withResolvers<void>();
    const endpoint = await rawReceiver((socket) => {
      socket.on('close', () => closed.resolve());
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      const piece = `400\r\n${'x'.repeat(1024)}\r\n`;
      const pour = () => {
        while (!socket.destroyed && socket.write(piece));
      };
      socket.on('drain', pour);
      pour();
    });
    expect(await post(endpoint)).toEqual(response(200, 'x'.repeat(8192)));
    await closed.promise;
  });

  test('a character that the limit cuts in two is left out', async () => {
    const endpoint = await httpReceiver((_, result) => result.end(`x${'€'.repeat(5000)}`));
    expect(await post(endpoint)).toEqual(response(200, `x${'€'.repeat(2730)}`));
  });

  test('invalid UTF-8 is replaced', async () => {
    const endpoint = await httpReceiver((_, result) => result.end(Buffer.from([0x61, 0xff, 0x62])));
    expect(await post(endpoint)).toEqual(response(200, 'a\ufffdb'));
  });
});

test('headers that HTTP cannot carry are a fault of the service and reject', async () => {
  const attempt = postSigned(
    { endpoint: 'http://127.0.0.1:1/', headers: { 'X-Service-Event': 'a\r\nb' }, body: BODY },
    { allowLoopbackHttp: true },
  );
  await expect(attempt).rejects.toThrow(TypeError);
});
