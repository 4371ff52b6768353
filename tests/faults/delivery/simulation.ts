import type { SQSRecord } from 'aws-lambda';
import { settleMessages } from '#shared/events/batch';
import { retryPauseSeconds } from '#shared/events/message-retry';
import { deliver } from '#shared/webhooks/deliveries/deliver';
import type { AttemptOutcome } from '#shared/webhooks/deliveries/records/attempt-outcome';
import { delaySecondsOf } from '#shared/webhooks/deliveries/records/delivery-queue';
import { eventOf } from '#tests/integration/delivery/fixtures';
import { makeWorld, type Registered } from '#tests/integration/delivery/world';
import { memoryTable } from '#tests/support/memory-table';
import { queueEffectsWith } from '#tests/support/queue-effects';
import { virtualTime } from '#tests/support/virtual-time';

const MINUTE_MS = 60_000;

/** How long a message takes from its time to a free worker. */
const MESSAGE_MS = 50;

/** How an endpoint ends an attempt that begins now. */
export type Behaviour = (nowMs: number) => AttemptOutcome;

/** A response after this many milliseconds. */
export const responses = (statusCode: number, durationMs: number): AttemptOutcome => ({
  kind: 'response',
  statusCode,
  excerpt: '',
  durationMs,
});

/** No response in ten seconds. */
export const HANGS: AttemptOutcome = { kind: 'error', errorClass: 'timeout', durationMs: 10_000 };

/** One attempt as the endpoint saw it. */
interface SimulatedPost {
  readonly endpoint: string;
  readonly deliveryId: string;
  readonly atMs: number;
}

/** The number of senders. */
interface Pool {
  /** Functions running at the same time. */
  readonly functions: number;
  /** Messages per call. A call lasts as long as the longest of them. */
  readonly batchSize: number;
}

/** As many as a stage has. */
const STAGE_POOL: Pool = { functions: 50, batchSize: 5 };

/** The endpoint with this name, which has its own host. */
export const endpointOf = (name: string): string => `https://${name}.example/webhooks`;

/**
 * The delivery path on simulated time. The real code with its sweep runs over an in-memory table, a queue that hands
 * over the oldest messages first, whatever their registration, functions that handle batches of them, and endpoints
 * that take time.
 */
export const simulate = async (pool: Pool = STAGE_POOL) => {
  const time = virtualTime(Date.now());
  const world = await makeWorld({ table: memoryTable(), time });
  const behaviours = new Map<string, Behaviour>();
  const posts: SimulatedPost[] = [];
  const underWay = new Map<string, number>();
  const mostUnderWay = new Map<string, number>();
  const visible: { readonly deliveryId: string; readonly receives: number }[] = [];
  const deliveredAtMs = new Map<string, number>();
  let busy = 0;
  let wakes = 0;

  const dispatch = (): void => {
    while (busy < pool.functions && visible.length > 0) {
      busy++;
      void work(visible.splice(0, pool.batchSize)).finally(() => {
        busy--;
        dispatch();
      });
    }
  };

  const enqueue = async (deliveryId: string, delayMs: number, receives = 0): Promise<void> => {
    await time.wait(delayMs + MESSAGE_MS);
    visible.push({ deliveryId, receives });
    dispatch();
  };

  const work = async (messages: typeof visible): Promise<void> => {
    const records = messages.map(({ deliveryId }) => ({ messageId: deliveryId, body: deliveryId }) as SQSRecord);
    wakes += records.length;
    const handler = { read: (body: string) => body, handle: (id: string) => deliver(id, world.effects) };
    const { batchItemFailures } = await settleMessages(records, handler, queueEffectsWith());
    for (const { itemIdentifier } of batchItemFailures) {
      const receives = (messages.find(({ deliveryId }) => deliveryId === itemIdentifier)?.receives ?? 0) + 1;
      void enqueue(itemIdentifier, retryPauseSeconds(receives, Math.random()) * 1000, receives);
    }
  };

  world.effects.send = async ({ deliveryId, delayMs }) => void enqueue(deliveryId, delaySecondsOf(delayMs) * 1000);
  world.effects.random = Math.random;
  world.effects.post = async ({ endpoint, headers }) => {
    const outcome = behaviours.get(endpoint)?.(time.now()) ?? responses(200, 100);
    const deliveryId = String(headers['X-Service-Delivery']);
    posts.push({ endpoint, deliveryId, atMs: time.now() });
    const count = (underWay.get(endpoint) ?? 0) + 1;
    underWay.set(endpoint, count);
    mostUnderWay.set(endpoint, Math.max(count, mostUnderWay.get(endpoint) ?? 0));
    await time.wait(outcome.durationMs);
    underWay.set(endpoint, (underWay.get(endpoint) ?? 0) - 1);
    if (outcome.kind === 'response' && outcome.statusCode < 300) deliveredAtMs.set(deliveryId, time.now());
    return outcome;
  };
  world.effects.log = { info: () => {}, warn: () => {}, error: () => {}, with: () => world.effects.log };

  const sweepForever = async (): Promise<void> => {
    for (;;) {
      await time.wait(MINUTE_MS);
      await world.sweep().catch(() => {});
    }
  };
  void sweepForever();

  return {
    world,
    now: time.now,
    wait: time.wait,
    posts: posts as readonly SimulatedPost[],
    /** Messages that triggered a worker. */
    wakes: () => wakes,
    /** Deliveries that have ended. */
    ended: () => world.metricNames.filter((name) => /^Deliveries(Delivered|Failed|Abandoned)$/.test(name)).length,
    /** When each delivery was accepted. */
    deliveredAtMs: deliveredAtMs as ReadonlyMap<string, number>,
    /** The most concurrent attempts that an endpoint saw. */
    mostUnderWay: (endpoint: string): number => mostUnderWay.get(endpoint) ?? 0,
    /** A registration whose endpoint behaves like this. */
    register: async (name: string, behaviour: Behaviour): Promise<Registered> => {
      const endpoint = endpointOf(name);
      behaviours.set(endpoint, behaviour);
      return world.register(await world.addApp(), { endpoint });
    },
    /** Makes one event for a registration, now. */
    emit: ({ registration: { appId } }: Registered): Promise<void> => world.plan(eventOf(world, { widgetId: appId })),
    /** Advances time to this moment. */
    until: async (done: () => boolean | Promise<boolean>, withinMs: number): Promise<void> => {
      const endMs = time.now() + withinMs;
      while (!(await done())) {
        if (time.now() >= endMs) throw new Error(`Not within ${withinMs} ms`);
        await time.next();
      }
    },
    /** Advances time by this much. */
    pass: async (durationMs: number): Promise<void> => {
      const endMs = time.now() + durationMs;
      void time.wait(durationMs);
      while (time.now() < endMs) await time.next();
    },
  };
};

/** A running simulation. */
export type Simulation = Awaited<ReturnType<typeof simulate>>;
