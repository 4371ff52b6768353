import { describe, expect, test } from 'vitest';
import { authKeys } from '#shared/auth/keys';
import { put, update } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { renderMail } from '#shared/mails/messages/render-mail';
import { isoTime } from '#shared/platform/clock';
import { reactivationWrites } from '#shared/webhooks/deliveries/conclusions/reactivation';
import { deliveryKeys } from '#shared/webhooks/deliveries/keys';
import { permitAttribute } from '#shared/webhooks/deliveries/limits/breaker-store';
import { parkedDeliveries } from '#shared/webhooks/deliveries/limits/parking';
import type { Delivery } from '#shared/webhooks/deliveries/records/delivery';
import { deliveryLogKeys } from '#shared/webhooks/delivery-log/keys';
import { logDeliveries } from '#shared/webhooks/delivery-log/log-deliveries';
import { PAGE_ROWS } from '#shared/webhooks/delivery-log/log-page';
import { readRecoverable } from '#shared/webhooks/delivery-log/log-pages';
import { RECOVERED_STATUSES, recoveryWrites } from '#shared/webhooks/delivery-log/recovery';
import { deliveryState } from '#tests/support/logged-deliveries';
import { memoryTable } from '#tests/support/memory-table';
import { ownTable } from '#tests/support/own-table';
import { stepWhile } from '#tests/support/wait-until';
import { eventOf, planOne } from './fixtures.ts';
import { makeWorld, type Registered, type World } from './world.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * A registration, a function that brings its log up to date with its deliveries, and one that starts a recovery of
 * them.
 */
const setUp = async (table: Table = memoryTable()) => {
  const world = await makeWorld({ table });
  const registered = await world.register(await world.addApp());
  const { registration } = registered;
  const { registrationId } = registration;
  const startMs = world.now();
  const catchUp = async () =>
    logDeliveries(registrationId, await world.deliveriesOf(registered), { table, clock: world.now });
  const recover = async (since = isoTime(startMs)): Promise<number> => {
    await catchUp();
    world.pass(1);
    const wanted = { since, statuses: RECOVERED_STATUSES };
    const range = await readRecoverable(table, registrationId, wanted, world.now());
    const request = { since, startedAt: isoTime(world.now()), range };
    const { written } = await table.transact(recoveryWrites(registration, request, world.now()));
    if (!written) throw new Error('The recovery was refused');
    return range.count;
  };
  const isRunning = async () => (await table.get(deliveryLogKeys.recovery(registrationId))) !== undefined;
  /** Sweeps minute by minute, handling in between what the sweeps put on the queue. */
  const sweepFor = async (minutes: number): Promise<void> => {
    for (let minute = 0; minute < minutes; minute++) {
      const nextMs = world.now() + MINUTE_MS;
      await world.sweep();
      await world.drain(2_000);
      world.pass(Math.max(0, nextMs - world.now()));
    }
  };
  return { world, registered, recover, catchUp, isRunning, sweepFor };
};

/** Stores deliveries that have ended, as for an inactive registration. */
const storeSkipped = async (world: World, { registration }: Registered, count: number): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (let made = 0; made < count; made++) {
    const event = eventOf(world, { widgetId: registration.appId });
    ids.push(await world.store(event, { ...registration, isActive: false }));
  }
  return ids;
};

/** A table whose writes fail from the `nth` on, until it is repaired. */
const breaking = (nth: number) => {
  const inner = memoryTable();
  let writes = Number.NEGATIVE_INFINITY;
  const table: Table = {
    ...inner,
    write: async (operation) => {
      if (++writes > nth) throw new Error('The table is out of reach');
      return inner.write(operation);
    },
  };
  return {
    table,
    begin: () => {
      writes = 0;
    },
    mend: () => {
      writes = Number.NEGATIVE_INFINITY;
    },
  };
};

const sentIds = ({ receiver }: World): readonly string[] =>
  receiver.received.map(({ headers }) => String(headers['x-service-delivery']));

