import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { type FeedAnswer, type FeedEvent, httpFeed } from '#scripts/listen/feed';
import { httpForward, type Webhook } from '#scripts/listen/forward';
import { listen } from '#scripts/listen/listen';
import { fileState } from '#scripts/listen/state';
import { UserError } from '#scripts/local-cloud/user-error';
import { newId } from '#shared/platform/ids';
import { verifySignature } from '#shared/signatures/signature';
import { generateSigningSecret } from '#shared/signatures/signing-secret';
import { webhookReceiver } from '#tests/support/webhook-receiver';

const NOW_MS = Date.parse('2026-11-22T12:00:00.000Z');

const folder = mkdtempSync(join(tmpdir(), 'listen-'));
afterAll(() => rmSync(folder, { recursive: true }));

const eventAt = (name: string): FeedEvent => ({
  id: newId('sev', NOW_MS),
  event: 'kyb.applicant.created',
  createdAt: '2026-11-22T12:00:00.000Z',
  data: { applicantId: 'app_1', referenceId: name },
});

/** A test's server; returns its address. */
const serving = async (respond: RequestListener): Promise<string> => {
  const server = createServer(respond);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** A listener over an in-memory feed. */
const listening = (events: FeedEvent[], faults: FeedAnswer[] = []) => {
  const stop = new AbortController();
  const sent: Webhook[] = [];
  const lines: string[] = [];
  const waits: number[] = [];
  const saved: string[] = [];
  const asked: string[] = [];
  let after: string | undefined;
  const startAt = (position: string): void => {
    after = position;
  };
  const run = ({
    pauses,
    forward = async () => '204',
  }: {
    pauses: number;
    forward?: (webhook: Webhook) => Promise<string>;
  }) =>
    listen({
      environment: 'sandbox',
      feed: async (position) => {
        asked.push(position);
        const fault = faults.shift();
        if (fault) return fault;
        const from = Math.min(Number(position.replace('sandbox-', '')), events.length);
        const data = events.slice(from, from + 100);
        return { data, nextAfter: `sandbox-${from + data.length}` };
      },
      forward: async (webhook) => {
        sent.push(webhook);
        return forward(webhook);
      },
      state: {
        secret: SECRET,
        after: () => after,
        save: (position) => {
          after = position;
          saved.push(position);
        },
      },
      print: (line) => void lines.push(line),
      random: () => 0,
      now: () => NOW_MS,
      signal: stop.signal,
      wait: async (ms) => {
        waits.push(ms);
        if (waits.length >= pauses) stop.abort();
      },
    });
  return { run, stop, sent, lines, waits, saved, asked, startAt };
};

const SECRET = generateSigningSecret();

describe('a listener', () => {
  test('forwards every event once, in order, with a valid signature', async () => {
    const events = Array.from({ length: 250 }, (_, index) => eventAt(String(index)));
    const world = listening(events);
    world.startAt('sandbox-0');
    await world.run({ pauses: 1 });
    expect(world.sent.map(({ body }) => JSON.parse(body).data.referenceId)).toStrictEqual(
      events.map((_, index) => String(index)),
    );
    expect(world.saved).toStrictEqual(['sandbox-100', 'sandbox-200', 'sandbox-250']);
    for (const { headers, body } of world.sent) {
      const verdict = verifySignature({
        ...{ header: headers['X-Service-Signature'], body, secret: SECRET },
        nowSeconds: NOW_MS / 1000,
      });
      expect(verdict.valid).toBe(true);
      expect(JSON.parse(body).id).toBe(headers['X-Service-Delivery']);
      expect(headers['X-Service-Event-Id']).toMatch(/^sev_/);
    }
    expect(new Set(world.sent.map(({ headers }) => headers['webhook-id'])).size).toBe(250);
  });

  test('skips the events before its first run, with one request, and forwards all later ones', async () => {
    const events = Array.from({ length: 250 }, () => eventAt('before'));
    const world = listening(events);
    await world.run({ pauses: 1 });
    expect([world.sent, world.asked, world.saved]).toStrictEqual([[], ['sandbox-999999999999'], ['sandbox-250']]);
    expect(world.lines).toContain('Events from before this run are skipped');
    events.push(eventAt('after'));
    const again = listening(events);
    again.startAt('sandbox-250');
    await again.run({ pauses: 1 });
    expect(again.sent).toHaveLength(1);
  });

  test('waits longer with each failure of the API, and as long as the API asks for', async () => {
    const fault = (retryAfterSeconds: number): FeedAnswer => ({
      retry: 'The API responded with 429',
      retryAfterSeconds,
    });
    const world = listening([eventAt('one')], [fault(0), fault(0), fault(0), fault(60), fault(0)]);
    world.startAt('sandbox-0');
    await world.run({ pauses: 6 });
    expect(world.waits).toStrictEqual([1_000, 2_000, 4_000, 60_000, 16_000, 2_000]);
    expect(world.sent).toHaveLength(1);
  });

  test('prints the secret, and of each event its type, id and status, but nothing of its data', async () => {
    const event = eventAt('Ada Obi');
    const world = listening([event]);
    world.startAt('sandbox-0');
    await world.run({ pauses: 1, forward: async () => 'ECONNREFUSED' });
    expect(world.lines).toStrictEqual([
      `Signing with ${SECRET}`,
      `2026-11-22T12:00:00.000Z  kyb.applicant.created  ${event.id}  ECONNREFUSED`,
    ]);
  });

  test.each([1, 2])('that is stopped while it forwards event %i of 2 starts with their page again', async (count) => {
    const world = listening([eventAt('one'), eventAt('two')]);
    world.startAt('sandbox-0');
    const forward = async (): Promise<string> => {
      if (world.sent.length === count) world.stop.abort();
      return '204';
    };
    await world.run({ pauses: 1, forward });
    expect([world.sent.length, world.saved]).toStrictEqual([count, []]);
  });
});

test('the position and the secret of a listener are kept per API and key, readable only by their owner', () => {
  const [api, key] = ['http://localhost:4566', 'test_sk_one'];
  const first = fileState(api, key, undefined, folder);
  expect(first.after()).toBeUndefined();
  // Even by a run that got no page.
  expect(fileState(api, key, undefined, folder)).toMatchObject({ secret: first.secret });
  first.save('sandbox-7');
  const second = fileState(api, key, undefined, folder);
  expect([second.after(), second.secret]).toStrictEqual(['sandbox-7', first.secret]);
  expect(fileState(api, 'test_sk_two', undefined, folder).after()).toBeUndefined();
  expect(fileState(api, key, 'whsec_given', folder).secret).toBe('whsec_given');
  for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).mode & 0o077).toBe(0);
});

