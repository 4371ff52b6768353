import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { describe, expect, test, vi } from 'vitest';
import { postSigned } from '#shared/webhooks/deliveries/attempts/post';
import { expectGenuine, plannedWorld, planOne, verifiesWith } from '#tests/integration/delivery/fixtures';
import { makeWorld, type World } from '#tests/integration/delivery/world';
import { drip, listen, rawReceiver } from '#tests/unit/webhooks/receivers';

/** What a receiver does with a connection whose request has arrived. */
type ReceiverResponse = (socket: Socket) => void;

const OK: ReceiverResponse = (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');

const statusLine = (status: number, headers = ''): ReceiverResponse => {
  const head = `HTTP/1.1 ${status} Whatever\r\nContent-Length: 0\r\n${headers}\r\n`;
  return (socket) => socket.end(head);
};

/** Sends an endless body as fast as the sender reads. */
const withEndlessBody =
  (status: number): ReceiverResponse =>
  (socket) => {
    socket.write(`HTTP/1.1 ${status} Whatever\r\nTransfer-Encoding: chunked\r\n\r\n`);
    const pour = () => {
      while (!socket.destroyed && socket.write(`400\r\n${'x'.repeat(1024)}\r\n`));
    };
    socket.on('drain', pour);
    pour();
  };

/** Responses that do not arrive in time, or break off, and the class that their attempts are recorded with. */
const BROKEN: readonly (readonly [string, string, ReceiverResponse])[] = [
  ['hangs', 'timeout', () => {}],
  [
    'sends its headers slowly',
    'timeout',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      drip(socket, 'X-Drip: 1\r\n', 10);
    },
  ],
  [
    'sends its body slowly',
    'timeout',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 8000\r\n\r\n');
      drip(socket, 'x', 10);
    },
  ],
  ['resets the connection before its headers', 'reset', (socket) => socket.resetAndDestroy()],
  [
    'resets the connection after its headers',
    'reset',
    (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx', () => socket.resetAndDestroy()),
  ],
  ['replies nothing', 'reset', (socket) => socket.end()],
  ['does not speak HTTP', 'protocol', (socket) => socket.end('220 mail.example ESMTP\r\n')],
];

/** Complete responses that are not a success. The redirects lead back to the receiver, which would count them. */
const REFUSALS: readonly (readonly [string, number, ReceiverResponse])[] = [
  ...[300, 301, 302, 303, 304, 305, 307, 308].map(
    (status) => [`redirects by ${status}`, status, statusLine(status, 'Location: /elsewhere\r\n')] as const,
  ),
  ...[400, 401, 404, 429, 500, 503].map((status) => [`answers ${status}`, status, statusLine(status)] as const),
  ['answers 500 and a body without end', 500, withEndlessBody(500)],
];

const FAILURES = [
  ...BROKEN.map(([how, errorClass, response]) => ({ how, recorded: { errorClass }, response })),
  ...REFUSALS.map(([how, statusCode, response]) => ({ how, recorded: { statusCode }, response })),
];

/** A scaled deadline for attempts that get no response. The others have their ten seconds. */
const SHORT_DEADLINE_MS = 250;

/** A delivery to a receiver that fails `failures` times, then accepts. */
const failing = async (response: ReceiverResponse, { failures, hangs }: { failures: number; hangs: boolean }) => {
  const world = await makeWorld();
  let posts = 0;
  const endpoint = await rawReceiver((socket) => (posts++ < failures ? response : OK)(socket));
  world.effects.post = (post) =>
    postSigned(post, {
      allowLoopbackHttp: true,
      ...(hangs && posts < failures && { deadlineMs: SHORT_DEADLINE_MS }),
    });
  const registered = await world.register(await world.addApp(), { endpoint });
  return { world, registered, deliveryId: await planOne(world, registered), posts: () => posts };
};

const waitsOf = async (world: World, deliveryId: string): Promise<readonly number[]> => {
  const startsMs = (await world.attempts(deliveryId)).map(({ startedAt }) => Date.parse(String(startedAt)));
  return startsMs.slice(1).map((startMs, index) => startMs - (startsMs[index] ?? 0));
};