describe('a recovery', () => {
  test('sends again what failed or was skipped since then, each once, and nothing else', async () => {
    const { world, registered, recover, isRunning, sweepFor } = await setUp(await ownTable());
    world.receiver.respondWith({ status: 500 });
    const before = await planOne(world, registered);
    await world.drain();
    world.pass(MINUTE_MS);
    const since = isoTime(world.now());
    const failed = await planOne(world, registered);
    await world.drain();
    const skipped = await storeSkipped(world, registered, 2);
    world.receiver.respondWith({ status: 200 });
    await planOne(world, registered);
    await world.drain();
    const posts = world.receiver.received.length;

    expect(await recover(since)).toBe(3);
    await sweepFor(2);
    expect([...sentIds(world)].slice(posts).sort()).toStrictEqual([failed, ...skipped].sort());
    expect(await isRunning()).toBe(false);
    expect(await world.delivery(before)).toMatchObject({ status: 'failed', attemptCount: 5 });
    expect(await world.delivery(failed)).toMatchObject({ status: 'delivered', attemptCount: 6, trigger: 'recovery' });
    expect(await world.attempts(failed)).toMatchObject([...Array(5).fill({}), { number: 6, trigger: 'recovery' }]);
  });

  test('does not resend a second time what fails once more', async () => {
    const { world, registered, recover, catchUp, sweepFor } = await setUp();
    const [id = ''] = await storeSkipped(world, registered, 1);
    world.receiver.respondWith({ status: 500 });
    await recover();
    await sweepFor(2);
    await catchUp();
    await sweepFor(5);
    expect(await world.delivery(id)).toMatchObject({ status: 'failed', attemptCount: 5 });
  });

  test('whose step is repeated does not resend what failed once more in the meantime', async () => {
    const inner = memoryTable();
    let endsFail = true;
    const table: Table = {
      ...inner,
      write: async (operation) => {
        const isEnd = operation.kind === 'delete' && operation.key.sk === deliveryLogKeys.recovery('whk_1').sk;
        if (isEnd && endsFail) throw new Error('The table is out of reach');
        return inner.write(operation);
      },
    };
    const { world, registered, recover, catchUp, isRunning, sweepFor } = await setUp(table);
    const ids = await storeSkipped(world, registered, 3);
    world.receiver.respondWith({ status: 500 });
    await recover();
    await world.sweep().catch(() => undefined);
    await world.drain(2_000);
    await catchUp();
    const before = await Promise.all(ids.map((id) => world.delivery(id)));
    expect(before).toMatchObject(ids.map(() => ({ status: 'failed', attemptCount: 5, trigger: 'recovery' })));
    const posts = world.receiver.received.length;
    expect(await isRunning()).toBe(true);
    world.pass(20 * MINUTE_MS);
    endsFail = false;
    await sweepFor(3);
    expect(await isRunning()).toBe(false);
    expect(await Promise.all(ids.map((id) => world.delivery(id)))).toStrictEqual(before);
    expect(world.receiver.received).toHaveLength(posts);
  });

  test('is paced: at most 300 a minute, spread evenly', async () => {
    const { world, registered, recover, isRunning } = await setUp();
    world.effects.post = async () => ({ kind: 'response', statusCode: 200, excerpt: '', durationMs: 1 });
    const ids = await storeSkipped(world, registered, 650);
    expect(await recover()).toBe(650);
    const steps: number[] = [];
    const sent: string[] = [];
    const minute = async () => {
      await world.sweep();
      const messages = [...world.queue];
      steps.push(messages.length);
      sent.push(...messages.map(({ deliveryId }) => deliveryId));
      const waits = messages.map(({ visibleAtMs }) => visibleAtMs - world.now());
      expect(Math.max(...waits)).toBeLessThan(MINUTE_MS);
      if (messages.length === 300) expect(waits.filter((wait) => wait < 10_000).length).toBeLessThan(60);
      const nextMs = world.now() + MINUTE_MS;
      await world.drain(400);
      world.pass(nextMs - world.now());
    };
    await stepWhile(isRunning, minute, { most: 10, what: 'the recovery to end' });
    expect(steps).toStrictEqual([300, 300, 50]);
    expect([...sent].sort()).toStrictEqual([...ids].sort());
  });

  test('goes on after a step in which the log has changed since it was counted', async () => {
    const table = memoryTable();
    const { world, registered, recover, isRunning, sweepFor } = await setUp(table);
    world.effects.post = async () => ({ kind: 'response', statusCode: 200, excerpt: '', durationMs: 1 });
    const { registrationId } = registered.registration;
    // One more than the pages of a step, with one in each.
    const ids = await storeSkipped(world, registered, 301);
    const skipped = await Promise.all(ids.map((id) => world.delivery(id)));
    const { createdAt } = skipped[0] as Delivery;
    const states = skipped.flatMap((state) => [
      state,
      ...Array.from({ length: PAGE_ROWS - 1 }, () => deliveryState(registrationId, { status: 'delivered', createdAt })),
    ]);
    await logDeliveries(registrationId, states, { table, clock: world.now });
    expect(await recover()).toBe(301);
    const write: Table['write'] = (operation) =>
      operation.kind === 'update' ? Promise.reject(new Error('Not counted')) : table.write(operation);
    const delivered = { ...(await world.delivery(ids[150] ?? '')), status: 'delivered', version: 99 } as const;
    const logging = logDeliveries(registrationId, [delivered], { table: { ...table, write }, clock: world.now });
    await expect(logging).rejects.toThrow('Not counted');
    await sweepFor(4);
    expect(await isRunning()).toBe(false);
    const last = await world.delivery(ids.at(-1) ?? '');
    expect(last).toMatchObject({ trigger: 'recovery' });
  });

  test.each([1, 7, 26, 59])(
    'that dies at its write %i continues with the next sweep, each delivery once',
    async (nth) => {
      const { table, begin, mend } = breaking(nth);
      const { world, registered, recover, isRunning, sweepFor } = await setUp(table);
      const ids = await storeSkipped(world, registered, 60);
      await recover();
      begin();
      await expect(world.sweep()).rejects.toThrow('out of reach');
      mend();
      world.pass(MINUTE_MS);
      // The first sweep also recovers deliveries whose message was lost.
      await sweepFor(4);
      expect(await isRunning()).toBe(false);
      expect([...sentIds(world)].sort()).toStrictEqual([...ids].sort());
    },
  );

  test('of two sweeps at once, one takes the step', async () => {
    const { world, registered, recover } = await setUp();
    const ids = await storeSkipped(world, registered, 10);
    await recover();
    await Promise.all([world.sweep(), world.sweep()]);
    expect(world.queue.map(({ deliveryId }) => deliveryId).sort()).toStrictEqual([...ids].sort());
  });

  test('ends if its registration is deactivated, and sends nothing', async () => {
    const { world, registered, recover, isRunning, sweepFor } = await setUp();
    const [id = ''] = await storeSkipped(world, registered, 1);
    await recover();
    await world.deactivate(registered);
    await sweepFor(2);
    expect(await isRunning()).toBe(false);
    expect(world.receiver.received).toHaveLength(0);
    expect(await world.delivery(id)).toMatchObject({ status: 'skipped' });
  });

  test('waits behind new events for a permit, and sends nothing more while deliveries wait', async () => {
    const { world, registered, recover, isRunning } = await setUp();
    const { registrationId } = registered.registration;
    const [recovered = ''] = await storeSkipped(world, registered, 1);
    await recover();
    await world.sweep();
    // All permits are taken.
    const taken = Array.from({ length: 20 }, (_, permit) => [permitAttribute(permit), world.now() + DAY_MS]);
    await world.table.write(update(deliveryKeys.breaker(registrationId), { set: Object.fromEntries(taken), when: {} }));
    await world.drain();
    world.pass(1_000);
    const fresh = await planOne(world, registered);
    await world.drain();
    const waiting = await parkedDeliveries(world.table, registrationId);
    expect(waiting.map(({ deliveryId }) => deliveryId)).toStrictEqual([fresh, recovered]);

    await storeSkipped(world, registered, 1);
    await recover();
    await world.sweep();
    expect(world.queue).toStrictEqual([]);
    expect(await isRunning()).toBe(true);
  });
});

