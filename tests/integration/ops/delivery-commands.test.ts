import { describe, expect, test } from 'vitest';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { logDeliveries } from '#shared/webhooks/delivery-log/log-deliveries';
import { eventOf, planOne } from '#tests/integration/delivery/fixtures';
import { makeWorld } from '#tests/integration/delivery/world';
import { operatorOn } from '#tests/support/operator';
import { ownTable } from '#tests/support/own-table';

const MINUTE_MS = 60_000;

/** A registration whose endpoint answers, an operator, and sweeps with what they put on the queue. */
const setup = async () => {
  const table = await ownTable();
  const world = await makeWorld({ table });
  const registered = await world.register(await world.addApp());
  const { registration } = registered;
  const { run, audited } = operatorOn(table);
  return {
    ...{ world, registered, registration, audited },
    ops: (words: readonly string[], options = {}) => run(words, options, { clock: world.now }),
    sweep: async () => {
      world.pass(2 * MINUTE_MS);
      await world.sweep();
      await world.drain();
    },
    failedOne: async (): Promise<string> => {
      world.receiver.respondWith({ status: 500 });
      const deliveryId = await planOne(world, registered);
      await world.drain();
      world.receiver.respondWith({ status: 200 });
      return deliveryId;
    },
    skippedOne: async (): Promise<string> =>
      world.store(eventOf(world, { widgetId: registration.appId }), { ...registration, isActive: false }),
    catchUp: async () =>
      logDeliveries(registration.registrationId, await world.deliveriesOf(registered), { table, clock: world.now }),
  };
};

describe('npm run ops -- resend', () => {
  test('sends an ended delivery again with the same id, and leaves an audit entry', async () => {
    const { world, registration, ops, audited, sweep, failedOne } = await setup();
    const deliveryId = await failedOne();
    const report = `${deliveryId} will be sent to ${registration.registrationId} within two minutes`;
    expect(await ops(['resend', deliveryId], { 'dry-run': true })).toBe(`${report} (not done: dry run).`);
    expect(await world.delivery(deliveryId)).toMatchObject({ status: 'failed' });
    expect(await ops(['resend', deliveryId])).toBe(`${report}.`);
    await expect(ops(['resend', deliveryId])).rejects.toThrow(`${deliveryId} has not ended`);
    await sweep();
    expect(await world.delivery(deliveryId)).toMatchObject({ status: 'delivered', attemptCount: 6, trigger: 'resend' });
    expect(await audited(deliveryId)).toMatchObject([
      { action: 'delivery.resent', after: { registrationId: registration.registrationId } },
    ]);
  });

  test('refuses one of an inactive registration, and what is no delivery', async () => {
    const { world, registered, ops, failedOne, audited } = await setup();
    const deliveryId = await failedOne();
    await world.deactivate(registered);
    await expect(ops(['resend', deliveryId])).rejects.toThrow('is deleted or inactive.');
    for (const id of [newId('whd', Date.now()), 'whd_#']) {
      await expect(ops(['resend', id])).rejects.toThrow(`Delivery ${id} does not exist.`);
    }
    expect(await audited(deliveryId)).toEqual([]);
  });
});

describe('npm run ops -- recover', () => {
  test('sends what a registration missed since then, once, and leaves an audit entry', async () => {
    const { world, registration, ops, audited, sweep, failedOne, skippedOne, catchUp } = await setup();
    const { accountId, registrationId } = registration;
    const since = isoTime(world.now());
    const missed = [await failedOne(), await skippedOne()];
    await catchUp();
    world.pass(1);
    const words = ['recover', accountId, registrationId, since];
    const report = `2 deliveries that ${registrationId} missed since ${since} will be sent, up to 300 a minute`;
    expect(await ops(words, { 'dry-run': true })).toBe(`${report} (not done: dry run).`);
    expect(await ops(words)).toBe(`${report}.`);
    await expect(ops(words)).rejects.toThrow(`A recovery of ${registrationId} is running already.`);
    await sweep();
    await sweep();
    for (const id of missed)
      expect(await world.delivery(id)).toMatchObject({ status: 'delivered', trigger: 'recovery' });
    expect(await audited(registrationId)).toMatchObject([
      { action: 'deliveries.recovered', after: { since, count: 2 } },
    ]);
    await catchUp();
    expect(await ops(words)).toBe(`${registrationId} has missed no delivery since ${since}.`);
  });

  test('refuses another account’s registration, an inactive one, and a time that is none or too long ago', async () => {
    const { world, registered, registration, ops, skippedOne, catchUp } = await setup();
    const { accountId, registrationId } = registration;
    const recover = (since: string, of = accountId) => ops(['recover', of, registrationId, since]);
    const today = isoTime(world.now() - MINUTE_MS);
    await expect(recover(today, newId('usr', Date.now()))).rejects.toThrow(`has no registration ${registrationId}.`);
    await expect(recover('yesterday')).rejects.toThrow('<since> must be a timestamp such as');
    await expect(recover('2026-01-01')).rejects.toThrow('Deliveries are kept for 30 days.');
    await skippedOne();
    await catchUp();
    await world.deactivate(registered);
    await expect(recover(today)).rejects.toThrow(`${registrationId} is inactive. See reactivate-registration.`);
  });
});

describe('npm run ops -- reactivate-registration', () => {
  test('reactivates a registration of the account named, and of no other', async () => {
    const { world, registered, registration, ops, audited } = await setup();
    const { accountId, registrationId } = registration;
    await world.deactivate(registered);
    const reactivate = (of = accountId, options = {}) => ops(['reactivate-registration', of, registrationId], options);
    const other = newId('usr', Date.now());
    await expect(reactivate(other)).rejects.toThrow(`Account ${other} has no registration ${registrationId}.`);
    expect(await reactivate(accountId, { 'dry-run': true })).toContain('(not done: dry run)');
    expect(await world.registration(registered)).toMatchObject({ isActive: false });
    expect(await reactivate()).toBe(`${registrationId} receives webhooks again.`);
    expect(await world.registration(registered)).toMatchObject({ isActive: true });
    expect(await audited(registrationId)).toMatchObject([{ action: 'registration.reactivated' }]);
  });
});
