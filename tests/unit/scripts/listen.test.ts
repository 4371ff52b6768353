import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { type FeedAnswer, type FeedEvent, httpFeed } from '#scripts/listen/feed';
import { httpForward, type Webhook } from '#scripts/listen/forward';
import { listen } from '#scripts/listen/listen';
import { fileState } from '#scripts/listen/state';
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

/** A listener over a feed in memory, whose position is the number of events before it. */
const listening = (events: FeedEvent[], faults: FeedAnswer[] = []) => {
  const stop = new AbortController();
  const sent: Webhook[] = [];
  const lines: string[] = [];
  const waits: number[] = [];
  const saved: string[] = [];
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
      feed: async (position) => {
        const fault = faults.shift();
        if (fault) return fault;
        const from = Number(position ?? 0);
        const data = events.slice(from, from + 100);
        return { data, nextAfter: String(from + data.length) };
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
      random: () => 1,
      now: () => NOW_MS,
      signal: stop.signal,
      wait: async (ms) => {
        waits.push(ms);
        if (waits.length >= pauses) stop.abort();
      },
    });
  return { run, stop, sent, lines, waits, saved, startAt };
};

const SECRET = generateSigningSecret();

describe('a listener', () => {
  test('forwards every event once, in order, with a signature that verifies', async () => {
    const events = Array.from({ length: 250 }, (_, index) => eventAt(String(index)));
    const world = listening(events);
    world.startAt('0');
    await world.run({ pauses: 1 });
    expect(world.sent.map(({ body }) => JSON.parse(body).data.referenceId)).toStrictEqual(
      events.map((_, index) => String(index)),
    );
    expect(world.saved).toStrictEqual(['100', '200', '250']);
    for (const { headers, body } of world.sent) {
      const verdict = verifySignature({
        ...{ header: headers['X-Service-Signature'], body, secret: SECRET },
        nowSeconds: NOW_MS / 1000,
      });
      expect(verdict.valid).toBe(true);
      expect(JSON.parse(body).id).toBe(headers['X-Service-Delivery']);
    }
    expect(new Set(world.sent.map(({ headers }) => headers['webhook-id'])).size).toBe(250);
  });

  test('leaves out what happened before its first run, and forwards what happens from then on', async () => {
    const events = Array.from({ length: 150 }, () => eventAt('before'));
    const world = listening(events);
    await world.run({ pauses: 2 });
    expect(world.sent).toStrictEqual([]);
    expect(world.lines).toContain('150 earlier events are left out');
    events.push(eventAt('after'));
    const again = listening(events);
    again.startAt('150');
    await again.run({ pauses: 1 });
    expect(again.sent).toHaveLength(1);
  });

  test('waits longer with each failure of the API, and as long as it wants', async () => {
    const fault = (retryAfterSeconds: number): FeedAnswer => ({ retry: 'the API responded 429', retryAfterSeconds });
    const world = listening([eventAt('one')], [fault(0), fault(0), fault(0), fault(60), fault(0)]);
    world.startAt('0');
    await world.run({ pauses: 6 });
    expect(world.waits).toStrictEqual([1_000, 2_000, 4_000, 60_000, 16_000, 2_000]);
    expect(world.sent).toHaveLength(1);
  });

  test('prints the secret, and of an event its type, its id and the status: nothing of its data', async () => {
    const event = eventAt('Ada Obi');
    const world = listening([event]);
    world.startAt('0');
    await world.run({ pauses: 1, forward: async () => 'ECONNREFUSED' });
    expect(world.lines).toStrictEqual([
      `Signing with ${SECRET}`,
      `2026-11-22T12:00:00.000Z  kyb.applicant.created  ${event.id}  ECONNREFUSED`,
    ]);
  });

  test('that is ended within a page begins with that page again', async () => {
    const world = listening([eventAt('one'), eventAt('two')]);
    world.startAt('0');
    const forward = async (): Promise<string> => {
      world.stop.abort();
      return '204';
    };
    await world.run({ pauses: 1, forward });
    expect([world.sent.length, world.saved]).toStrictEqual([1, []]);
  });
});

test('the position and the secret of a listener are kept for its API and key, for its owner alone', () => {
  const [api, key] = ['http://localhost:4566', 'test_sk_one'];
  const first = fileState(api, key, undefined, folder);
  expect(first.after()).toBeUndefined();
  first.save('sandbox-7');
  const second = fileState(api, key, undefined, folder);
  expect([second.after(), second.secret]).toStrictEqual(['sandbox-7', first.secret]);
  expect(fileState(api, 'test_sk_two', undefined, folder).after()).toBeUndefined();
  expect(fileState(api, key, 'whsec_given', folder).secret).toBe('whsec_given');
  for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).mode & 0o077).toBe(0);
});

describe('over HTTP', () => {
  test('the feed is read with the key, and its refusals are told apart', async () => {
    const answers = [429, 503, 401];
    const urls: string[] = [];
    const server = createServer((request, response) => {
      urls.push(`${request.url} ${request.headers.authorization}`);
      const status = answers.shift();
      response.writeHead(status ?? 200, { 'content-type': 'application/json', 'retry-after': '7' });
      response.end('{"data":[],"nextAfter":"sandbox-1"}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const read = httpFeed(api, 'test_sk_x');
    expect(await read(undefined)).toStrictEqual({ retry: 'the API responded 429', retryAfterSeconds: 7 });
    expect(await read('sandbox-1')).toStrictEqual({ retry: 'the API responded 503', retryAfterSeconds: 7 });
    await expect(read('sandbox-1')).rejects.toThrow('The API responded 401: check --url and --key.');
    expect(await read('sandbox-1')).toMatchObject({ nextAfter: 'sandbox-1' });
    expect(urls[1]).toBe('/v1/developers/events?limit=100&after=sandbox-1 Bearer test_sk_x');
  });

  test('events are posted as they are, and an unreachable receiver is a word', async () => {
    const receiver = await webhookReceiver();
    const forward = httpForward(receiver.url);
    expect(await forward({ headers: { 'X-Service-Event': 'webhook.test' }, body: '{"ọ":1}' })).toBe('200');
    expect(receiver.received[0]?.rawBody.toString()).toBe('{"ọ":1}');
    await receiver.close();
    expect(await forward({ headers: {}, body: '{}' })).toBe('ECONNREFUSED');
  });
});
