import { describe, expect, test } from 'vitest';
import { authKeys } from '#shared/auth/keys';
import { put } from '#shared/db/expressions';
import { EVENTS } from '#shared/events/catalogue';
import { traced } from '#shared/platform/trace';
import { postSigned } from '#shared/webhooks/deliveries/attempts/post';
import { deliveryKeys } from '#shared/webhooks/deliveries/keys';
import { resendWrites } from '#shared/webhooks/deliveries/resend';
import { eventOf, expectGenuine, plannedWorld, planOne, verifiesWith } from './fixtures.ts';
import { makeWorld } from './world.ts';

describe('a receiver', () => {
  test('gets the envelope of the interface, with the headers of the interface', async () => {
    const { world, registered, deliveryId } = await plannedWorld();
    await world.drain();
    const [webhook] = world.receiver.received;
    if (!webhook) throw new Error('Nothing arrived');
    const { createdAt } = await world.delivery(deliveryId);
    expect(webhook).toMatchObject({ method: 'POST', path: '/webhooks' });
    expect(JSON.parse(webhook.rawBody.toString())).toStrictEqual({
      id: deliveryId,
      event: 'kyb.applicant.decision',
      createdAt,
      data: EVENTS['kyb.applicant.decision'].example,
    });
    expect(deliveryId).toMatch(/^whd_[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(webhook.headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-event': 'kyb.applicant.decision',
      'x-service-delivery': deliveryId,
      'webhook-id': deliveryId,
    });
    expectGenuine(webhook, registered.signingSecret, world);
  });

  test('gets the same event id for every registration, together with a delivery id of its own', async () => {
    const world = await makeWorld();
    for (let count = 0; count < 2; count++) await world.register(await world.addApp());
    const event = eventOf(world);
    await world.plan(event);
    await world.drain();
    const sent = world.receiver.received.map(({ headers }) => headers);
    expect(sent.map((headers) => headers['x-service-event-id'])).toStrictEqual([event.eventId, event.eventId]);
    expect(new Set(sent.map((headers) => headers['x-service-delivery'])).size).toBe(2);
  });

  test('gets the id of the request that the event follows from on every attempt, and none if there is no request', async () => {
    const { world, registered } = await plannedWorld();
    world.receiver.respondWith((_, index) => ({ status: index === 0 ? 503 : 200 }));
    await world.drain();
    await traced({ requestId: 'JKJaXmPLvHcESHA=' }, () => planOne(world, registered));
    world.receiver.respondWith((_, index) => ({ status: index === 2 ? 503 : 200 }));
    await world.drain();
    const ids = world.receiver.received.map(({ headers }) => headers['x-service-request-id']);
    expect(ids).toStrictEqual([undefined, undefined, 'JKJaXmPLvHcESHA=', 'JKJaXmPLvHcESHA=']);
  });

  test.each([200, 201, 202, 204, 299])('that responds %i ends the delivery as delivered', async (status) => {
    const { world, deliveryId } = await plannedWorld();
    world.receiver.respondWith({ status });
    await world.drain();
    expect(await world.delivery(deliveryId)).toMatchObject({
      status: 'delivered',
      attemptCount: 1,
      endReason: 'delivered',
    });
    expect(world.receiver.received).toHaveLength(1);
    expect(world.metricNames).toContain('DeliveriesDelivered');
  });

  test('has no ended delivery in an index of due or parked ones', async () => {
    const { world, deliveryId } = await plannedWorld();
    await world.drain();
    const item = await world.deliveryItem(deliveryId);
    const ofOpenOnes = ['gsi2pk', 'gsi2sk', 'gsi4pk', 'gsi4sk', 'claimableAtMs', 'claimToken'];
    for (const name of ofOpenOnes) expect(item).not.toHaveProperty(name);
  });
});

describe('a receiver that keeps failing', () => {
  test.each([
    ['without jitter', 0, [5_000, 10_000, 20_000, 40_000]],
    ['with the maximum jitter', 1, [5_500, 11_000, 22_000, 44_000]],
  ])('is tried five times, 5, 10, 20 and 40 s after the end of the previous attempt, %s', async (_, random, gapsMs) => {
    const { world, deliveryId } = await plannedWorld();
    world.receiver.respondWith({ status: 500 });
    world.effects.random = () => random;
    await world.drain();
    const startsMs = (await world.attempts(deliveryId)).map((attempt) => Date.parse(String(attempt['startedAt'])));
    expect(world.receiver.received).toHaveLength(5);
    expect(startsMs.slice(1).map((startMs, index) => startMs - (startsMs[index] ?? 0))).toStrictEqual(gapsMs);
    expect(await world.delivery(deliveryId)).toMatchObject({
      status: 'failed',
      attemptCount: 5,
      endReason: 'attempts_exhausted',
    });
    expect(world.metricNames).toContain('DeliveriesFailed');
  });

  test('gets the same id and the same bytes each time, with a new signature', async () => {
    const { world, registered, deliveryId } = await plannedWorld();
    world.receiver.respondWith({ status: 500 });
    const signatures = new Set<unknown>();
    for (let attempt = 1; attempt <= 5; attempt++) {
      await world.receiveNext();
      const webhook = world.receiver.received[attempt - 1];
      if (!webhook) throw new Error(`Attempt ${attempt} did not arrive`);
      expectGenuine(webhook, registered.signingSecret, world);
      expect(webhook.headers['x-service-delivery']).toBe(deliveryId);
      signatures.add(webhook.headers['x-service-signature']);
    }
    const bodies = world.receiver.received.map(({ rawBody }) => rawBody.toString('hex'));
    expect(new Set(bodies).size).toBe(1);
    expect(signatures.size).toBe(5);
  });

  test('and then recovers gets no further attempt', async () => {
    const { world, deliveryId } = await plannedWorld();
    world.receiver.respondWith((_, index) => ({ status: index < 2 ? 503 : 200 }));
    await world.drain();
    expect(world.receiver.received).toHaveLength(3);
    expect(await world.delivery(deliveryId)).toMatchObject({ status: 'delivered', attemptCount: 3 });
  });

  test.each([301, 302, 307, 308, 400, 401, 404, 409, 429, 500, 503])('with a %i is tried again', async (status) => {
    const { world, deliveryId } = await plannedWorld();
    world.receiver.respondWith({ status, headers: { location: world.receiver.url } });
    await world.receiveNext();
    expect(world.receiver.received).toHaveLength(1);
    expect(await world.delivery(deliveryId)).toMatchObject({ status: 'retrying', attemptCount: 1 });
    expect(world.queue).toHaveLength(1);
  });

  test.each([
    ['that hangs', 'hang', 'timeout'],
    ['that cuts the connection', 'reset', 'reset'],
  ] as const)('%s is recorded with the class of its error and tried again', async (_, response, errorClass) => {
    const { world, deliveryId } = await plannedWorld();
    world.receiver.respondWith(response);
    world.effects.post = (post) => postSigned(post, { allowLoopbackHttp: true, deadlineMs: 500 });
    await world.receiveNext();
    const [attempt] = await world.attempts(deliveryId);
    expect(attempt).toMatchObject({ number: 1, errorClass, durationMs: expect.any(Number) });
    expect(attempt).not.toHaveProperty('statusCode');
    expect(await world.delivery(deliveryId)).toMatchObject({ status: 'retrying' });
  });
});

describe('the record of an attempt', () => {
  test('contains its number, trigger, start, duration, status code and the first 8 KB of the response', async () => {
    const { world, deliveryId } = await plannedWorld();
    world.receiver.respondWith((_, index) =>
      index === 0 ? { status: 500, body: 'x'.repeat(20_000) } : { status: 200, body: 'Thank you' },
    );
    const startedAt = new Date(world.now()).toISOString();
    await world.drain();
    const [first, second, ...more] = await world.attempts(deliveryId);
    expect(first).toMatchObject({
      number: 1,
      trigger: 'scheduled',
      startedAt,
      durationMs: expect.any(Number),
      statusCode: 500,
      responseExcerpt: 'x'.repeat(8_192),
    });
    expect(second).toMatchObject({ number: 2, trigger: 'scheduled', statusCode: 200, responseExcerpt: 'Thank you' });
    expect(more).toStrictEqual([]);
  });

  test("never appears in the logs with the receiver's response or the secret", async () => {
    const { world, registered } = await plannedWorld();
    world.receiver.respondWith({ status: 500, body: 'stack trace of the receiver' });
    await world.drain();
    const logged = JSON.stringify(world.logLines);
    expect(world.logLines.filter(({ code }) => code === 'DELIVERY_ATTEMPTED')).toHaveLength(5);
    expect(logged).not.toContain('stack trace of the receiver');
    expect(logged).not.toContain(registered.signingSecret);
  });
});

describe('Retry-After', () => {
  const waitedMs = async (status: number, retryAfter: (nowMs: number) => string): Promise<number> => {
    const { world } = await plannedWorld();
    world.receiver.respondWith({ status, headers: { 'retry-after': retryAfter(world.now()) } });
    await world.receiveNext();
    return (world.queue[0]?.visibleAtMs ?? 0) - world.now();
  };

  test.each([429, 503])('of a %i is honoured in seconds', async (status) => {
    expect(await waitedMs(status, () => '120')).toBe(120_000);
  });

  test('is honoured as a date, to the second', async () => {
    const waited = await waitedMs(503, (nowMs) => new Date(nowMs + 300_000).toUTCString());
    expect(waited).toBeGreaterThan(298_000);
    expect(waited).toBeLessThanOrEqual(300_000);
  });

  test.each([
    ['is cut at 900 seconds', 503, '86400', 900_000],
    ['does not shorten the wait', 429, '1', 5_000],
    ['means nothing on another status', 500, '120', 5_000],
    ['means nothing if it is in neither form', 429, 'soon', 5_000],
  ])('%s', async (_, status, retryAfter, expectedMs) => {
    expect(await waitedMs(status, () => retryAfter)).toBe(expectedMs);
  });

  test('is a wait like any other: the next attempt follows it', async () => {
    const { world, deliveryId } = await plannedWorld();
    world.receiver.respondWith((_, index) =>
      index === 0 ? { status: 429, headers: { 'retry-after': '900' } } : { status: 200 },
    );
    await world.drain();
    expect(await world.delivery(deliveryId)).toMatchObject({ status: 'delivered', attemptCount: 2 });
  });
});

describe('410 Gone', () => {
  test('to all five attempts ends the delivery and deactivates the registration', async () => {
    const { world, registered, deliveryId } = await plannedWorld();
    world.receiver.respondWith({ status: 410 });
    for (let attempt = 1; attempt <= 4; attempt++) await world.receiveNext();
    expect(await world.delivery(deliveryId)).toMatchObject({ status: 'retrying', attemptCount: 4 });
    expect(await world.registration(registered)).toMatchObject({ isActive: true });
    await world.drain();
    expect(world.receiver.received).toHaveLength(5);
    expect(await world.delivery(deliveryId)).toMatchObject({ status: 'failed', attemptCount: 5, endReason: 'gone' });
    expect(await world.registration(registered)).toMatchObject({
      isActive: false,
      deactivationReason: 'gone',
      deactivatedAt: expect.any(String),
    });
    expect(world.logLines.map(({ code }) => code)).toContain('REGISTRATION_DEACTIVATED');
  });

  test('to four attempts and another failure to the fifth deactivates nothing', async () => {
    const { world, registered, deliveryId } = await plannedWorld();
    world.receiver.respondWith((_, index) => ({ status: index === 2 ? 500 : 410 }));
    await world.drain();
    expect(await world.delivery(deliveryId)).toMatchObject({ status: 'failed', endReason: 'attempts_exhausted' });
    expect(await world.registration(registered)).toMatchObject({ isActive: true });
  });

  test('is counted anew after the delivery is sent again', async () => {
    const { world, registered, deliveryId } = await plannedWorld();
    world.receiver.respondWith((_, index) => ({ status: index === 0 || index === 9 ? 500 : 410 }));
    await world.drain();
    await world.table.transact(resendWrites(await world.delivery(deliveryId), world.now()));
    for (let attempt = 6; attempt <= 10; attempt++) {
      await world.deliver(deliveryId);
      world.pass(60_000);
    }
    expect(await world.delivery(deliveryId)).toMatchObject({ status: 'failed', endReason: 'attempts_exhausted' });
    expect(await world.registration(registered)).toMatchObject({ isActive: true });
  });

  test('is mailed to the owner once, however many deliveries get it', async () => {
    const { world, registered, deliveryId } = await plannedWorld();
    const { accountId } = world;
    await world.table.write(put({ ...authKeys.account(accountId), accountId, email: 'ada@example.com' }));
    world.receiver.respondWith({ status: 410 });
    const others = [await planOne(world, registered), await planOne(world, registered)];
    for (let attempt = 1; attempt <= 5; attempt++) {
      await Promise.all([deliveryId, ...others].map((id) => world.deliver(id)));
      world.pass(60_000);
    }
    for (let minute = 0; minute < 5; minute++) {
      await world.sweep();
      world.pass(60_000);
    }
    expect(world.mails).toMatchObject([{ to: 'ada@example.com', data: { reason: 'gone' } }]);
  });

  test('of a registration that was deleted in the meantime is still recorded', async () => {
    const { world, registered, deliveryId } = await plannedWorld();
    world.receiver.respondWith(async (_, index) => {
      if (index === 4) await world.remove(registered);
      return { status: 410 };
    });
    await world.drain();
    expect(await world.delivery(deliveryId)).toMatchObject({ status: 'failed', endReason: 'gone' });
    expect(await world.attempts(deliveryId)).toHaveLength(5);
    expect(await world.registration(registered)).toBeUndefined();
    expect(
      await world.table.get(deliveryKeys.deactivationNotice(registered.registration.registrationId)),
    ).toBeUndefined();
  });
});

describe('a registration that changes between two attempts', () => {
  test('to a new secret is signed with it from then on: the old one verifies nothing any more', async () => {
    const { world, registered } = await plannedWorld();
    world.receiver.respondWith({ status: 500 });
    await world.receiveNext();
    const newSecret = await world.rotate(registered);
    await world.receiveNext();
    const [first, second] = world.receiver.received;
    if (!first || !second) throw new Error('Two attempts were to arrive');
    expect(verifiesWith(first, registered.signingSecret)).toBe(true);
    expect(verifiesWith(first, newSecret)).toBe(false);
    expect(verifiesWith(second, registered.signingSecret)).toBe(false);
    expectGenuine(second, newSecret, world);
  });

  test('to a new secret with an overlap is signed with both, and afterwards only with the new one', async () => {
    const { world, registered } = await plannedWorld();
    world.receiver.respondWith({ status: 500 });
    const newSecret = await world.rotate(registered, { overlapSeconds: 4 });
    await world.receiveNext();
    await world.receiveNext();
    const [during, after] = world.receiver.received;
    if (!during || !after) throw new Error('Two attempts were to arrive');
    expect([registered.signingSecret, newSecret].map((secret) => verifiesWith(during, secret))).toStrictEqual([
      true,
      true,
    ]);
    expect(verifiesWith(after, registered.signingSecret)).toBe(false);
    expectGenuine(after, newSecret, world);
  });

  test('by its deletion gets nothing more: the delivery is skipped', async () => {
    const { world, registered, deliveryId } = await plannedWorld();
    world.receiver.respondWith({ status: 500 });
    await world.receiveNext();
    await world.remove(registered);
    await world.drain();
    expect(world.receiver.received).toHaveLength(1);
    expect(await world.delivery(deliveryId)).toMatchObject({
      status: 'skipped',
      attemptCount: 1,
      endReason: 'registration_deleted',
    });
  });

  test('to inactive gets nothing more: the delivery is skipped', async () => {
    const { world, registered, deliveryId } = await plannedWorld();
    await world.deactivate(registered);
    await world.drain();
    expect(world.receiver.received).toHaveLength(0);
    expect(await world.delivery(deliveryId)).toMatchObject({
      status: 'skipped',
      attemptCount: 0,
      endReason: 'registration_inactive',
    });
  });
});
