import type { DynamoDBRecord, SQSBatchResponse, SQSRecord } from 'aws-lambda';
import { settleRecords } from '#shared/consumers/consume-stream';
import { serviceTable } from '#shared/db/client';
import type { Item, WriteOperation } from '#shared/db/expressions';
import { operationsOf } from '#shared/db/named-operations';
import type { Table } from '#shared/db/operations';
import { type QueueEffects, settleMessages } from '#shared/events/batch';
import { eventOfMessage } from '#shared/events/bus-message';
import { EVENTS, type EventType } from '#shared/events/catalogue';
import { sweepEvents } from '#shared/events/event-sweep';
import { ASSESSMENT_TRIGGER } from '#shared/events/names';
import { publishRecords } from '#shared/events/publish-records';
import { assessSubmission } from '#shared/onboarding/assessment/assessment-run';
import { submissionOf } from '#shared/onboarding/assessment/submission';
import type { PutEntries } from '#shared/platform/event-bridge';
import { makeLogger } from '#shared/platform/logger';
import { selectSources } from '#shared/sources/select';
import { postSigned, type SignedPost } from '#shared/webhooks/deliveries/attempts/post';
import { deliver } from '#shared/webhooks/deliveries/deliver';
import { deliveryKeys } from '#shared/webhooks/deliveries/keys';
import { planEvent } from '#shared/webhooks/deliveries/plan';
import { type Delivery, fromDeliveryItem } from '#shared/webhooks/deliveries/records/delivery';
import {
  delaySecondsOf,
  fromDeliveryMessage,
  type SendDelivery,
} from '#shared/webhooks/deliveries/records/delivery-queue';
import { sweepDeliveries } from '#shared/webhooks/deliveries/sweep';
import { isOutboxItem } from '#tests/support/outbox';
import { insertOf } from '#tests/support/outbox-records';
import { queueEffectsWith } from '#tests/support/queue-effects';
import { randomOfTest } from '#tests/support/random';
import { readTestVault, TEST_VAULT_SECRET } from '#tests/support/vault';
import { type CarrierHabits, makeCarriers, type PathQueue, type WaitingMessage } from './carriers.ts';
import { faultyTable, type Injector } from './fault.ts';
import { makeLambdaStream } from './lambda-stream.ts';
import { type VirtualTime, virtualTime } from './time.ts';

const MINUTE_MS = 60_000;

/** The number of steps after which a test is assumed to loop. */
const MAX_STEPS = 1_000;

const log = makeLogger({}, () => {});
const metrics = () => {};

const outboxItems = (operations: readonly WriteOperation[]): readonly Item[] =>
  operations.flatMap((operation) => (operation.kind === 'put' && isOutboxItem(operation.item) ? [operation.item] : []));

/** The delivery that an operation writes for the first time, if it writes one. */
const plannedBy = (operation: WriteOperation): readonly string[] =>
  operation.kind === 'put' && operation.item.sk === 'DELIVERY' ? [fromDeliveryItem(operation.item).deliveryId] : [];

/** Options of a path. */
export interface PathOptions extends CarrierHabits {
  /** The time of the path. A test with lasting faults controls it. */
  readonly time?: VirtualTime;
  /** Random numbers from 0 to 1. Default: from a seed of the path's own. */
  readonly random?: () => number;
}

/**
 * The complete path of an event in one process, between the real table and a real receiver. It has the stream under
 * Lambda's rules, the bus with its rules, the queues and the sweeps of each minute, on a clock that moves from one step
 * to the next. Every effect of every function goes through the injector, and jitter is random.
 */
