import { connect, createServer, type LookupFunction, type Socket } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import type { PostOptions } from '#shared/webhooks/deliveries/attempts/post';
import { error, post, response } from './attempts.ts';
import { drip, httpReceiver, listen, rawReceiver } from './receivers.ts';

/** A port on which nothing listens. */
const closedPort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
};

describe('the deadline covers', () => {
  const deadlineMs = 150;

  const expectTimeout = async (endpoint: string, options: Partial<PostOptions> = {}) => {
    const outcome = await post(endpoint, { deadlineMs, ...options });
    expect(outcome).toEqual(error('timeout'));
    expect(outcome.durationMs).toBeGreaterThanOrEqual(deadlineMs - 1);
    expect(outcome.durationMs).toBeLessThan(10 * deadlineMs);
  };

  test('the name lookup', async () => {
    await expectTimeout('http://receiver.test/', { lookup: () => {} });
  });

  test('the name lookup, whose late response connects nowhere', async () => {
    const connected = vi.fn();
    const port = await listen(createServer(connected));
    const late = Promise.withResolvers<() => void>();
    const lookup: LookupFunction = (_hostname, _options, callback) =>
      late.resolve(() => callback(null, [{ address: '127.0.0.1', family: 4 }]));
    await expectTimeout(`http://receiver.test:${port}/`, { lookup });
    (await late.promise)();
    // The receiver sees this second connection, made after the late response, so it would have seen the first.
    await new Promise<void>((resolve) => {
      const second = connect(port, '127.0.0.1', () => {
        second.destroy();
        resolve();
      });
    });
    await vi.waitFor(() => expect(connected).toHaveBeenCalled());
    expect(connected).toHaveBeenCalledTimes(1);
  });

  test('the TLS handshake', async () => {
    const port = await listen(createServer((socket) => socket.resume()));
    await expectTimeout(`https://127.0.0.1:${port}/`);
  });

  test('a receiver that never responds, and closes its connection', async () => {
    const closed = Promise.withResolvers<void>();
    const endpoint = await rawReceiver((socket) => socket.on('close', () => closed.resolve()));
    await expectTimeout(endpoint);
    await closed.promise;
  });

  test('slow headers', async () => {
    await expectTimeout(
      await rawReceiver((socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        drip(socket, 'X-Drip: 1\r\n', 20);
      }),
    );
  });

  test('endless interim responses', async () => {
    await expectTimeout(await rawReceiver((socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n', 20)));
  });

  test('a slow body, although its status was 200', async () => {
    await expectTimeout(
      await rawReceiver((socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n');
        drip(socket, 'x', 20);
      }),
    );
  });

  test('a body that stops, although its status was 200', async () => {
    await expectTimeout(await rawReceiver((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\no')));
  });

  test('nothing else: a response just before it counts', async () => {
    const endpoint = await httpReceiver((_, result) => {
      setTimeout(() => result.end('in time'), 100);
    });
    expect(await post(endpoint, { deadlineMs: 1000 })).toEqual(response(200, 'in time'));
  });
});

describe('a receiver that breaks off is an error', () => {
  test('refused: nothing listens', async () => {
    expect(await post(`http://127.0.0.1:${await closedPort()}/`)).toEqual(error('refused'));
  });

  test('reset: before the headers', async () => {
    expect(await post(await rawReceiver((socket) => socket.resetAndDestroy()))).toEqual(error('reset'));
  });

  test('reset: an empty reply', async () => {
    expect(await post(await rawReceiver((socket) => socket.end()))).toEqual(error('reset'));
  });

  const breakingOff = (end: (socket: Socket) => void) =>
    rawReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart', () => end(socket));
    });

  test('reset: after the headers', async () => {
    expect(await post(await breakingOff((socket) => socket.resetAndDestroy()))).toEqual(error('reset'));
  });

  test('reset: a body shorter than announced', async () => {
    expect(await post(await breakingOff((socket) => socket.end()))).toEqual(error('reset'));
  });

  test('protocol: a response that is not HTTP', async () => {
    expect(await post(await rawReceiver((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n')))).toEqual(error('protocol'));
  });

  test('protocol: endless headers', async () => {
    const endpoint = await rawReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      socket.write(`X-Long: ${'x'.repeat(1_000_000)}`);
    });
    expect(await post(endpoint)).toEqual(error('protocol'));
  });

  test('protocol: a response that switches protocols', async () => {
    const endpoint = await rawReceiver((socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
    );
    expect(await post(endpoint)).toEqual(error('protocol'));
  });

  test('dns: the name cannot be resolved', async () => {
    const failure = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND', syscall: 'getaddrinfo' });
    const lookup: LookupFunction = (_hostname, _options, callback) => callback(failure, []);
    expect(await post('http://receiver.test/', { lookup })).toEqual(error('dns'));
  });
});
