import { describe, expect, test } from 'vitest';
import { serviceTable } from '#shared/db/client';
import { alertStats, readAlertPage } from '#shared/monitoring/alerts/alert-lists';
import { findOwnAlert, markRead } from '#shared/monitoring/alerts/mark-read';
import type { FanOut } from '#shared/monitoring/fan-out/fan-out-queue';
import { SEVERITIES } from '#shared/monitoring/vendors/event-kinds';
import type { AccountEnvironment } from '#shared/platform/scope';
import { fanOutWorkers, recorded, watchedVendor } from './fan-out-world.ts';

const table = serviceTable();

const totalsOf = async (place: AccountEnvironment, vendorId?: string) => {
  const total = async (filter: object) =>
    (await readAlertPage(table, place, { ...filter, vendorId }, { page: 1, limit: 20 })).total;
  const [all, read, unread, ...bySeverity] = await Promise.all([
    total({}),
    total({ read: true }),
    total({ read: false }),
    ...SEVERITIES.map((severity) => total({ severity })),
  ]);
  return { all, read, unread, bySeverity };
};

/** A watcher of a vendor with some alerts. */
const alerted = async (kinds: readonly ('litigation' | 'director_change' | 'sanctions_match')[]) => {
  const world = await watchedVendor({ watchers: 1 });
  for (const [index, kind] of kinds.entries()) {
    await fanOutWorkers().drain((await recorded(world, { kind, source: `source ${index}` })).fanOut);
  }
  const [watch] = world.watches;
  if (!watch) throw new Error('One watch');
  const { entries: alerts } = await readAlertPage(table, watch, {}, { page: 1, limit: 100 });
  return { watch, vendorId: world.vendor.id, alerts };
};

const mark = async (place: AccountEnvironment, alertId: string) => {
  const listed = await findOwnAlert(table, place, alertId);
  return listed && markRead(table, listed, Date.now());
};

describe('An alert that is read', () => {
  test('is counted as read in every list, once, however often it is read', async () => {
    const { watch, vendorId, alerts } = await alerted(['litigation', 'director_change', 'sanctions_match']);
    const [newest] = alerts;
    const first = await mark(watch, String(newest?.id));
    expect(first).toMatchObject({ id: newest?.id, read: true });
    expect(await mark(watch, String(newest?.id))).toStrictEqual(first);
    const totals = { all: 3, read: 1, unread: 2, bySeverity: [0, 2, 0, 1] };
    expect(await Promise.all([totalsOf(watch), totalsOf(watch, vendorId)])).toStrictEqual([totals, totals]);
    expect(await alertStats(table, watch, vendorId)).toStrictEqual({ hasAlerts: true, unreadAlerts: 2 });
    expect(await alertStats(table, watch, 'cmp_none')).toStrictEqual({ hasAlerts: false, unreadAlerts: 0 });
    const { entries: read } = await readAlertPage(table, watch, { read: true }, { page: 1, limit: 20 });
    expect(read).toStrictEqual([first]);
  });

  test('by a clock behind the one that made it is read as of its creation', async () => {
    const { watch, alerts } = await alerted(['litigation']);
    const listed = await findOwnAlert(table, watch, String(alerts[0]?.id));
    if (!listed) throw new Error('One alert');
    const read = await markRead(table, listed, Date.parse(listed.alert.createdAt) - 5);
    expect(read).toMatchObject({ read: true, updatedAt: listed.alert.createdAt });
  });

  test('twenty times at the same moment is counted once', async () => {
    const { watch, vendorId, alerts } = await alerted(['litigation']);
    const results = await Promise.all(Array.from({ length: 20 }, () => mark(watch, String(alerts[0]?.id))));
    expect(new Set(results.map((alert) => alert?.updatedAt)).size).toBe(1);
    const totals = { all: 1, read: 1, unread: 0, bySeverity: [0, 1, 0, 0] };
    expect(await Promise.all([totalsOf(watch), totalsOf(watch, vendorId)])).toStrictEqual([totals, totals]);
  });

  test('while others about its vendor arrive leaves every total exact', async () => {
    const world = await watchedVendor({ watchers: 1 });
    const [watch] = world.watches;
    if (!watch) throw new Error('One watch');
    const fanOuts: FanOut[] = [];
    for (const source of ['CAC', 'Gazette', 'Daily Trust', 'Court', 'FIRS', 'EFCC']) {
      fanOuts.push((await recorded(world, { kind: 'litigation', source })).fanOut);
    }
    const arrive = (those: typeof fanOuts) => Promise.all(those.map((fanOut) => fanOutWorkers().drain(fanOut)));
    await arrive(fanOuts.splice(0, 3));
    const { entries: first } = await readAlertPage(table, watch, {}, { page: 1, limit: 20 });
    await Promise.all([arrive(fanOuts), ...first.map(({ id }) => mark(watch, id))]);
    const totals = { all: 6, read: 3, unread: 3, bySeverity: [0, 6, 0, 0] };
    expect(await Promise.all([totalsOf(watch), totalsOf(watch, world.vendor.id)])).toStrictEqual([totals, totals]);
    expect(await alertStats(table, watch, world.vendor.id)).toStrictEqual({ hasAlerts: true, unreadAlerts: 3 });
  });

  test('is found only by its own account, in its own environment', async () => {
    const { watch, alerts } = await alerted(['litigation']);
    const { watch: other } = await alerted(['litigation']);
    const id = String(alerts[0]?.id);
    const sandbox = { accountId: watch.accountId, environment: 'sandbox' } as const;
    expect(await Promise.all([mark(other, id), mark(sandbox, id), mark(watch, 'al_none')])).toStrictEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(await totalsOf(watch)).toMatchObject({ read: 0, unread: 1 });
  });
});
