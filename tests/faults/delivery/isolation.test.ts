import { setTimeout as sleep } from 'node:timers/promises';
import type { SQSRecord } from 'aws-lambda';
import { expect, test } from 'vitest';
import { settleMessages } from '#shared/events/batch';
import type { AttemptOutcome } from '#shared/webhooks/attempt-outcome';
import { deliver } from '#shared/webhooks/deliver';
import type { DeliveryEffects } from '#shared/webhooks/delivery-effects';
import { planEvent } from '#shared/webhooks/plan';
import { ATTEMPT_DEADLINE_MS, postSigned } from '#shared/webhooks/post';
import { OPEN_DELIVERY_STATUSES } from '#shared/webhooks/states';
import { eventOf, planOne } from '#tests/integration/delivery/fixtures';
import { makeWorld, type Registered, type World } from '#tests/integration/delivery/world';
import { queueEffectsWith } from '#tests/support/queue-effects';
import { waitUntil } from '#tests/support/wait-until';
import { deliveryIdOf } from './journey.ts';

/** How much faster than ours the time of these worlds goes: deadline, schedule and breaker keep their proportions. */
const TIME_SCALE = 10;

const REGISTRATIONS = 20;
const EVENTS_EACH = 6;

/** Functions at the same time, and the messages of each call: as few as one endpoint that hangs can fill. */
const FUNCTIONS = 2;
const BATCH_SIZE = 5;

interface QueuedMessage {
  readonly deliveryId: string;
  readonly visibleAtMs: number;
}

/** Effects on a time that runs by itself, and the queue that they send to. */
const runningEffects = (world: World): { readonly effects: DeliveryEffects; readonly queue: QueuedMessage[] } => {
  const queue: QueuedMessage[] = [];
  const startedAtMs = Date.now();
  const clock = () => startedAtMs + (Date.now() - startedAtMs) * TIME_SCALE;
  const effects: DeliveryEffects = {
    ...world.effects,
    clock,
    wait: (delayMs) => sleep(delayMs / TIME_SCALE),
    post: (post) => postSigned(post, { allowLoopbackHttp: true, deadlineMs: ATTEMPT_DEADLINE_MS / TIME_SCALE }),
    send: async ({ deliveryId, delayMs }) => {
      queue.push({ deliveryId, visibleAtMs: clock() + delayMs });
    },
  };
  return { effects, queue };
};

/** Functions that take batches from a queue until they are stopped, each as long as its slowest message. */
const startFunctions = (effects: DeliveryEffects, queue: QueuedMessage[]): (() => Promise<unknown>) => {
  let running = true;
  const receive = (): readonly SQSRecord[] | false => {
    if (!running) return [];
    const due = queue.filter(({ visibleAtMs }) => visibleAtMs <= effects.clock()).slice(0, BATCH_SIZE);
    for (const message of due) queue.splice(queue.indexOf(message), 1);
    return due.length > 0 && due.map(({ deliveryId }) => ({ messageId: deliveryId, body: deliveryId }) as SQSRecord);
  };
  const work = async () => {
    while (running) {
      const records = await waitUntil(receive, { timeoutMs: 60_000, intervalMs: 5 });
      const handler = {
        read: (deliveryId: string) => deliveryId,
        handle: (deliveryId: string) => deliver(deliveryId, effects),
      };
      await settleMessages(records, handler, queueEffectsWith({ log: effects.log }));
    }
  };
  const done = Promise.all(Array.from({ length: FUNCTIONS }, work));
  return () => {
    running = false;
    return done;
  };
};

const registerAll = async (world: World): Promise<readonly Registered[]> => {
  const registered: Registered[] = [];
  for (let index = 0; index < REGISTRATIONS; index++) {
    registered.push(await world.register(await world.addApp(), { endpoint: `${world.receiver.url}/${index}` }));
  }
  return registered;
};

