import { describe, expect, test } from 'vitest';
import { handler as listHandler } from '#functions/api/webhooks/list-event-types';
import { listEventTypes } from '#functions/api/webhooks/list-event-types.contract';
import { handler } from '#functions/api/webhooks/test-webhook';
import { testWebhook } from '#functions/api/webhooks/test-webhook.contract';
import { serviceTable } from '#shared/db/client';
import { update } from '#shared/db/expressions';
import { ERRORS } from '#shared/errors/errors';
import { eventTypes } from '#shared/http/openapi/event-types';
import { newId } from '#shared/platform/ids';
import { deliveryKeys } from '#shared/webhooks/deliveries/keys';
import { fromDeliveryItem } from '#shared/webhooks/deliveries/records/delivery';
import { registrationKeys } from '#shared/webhooks/registrations/keys';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { endpoint, requestTo } from '#tests/support/call';
import { createWidgetFor } from '#tests/support/onboarding';
import { securitySuite } from '#tests/support/security-suite';
import { call as callWebhooks, draftFor, idempotencyKey, naming } from './calls.ts';

const registered = async (account: SignedInAccount): Promise<string> => {
  const { id: appId } = await createWidgetFor(account);
  const { body } = await callWebhooks('create', account, { body: draftFor(appId) });
  return body.data.id;
};

/** A registration of a new account, and its test endpoint. */
const testing = async () => {
  const account = await signedInAccount();
  const id = await registered(account);
  const sent: { readonly deliveryId: string; readonly delayMs: number }[] = [];
  const send = endpoint(testWebhook, handler.with({ deliveries: async (message) => void sent.push(message) }));
  const key = registrationKeys.registration(account.accountId, id);
  return {
    ...{ account, id, sent },
    sendTest: (headers: Record<string, string> = {}) => send(account, { pathParameters: { id }, headers }),
    testedAt: (testedAtMs: number) => serviceTable().write(update(key, { set: { testedAtMs }, when: {} })),
  };
};

describe('a test of a registration', () => {
  test('is a delivery of webhook.test to it, due at once and in the queue', async () => {
    const { id, sent, sendTest } = await testing();
    const { status, body } = await sendTest();
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      ...{ id: expect.stringMatching(/^whd_/), webhookId: id, environment: 'sandbox', event: 'webhook.test' },
      ...{ status: 'pending', attemptCount: 0, endedAt: null },
    });
    expect(sent).toStrictEqual([{ deliveryId: body.data.id, registrationId: id, delayMs: 0 }]);
    const item = await serviceTable().get(deliveryKeys.delivery(body.data.id));
    expect(item && fromDeliveryItem(item)).toMatchObject({ trigger: 'test', status: 'pending' });
    expect(JSON.parse(String(item?.['body']))).toStrictEqual({
      ...{ id: body.data.id, event: 'webhook.test', createdAt: body.data.createdAt },
      data: { webhookId: id, environment: 'sandbox' },
    });
  });

  test('is possible ten seconds after the previous one; sooner it is a 429 that says when', async () => {
    const { sent, sendTest, testedAt } = await testing();
    const answers = await Promise.all([sendTest(), sendTest(), sendTest()]);
    expect(answers.map(({ status }) => status).toSorted()).toStrictEqual([200, 429, 429]);
    expect(sent).toHaveLength(1);
    const { status, body, headers } = await sendTest();
    expect([status, body.message]).toStrictEqual([429, ERRORS.TOO_MANY_TESTS[1]]);
    expect(Number(headers['Retry-After'])).toBeGreaterThanOrEqual(1);
    expect(Number(headers['Retry-After'])).toBeLessThanOrEqual(10);
    await testedAt(Date.now() - 10_000);
    expect((await sendTest()).status).toBe(200);
  });

  test('is delayed by at most ten seconds, even if a clock was ahead', async () => {
    const { sendTest, testedAt } = await testing();
    await testedAt(Date.now() + 3_600_000);
    expect((await sendTest()).headers['Retry-After']).toBe('10');
  });

  test('with an idempotency key is sent once, and its repetition is not a second test', async () => {
    const { sent, sendTest } = await testing();
    const key = idempotencyKey();
    const first = await sendTest(key);
    expect((await sendTest(key)).body).toStrictEqual(first.body);
    expect(sent).toHaveLength(1);
  });

  test('is refused for an inactive one', async () => {
    const { account, id, sent, sendTest } = await testing();
    await callWebhooks('update', account, { ...naming(id), body: { isActive: false } });
    const { status, body } = await sendTest();
    expect([status, body.code, sent.length]).toStrictEqual([409, 'WEBHOOK_INACTIVE', 0]);
  });

  test('is stored although its queue message is lost: the sweep sends it', async () => {
    const { account, id } = await testing();
    const lost = endpoint(testWebhook, handler.with({ deliveries: async () => Promise.reject(new Error('down')) }));
    expect((await lost(account, { pathParameters: { id } })).status).toBe(200);
  });
});

const requestOf = (id: string) => requestTo(testWebhook, { pathParameters: { id } });

securitySuite({
  contract: testWebhook,
  handler: handler.with({ deliveries: async () => undefined }),
  request: async (account) => requestOf(await registered(account)),
  missing: () => requestOf(newId('whk', Date.now())),
});

const listTypes = endpoint(listEventTypes, listHandler);

test('a page of the types of events is returned on request', async () => {
  const account = await signedInAccount();
  const { body } = await listTypes(account, { query: { page: '2', limit: '5' } });
  expect(body.data).toStrictEqual(JSON.parse(JSON.stringify(eventTypes().slice(5, 10))));
  expect(body.pagination).toMatchObject({ page: 2, limit: 5, total: eventTypes().length, hasPrev: true });
  const refused = await listTypes(account, { query: { page: '0' } });
  expect([refused.status, refused.body.code]).toStrictEqual([400, 'VALIDATION_FAILED']);
});

test('the types of events are those of the catalogue, with schemas that are complete in themselves', async () => {
  const { status, body } = await listTypes(await signedInAccount(), {});
  expect(status).toBe(200);
  expect(body).not.toHaveProperty('pagination');
  expect(body.data).toStrictEqual(JSON.parse(JSON.stringify(eventTypes())));
  expect(body.data.map(({ event }: { event: string }) => event)).toContain('webhook.test');
  expect(JSON.stringify(body.data)).not.toMatch(/\$ref|x-name/);
});
