import { describe, expect, test } from 'vitest';
import { EVENTS, type EventType } from '#shared/events/catalogue';
import { newId } from '#shared/platform/ids';
import { eventOf, plannedWorld } from './fixtures.ts';
import { makeWorld } from './world.ts';

describe('an event is planned', () => {
  test("for its widget's registration of its service type and environment, and for no other", async () => {
    const world = await makeWorld();
    const [appId, otherAppId] = [await world.addApp(), await world.addApp()];
    const listening = await world.register(appId);
    const others = [
      await world.register(appId, { serviceType: 'verification' }),
      await world.register(otherAppId),
      await world.register(appId, { environment: 'live' }),
    ];
    await world.plan(eventOf(world, { widgetId: appId }));
    expect(await world.deliveriesOf(listening)).toHaveLength(1);
    for (const other of others) expect(await world.deliveriesOf(other)).toStrictEqual([]);
    expect(world.queue).toHaveLength(1);
  });

  test("for every app's registration of its service type and environment if it belongs to no widget", async () => {
    const world = await makeWorld();
    const registrations = [
      await world.register(await world.addApp(), { serviceType: 'verification' }),
      await world.register(await world.addApp(), { serviceType: 'verification' }),
    ];
    const others = [
      await world.register(await world.addApp()),
      await world.register(await world.addApp(), { serviceType: 'verification', environment: 'live' }),
    ];
    await world.plan(eventOf(world, { type: 'verification.cac.completed' }));
    for (const other of others) expect(await world.deliveriesOf(other)).toStrictEqual([]);
    const ids = await Promise.all(registrations.map(async (one) => (await world.deliveriesOf(one)).length));
    expect(ids).toStrictEqual([1, 1]);
    expect(new Set(world.queue.map(({ deliveryId }) => deliveryId)).size).toBe(2);
  });

  test("never for another account's registration", async () => {
    const world = await makeWorld();
    const registered = await world.register(await world.addApp());
    const { appId } = registered.registration;
    await world.plan(eventOf(world, { accountId: newId('usr', world.now()), widgetId: appId }));
    expect(await world.deliveriesOf(registered)).toStrictEqual([]);
  });

  const webhookEvents = (Object.keys(EVENTS) as EventType[]).flatMap((type) => {
    const { webhook } = EVENTS[type];
    return webhook === null ? [] : [[type, webhook] as const];
  });

  test.each(webhookEvents)('%s goes to registrations of its service type', async (type, webhook) => {
    const world = await makeWorld();
    const appId = await world.addApp();
    const registered = await world.register(appId, { serviceType: webhook });
    await world.plan(eventOf(world, { type, widgetId: appId }));
    expect(await world.deliveriesOf(registered)).toMatchObject([{ event: type, status: 'pending', attemptCount: 0 }]);
  });

  test('for an inactive registration as skipped, and not sent', async () => {
    const world = await makeWorld();
    const registered = await world.register(await world.addApp(), { isActive: false });
    await world.plan(eventOf(world, { widgetId: registered.registration.appId }));
    expect(await world.deliveriesOf(registered)).toMatchObject([
      { status: 'skipped', endReason: 'registration_inactive' },
    ]);
    expect(world.queue).toStrictEqual([]);
  });
});

describe('decisions are filtered by outcome as the widget configures', () => {
  const deliveredTo = async (webhookEvents: string[], status: string, type: EventType = 'kyb.applicant.decision') => {
    const world = await makeWorld();
    const registered = await world.register(await world.addApp('sandbox', webhookEvents));
    const data = { ...EVENTS[type].example, status };
    await world.plan(eventOf(world, { type, widgetId: registered.registration.appId, data }));
    return (await world.deliveriesOf(registered)).length;
  };

  test.each([
    ['an empty list means all', [], 'rejected', 1],
    ['a named outcome is sent', ['applicant.approved', 'applicant.rejected'], 'rejected', 1],
    ['an outcome that is not named is not sent', ['applicant.approved'], 'rejected', 0],
    ['requires_review is an outcome too', ['applicant.requires_review'], 'requires_review', 1],
    ['names that are not outcomes filter nothing', ['applicant.unknown', 'applicant.created'], 'approved', 1],
    ['an outcome among such names filters', ['applicant.unknown', 'applicant.approved'], 'rejected', 0],
  ])('%s', async (_, webhookEvents, status, count) => {
    expect(await deliveredTo(webhookEvents, status)).toBe(count);
  });

  test('other events of the widget are sent whatever the list says', async () => {
    expect(await deliveredTo(['applicant.approved'], 'rejected', 'kyb.applicant.submitted')).toBe(1);
  });
});