/** The signal of a listener that is not stopped. */
const RUNNING = new AbortController().signal;

describe('over HTTP', () => {
  test('the feed is read with the key, and its refusals are distinguished', async () => {
    const answers = [429, 503, 401];
    const urls: string[] = [];
    const api = await serving((request, response) => {
      urls.push(`${request.url} ${request.headers.authorization}`);
      const status = answers.shift();
      response.writeHead(status ?? 200, { 'content-type': 'application/json', 'retry-after': '7' });
      response.end('{"data":[],"nextAfter":"sandbox-1"}');
    });
    const read = httpFeed(api, 'test_sk_x', RUNNING);
    expect(await read('sandbox-0')).toStrictEqual({ retry: 'The API responded with 429', retryAfterSeconds: 7 });
    expect(await read('sandbox-1')).toStrictEqual({ retry: 'The API responded with 503', retryAfterSeconds: 7 });
    await expect(read('sandbox-1')).rejects.toThrow('The API responded with 401. Check --url and --key.');
    expect(await read('sandbox-1')).toMatchObject({ nextAfter: 'sandbox-1' });
    expect(urls[1]).toBe('/v1/developers/events?limit=100&after=sandbox-1 Bearer test_sk_x');
  });

  test('an API that is down and a page that is cut off are tried again later', async () => {
    const api = await serving((_, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"data":[', () => response.destroy());
    });
    const again = { retry: 'The API cannot be reached', retryAfterSeconds: 0 };
    expect(await httpFeed(api, 'test_sk_x', RUNNING)('sandbox-0')).toStrictEqual(again);
    expect(await httpFeed('http://127.0.0.1:1', 'test_sk_x', RUNNING)('sandbox-0')).toStrictEqual(again);
  });

  test.each([
    '<html></html>',
    '{}',
    '[]',
    '{"success":true}',
    '{"data":[],"nextAfter":null}',
    '{"data":[1],"nextAfter":"x"}',
  ])('a response that is not a page of the feed is refused: %s', async (body) => {
    const api = await serving((_, response) => void response.end(body));
    const message = `The response from ${api} is not the event feed. Check --url.`;
    await expect(httpFeed(api, 'test_sk_x', RUNNING)('sandbox-0')).rejects.toThrow(new UserError(message));
  });

  test('a call in progress ends with the listener', async () => {
    const silent = await serving(() => undefined);
    const ended = AbortSignal.timeout(50);
    const [answer, status] = await Promise.all([
      httpFeed(silent, 'test_sk_x', ended)('sandbox-0'),
      httpForward(silent, ended)({ headers: {}, body: '{}' }),
    ]);
    expect([answer, status]).toMatchObject([{ retryAfterSeconds: 0 }, expect.any(String)]);
  });

  test('events are posted unchanged, and an unreachable receiver is reported in a word', async () => {
    const receiver = await webhookReceiver();
    const forward = httpForward(receiver.url, RUNNING);
    expect(await forward({ headers: { 'X-Service-Event': 'webhook.test' }, body: '{"ọ":1}' })).toBe('200');
    expect(receiver.received[0]?.rawBody.toString()).toBe('{"ọ":1}');
    await receiver.close();
    expect(await forward({ headers: {}, body: '{}' })).toBe('ECONNREFUSED');
  });
});

describe('npm run listen', () => {
  /** Starts the script. `ended` resolves with its exit status and its output to stderr. */
  const start = (options: readonly string[]) => {
    const child = spawn(process.execPath, ['scripts/listen.ts', ...options], {
      env: { ...process.env, KYB_API_KEY: '' },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let errors = '';
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    const ended = once(child, 'close').then(([status]) => ({ status, errors }));
    return { child, ended };
  };

  const URLS = ['--url', 'http://127.0.0.1:1', '--forward', 'http://127.0.0.1:1'];

  test.each([
    [[], '--url must be an http or https URL.'],
    [['--url', 'http://127.0.0.1:1'], '--forward must be an http or https URL.'],
    [URLS, '--key must be a secret API key: test_sk_... or live_sk_...'],
    [[...URLS, '--key', 'test_pk_x'], '--key must be a secret API key: test_sk_... or live_sk_...'],
    [[...URLS, '--key', 'test_sk_x', '--secret', 'x'], '--secret must be a signing secret: whsec_...'],
  ])('with %j is refused in one line', async (options, message) => {
    expect(await start(options).ended).toStrictEqual({ status: 2, errors: `${message}\n` });
  });

  test('ends with the status 1 if its key does not work', async () => {
    const api = await serving((_, response) => void response.writeHead(401).end());
    const { ended } = start(['--url', api, '--forward', api, '--key', 'test_sk_x', '--secret', 'whsec_x']);
    const errors = 'The API responded with 401. Check --url and --key.\n';
    expect(await ended).toStrictEqual({ status: 1, errors });
  });

  test('ends at Ctrl-C, although the API has not responded yet', async () => {
    const requested = Promise.withResolvers<void>();
    const api = await serving(() => requested.resolve());
    const { child, ended } = start(['--url', api, '--forward', api, '--key', 'test_sk_x', '--secret', 'whsec_x']);
    await requested.promise;
    const beforeMs = performance.now();
    child.kill('SIGINT');
    expect(await ended).toStrictEqual({ status: 0, errors: '' });
    expect(performance.now() - beforeMs).toBeLessThan(5_000);
  });
});
