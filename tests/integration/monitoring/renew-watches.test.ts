import { describe, expect, test } from 'vitest';
import { serviceTable } from '#shared/db/client';
import { update } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { vendorKeys } from '#shared/monitoring/vendors/keys';
import { watchEnding } from '#shared/monitoring/watches/end-watch';
import { listWatches } from '#shared/monitoring/watches/watch-repository';
import { monthsAfter } from '#shared/platform/calendar';
import { isoTime } from '#shared/platform/clock';
import { addEntries, entry, expectSoundLedger, walletOwner } from '#tests/integration/wallet/support';
import { stepWhile } from '#tests/support/wait-until';
import { beginWatchFor, renewOnly } from '#tests/support/watches';
import { DAY_MS, HOUR_MS, MONTH_KOBO, watchSince } from './renewal-world.ts';

const table = serviceTable();
const START_MS = Date.parse('2027-01-31T09:00:00.000Z');

/** A table that runs something before its first transaction. */
const justBefore = (interrupt: () => Promise<unknown>): Table => {
  let isFirst = true;
  return {
    ...table,
    transact: async (operations) => {
      if (isFirst) {
        isFirst = false;
        await interrupt();
      }
      return table.transact(operations);
    },
  };
};

describe('the months of a watch', () => {
  test('are charged one by one for a whole year, on the day of its beginning or on the last of a shorter month', async () => {
    const watched = await watchSince(START_MS, 12);
    const ends: string[] = [];
    for (let month = 1; month <= 12; month++) {
      const { paidUntil } = await watched.watch();
      ends.push(paidUntil.slice(0, 10));
      const endMs = Date.parse(paidUntil);
      await watched.run(endMs);
      expect(await watched.chargedMonths()).toBe(month);
      await watched.run(endMs + 1);
      await watched.run(endMs + HOUR_MS);
      expect(await watched.chargedMonths()).toBe(month + 1);
    }
    expect(ends).toStrictEqual([
      ...['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31', '2027-06-30', '2027-07-31'],
      ...['2027-08-31', '2027-09-30', '2027-10-31', '2027-11-30', '2027-12-31', '2028-01-31'],
    ]);
    expect(await watched.watch()).toMatchObject({ status: 'active', paidUntil: '2028-02-29T09:00:00.000Z' });
    const ledger = await expectSoundLedger(watched.place.accountId, 'live');
    expect(ledger.at(-1)).toMatchObject({
      type: 'debit',
      amountKobo: MONTH_KOBO,
      actionKey: 'vendor_monitoring_monthly',
      reference: watched.vendorId,
      balanceAfterKobo: 0,
    });
  });

  test('are charged once each by ten runs at once', async () => {
    const watched = await watchSince(START_MS, 5);
    const dueMs = await watched.dueMs();
    await Promise.all(Array.from({ length: 10 }, () => watched.run(dueMs)));
    expect(await watched.chargedMonths()).toBe(2);
  });

  test('that passed without a charge are free: only the current one is charged', async () => {
    const watched = await watchSince(START_MS, 5);
    await watched.run(Date.parse('2027-04-10T00:00:00.000Z'));
    expect(await watched.chargedMonths()).toBe(2);
    expect(await watched.watch()).toMatchObject({ status: 'active', paidUntil: '2027-04-30T09:00:00.000Z' });
  });

  test('of the sandbox are charged to its wallet', async () => {
    const watched = await watchSince(START_MS, 0, 'sandbox');
    await watched.run(await watched.dueMs());
    expect(await watched.chargedMonths()).toBe(2);
    expect(await expectSoundLedger(watched.place.accountId, 'live')).toStrictEqual([]);
  });

  test('of thirty watches are charged for as many as the wallet covers, and it is never below zero', async () => {
    const accountId = await walletOwner();
    const place = { accountId, environment: 'live' } as const;
    await addEntries(accountId, 'live', [entry('credit', 42 * MONTH_KOBO)]);
    for (let index = 0; index < 30; index++) await beginWatchFor(place, START_MS);
    const nowMs = Date.parse('2027-03-01T00:00:00.000Z');
    await Promise.all([renewOnly([accountId], nowMs), renewOnly([accountId], nowMs)]);
    const watches = await listWatches(table, place);
    expect(watches.filter(({ paidUntil }) => paidUntil === '2027-03-31T09:00:00.000Z')).toHaveLength(12);
    expect(watches.filter(({ unpaidSince }) => unpaidSince === isoTime(nowMs))).toHaveLength(18);
    expect((await expectSoundLedger(accountId, 'live')).at(-1)?.balanceAfterKobo).toBe(0);
  });
});