test('a registration that fails for five days is deactivated, mailed once with what to do, and recovered after the fix', async () => {
  const { world, registered, recover, sweepFor } = await setUp();
  const { accountId, registration } = { ...registered, accountId: world.accountId };
  await world.table.write(put({ ...authKeys.account(accountId), accountId, email: 'ada@example.com' }));
  world.receiver.respondWith({ status: 500 });
  const missed: string[] = [];
  for (let day = 0; day <= 5; day++) {
    missed.push(await planOne(world, registered));
    await world.drain();
    world.pass(DAY_MS);
  }
  expect(await world.registration(registered)).toMatchObject({ isActive: false, deactivationReason: 'failing' });
  const inactive = { ...registration, isActive: false };
  missed.push(await world.store(eventOf(world, { widgetId: registration.appId }), inactive));
  await sweepFor(3);
  expect(world.mails).toHaveLength(1);
  const [mail] = world.mails;
  if (!mail) throw new Error('Nobody was mailed');
  const { text } = renderMail(mail);
  expect(text).toContain(`PATCH /v1/developers/webhooks/${registration.registrationId} with {"isActive": true}`);
  expect(text).toContain(`POST /v1/developers/webhooks/${registration.registrationId}/recover`);
  const { since } = JSON.parse(/\{"since".*\}/.exec(text)?.[0] ?? '');

  world.receiver.respondWith({ status: 200 });
  await world.table.transact(reactivationWrites(accountId, registration.registrationId, world.now()));
  const posts = world.receiver.received.length;
  expect(await recover(since)).toBe(missed.length);
  await sweepFor(2);
  expect([...sentIds(world)].slice(posts).sort()).toStrictEqual([...missed].sort());
  for (const deliveryId of missed) expect(await world.delivery(deliveryId)).toMatchObject({ status: 'delivered' });
});
