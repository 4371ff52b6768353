import { describe, expect, test } from 'vitest';
import { authKeys } from '#shared/auth/keys';
import { put, remove, update } from '#shared/db/expressions';
import type { MailData } from '#shared/mails/messages/catalogue';
import { renderMail } from '#shared/mails/messages/render-mail';
import { reactivationWrites } from '#shared/webhooks/deliveries/conclusions/reactivation';
import { deliveryKeys } from '#shared/webhooks/deliveries/keys';
import { memoryTable } from '#tests/support/memory-table';
import { planOne } from './fixtures.ts';
import { makeWorld, type Registered, type World, type WorldOptions } from './world.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const EMAIL = 'ada@example.com';

/** A registration with a failing endpoint, of an account that can be mailed. */
const failingWorld = async (options: WorldOptions = {}) => {
  const world = await makeWorld(options);
  await world.table.write(put({ ...authKeys.account(world.accountId), accountId: world.accountId, email: EMAIL }));
  const registered = await world.register(await world.addApp());
  world.receiver.respondWith({ status: 500 });
  return { world, registered };
};

/** Makes one delivery until it has ended, and returns its status. */
const deliverOne = async (world: World, registered: Registered) => {
  const id = await planOne(world, registered);
  await world.drain();
  return world.delivery(id);
};

/** Makes a delivery that fails, then passes the time until five days after it. */
const failForFiveDays = async (world: World, registered: Registered): Promise<void> => {
  expect(await deliverOne(world, registered)).toMatchObject({ status: 'failed' });
  world.pass(5 * DAY_MS);
};

const isActive = async (world: World, registered: Registered): Promise<unknown> =>
  (await world.registration(registered))?.['isActive'];

const sweeps = async (world: World, count: number): Promise<void> => {
  for (let minute = 0; minute < count; minute++) {
    await world.sweep();
    world.pass(MINUTE_MS);
  }
};

describe('a registration whose deliveries only fail', () => {
  test('is deactivated with the first delivery that fails five days after the first failure', async () => {
    const { world, registered } = await failingWorld();
    const first = await deliverOne(world, registered);
    const sinceMs = Date.parse(first.endedAt ?? '');
    for (let day = 1; day < 5; day++) {
      world.pass(DAY_MS);
      await deliverOne(world, registered);
      expect(await isActive(world, registered)).toBe(true);
    }
    world.pass(sinceMs + 5 * DAY_MS - world.now());
    const last = await planOne(world, registered);
    for (let attempt = 1; attempt < 5; attempt++) {
      await world.receiveNext();
      expect(await isActive(world, registered)).toBe(true);
    }
    await world.receiveNext();
    expect(await world.delivery(last)).toMatchObject({ status: 'failed', attemptCount: 5 });
    expect(await world.registration(registered)).toMatchObject({
      isActive: false,
      deactivationReason: 'failing',
      deactivatedAt: expect.any(String),
    });
    expect(world.logLines).toContainEqual(
      expect.objectContaining({ code: 'REGISTRATION_DEACTIVATED', reason: 'failing' }),
    );
  });

  test('gets nothing from then on: waiting and new deliveries are skipped', async () => {
    const { world, registered } = await failingWorld();
    await failForFiveDays(world, registered);
    const waiting = await planOne(world, registered);
    await world.receiveNext();
    const last = await planOne(world, registered);
    for (let attempt = 1; attempt <= 5; attempt++) {
      await world.deliver(last);
      world.pass(MINUTE_MS);
    }
    const posts = world.receiver.received.length;
    await world.drain();
    expect(await world.delivery(last)).toMatchObject({ status: 'failed', attemptCount: 5 });
    expect(await world.delivery(waiting)).toMatchObject({ status: 'skipped', attemptCount: 1 });
    expect(await deliverOne(world, registered)).toMatchObject({
      status: 'skipped',
      endReason: 'registration_inactive',
    });
    expect(world.receiver.received).toHaveLength(posts);
  });

  test.each<[string, (world: World, registered: Registered) => Promise<void>]>([
    [
      'one was delivered in between',
      async (world, registered) => {
        world.receiver.respondWith({ status: 200 });
        await deliverOne(world, registered);
        world.receiver.respondWith({ status: 500 });
      },
    ],
    [
      'the failure is one attempt, whose delivery then arrives',
      async (world, registered) => {
        const { length } = world.receiver.received;
        world.receiver.respondWith((_, index) => ({ status: index === length ? 500 : 200 }));
        await deliverOne(world, registered);
        world.receiver.respondWith({ status: 500 });
      },
    ],
  ])('stays active if %s: the days count from the next failed delivery', async (_, inBetween) => {
    const { world, registered } = await failingWorld();
    await deliverOne(world, registered);
    world.pass(3 * DAY_MS);
    await inBetween(world, registered);
    world.pass(2 * DAY_MS);
    await deliverOne(world, registered);
    expect(await isActive(world, registered)).toBe(true);
    world.pass(5 * DAY_MS - MINUTE_MS);
    await deliverOne(world, registered);
    expect(await isActive(world, registered)).toBe(false);
  });

  test('stays active if a delivery arrives after five days, at its last attempt', async () => {
    const { world, registered } = await failingWorld();
    await failForFiveDays(world, registered);
    const { length } = world.receiver.received;
    world.receiver.respondWith((_, index) => ({ status: index < length + 4 ? 500 : 200 }));
    expect(await deliverOne(world, registered)).toMatchObject({ status: 'delivered', attemptCount: 5 });
    expect(await isActive(world, registered)).toBe(true);
  });

  test('stays active if another delivery arrives while it is evaluated', async () => {
    const { world, registered } = await failingWorld();
    await failForFiveDays(world, registered);
    const { transact } = world.table;
    const breaker = deliveryKeys.breaker(registered.registration.registrationId);
    world.effects.table = {
      ...world.table,
      transact: async (operations) => {
        // Only the transaction that deactivates refers to the breaker.
        if (JSON.stringify(operations).includes('deactivationReason')) {
          await world.table.write(update(breaker, { set: { deliveredAtMs: world.now() }, when: {} }));
        }
        return transact(operations);
      },
    };
    expect(await deliverOne(world, registered)).toMatchObject({ status: 'failed' });
    expect(await isActive(world, registered)).toBe(true);
    await sweeps(world, 2);
    expect(world.mails).toStrictEqual([]);
  });

  test('is deactivated and mailed once, however many deliveries fail at that moment', { tags: ['load'] }, async () => {
    const { world, registered } = await failingWorld();
    await failForFiveDays(world, registered);
    const ids = await Promise.all(Array.from({ length: 10 }, () => planOne(world, registered)));
    for (let attempt = 1; attempt < 5; attempt++) {
      await Promise.all(ids.map((id) => world.deliver(id)));
      world.pass(MINUTE_MS);
    }
    expect(await isActive(world, registered)).toBe(true);
    await Promise.all(ids.map((id) => world.deliver(id)));
    const deactivations = world.logLines.filter(({ code }) => code === 'REGISTRATION_DEACTIVATED');
    expect(deactivations).toHaveLength(1);
    await sweeps(world, 90);
    expect(world.mails).toHaveLength(1);
  });

  test('starts over when it is reactivated', async () => {
    const { world, registered } = await failingWorld();
    await failForFiveDays(world, registered);
    await deliverOne(world, registered);
    const { registrationId } = registered.registration;
    await world.table.transact(reactivationWrites(world.accountId, registrationId, world.now()));
    expect(await world.registration(registered)).not.toHaveProperty('deactivationReason');
    await deliverOne(world, registered);
    expect(await isActive(world, registered)).toBe(true);
    await failForFiveDays(world, registered);
    await deliverOne(world, registered);
    expect(await isActive(world, registered)).toBe(false);
  });
});