/** Tries to renew a watch, whenever that is due, until it is paused. */
const untilPaused = (
  watched: Awaited<ReturnType<typeof watchSince>>,
  onTry: (dueMs: number) => unknown,
): Promise<void> =>
  stepWhile(
    async () => (await watched.watch()).status === 'active',
    async () => {
      const dueMs = await watched.dueMs();
      onTry(dueMs);
      await watched.run(dueMs);
    },
    { most: 30, what: 'the watch to be paused' },
  );

describe('a month that the wallet does not cover', () => {
  test('is retried every six hours for three days, after which the watch is paused and one event reports it', async () => {
    const watched = await watchSince(START_MS, 0);
    const firstMs = await watched.dueMs();
    const triedMs: number[] = [];
    await untilPaused(watched, (dueMs) => triedMs.push(dueMs - firstMs));
    expect(triedMs.map((ms) => Math.round(ms / HOUR_MS))).toStrictEqual(
      Array.from({ length: 13 }, (_, index) => 6 * index),
    );
    expect(await watched.isWatcher()).toBe(false);
    expect(await watched.activeWatches()).toBe(0);
    await watched.run(await watched.dueMs());
    expect((await watched.pausedEvents()).map(({ data }) => data)).toStrictEqual([
      { vendorId: watched.vendorId, priceKobo: MONTH_KOBO, paidUntil: '2027-02-28T09:00:00.000Z' },
    ]);
    expect(await watched.chargedMonths()).toBe(1);
  });

  test('is charged by a later try in these days as if it had been paid in time', async () => {
    const watched = await watchSince(START_MS, 0);
    const dueMs = await watched.dueMs();
    await watched.run(dueMs);
    expect(await watched.watch()).toMatchObject({ status: 'active', unpaidSince: isoTime(dueMs) });
    await watched.credit(2);
    await watched.run(await watched.dueMs());
    const watch = await watched.watch();
    expect(watch).toMatchObject({ status: 'active', paidUntil: '2027-03-31T09:00:00.000Z' });
    expect(watch.unpaidSince).toBeUndefined();
    expect(await watched.chargedMonths()).toBe(2);
  });

  test('after an outage of the service gets its three days from the first try', async () => {
    const watched = await watchSince(START_MS, 0);
    const lateMs = (await watched.dueMs()) + 40 * DAY_MS;
    await watched.run(lateMs);
    expect(await watched.watch()).toMatchObject({ status: 'active', unpaidSince: isoTime(lateMs) });
    await watched.run(lateMs + 3 * DAY_MS);
    expect((await watched.watch()).status).toBe('paused');
  });

  test('does not pause a watch whose wallet is topped up at this moment', async () => {
    const watched = await watchSince(START_MS, 0);
    const dueMs = await watched.dueMs();
    await watched.run(dueMs);
    await watched.run(
      dueMs + 3 * DAY_MS,
      justBefore(() => watched.credit(1)),
    );
    expect(await watched.watch()).toMatchObject({ status: 'active', paidUntil: '2027-03-31T09:00:00.000Z' });
    expect(await watched.pausedEvents()).toStrictEqual([]);
  });
});

describe('a month that cannot be paid only because of a hold of the wallet', () => {
  test('is charged a minute later, by a run that fails nothing else', async () => {
    const watched = await watchSince(START_MS, 1);
    const dueMs = await watched.dueMs();
    await watched.hold(1, dueMs);
    await watched.run(dueMs);
    expect(await watched.chargedMonths()).toBe(1);
    expect(await watched.dueMs()).toBe(dueMs + 60_001);
    await watched.run(dueMs + 60_001);
    const watch = await watched.watch();
    expect(watch).toMatchObject({ status: 'active', paidUntil: '2027-03-31T09:00:00.000Z' });
    expect(watch.unpaidSince).toBeUndefined();
  });

  test('does not pause the watch at the end of its three days', async () => {
    const watched = await watchSince(START_MS, 0);
    const dueMs = await watched.dueMs();
    await watched.run(dueMs);
    await watched.credit(1);
    const endMs = dueMs + 3 * DAY_MS;
    await watched.hold(1, endMs);
    await watched.run(endMs);
    expect((await watched.watch()).status).toBe('active');
    await watched.run(endMs + 60_001);
    expect((await watched.watch()).paidUntil).toBe('2027-03-31T09:00:00.000Z');
    expect(await watched.pausedEvents()).toStrictEqual([]);
  });

  test('delays its tries, but neither its last one nor the end of its three days', async () => {
    const watched = await watchSince(START_MS, 0);
    const firstMs = await watched.dueMs();
    await watched.run(firstMs);
    await watched.credit(1);
    const heldMs = await watched.dueMs();
    await watched.hold(1, heldMs);
    await watched.run(heldMs);
    const freeMs = heldMs + 60_001;
    await addEntries(watched.place.accountId, 'live', [entry('debit', MONTH_KOBO)], freeMs);
    const triedMs: number[] = [];
    await untilPaused(watched, (dueMs) => triedMs.push(dueMs - firstMs));
    // Every six hours after the minute of the hold, which is not when the three days end.
    expect(triedMs.slice(0, -1).map((ms) => ms % (6 * HOUR_MS))).not.toContain(0);
    expect(triedMs.at(-1)).toBe(3 * DAY_MS + 1);
    expect((await watched.watch()).unpaidSince).toBe(isoTime(firstMs));
    expect(await watched.pausedEvents()).toHaveLength(1);
  });

  test('does not resume a paused watch before the hold ends', async () => {
    const watched = await watchSince(START_MS, 0);
    const dueMs = await watched.dueMs();
    await watched.run(dueMs);
    await watched.run(dueMs + 3 * DAY_MS);
    await watched.credit(1);
    const resumedMs = await watched.dueMs();
    await watched.hold(1, resumedMs);
    await watched.run(resumedMs);
    expect((await watched.watch()).status).toBe('paused');
    await watched.run(resumedMs + 60_001);
    expect((await watched.watch()).status).toBe('active');
  });
});

