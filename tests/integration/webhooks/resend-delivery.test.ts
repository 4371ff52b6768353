import { describe, expect, test } from 'vitest';
import { resendDelivery } from '#functions/api/webhooks/resend-delivery.contract';
import { endedDelivery } from '#scripts/invoke/delivery';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { createWidgetFor } from '#tests/support/onboarding';
import { securitySuite } from '#tests/support/security-suite';
import { stepWhile } from '#tests/support/wait-until';
import { call as callWebhooks, draftFor } from './calls.ts';
import { deliveryHandlers, namingDelivery, shownWorld } from './delivery-calls.ts';

const FIVE = ['scheduled', 'scheduled', 'scheduled', 'scheduled', 'scheduled'];

describe('resend a delivery: what it promises', () => {
  test('a failed delivery gets five new attempts with consecutive numbers, the same id and the same bytes', async () => {
    const { world, deliveryId, call } = await shownWorld();
    world.receiver.respondWith({ status: 500, body: '' });
    await world.drain();
    const resent = await call('resend');
    expect([resent.status, resent.body.data]).toMatchObject([
      200,
      { id: deliveryId, status: 'pending', attemptCount: 5, endedAt: null, endReason: null },
    ]);
    await world.drain();
    const { data } = (await call('read')).body;
    expect(data).toMatchObject({ status: 'failed', attemptCount: 10, endReason: 'attempts_exhausted' });
    expect(data.attempts.map(({ number }) => number)).toStrictEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(data.attempts.map(({ trigger }) => trigger)).toStrictEqual([...FIVE, ...FIVE.map(() => 'resend')]);
    const { received } = world.receiver;
    expect(received).toHaveLength(10);
    expect(new Set(received.map(({ rawBody }) => rawBody.toString())).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers['x-service-delivery']))).toStrictEqual(new Set([deliveryId]));
  });

  test('its attempts have the waits of the schedule, from the first on', async () => {
    const { world, call } = await shownWorld();
    world.receiver.respondWith({ status: 500, body: '' });
    await world.drain();
    await call('resend');
    const startMs = world.now();
    await world.receiveNext();
    expect(world.now()).toBe(startMs);
    const waits: number[] = [];
    const attempt = async () => {
      const beforeMs = world.now();
      await world.receiveNext();
      waits.push(Math.round((world.now() - beforeMs) / 1000));
    };
    await stepWhile(() => world.queue.length > 0, attempt, { most: 10, what: 'the last attempt' });
    expect(waits).toStrictEqual([5, 10, 20, 40]);
  });

  test("one that was delivered is sent again too, to the registration's current endpoint", async () => {
    const { world, call } = await shownWorld();
    await world.drain();
    expect((await call('resend')).status).toBe(200);
    await world.drain();
    expect((await call('read')).body.data).toMatchObject({ status: 'delivered', attemptCount: 2 });
    expect(world.receiver.received).toHaveLength(2);
  });

  test('one that was skipped is sent once its registration is active again', async () => {
    const { world, registered, call } = await shownWorld();
    await world.deactivate(registered);
    await world.drain();
    expect((await call('read')).body.data).toMatchObject({ status: 'skipped', endReason: 'registration_inactive' });
    await world.activate(registered);
    expect((await call('resend')).status).toBe(200);
    await world.drain();
    expect((await call('read')).body.data).toMatchObject({ status: 'delivered', attemptCount: 1 });
  });

  test('of several calls at once, one sends it again, and the others are refused', async () => {
    const { world, call } = await shownWorld();
    await world.drain();
    const responses = await Promise.all(Array.from({ length: 5 }, () => call('resend')));
    const codes = responses.map(({ status, body }) => body.code ?? status).sort();
    expect(codes).toStrictEqual([200, ...Array(4).fill('DELIVERY_NOT_ENDED')]);
    await world.drain();
    expect(world.receiver.received).toHaveLength(2);
  });

  test('without its message, it is due for the sweep', async () => {
    const { world, deliveryId, call } = await shownWorld();
    await world.drain();
    world.effects.send = async () => {
      throw new Error('The queue is out of reach');
    };
    expect((await call('resend')).status).toBe(200);
    const item = await world.deliveryItem(deliveryId);
    expect(item?.['gsi4pk']).toMatch(/^DUE#/);
    expect(item?.['gsi4sk']).toBe(isoTime(Number(item?.['claimableAtMs']) + 60_000));
    await world.deliver(deliveryId);
    expect((await call('read')).body.data).toMatchObject({ status: 'delivered', attemptCount: 2 });
  });

  test('it is limited by account, and does not affect the limit of sign-ins', async () => {
    const { world, call } = await shownWorld();
    await world.drain();
    const { status, headers } = await call('resend');
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'RateLimit-Limit': '50', 'RateLimit-Remaining': '49' });
  });
});

describe('resend a delivery: what it refuses', () => {
  test('one that has not ended, at any point of its attempts, and nothing changes', async () => {
    const { world, deliveryId, call } = await shownWorld();
    world.receiver.respondWith({ status: 500, body: '' });
    for (let attempts = 0; attempts < 5; attempts++) {
      const before = await world.deliveryItem(deliveryId);
      const { status, body } = await call('resend');
      expect([status, body.code]).toStrictEqual([409, 'DELIVERY_NOT_ENDED']);
      expect(await world.deliveryItem(deliveryId)).toStrictEqual(before);
      await world.receiveNext();
    }
    expect(world.receiver.received).toHaveLength(5);
  });

  test.each(['deactivate', 'remove'] as const)('one whose registration was changed by %s', async (change) => {
    const { world, registered, deliveryId, call } = await shownWorld();
    await world.drain();
    await world[change](registered);
    const before = await world.deliveryItem(deliveryId);
    const { status, body } = await call('resend');
    expect([status, body.code]).toStrictEqual([409, 'WEBHOOK_INACTIVE']);
    expect(await world.deliveryItem(deliveryId)).toStrictEqual(before);
  });

  test.each(['whd_01KAJ3VYB2M9D5H7N1P3Q8S6TW', 'x', 'whd_#'])('the id %s', async (id) => {
    const { call } = await shownWorld();
    const { status, body } = await call('resend', namingDelivery(id));
    expect([status, body.code]).toStrictEqual([404, 'DELIVERY_NOT_FOUND']);
  });

  test("another account's delivery, which is not changed", async () => {
    const { world, deliveryId, call } = await shownWorld();
    await world.drain();
    const before = await world.deliveryItem(deliveryId);
    const other = await signedInAccount();
    const { status, body } = await call('resend', {}, other.headers);
    expect([status, body.code]).toStrictEqual([404, 'DELIVERY_NOT_FOUND']);
    expect(await world.deliveryItem(deliveryId)).toStrictEqual(before);
  });
});

/** A delivery of an account that has ended. */
const endedOf = async (account: SignedInAccount): Promise<string> => {
  const app = await createWidgetFor(account);
  await callWebhooks('create', account, { body: draftFor(app.id) });
  return endedDelivery(account.accountId);
};

securitySuite({
  contract: resendDelivery,
  handler: deliveryHandlers().resend,
  request: async (account) => namingDelivery(await endedOf(account)),
  missing: () => namingDelivery(newId('whd', Date.now())),
});
