import { describe, expect, test } from 'vitest';
import type { Key } from '#shared/db/expressions';
import { EVENTS, type EventType, SERVICE_TYPES } from '#shared/events/catalogue';
import { newId } from '#shared/platform/ids';
import { asTest } from '#tests/support/function-access';
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

describe('an event of an account with 26 widgets that are each registered for every service type', () => {
  /** Reads of the table while an event is planned: the sort keys of registrations, and how many items queries returned. */
  const watched = async () => {
    const world = await makeWorld();
    const apps = await Promise.all(Array.from({ length: 26 }, () => world.addApp()));
    const register = (appId: string) =>
      Promise.all(SERVICE_TYPES.map((serviceType) => world.register(appId, { serviceType })));
    const registered = (await Promise.all(apps.map(register))).flat();
    const { table } = world;
    const readIds: string[] = [];
    const note = ({ sk }: Key) => sk.startsWith('LIVE#') && readIds.push(sk.slice('LIVE#'.length));
    let queried = 0;
    world.effects.table = {
      ...table,
      get: (key) => {
        note(key);
        return table.get(key);
      },
      getMany: (keys) => {
        keys.forEach(note);
        return table.getMany(keys);
      },
      queryAll: async (range, bound) => {
        const items = await table.queryAll(range, bound);
        queried += items.length;
        return items;
      },
    };
    const idsOf = (of: (appId: string, serviceType: string) => boolean) =>
      registered
        .map(({ registration }) => registration)
        .filter(({ appId, serviceType }) => of(appId, serviceType))
        .map(({ registrationId }) => registrationId)
        .toSorted();
    return { world, apps, idsOf, readIds, queried: () => queried };
  };

  test("reads its widget's registration and no other", async () => {
    const { world, apps, idsOf, readIds, queried } = await watched();
    const [, widgetId = ''] = apps;
    await world.plan(eventOf(world, { widgetId }));
    expect(readIds).toStrictEqual(idsOf((appId, type) => appId === widgetId && type === 'kyc_widget'));
    expect(queried()).toBe(0);
    expect(world.queue).toHaveLength(1);
  });

  test('reads those of its service type and no others if it belongs to no widget', async () => {
    const { world, idsOf, readIds, queried } = await watched();
    await world.plan(eventOf(world, { type: 'monitoring.alert.created' }));
    expect(readIds.toSorted()).toStrictEqual(idsOf((_, type) => type === 'trust_monitor'));
    expect(queried()).toBe(26);
    expect(world.queue.map(({ registrationId }) => registrationId).toSorted()).toStrictEqual(readIds.toSorted());
  });
});

describe('a registration that is deleted while an event is planned', () => {
  test.each([
    ['its widget', (appId: string) => appId],
    ['every widget', () => null],
  ])('gets nothing of an event of %s, and the others get theirs', async (_, widgetIdOf) => {
    const world = await makeWorld();
    const [deleted, other] = [await world.register(await world.addApp()), await world.register(await world.addApp())];
    const { table } = world;
    world.effects.table = {
      ...table,
      getMany: async (keys) => {
        // After it was found to receive the event, and before it is read.
        await asTest(() => world.remove(deleted));
        return table.getMany(keys);
      },
    };
    const widgetId = widgetIdOf(deleted.registration.appId);
    await world.plan(eventOf(world, { widgetId }));
    expect(await world.deliveriesOf(deleted)).toStrictEqual([]);
    expect(await world.deliveriesOf(other)).toHaveLength(widgetId === null ? 1 : 0);
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