describe.each(FAILURES)('a receiver that $how', ({ recorded, response }) => {
  const hangs = 'errorClass' in recorded && recorded.errorClass === 'timeout';

  test('each time gets exactly five POSTs, 5, 10, 20 and 40 s apart, and the delivery fails', async () => {
    const { world, deliveryId, posts } = await failing(response, { failures: Number.POSITIVE_INFINITY, hangs });
    await world.drain();
    expect(posts()).toBe(5);
    const attempts = await world.attempts(deliveryId);
    expect(attempts).toMatchObject([1, 2, 3, 4, 5].map((number) => ({ number, ...recorded })));
    expect(await waitsOf(world, deliveryId)).toStrictEqual([5_000, 10_000, 20_000, 40_000]);
    const ended = { status: 'failed', attemptCount: 5, endReason: 'attempts_exhausted' };
    expect(await world.delivery(deliveryId)).toMatchObject(ended);
  });

  test('four times gets it with the fifth', async () => {
    const { world, deliveryId, posts } = await failing(response, { failures: 4, hangs });
    await world.drain();
    expect(posts()).toBe(5);
    const attempts = await world.attempts(deliveryId);
    expect(attempts).toMatchObject([recorded, recorded, recorded, recorded, { statusCode: 200 }]);
    expect(await world.delivery(deliveryId)).toMatchObject({ status: 'delivered', attemptCount: 5 });
  });
});

/** Complete responses followed by bytes that belong to no response. */
const respondWithStrayBytes = (status: number, headers: string, body: string): ReceiverResponse => {
  const bytes = `HTTP/1.1 ${status} Whatever\r\n${headers}\r\n${body}`;
  return (socket) => socket.end(bytes);
};

test.each<[string, ReceiverResponse, object]>([
  ['a 204 with a body', respondWithStrayBytes(204, '', '{"received":true}'), { statusCode: 204, responseExcerpt: '' }],
  [
    'a 204 with a body and its length',
    respondWithStrayBytes(204, 'Connection: close\r\nContent-Length: 17\r\n', '{"received":true}'),
    { statusCode: 204, responseExcerpt: '' },
  ],
  [
    'a length counted in characters',
    respondWithStrayBytes(200, 'Content-Length: 8\r\n', 'Ẹ ṣeun o'),
    { statusCode: 200, responseExcerpt: 'Ẹ ṣe' },
  ],
  [
    'bytes after its last chunk',
    respondWithStrayBytes(201, 'Transfer-Encoding: chunked\r\n', '2\r\nok\r\n0\r\n\r\n<!-- served by -->'),
    { statusCode: 201, responseExcerpt: 'ok' },
  ],
])('a receiver that accepts with %s has accepted: one POST, delivered', async (_, response, recorded) => {
  const { world, deliveryId, posts } = await failing(response, { failures: 1, hangs: false });
  await world.drain();
  expect(posts()).toBe(1);
  expect(await world.attempts(deliveryId)).toMatchObject([recorded]);
  expect(await world.delivery(deliveryId)).toMatchObject({ status: 'delivered', attemptCount: 1 });
});

test('a receiver that accepts with an endless body has accepted, and 8 KB are kept', async () => {
  const { world, deliveryId, posts } = await failing(withEndlessBody(200), { failures: 1, hangs: false });
  await world.drain();
  expect(posts()).toBe(1);
  expect(await world.attempts(deliveryId)).toMatchObject([{ statusCode: 200, responseExcerpt: 'x'.repeat(8_192) }]);
});

test('a receiver whose certificate is not trusted gets five connections and no byte of the delivery', async () => {
  const world = await makeWorld();
  const fixture = (name: string) =>
    readFileSync(new URL(`../../unit/webhooks/fixtures/receiver.${name}.pem`, import.meta.url));
  const requested = vi.fn();
  let connections = 0;
  const server = createTlsServer({ cert: fixture('cert'), key: fixture('key') }, (socket) => {
    socket.on('data', requested).on('error', () => {});
  });
  server.on('connection', () => connections++);
  const endpoint = `https://127.0.0.1:${await listen(server)}/hook`;
  const registered = await world.register(await world.addApp(), { endpoint });
  const deliveryId = await planOne(world, registered);
  await world.drain();
  expect(connections).toBe(5);
  expect(requested).not.toHaveBeenCalled();
  const attempts = await world.attempts(deliveryId);
  expect(attempts.map(({ errorClass }) => errorClass)).toStrictEqual(Array.from({ length: 5 }, () => 'tls'));
  expect(await world.delivery(deliveryId)).toMatchObject({ status: 'failed', endReason: 'attempts_exhausted' });
});

test.each<[string, ReceiverResponse]>([
  ['a 410', statusLine(410)],
  ['a 410 and extra bytes', respondWithStrayBytes(410, 'Content-Length: 0\r\n', '<html>Gone</html>')],
])('a receiver that is gone (%s) gets five POSTs, and no later deliveries', async (_, response) => {
  const { world, registered, deliveryId, posts } = await failing(response, { failures: 5, hangs: false });
  await world.drain();
  expect(await world.delivery(deliveryId)).toMatchObject({ status: 'failed', endReason: 'gone' });
  const next = await planOne(world, registered);
  await world.drain();
  expect(await world.delivery(next)).toMatchObject({ status: 'skipped', endReason: 'registration_inactive' });
  expect(posts()).toBe(5);
});