describe('a paused watch', () => {
  const pausedWatch = async () => {
    const watched = await watchSince(START_MS, 0);
    const dueMs = await watched.dueMs();
    await watched.run(dueMs);
    await watched.run(dueMs + 3 * DAY_MS);
    return { ...watched, pausedMs: dueMs + 3 * DAY_MS };
  };

  test('is tried each day, and resumes with a month from the day of its payment; the pause costs nothing', async () => {
    const watched = await pausedWatch();
    for (let day = 1; day <= 9; day++) {
      const dueMs = await watched.dueMs();
      expect(Math.round((dueMs - watched.pausedMs) / HOUR_MS)).toBe(24 * day);
      await watched.run(dueMs);
    }
    await watched.credit(3);
    const resumedMs = await watched.dueMs();
    await watched.run(resumedMs);
    const watch = await watched.watch();
    expect(watch).toMatchObject({
      status: 'active',
      monitoringSince: isoTime(resumedMs),
      paidUntil: isoTime(monthsAfter(resumedMs, 1)),
      createdAt: isoTime(START_MS),
    });
    expect(watch.unpaidSince).toBeUndefined();
    expect([await watched.chargedMonths(), await watched.isWatcher(), await watched.activeWatches()]).toStrictEqual([
      2,
      true,
      1,
    ]);
    await watched.run(await watched.dueMs());
    expect((await watched.watch()).paidUntil).toBe(isoTime(monthsAfter(resumedMs, 2)));
  });

  test('puts its vendor back into the daily checks, which it had left', async () => {
    const watched = await pausedWatch();
    const stateKey = vendorKeys.state(watched.vendorId);
    await table.write(update(stateKey, { remove: ['gsi4pk', 'gsi4sk'], when: { activeWatches: { atMost: 0 } } }));
    await watched.credit(1);
    const resumedMs = await watched.dueMs();
    await watched.run(resumedMs);
    const state = await table.get(stateKey);
    expect([state?.['activeWatches'], String(state?.['gsi4sk'])]).toStrictEqual([
      1,
      `${isoTime(resumedMs)}~${watched.vendorId}`,
    ]);
  });

  test('resumes even if its vendor leaves the daily checks at this moment', async () => {
    const watched = await pausedWatch();
    await watched.credit(1);
    const stateKey = vendorKeys.state(watched.vendorId);
    const leave = () => table.write(update(stateKey, { remove: ['gsi4pk', 'gsi4sk'], when: { pk: 'exists' } }));
    await watched.run(await watched.dueMs(), justBefore(leave));
    expect((await watched.watch()).status).toBe('active');
    expect((await table.get(stateKey))?.['gsi4pk']).toBeDefined();
  });
});

describe('a watch that is removed while it is renewed', () => {
  test.each([
    ['its month would be charged', 1, 0],
    ['it would be paused', 0, 3 * DAY_MS],
  ])('costs nothing: %s', async (_, months, laterMs) => {
    const watched = await watchSince(START_MS, months);
    const dueMs = await watched.dueMs();
    if (laterMs > 0) await watched.run(dueMs);
    // Without its count, which the run may not write, but which a test in its place could.
    const removal = async () => {
      const { watch, vendorState } = watchEnding(await watched.watch());
      return table.transact({ watch, vendorState });
    };
    await watched.run(dueMs + laterMs, justBefore(removal));
    expect(await listWatches(table, watched.place)).toStrictEqual([]);
    expect([await watched.chargedMonths(), await watched.activeWatches()]).toStrictEqual([1, 0]);
    expect(await watched.pausedEvents()).toStrictEqual([]);
  });
});
