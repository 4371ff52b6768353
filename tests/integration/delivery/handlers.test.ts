import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { ChangeMessageVisibilityBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBStreamEvent, SQSEvent } from 'aws-lambda';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { handler as recoverHandler } from '#functions/api/webhooks/recover-deliveries';
import { recoverDeliveries } from '#functions/api/webhooks/recover-deliveries.contract';
import { handler as deliverWebhook } from '#functions/events/deliver-webhook';
import { handler as logChanges } from '#functions/events/keep-lists';
import { handler as planDelivery } from '#functions/events/plan-delivery';
import { handler as publishEvents } from '#functions/events/publish-events';
import { handler as sweepDeliveries } from '#functions/events/sweep-deliveries';
import { serviceTable } from '#shared/db/client';
import { type Item, put } from '#shared/db/expressions';
import { EVENTS } from '#shared/events/catalogue';
import { emit } from '#shared/events/outbox';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { makeLogger } from '#shared/platform/logger';
import { deliveryKeys } from '#shared/webhooks/deliveries/keys';
import { planEvent } from '#shared/webhooks/deliveries/plan';
import { fromDeliveryItem, newDeliveryItem } from '#shared/webhooks/deliveries/records/delivery';
import { logDeliveries } from '#shared/webhooks/delivery-log/log-deliveries';
import { readLogPage } from '#shared/webhooks/delivery-log/log-pages';
import { newRegistration, type Registration } from '#shared/webhooks/registrations/registration';
import { registrationWrites } from '#shared/webhooks/registrations/registration-repository';
import { signedInAccount } from '#tests/support/accounts';
import { apiEvent } from '#tests/support/api-event';
import { lambdaContext } from '#tests/support/lambda-context';
import { mockAws } from '#tests/support/mock-aws';
import { createWidgetFor } from '#tests/support/onboarding';
import { insertOf } from '#tests/support/outbox-records';
import { TEST_VAULT_SECRET } from '#tests/support/vault';
import { webhookReceiver } from '#tests/support/webhook-receiver';
import { verifiesWith } from './fixtures.ts';

Object.assign(process.env, {
  BUS_NAME: 'kyb-test',
  DELIVERY_QUEUE_URL: 'http://localhost/000000000000/deliveries',
  QUEUE_URL: 'http://localhost/000000000000/own',
  DEAD_LETTER_QUEUE_URL: 'http://localhost/000000000000/own-dlq',
  VAULT_SECRET_NAME: 'kyb/test/vault',
  ALLOW_LOOPBACK_ENDPOINTS: 'true',
});

const bus = mockAws(EventBridgeClient);
const queue = mockAws(SQSClient);
const secrets = mockAws(SecretsManagerClient);

beforeEach(() => {
  for (const client of [bus, queue, secrets]) client.reset();
  bus.on(PutEventsCommand).callsFake(({ Entries }) => ({
    FailedEntryCount: 0,
    Entries: Entries.map(() => ({ EventId: 'taken' })),
  }));
  queue.on(SendMessageCommand).resolves({ MessageId: 'sent' });
  const { versionId, value } = TEST_VAULT_SECRET.current;
  secrets.on(GetSecretValueCommand).resolves({ VersionId: versionId, SecretString: value });
});

const sqsEvent = (...bodies: readonly string[]): SQSEvent =>
  ({
    Records: bodies.map((body, index) => ({
      messageId: `message-${index}`,
      receiptHandle: `handle-${index}`,
      attributes: { ApproximateReceiveCount: '3' },
      body,
    })),
  }) as SQSEvent;

const sentMessages = () => queue.commandCalls(SendMessageCommand).map(({ args: [{ input }] }) => input);

const registered = async (registeredAtMs = Date.now()) => {
  const receiver = await webhookReceiver();
  onTestFinished(() => receiver.close());
  const accountId = newId('usr', Date.now());
  const app = await createWidgetFor({ accountId });
  const draft = { accountId, appId: app.id, environment: 'sandbox', serviceType: 'kyc_widget' } as const;
  const { registration, signingSecret } = newRegistration(
    { ...draft, endpoint: receiver.url },
    TEST_VAULT_SECRET,
    registeredAtMs,
  );
  await serviceTable().transact(registrationWrites(registration));
  return { receiver, registration, signingSecret };
};

const TYPE = 'kyb.applicant.submitted';

/** The stream event for a change of this registration's app. */
const streamEventFor = ({ accountId, appId }: Registration): DynamoDBStreamEvent => {
  const event = { type: TYPE, accountId, environment: 'sandbox', widgetId: appId } as const;
  const operation = emit({ ...event, data: EVENTS[TYPE].example }, Date.now());
  const image = operation.kind === 'put' ? marshall(operation.item) : {};
  return {
    Records: [{ eventName: 'INSERT', dynamodb: { SequenceNumber: '1', NewImage: image } }],
  } as DynamoDBStreamEvent;
};