/** Every registration has its events at once; the first of them hangs or does not. Waits until all others have theirs. */
const timesToDelivery = async (firstHangs: boolean) => {
  const world = await makeWorld();
  const [first, ...others] = await registerAll(world);
  if (!first) throw new Error('There is no registration');
  const isFirst = (path: string) => path.endsWith('/0');
  world.receiver.answerWith(({ path }) => (firstHangs && isFirst(path) ? 'hang' : { status: 200 }));
  const { effects, queue } = runningEffects(world);
  for (let event = 0; event < EVENTS_EACH; event++) {
    for (const { registration } of [first, ...others]) {
      await planEvent(eventOf(world, { widgetId: registration.appId }), effects);
    }
  }
  const startedAtMs = Date.now();
  const stop = startFunctions(effects, queue);
  const expected = (firstHangs ? others.length : REGISTRATIONS) * EVENTS_EACH;
  try {
    await waitUntil(() => world.metricNames.filter((name) => name === 'DeliveriesDelivered').length === expected, {
      timeoutMs: 90_000,
      what: 'all deliveries but those that hang',
    });
  } finally {
    await stop();
  }
  const posts = world.receiver.received.filter(({ path }) => !isFirst(path));
  const times = new Map(posts.map((post) => [deliveryIdOf(post), post.receivedAtMs - startedAtMs]));
  return { world, first, others, timesMs: [...times.values()].sort((one, other) => one - other) };
};

const report = (what: string, timesMs: readonly number[]): string => {
  const at = (share: number) => `${timesMs[Math.ceil(timesMs.length * share) - 1]} ms`;
  return `  ${what}: p50 ${at(0.5)}, p99 ${at(0.99)}, last ${at(1)}\n`;
};

test('of 20 registrations one hangs: the others get everything, and what it waits for is kept', async () => {
  const sound = await timesToDelivery(false);
  const { world, first, others, timesMs } = await timesToDelivery(true);
  process.stdout.write(
    `\nTime to delivery of ${timesMs.length} webhooks to ${others.length} endpoints, at once, ` +
      `${FUNCTIONS * BATCH_SIZE} senders, a deadline of ${ATTEMPT_DEADLINE_MS / TIME_SCALE} ms\n` +
      report('with a 20th endpoint that answers', sound.timesMs) +
      report('with a 20th endpoint that hangs', timesMs),
  );
  for (const registered of others) {
    const deliveries = await world.deliveriesOf(registered);
    expect(deliveries.map(({ status }) => status)).toStrictEqual(
      Array.from({ length: EVENTS_EACH }, () => 'delivered'),
    );
  }
  const kept = await world.deliveriesOf(first);
  expect(kept).toHaveLength(EVENTS_EACH);
  for (const { status, attemptCount } of kept) {
    expect(attemptCount < 5 ? OPEN_DELIVERY_STATUSES : ['failed']).toContain(status);
  }
}, 200_000);

test('the breaker opens at the fifth hang, probes after 15, 30, 60, 120 and 300 s, and closes at any answer', async () => {
  const world = await makeWorld();
  const registered = await world.register(await world.addApp());
  const hang: AttemptOutcome = { kind: 'error', errorClass: 'timeout', durationMs: 10_000 };
  const answer = { kind: 'response', retryAfter: undefined, excerpt: '', durationMs: 3 } as const;
  const outcomes: AttemptOutcome[] = [...Array.from({ length: 5 + 6 }, () => hang), { ...answer, statusCode: 500 }];
  const postedAtMs: number[] = [];
  world.effects.post = async () => {
    postedAtMs.push(world.now());
    return outcomes.shift() ?? { ...answer, statusCode: 200 };
  };
  const ids: string[] = [];
  for (let index = 0; index < 20; index++) ids.push(await planOne(world, registered));
  while (outcomes.length > 0) await world.receiveNext();
  const gaps = postedAtMs.slice(1).map((atMs, index) => (atMs - (postedAtMs[index] ?? 0)) / 1000);
  expect(gaps).toStrictEqual([0, 0, 0, 0, 15, 30, 60, 120, 300, 300, 300]);

  await world.drain();
  for (const id of ids) expect(await world.delivery(id)).toMatchObject({ status: 'delivered' });
  const changes = world.logLines.filter(({ code }) => code === 'BREAKER_CHANGED').map(({ status }) => status);
  expect(changes).toStrictEqual([...Array.from({ length: 7 }, () => 'open'), 'closed']);
});