export const makePath = (injected: Injector, options: PathOptions = {}) => {
  const { time = virtualTime(), random = randomOfTest(), ...habits } = options;
  const { clock } = time;
  let sweepAtMs = clock() + MINUTE_MS;
  const carriers = makeCarriers(clock, habits);
  const stream = makeLambdaStream(clock, random);
  const records: DynamoDBRecord[] = [];
  /** The keys of events that are written and not settled. */
  const unsettled = new Set<string>();
  /** The ids of deliveries that were planned. */
  const planned = new Set<string>();

  const putOnStream = (record: DynamoDBRecord): void => {
    records.push(record);
    for (let copy = 0; copy < (habits.copies ?? 1); copy++) stream.put(record);
  };

  const noteSettled = (operation: WriteOperation): void => {
    if (operation.kind === 'update' && operation.remove?.includes('gsi4pk')) unsettled.delete(operation.key.sk);
  };

  /**
   * The table with its stream. Whatever is in the outbox is on the stream, whether or not the writer got a response.
   */
  const streaming = (table: Table): Table => ({
    ...table,
    transact: async (operations) => {
      const result = await table.transact(operations);
      if (!result.written) return result;
      const written = operationsOf(operations);
      written.forEach(noteSettled);
      for (const item of outboxItems(written)) {
        unsettled.add(item.sk);
        putOnStream(insertOf(item, String(records.length + 1)));
      }
      return result;
    },
    write: async (operation) => {
      const result = await table.write(operation);
      if (!result.written) return result;
      noteSettled(operation);
      for (const deliveryId of plannedBy(operation)) planned.add(deliveryId);
      return result;
    },
  });

  /** The rules of the bus. */
  const putOnBus: PutEntries = async (entries) => {
    for (const { Source, DetailType, Detail } of entries) {
      const body = JSON.stringify({ source: Source, 'detail-type': DetailType, detail: JSON.parse(Detail) });
      if (EVENTS[DetailType as EventType].webhook !== null) carriers.send({ carrier: 'plans', body });
      if (DetailType === ASSESSMENT_TRIGGER) carriers.send({ carrier: 'assessments', body });
    }
    return entries.map(() => 'taken');
  };

  const sendToDeliveries: SendDelivery = async ({ deliveryId, delayMs }) => {
    const body = JSON.stringify({ deliveryId });
    carriers.send({ carrier: 'deliveries', body }, delaySecondsOf(delayMs) * 1000);
  };

  const table = faultyTable(streaming(serviceTable()), injected);
  const effects = { table, clock, send: injected.wrap('send', sendToDeliveries), log, metrics };
  const deliveryEffects = {
    ...effects,
    random,
    wait: async (delayMs: number) => time.pass(delayMs),
    vault: async () => TEST_VAULT_SECRET,
    post: injected.wrap('post', (post: SignedPost) => postSigned(post, { allowLoopbackHttp: true })),
  };
  const assessmentEffects = {
    ...effects,
    sourcesFor: async () =>
      selectSources({ environment: 'sandbox', sourcesConfig: {}, simulateLiveSources: false } as const),
    evidenceRetention: () => 30,
    vault: readTestVault,
    startSourceTime: () => new AbortController().signal,
  };
  const publishEffects = {
    ...effects,
    busName: 'bus',
    putEntries: injected.wrap('putEntries', putOnBus),
    setAside: () => Promise.reject(new Error('Every event of this path can be published')),
  };

  /** The consumers of the queues, each composed as its function does it. */
  const consumers: Readonly<Record<PathQueue, (record: SQSRecord, queue: QueueEffects) => Promise<SQSBatchResponse>>> =
    {
      plans: (record, queue) =>
        settleMessages([record], { read: eventOfMessage, handle: (event) => planEvent(event, effects) }, queue),
      assessments: (record, queue) => {
        const read = (body: string) => submissionOf(eventOfMessage(body));
        return settleMessages(
          [record],
          { read, handle: (submission) => assessSubmission(submission, assessmentEffects) },
          queue,
        );
      },
      deliveries: (record, queue) =>
        settleMessages(
          [record],
          {
            read: fromDeliveryMessage,
            handle: async (message) => 'deliveryId' in message && deliver(message.deliveryId, deliveryEffects),
          },
          queue,
        ),
    };

  /** Hands one message to its consumer. */
  const receive = async (received: WaitingMessage): Promise<void> => {
    time.reach(received.visibleAtMs);
    const { message, receives } = received;
    let hiddenSeconds: number | undefined;
    const hide: QueueEffects['hide'] = async ([hidden]) => {
      hiddenSeconds = hidden?.seconds;
    };
    const record = {
      messageId: '1',
      body: message.body,
      attributes: { ApproximateReceiveCount: String(receives + 1) },
    };
    const queue = queueEffectsWith({
      random,
      hide: injected.wrap('hide', hide),
      setAside: async () => carriers.setAside(message),
    });
    const { batchItemFailures } = await consumers[message.carrier](record as SQSRecord, queue);
    if (injected.revive()) carriers.keep(received, undefined);
    else if (batchItemFailures.length > 0) carriers.keep(received, hiddenSeconds);
    else carriers.delete(received);
  };

  /** Invokes the publisher with the next records of the stream. */
  const publish = (atMs: number): Promise<void> => {
    time.reach(atMs);
    return stream.invoke(async (batch) => {
      const isDone = await publishRecords(batch, publishEffects).finally(() => {
        if (injected.revive()) throw new Error('The publisher died');
      });
      return settleRecords(batch, isDone);
    });
  };

  const sweep = async (): Promise<void> => {
    time.reach(sweepAtMs);
    sweepAtMs = clock() + MINUTE_MS;
    // If everything is published, the sweep of events finds nothing.
    const sweeps = [
      () => sweepDeliveries({ ...effects, metrics, sendMail: async () => {}, advanceRecovery: async () => {} }),
      ...(unsettled.size > 0 ? [() => sweepEvents(publishEffects)] : []),
    ];
    for (const run of sweeps) {
      // A schedule ignores failures, because the next minute sweeps again.
      await run().catch(() => {});
      injected.revive();
    }
  };

  /** The next step and its time. `sweepAtMs` is when to look for what was lost. */
  const nextUp = () => {
    const received = carriers.next();
    const publishAtMs = stream.nextAtMs();
    if (received && received.visibleAtMs <= (publishAtMs ?? Infinity)) {
      return { atMs: received.visibleAtMs, happen: () => receive(received) };
    }
    return publishAtMs === undefined ? undefined : { atMs: publishAtMs, happen: () => publish(publishAtMs) };
  };

  const deliveries = async (): Promise<readonly Delivery[]> => {
    const items = await Promise.all([...planned].map((id) => serviceTable().get(deliveryKeys.delivery(id))));
    return items.flatMap((item) => (item ? [fromDeliveryItem(item)] : []));
  };

  const isOpen = async (): Promise<boolean> =>
    unsettled.size > 0 || (await deliveries()).some(({ endedAt }) => endedAt === undefined);

  /** Makes the next step. Returns false if there is none. */
  const step = async (): Promise<boolean> => {
    const next = nextUp();
    if (!next || next.atMs > Math.max(clock(), sweepAtMs)) {
      const open = await isOpen();
      if (open) await sweep();
      if (open || !next) return open;
    }
    await next.happen();
    return true;
  };

  return {
    table,
    now: clock,
    /** Every message of a queue so far, in the order it was sent. */
    seen: carriers.seen,
    send: carriers.send,
    /** Every record of the stream so far, in order. */
    records: records as readonly DynamoDBRecord[],
    putOnStream,
    /** Every delivery that was planned on the way, as the table has it now. */
    deliveries,
    /**
     * Carries messages until there is none, no event is unpublished and no delivery is open.
     *
     * @throws Error when the stream or a queue gave something up on the way.
     */
    untilQuiet: async (): Promise<void> => {
      for (let steps = 0; await step(); steps++) {
        if (steps === MAX_STEPS) throw new Error('The path does not come to rest');
      }
      const givenUp = [...stream.discarded, ...carriers.deadLetters];
      if (givenUp.length > 0) throw new Error(`Given up: ${JSON.stringify(givenUp)}`);
    },
  };
};

/** The path of events under test. */
export type Path = ReturnType<typeof makePath>;