describe('a replayed event', () => {
  /** An event that happened, and registrations made before, at and after its time. */
  const happened = async () => {
    const world = await makeWorld();
    const appId = await world.addApp();
    const before = await world.register(appId);
    const sameMoment = await world.register(await world.addApp());
    const event = eventOf(world);
    world.pass(1);
    const after = await world.register(await world.addApp());
    return { world, appId, before, sameMoment, after, event };
  };

  test('goes to the registrations that existed when it happened, and to no later ones', async () => {
    const { world, before, sameMoment, after, event } = await happened();
    for (let replay = 0; replay < 3; replay++) {
      await world.plan(event);
      await world.drain();
      world.pass(3_600_000);
    }
    for (const registered of [before, sameMoment]) {
      expect(await world.deliveriesOf(registered)).toMatchObject([{ status: 'delivered', attemptCount: 1 }]);
    }
    expect(await world.deliveriesOf(after)).toStrictEqual([]);
    expect(world.receiver.received).toHaveLength(2);
  });

  test('does not go to a registration that was deleted since, nor to its replacement', async () => {
    const { world, appId, before, event } = await happened();
    await world.remove(before);
    const successor = await world.register(appId);
    await world.plan(event);
    expect(await world.deliveriesOf(before)).toStrictEqual([]);
    expect(await world.deliveriesOf(successor)).toStrictEqual([]);
  });

  test('reaches a registration that was switched off and on again since', async () => {
    const { world, before, event } = await happened();
    await world.deactivate(before);
    await world.activate(before);
    await world.plan(event);
    expect(await world.deliveriesOf(before)).toHaveLength(1);
  });

  test('is not planned once its deliveries may have expired', async () => {
    const { world, before, event } = await happened();
    world.pass(30 * 24 * 3_600_000 - 2);
    await world.plan(event);
    expect(await world.deliveriesOf(before)).toHaveLength(1);
    const old = eventOf(world, { occurredAt: event.occurredAt });
    world.pass(1);
    await world.plan(old);
    expect(await world.deliveriesOf(before)).toHaveLength(1);
  });
});

describe('an event that is planned again', () => {
  test('twenty times at once is one delivery', async () => {
    const world = await makeWorld();
    const registered = await world.register(await world.addApp());
    const event = eventOf(world, { widgetId: registered.registration.appId });
    await Promise.all(Array.from({ length: 20 }, () => world.plan(event)));
    expect(await world.deliveriesOf(registered)).toHaveLength(1);
    await world.drain();
    expect(world.receiver.received).toHaveLength(1);
  });

  test('is sent although the first planner died before its message', async () => {
    const world = await makeWorld();
    const registered = await world.register(await world.addApp());
    const event = eventOf(world, { widgetId: registered.registration.appId });
    const { send } = world.effects;
    world.effects.send = async () => {
      throw new Error('The queue is out of reach');
    };
    await expect(world.plan(event)).rejects.toThrow();
    world.effects.send = send;
    await world.plan(event);
    await world.drain();
    expect(world.receiver.received).toHaveLength(1);
  });

  test('keeps the bytes of the first time', async () => {
    const { world, registered, deliveryId } = await plannedWorld();
    const before = await world.delivery(deliveryId);
    const { eventId } = before;
    const { createdAt: occurredAt } = JSON.parse(before.body);
    const { appId } = registered.registration;
    await world.plan(
      eventOf(world, { eventId, occurredAt, widgetId: appId, data: { status: 'approved', changed: 1 } }),
    );
    expect(await world.delivery(deliveryId)).toStrictEqual(before);
  });

  test('sends nothing once an attempt was made', async () => {
    const { world, registered, deliveryId } = await plannedWorld();
    await world.drain();
    const { eventId, body } = await world.delivery(deliveryId);
    const { createdAt: occurredAt } = JSON.parse(body);
    await world.plan(eventOf(world, { eventId, occurredAt, widgetId: registered.registration.appId }));
    expect(world.queue).toStrictEqual([]);
  });
});