describe.each([429, 503])('a receiver that answers %i with Retry-After', (status) => {
  test.each<[string, (nowMs: number) => string]>([
    ['seconds', () => '120'],
    ['a date', (nowMs) => new Date(Math.ceil(nowMs / 1000) * 1000 + 119_500).toUTCString()],
  ])('in %s is not called for that long, and still gets five POSTs', async (_, retryAfter) => {
    const { world, deliveryId } = await plannedWorld();
    world.receiver.respondWith(() => ({ status, headers: { 'retry-after': retryAfter(world.now()) } }));
    await world.drain();
    expect(world.receiver.received).toHaveLength(5);
    for (const waitedMs of await waitsOf(world, deliveryId)) {
      expect(waitedMs).toBeGreaterThanOrEqual(118_500);
      expect(waitedMs).toBeLessThanOrEqual(121_000);
    }
    expect(await world.delivery(deliveryId)).toMatchObject({ status: 'failed', attemptCount: 5 });
  });
});

describe('a receiver that changes its own registration while it is being called', () => {
  test('by deleting it, and accepts, has accepted', async () => {
    const { world, registered, deliveryId } = await plannedWorld();
    world.receiver.respondWith(async () => {
      await world.remove(registered);
      return { status: 200 };
    });
    await world.drain();
    expect(await world.delivery(deliveryId)).toMatchObject({ status: 'delivered', attemptCount: 1 });
    expect(await world.registration(registered)).toBeUndefined();
  });

  test('by deleting it, and fails, is not called again; the attempt is recorded', async () => {
    const { world, registered, deliveryId } = await plannedWorld();
    world.receiver.respondWith(async () => {
      await world.remove(registered);
      return { status: 500 };
    });
    await world.drain();
    expect(world.receiver.received).toHaveLength(1);
    expect(await world.attempts(deliveryId)).toMatchObject([{ number: 1, statusCode: 500 }]);
    const ended = { status: 'skipped', attemptCount: 1, endReason: 'registration_deleted' };
    expect(await world.delivery(deliveryId)).toMatchObject(ended);
  });

  test('by rotating its secret, and fails, is called again with the new secret only', async () => {
    const { world, registered } = await plannedWorld();
    const secrets: string[] = [];
    world.receiver.respondWith(async (_, index) => {
      if (index === 0) secrets.push(await world.rotate(registered));
      return { status: index === 0 ? 401 : 200 };
    });
    await world.drain();
    const [first, second] = world.receiver.received;
    const [secret = ''] = secrets;
    if (!first || !second) throw new Error('Two attempts were to arrive');
    expect(verifiesWith(first, registered.signingSecret)).toBe(true);
    expect(verifiesWith(second, registered.signingSecret)).toBe(false);
    expectGenuine(second, secret, world);
  });

  test('by rotating its secret, and responds that it is gone, is deactivated', async () => {
    const { world, registered, deliveryId } = await plannedWorld();
    world.receiver.respondWith(async (_, index) => {
      if (index === 0) await world.rotate(registered);
      return { status: 410 };
    });
    await world.drain();
    expect(await world.delivery(deliveryId)).toMatchObject({ status: 'failed', endReason: 'gone' });
    expect(await world.registration(registered)).toMatchObject({ isActive: false, rotatedAt: expect.any(String) });
  });
});

describe('of the ten seconds of an attempt,', () => {
  /** Makes one attempt whose response arrives after this much time, which only the test advances. */
  const respondedAfter = async (responseMs: number) => {
    const { world, deliveryId } = await plannedWorld();
    const arrived = Promise.withResolvers<void>();
    world.receiver.respondWith(async () => {
      arrived.resolve();
      await new Promise<void>((resolve) => setTimeout(resolve, responseMs));
      return { status: 200 };
    });
    const { post } = world.effects;
    world.effects.post = async (signed) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      try {
        const outcome = post(signed);
        await arrived.promise;
        await vi.advanceTimersByTimeAsync(responseMs);
        return await outcome;
      } finally {
        vi.useRealTimers();
      }
    };
    await world.receiveNext();
    return { delivery: await world.delivery(deliveryId), attempts: await world.attempts(deliveryId) };
  };

  test('a response after 9.9 is in time', async () => {
    const { delivery, attempts } = await respondedAfter(9_900);
    expect(delivery).toMatchObject({ status: 'delivered', attemptCount: 1 });
    expect(attempts).toMatchObject([{ statusCode: 200 }]);
  });

  test('a response after 10.1 is too late', async () => {
    const { delivery, attempts } = await respondedAfter(10_100);
    expect(delivery).toMatchObject({ status: 'retrying', attemptCount: 1 });
    expect(attempts).toMatchObject([{ errorClass: 'timeout' }]);
  });
});
