import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type FeedEvent, type ReadFeed, readFeed } from '#client/src/cli/feed';
import { httpForward, type Webhook } from '#client/src/cli/forward';
import { listen } from '#client/src/cli/listen';
import { fileState } from '#client/src/cli/listen-state';
import { KybError } from '#client/src/errors';
import { newId } from '#shared/platform/ids';
import { verifySignature } from '#shared/signatures/signature';
import { generateSigningSecret } from '#shared/signatures/signing-secret';
import { temporaryFolder } from '#tests/support/temporary-folder';
import { webhookReceiver } from '#tests/support/webhook-receiver';
import { clientOf, failureOf, json, refuse } from '#tests/unit/client/lying-server';
import { startKyb } from './kyb-process.ts';

const NOW_MS = Date.parse('2026-11-22T12:00:00.000Z');

const folder = temporaryFolder('listen');

const eventAt = (name: string): FeedEvent =>
  ({
    id: newId('sev', NOW_MS),
    event: 'kyb.applicant.created',
    createdAt: '2026-11-22T12:00:00.000Z',
    data: { applicantId: 'app_1', referenceId: name },
  }) as unknown as FeedEvent;

/** The API cannot return a page now. */
const refusal = (status: number, retryAfterSeconds?: number): KybError =>
  new KybError({ code: 'X', message: 'x', status, retryAfterSeconds, requestId: undefined });

/** A listener over a feed in memory. */
const listening = (events: FeedEvent[], faults: KybError[] = []) => {
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
      read: async (position) => {
        asked.push(position);
        const fault = faults.shift();
        if (fault) throw fault;
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
      warn: (line) => void lines.push(line),
      random: () => 0,
      nowMs: () => NOW_MS,
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
  test('forwards every event once, in order, with a signature that verifies', async () => {
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

  test('leaves out what happened before its first run, by one request, and forwards what happens from then on', async () => {
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

  test('waits longer with each failure of the API, and as long as it wants', async () => {
    const faults = [refusal(429), refusal(503), refusal(0), refusal(429, 60), refusal(500)];
    const world = listening([eventAt('one')], faults);
    world.startAt('sandbox-0');
    await world.run({ pauses: 6 });
    expect(world.waits).toStrictEqual([1_000, 2_000, 4_000, 60_000, 16_000, 2_000]);
    expect(world.sent).toHaveLength(1);
    expect(world.lines).toEqual(
      expect.arrayContaining([
        'The API responded with 429. Trying again in 1 s',
        'The API cannot be reached. Trying again in 4 s',
      ]),
    );
  });

  test('ends when its key does not work', async () => {
    const world = listening([], [refusal(401)]);
    expect(await failureOf(world.run({ pauses: 1 }))).toMatchObject({ status: 401 });
  });

  test('prints the secret, and of an event its type, its id and the status: nothing of its data', async () => {
    const event = eventAt('Ada Obi');
    const world = listening([event]);
    world.startAt('sandbox-0');
    await world.run({ pauses: 1, forward: async () => 'ECONNREFUSED' });
    expect(world.lines).toStrictEqual([
      `Signing with ${SECRET}`,
      `2026-11-22T12:00:00.000Z  kyb.applicant.created  ${event.id}  ECONNREFUSED`,
    ]);
  });

  test.each([1, 2])('that is ended while it forwards event %i of 2 begins with their page again', async (count) => {
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

test('the position and the secret of a listener are kept for its API and key, for its owner alone', () => {
  const [api, key] = ['http://localhost:4566', 'test_sk_one'];
  const first = fileState(folder, api, key);
  expect(first.after()).toBeUndefined();
  // Also by a run that got no page.
  expect(fileState(folder, api, key)).toMatchObject({ secret: first.secret });
  first.save('sandbox-7');
  const second = fileState(folder, api, key);
  expect([second.after(), second.secret]).toStrictEqual(['sandbox-7', first.secret]);
  expect(fileState(folder, api, 'test_sk_two').after()).toBeUndefined();
  expect(fileState(folder, api, key, 'whsec_given').secret).toBe('whsec_given');
  for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).mode & 0o077).toBe(0);
});

/** Of a listener that is not ended. */
const RUNNING = new AbortController().signal;

describe('over HTTP', () => {
  test('the feed is read once for each page, with the key', async () => {
    const { kyb, received } = await clientOf((response) => refuse(response, 503, 'SERVICE_UNAVAILABLE'));
    expect(await failureOf(readFeed(kyb)('sandbox-1'))).toMatchObject({ status: 503 });
    expect(received.map(({ path, headers }) => `${path} ${headers.authorization}`)).toStrictEqual([
      '/v1/developers/events?limit=100&after=sandbox-1 Bearer test_sk_secret',
    ]);
  });

  test.each([
    {},
    { success: true },
    { data: [], nextAfter: null },
    { data: [1], nextAfter: 'x' },
    { data: [null], nextAfter: 'x' },
  ])('what is no page of the feed is refused: %j', async (body) => {
    const { kyb } = await clientOf((response) => json(response, 200, body));
    const read: ReadFeed = readFeed(kyb);
    expect(String(await failureOf(read('sandbox-0')))).toContain('The response is not the event feed.');
  });

  test('a forward that is under way ends with the listener', async () => {
    const { url } = await clientOf(() => undefined);
    const status = await httpForward(url, AbortSignal.timeout(50))({ headers: {}, body: '{}' });
    expect(['interrupted', 'no response in 10 s']).toContain(status);
  });

  test('events are posted as they are, and an unreachable receiver is a word', async () => {
    const receiver = await webhookReceiver();
    const forward = httpForward(receiver.url, RUNNING);
    expect(await forward({ headers: { 'X-Service-Event': 'webhook.test' }, body: '{"ọ":1}' })).toBe('200');
    expect(receiver.received[0]?.rawBody.toString()).toBe('{"ọ":1}');
    await receiver.close();
    expect(await forward({ headers: {}, body: '{}' })).toBe('ECONNREFUSED');
  });
});

describe('kyb listen', () => {
  const TO = ['--forward-to', 'http://127.0.0.1:1'];

  test('ends at Ctrl-C with the status 0, although the API has not responded yet', async () => {
    const requested = Promise.withResolvers<void>();
    const { url } = await clientOf(() => requested.resolve());
    const { child, ended } = startKyb(['listen', ...TO], { KYB_API_URL: url, KYB_API_KEY: 'test_sk_x' });
    await requested.promise;
    child.kill('SIGINT');
    const { status, errors, output } = await ended;
    expect([status, errors]).toStrictEqual([0, '']);
    expect(output).toMatch(/^Signing with whsec_\S+\nEvents from before this run are skipped\n$/);
  });

  test('ends with the status 1 when its key does not work', async () => {
    const { url } = await clientOf((response) => refuse(response, 401, 'UNAUTHENTICATED'));
    const { ended } = startKyb(['listen', ...TO], { KYB_API_URL: url, KYB_API_KEY: 'test_sk_x' });
    const errors = 'It is UNAUTHENTICATED. (UNAUTHENTICATED) Run `kyb login` with a key that works.\n';
    expect(await ended).toMatchObject({ status: 1, errors });
  });
});
