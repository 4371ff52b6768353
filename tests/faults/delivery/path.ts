import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord, SQSRecord } from 'aws-lambda';
import type { ConsumedQueue } from '#functions/events/consumers';
import { publishEvents } from '#functions/events/publish-events';
import { serviceTable } from '#shared/db/client';
import type { Item, WriteOperation } from '#shared/db/expressions';
import { keys, lists } from '#shared/db/keys';
import type { Table } from '#shared/db/operations';
import { settleMessages } from '#shared/events/batch';
import { eventOfMessage } from '#shared/events/bus-message';
import { EVENTS, type EventType } from '#shared/events/catalogue';
import { ASSESSMENT_TRIGGER } from '#shared/events/names';
import { assessSubmission } from '#shared/onboarding/assessment-run';
import { submissionOf } from '#shared/onboarding/submission';
import type { PutEntries } from '#shared/platform/event-bridge';
import { makeLogger } from '#shared/platform/logger';
import { selectSources } from '#shared/sources/select';
import { deliver } from '#shared/webhooks/deliver';
import { type Delivery, fromDeliveryItem } from '#shared/webhooks/delivery';
import { deliveryIdOfMessage, type SendDelivery } from '#shared/webhooks/delivery-queue';
import { planEvent } from '#shared/webhooks/plan';
import { postSigned, type SignedPost } from '#shared/webhooks/post';
import { sweepDeliveries } from '#shared/webhooks/sweep';
import { TEST_VAULT_SECRET } from '#tests/support/vault';
import { type CarrierHabits, type Message, makeCarriers } from './carriers.ts';
import { faultyTable, type Injector } from './fault.ts';

const MINUTE_MS = 60_000;

/** Steps after which a test is taken to run in circles. */
const MAX_STEPS = 1_000;

const log = makeLogger({}, () => {});
const metrics = () => {};

const isOutboxItem = ({ pk, eventId }: Item): boolean => pk === keys.outboxEvent(String(eventId)).pk;

const outboxItems = (operations: readonly WriteOperation[]): readonly Item[] =>
  operations.flatMap((operation) => (operation.kind === 'put' && isOutboxItem(operation.item) ? [operation.item] : []));

/** The record of the stream that an insert makes. */
const insertOf = (item: Item): DynamoDBRecord => ({
  eventName: 'INSERT',
  dynamodb: {
    SequenceNumber: String(item['eventId']),
    NewImage: marshall(item, { removeUndefinedValues: true }) as NonNullable<DynamoDBRecord['dynamodb']>['NewImage'],
  },
});

/** The deliveries to these registrations. */
export const deliveriesTo = async (registrationIds: readonly string[]): Promise<readonly Delivery[]> => {
  const found = registrationIds.map((registrationId) =>
    serviceTable().queryAll({ index: 'gsi1', partition: lists.deliveriesOfRegistration(registrationId) }),
  );
  return (await Promise.all(found)).flat().map(fromDeliveryItem);
};

/**
 * The whole way of an event in one process, between the real table and a real receiver: the stream, the bus with its
 * rules, the queues and the minute's sweep, on a clock that moves from one happening to the next. Every effect of every
 * function goes through the injector.
 */
export const makePath = (injected: Injector, habits: CarrierHabits = {}) => {
  let nowMs = Date.now();
  let sweepAtMs = nowMs + MINUTE_MS;
  const clock = () => nowMs;
  const carriers = makeCarriers(clock, habits);

  /** The table with its stream: what is in the outbox is on its way, whoever hears of it or not. */
  const streaming = (table: Table): Table => ({
    ...table,
    transact: async (operations) => {
      const result = await table.transact(operations);
      const items = result.written ? outboxItems(operations) : [];
      for (const item of items) carriers.send({ carrier: 'stream', record: insertOf(item) });
      return result;
    },
  });

  /** The rules of the bus. */
  const putOnBus: PutEntries = async (entries) => {
    for (const { Source, DetailType, Detail = '' } of entries) {
      const body = JSON.stringify({ source: Source, 'detail-type': DetailType, detail: JSON.parse(Detail) });
      if (EVENTS[DetailType as EventType].webhook !== null) carriers.send({ carrier: 'plans', body });
      if (DetailType === ASSESSMENT_TRIGGER) carriers.send({ carrier: 'assessments', body });
    }
    return entries.map(() => true);
  };

  const sendToDeliveries: SendDelivery = async ({ deliveryId, delayMs }) => {
    const body = JSON.stringify({ deliveryId });
    carriers.send({ carrier: 'deliveries', body }, Math.ceil(Math.max(0, delayMs) / 1000) * 1000);
  };

  const table = faultyTable(streaming(serviceTable()), injected);
  const effects = { table, clock, send: injected.wrap('send', sendToDeliveries), log, metrics };
  const deliveryEffects = {
    ...effects,
    random: () => 0,
    wait: async (delayMs: number) => {
      nowMs += delayMs;
    },
    vault: async () => TEST_VAULT_SECRET,
    post: injected.wrap('post', (post: SignedPost) => postSigned(post, { allowLoopbackHttp: true })),
  };
  const assessmentEffects = {
    ...effects,
    sourcesFor: async () =>
      selectSources({ environment: 'sandbox', sourcesConfig: {}, simulateLiveSources: false } as const),
    startSourceTime: () => new AbortController().signal,
  };
  const bus = { busName: 'bus', putEntries: injected.wrap('putEntries', putOnBus), log, metrics };

  const consumers: Readonly<Record<ConsumedQueue, (body: string) => Promise<unknown>>> = {
    plans: async (body) => planEvent(eventOfMessage(body), effects),
    assessments: async (body) => assessSubmission(submissionOf(eventOfMessage(body)), assessmentEffects),
    deliveries: async (body) => deliver(deliveryIdOfMessage(body), deliveryEffects),
  };

  const handle = (message: Message) =>
    message.carrier === 'stream'
      ? publishEvents([message.record], bus)
      : settleMessages(
          [{ messageId: '1', body: message.body } as SQSRecord],
          ({ body }) => consumers[message.carrier](body),
          log,
        );

  const sweep = async (): Promise<void> => {
    nowMs = Math.max(nowMs, sweepAtMs);
    sweepAtMs = nowMs + MINUTE_MS;
    // A schedule hears of no failure: the next minute sweeps again.
    await sweepDeliveries(effects).catch(() => {});
    injected.revive();
  };

  /** The one thing that happens next; false when nothing will. */
  const step = async (registrationIds: readonly string[]): Promise<boolean> => {
    const received = carriers.next();
    if (!received || received.visibleAtMs > Math.max(nowMs, sweepAtMs)) {
      const open = (await deliveriesTo(registrationIds)).some(({ endedAt }) => endedAt === undefined);
      if (open) await sweep();
      if (open || !received) return open;
    }
    nowMs = Math.max(nowMs, received.visibleAtMs);
    const { batchItemFailures } = await handle(received.message);
    if (injected.revive() || batchItemFailures.length > 0) carriers.keep(received);
    else carriers.delete(received);
    return true;
  };

  return {
    table,
    now: clock,
    seen: carriers.seen,
    send: carriers.send,
    /** Carries messages until there is none, and no delivery to these registrations is open. */
    untilQuiet: async (registrationIds: readonly string[]): Promise<void> => {
      for (let steps = 0; await step(registrationIds); steps++) {
        if (steps === MAX_STEPS) throw new Error('The path does not come to rest');
      }
    },
  };
};

/** The way of events under test. */
export type Path = ReturnType<typeof makePath>;