/** The data of the mail that was sent. */
const noticeIn = ({ mails: [mail] }: World): MailData<'webhookDeactivated'> => {
  if (mail?.template !== 'webhookDeactivated') throw new Error('No mail about a registration was sent');
  return mail.data;
};

describe('the mail to the owner of a deactivated registration', () => {
  const deactivated = async (options: WorldOptions = {}) => {
    const { world, registered } = await failingWorld(options);
    await failForFiveDays(world, registered);
    await deliverOne(world, registered);
    return { world, registered };
  };

  test('names the registration and what to do, and only the host of the endpoint', async () => {
    const { world, registered } = await deactivated();
    await world.sweep();
    const [mail] = world.mails;
    if (!mail) throw new Error('No mail was sent');
    const { registrationId, appId, endpoint } = registered.registration;
    const { host, pathname } = new URL(endpoint);
    const { text } = renderMail(mail);
    expect(mail.to).toBe(EMAIL);
    expect(text).toContain(host);
    for (const part of [
      registrationId,
      appId,
      host,
      'sandbox',
      'kyc_widget',
      'What to do',
      'activate the registration',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain(`${host}${pathname}`);
    // The only path that it names is that of the call.
    expect(text.replaceAll(`/v1/developers/webhooks/${registrationId}`, '')).not.toContain(pathname);
    expect(world.logLines).toContainEqual(expect.objectContaining({ code: 'MAIL_QUEUED', registrationId }));
    expect(mail.data).toMatchObject({ reason: 'failing' });
  });

  test('recommends a recovery from a day before the first failure', async () => {
    const { world } = await deactivated();
    await world.sweep();
    const { failingSince, recoverSince } = noticeIn(world);
    expect(Date.parse(failingSince) - Date.parse(recoverSince)).toBe(DAY_MS);
  });

  test('recommends a recovery of 25 days if the first failure is longer ago, so that the call is accepted', async () => {
    const { world, registered } = await failingWorld();
    await failForFiveDays(world, registered);
    world.pass(24 * DAY_MS);
    await deliverOne(world, registered);
    await world.sweep();
    const { recoverSince } = noticeIn(world);
    expect(world.now() - Date.parse(recoverSince)).toBe(25 * DAY_MS);
  });

  test('is sent once by concurrent sweeps, and by no later one', { tags: ['load'] }, async () => {
    const { world } = await deactivated();
    await Promise.all([world.sweep(), world.sweep(), world.sweep()]);
    world.pass(MINUTE_MS);
    await sweeps(world, 90);
    expect(world.mails).toHaveLength(1);
  });

  test('is not lost while it cannot be queued: it is retried at growing intervals, and sent when possible', async () => {
    const { world } = await deactivated({ table: memoryTable() });
    const { sendMail } = world.effects;
    let tries = 0;
    world.effects.sendMail = async () => {
      tries++;
      throw new Error('The queue is out of reach');
    };
    await sweeps(world, 6 * 60);
    expect(tries).toBeGreaterThan(6);
    expect(tries).toBeLessThan(15);
    world.effects.sendMail = sendMail;
    await sweeps(world, 61);
    expect(world.mails).toHaveLength(1);
  });

  test('is given up if the account no longer exists', async () => {
    const { world, registered } = await deactivated();
    await world.table.write(remove(authKeys.account(world.accountId)));
    await sweeps(world, 90);
    expect(world.mails).toStrictEqual([]);
    const notice = await world.table.get(deliveryKeys.deactivationNotice(registered.registration.registrationId));
    expect(notice).not.toHaveProperty('gsi4pk');
  });
});
