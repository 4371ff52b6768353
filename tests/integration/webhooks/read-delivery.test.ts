import { describe, expect, test } from 'vitest';
import { readDelivery } from '#functions/api/webhooks/read-delivery.contract';
import { endedDelivery } from '#scripts/invoke/delivery';
import { update } from '#shared/db/expressions';
import { newId } from '#shared/platform/ids';
import { deliveryKeys } from '#shared/webhooks/deliveries/keys';
import { attemptToRecord, MAX_KEPT_ATTEMPTS } from '#shared/webhooks/deliveries/records/attempt';
import { apiKeyFor, type SignedInAccount } from '#tests/support/accounts';
import { createWidgetFor } from '#tests/support/onboarding';
import { securitySuite } from '#tests/support/security-suite';
import { call as callWebhooks, draftFor } from './calls.ts';
import { deliveryHandlers, namingDelivery, shownWorld } from './delivery-calls.ts';

describe('read a delivery: what it promises', () => {
  test('a planned delivery has its body, and no attempts yet', async () => {
    const { world, deliveryId, registered, call } = await shownWorld();
    const { status, body } = await call('read');
    const { body: sent, eventId } = await world.delivery(deliveryId);
    expect(status).toBe(200);
    expect(body).toStrictEqual({
      success: true,
      data: {
        id: deliveryId,
        webhookId: registered.registration.registrationId,
        environment: 'sandbox',
        eventId,
        event: 'kyb.applicant.decision',
        status: 'pending',
        attemptCount: 0,
        createdAt: new Date(world.now()).toISOString(),
        endedAt: null,
        endReason: null,
        nextAttemptAt: null,
        body: sent,
        attempts: [],
      },
    });
  });

  test('each attempt is shown with its outcome, and the time of the next one while it is retried', async () => {
    const { world, call } = await shownWorld();
    world.receiver.respondWith((_, index) =>
      index === 0 ? { status: 503, body: 'closed for the night' } : { status: 200, body: 'thanks' },
    );
    await world.receiveNext();
    const retried = (await call('read')).body.data;
    expect(retried).toMatchObject({
      status: 'retrying',
      attemptCount: 1,
      nextAttemptAt: new Date(world.now() + 5_000).toISOString(),
      attempts: [
        { number: 1, trigger: 'scheduled', statusCode: 503, responseExcerpt: 'closed for the night', errorClass: null },
      ],
    });
    await world.drain();
    expect((await call('read')).body.data).toMatchObject({
      status: 'delivered',
      endReason: 'delivered',
      endedAt: expect.any(String),
      nextAttemptAt: null,
      attempts: [{ number: 1 }, { number: 2, statusCode: 200, responseExcerpt: 'thanks' }],
    });
  });

  test('an attempt without a response has the class of its error', async () => {
    const { world, call } = await shownWorld();
    world.effects.post = async () => ({ kind: 'error', errorClass: 'timeout', durationMs: 10_000 });
    await world.receiveNext();
    expect((await call('read')).body.data.attempts).toMatchObject([
      { number: 1, statusCode: null, responseExcerpt: null, errorClass: 'timeout', durationMs: 10_000 },
    ]);
  });

  test('of very many attempts with large responses, the latest 50 are shown, in order', async () => {
    const { world, deliveryId, call } = await shownWorld();
    const delivery = await world.delivery(deliveryId);
    // A control character takes six characters in JSON.
    const outcome = { kind: 'response', statusCode: 500, excerpt: '\u0001'.repeat(8_192), durationMs: 1 } as const;
    const all = Array.from({ length: 60 }, (_, index) =>
      attemptToRecord(delivery, { number: index + 1, startedAtMs: world.now(), outcome }),
    );
    await Promise.all(all.flatMap(({ response }) => (response ? world.table.write(response) : [])));
    const attempts = all.map(({ recorded }) => recorded).slice(-MAX_KEPT_ATTEMPTS);
    const written = { set: { attempts }, when: { deliveryId: 'exists' } } as const;
    await world.table.write(update(deliveryKeys.delivery(deliveryId), written));
    const { status, body } = await call('read');
    expect(status).toBe(200);
    expect(body.data.attempts.map(({ number }) => number)).toStrictEqual(Array.from({ length: 50 }, (_, i) => i + 11));
    expect(body.data.attempts).toMatchObject(attempts.map(() => ({ responseExcerpt: outcome.excerpt })));
  });

  test('it stays after its registration is deleted', async () => {
    const { world, registered, call } = await shownWorld();
    await world.remove(registered);
    expect((await call('read')).status).toBe(200);
  });

  test('a key of its environment reads it, and one of the other does not', async () => {
    const { account, call } = await shownWorld();
    const own = await apiKeyFor(account, 'sandbox');
    const other = await apiKeyFor(account, 'live');
    expect((await call('read', {}, own.headers)).status).toBe(200);
    const hidden = await call('read', {}, other.headers);
    const missing = await call('read', namingDelivery(newId('whd', Date.now())), other.headers);
    expect([hidden.status, hidden.body]).toStrictEqual([404, missing.body]);
  });
});

describe('read a delivery: what it refuses', () => {
  test.each(['whd_01KAJ3VYB2M9D5H7N1P3Q8S6TW', 'whk_01KAJ3VYB2M9D5H7N1P3Q8S6TW', 'x', 'whd_#'])(
    'the id %s',
    async (id) => {
      const { call } = await shownWorld();
      const { status, body } = await call('read', namingDelivery(id));
      expect([status, body.code]).toStrictEqual([404, 'DELIVERY_NOT_FOUND']);
    },
  );
});

/** A delivery of an account that has ended. */
const endedOf = async (account: SignedInAccount): Promise<string> => {
  const app = await createWidgetFor(account);
  await callWebhooks('create', account, { body: draftFor(app.id) });
  return endedDelivery(account.accountId);
};

securitySuite({
  contract: readDelivery,
  handler: deliveryHandlers().read,
  request: async (account) => namingDelivery(await endedOf(account)),
  missing: () => namingDelivery(newId('whd', Date.now())),
});