/** Carries an event of a registration's app to the queue of deliveries, and returns its message there. */
const planned = async (registration: Registration): Promise<string> => {
  await publishEvents(streamEventFor(registration));
  const entry = bus.commandCalls(PutEventsCommand).at(-1)?.args[0].input.Entries?.[0];
  const body = JSON.stringify({ 'detail-type': entry?.DetailType, detail: JSON.parse(entry?.Detail ?? '') });
  expect(await planDelivery(sqsEvent(body))).toStrictEqual({ batchItemFailures: [] });
  return sentMessages().at(-1)?.MessageBody ?? '';
};

describe('the functions of the delivery path', () => {
  test('list a delivery as the stream delivers its changes', async () => {
    const { registration } = await registered();
    const { deliveryId } = JSON.parse(await planned(registration));
    const change = async (): Promise<DynamoDBStreamEvent> => {
      const item = await serviceTable().get(deliveryKeys.delivery(deliveryId));
      if (!item) throw new Error('There is no such delivery');
      return { Records: [insertOf(item, '1')] };
    };
    const before = await change();
    await deliverWebhook(sqsEvent(JSON.stringify({ deliveryId })));
    expect(await logChanges(before)).toStrictEqual({ batchItemFailures: [] });
    expect(await logChanges(await change())).toStrictEqual({ batchItemFailures: [] });
    const page = { page: 1, limit: 10 };
    const filter = { status: 'delivered' } as const;
    const listed = await readLogPage(serviceTable(), registration.registrationId, filter, page, Date.now());
    expect(listed).toMatchObject({ total: 1, entries: [{ deliveryId, attemptCount: 1 }] });
  });

  test('give a delivery whose record came late the time that the list shows, once', async () => {
    const { registration } = await registered();
    const deliveries = [JSON.parse(await planned(registration)), JSON.parse(await planned(registration))];
    const stored = (index: number) => serviceTable().get(deliveryKeys.delivery(deliveries[index].deliveryId));
    const records = await Promise.all([1, 0].map(stored));
    for (const item of records) expect(await logChanges({ Records: [insertOf(item as Item, '1')] })).toBeDefined();
    const page = { page: 1, limit: 10 };
    const { entries } = await readLogPage(serviceTable(), registration.registrationId, {}, page, Date.now());
    const late = await stored(0);
    expect(entries.map(({ deliveryId }) => deliveryId)).toStrictEqual(deliveries.map(({ deliveryId }) => deliveryId));
    expect(late).toMatchObject({ createdAt: entries[0]?.createdAt, version: 1 });
    expect(late?.['createdAt']).toBe(records[0]?.['createdAt']);
    expect(late?.['createdAt']).not.toBe(records[1]?.['createdAt']);
    // What the stream says of that changes nothing more.
    await logChanges({ Records: [insertOf(late as Item, '2')] });
    expect(await stored(0)).toStrictEqual(late);
    expect(await readLogPage(serviceTable(), registration.registrationId, {}, page, Date.now())).toMatchObject({
      entries,
    });
  });

  test('begin a recovery with its message: what was missed is on the queue without a sweep, once', async () => {
    const { receiver, registration } = await registered();
    const { registrationId, accountId } = registration;
    const item = newDeliveryItem(
      { eventId: newId('sev', Date.now()), type: TYPE, occurredAt: isoTime(Date.now()), data: {} },
      { ...registration, isActive: false },
      Date.now(),
    );
    await serviceTable().write(put(item));
    const skipped = fromDeliveryItem(item);
    await logDeliveries(registrationId, [skipped], { table: serviceTable(), clock: Date.now });
    const sent: string[] = [];
    const recover = recoverHandler.with({
      deliveries: async (id) => {
        sent.push(JSON.stringify({ recoveryOf: id }));
      },
    });
    const { method, route } = recoverDeliveries;
    const { headers } = await signedInAccount({ accountId });
    const body = { since: isoTime(Date.now() - 60_000) };
    const request = { method, route, path: route, pathParameters: { id: registrationId }, body, headers };
    expect((await recover(apiEvent(request), lambdaContext(recoverDeliveries.name))).statusCode).toBe(200);

    const [message = ''] = sent;
    expect(await deliverWebhook(sqsEvent(message, message))).toStrictEqual({ batchItemFailures: [] });
    const attempts = sentMessages().map(({ MessageBody }) => MessageBody ?? '');
    expect(attempts).toStrictEqual([JSON.stringify({ deliveryId: skipped.deliveryId })]);
    await deliverWebhook(sqsEvent(...attempts, message));
    await receiver.waitFor(1);
    expect(sentMessages()).toHaveLength(1);
  });

  test('carry an event from the stream to the receiver, signed', async () => {
    const { receiver, registration, signingSecret } = await registered();
    const message = await planned(registration);
    expect(sentMessages()).toStrictEqual([
      {
        QueueUrl: 'http://localhost/000000000000/deliveries',
        MessageBody: expect.stringMatching(/^\{"deliveryId":"whd_[0-9A-Z]{26}"\}$/),
        MessageGroupId: registration.registrationId,
        DelaySeconds: 0,
      },
    ]);
    expect(await deliverWebhook(sqsEvent(message))).toStrictEqual({ batchItemFailures: [] });
    const [webhook] = await receiver.waitFor(1);
    expect(webhook && verifiesWith(webhook, signingSecret)).toBe(true);
  });

  test('send the next attempt to the queue with the delay of the schedule', async () => {
    const { receiver, registration } = await registered();
    receiver.respondWith({ status: 500 });
    const message = await planned(registration);
    await deliverWebhook(sqsEvent(message));
    const next = sentMessages().at(-1);
    expect(next?.MessageBody).toBe(message);
    expect(next?.DelaySeconds).toBeGreaterThanOrEqual(5);
    expect(next?.DelaySeconds).toBeLessThanOrEqual(6);
  });

  test('send a message that they cannot parse to the dead letters, and handle the others', async () => {
    const { receiver, registration } = await registered();
    const message = await planned(registration);
    for (const handler of [
      () => deliverWebhook(sqsEvent('rubbish', message)),
      () => planDelivery(sqsEvent('rubbish')),
    ]) {
      queue.resetHistory();
      expect(await handler()).toStrictEqual({ batchItemFailures: [] });
      expect(sentMessages()).toMatchObject([
        { QueueUrl: 'http://localhost/000000000000/own-dlq', MessageBody: 'rubbish' },
      ]);
    }
    expect(receiver.received).toHaveLength(1);
  });

  test('return a message that failed because of the service, and its delivery is still due', async () => {
    const { receiver, registration } = await registered();
    const message = await planned(registration);
    receiver.respondWith({ status: 500 });
    queue.on(SendMessageCommand).rejects(new Error('Unreachable'));
    expect(await deliverWebhook(sqsEvent(message))).toStrictEqual({
      batchItemFailures: [{ itemIdentifier: 'message-0' }],
    });
    const item = await serviceTable().get(deliveryKeys.delivery(JSON.parse(message).deliveryId));
    expect(item).toMatchObject({ status: 'retrying', attemptCount: 1 });
    const [hiding] = queue.commandCalls(ChangeMessageVisibilityBatchCommand).map(({ args: [{ input }] }) => input);
    expect(hiding).toStrictEqual({
      QueueUrl: 'http://localhost/000000000000/own',
      Entries: [{ Id: '0', ReceiptHandle: 'handle-0', VisibilityTimeout: expect.toSatisfy((s) => s >= 6 && s <= 8) }],
    });
  });

  test('sweep what was planned and not picked up', async () => {
    const twoMinutesAgo = Date.now() - 120_000;
    const { registration } = await registered(twoMinutesAgo);
    const { accountId, appId, registrationId } = registration;
    const event = { eventId: newId('sev', twoMinutesAgo), type: TYPE, accountId, environment: 'sandbox' } as const;
    await planEvent(
      { ...event, widgetId: appId, occurredAt: isoTime(twoMinutesAgo), data: { ...EVENTS[TYPE].example } },
      { table: serviceTable(), clock: () => twoMinutesAgo, send: async () => {}, log: makeLogger({}, () => {}) },
    );
    await sweepDeliveries();
    expect(sentMessages().map(({ MessageGroupId }) => MessageGroupId)).toContain(registrationId);
  });
});

describe('while the vault is unreachable', () => {
  test('no delivery is claimed: the whole batch is retried', async () => {
    const { receiver, registration } = await registered();
    const message = await planned(registration);
    // A container that has never read the vault's secret.
    vi.resetModules();
    secrets.on(GetSecretValueCommand).rejects(new Error('Unreachable'));
    const fresh = await import('#functions/events/deliver-webhook');
    const response = await fresh.handler(sqsEvent(message));
    expect(response).toStrictEqual({ batchItemFailures: [{ itemIdentifier: 'message-0' }] });
    expect(receiver.received).toHaveLength(0);
    const item = await serviceTable().get(deliveryKeys.delivery(JSON.parse(message).deliveryId));
    expect(item).toMatchObject({ status: 'pending', unrecordedClaims: 0 });
  });
});
