import { expect, test } from 'vitest';
import { serviceTable } from '#shared/db/client';
import { FAULTS, type FaultName, faultyTable, injector } from '#tests/faults/delivery/fault';
import { DAY_MS, watchSince } from '#tests/integration/monitoring/renewal-world';
import { expectSoundLedger } from '#tests/integration/wallet/support';

/* Wherever a run of the renewals dies, the next one leaves each month charged once, and each pause reported once. */

const START_MS = Date.parse('2027-05-31T09:00:00.000Z');

type Watched = Awaited<ReturnType<typeof watchSince>>;

const pause = async (watched: Watched): Promise<void> => {
  const dueMs = await watched.dueMs();
  await watched.run(dueMs);
  await watched.run(dueMs + 3 * DAY_MS);
};

/** What a run that meets a fault finds due, and the state once a later run has ended. */
const CASES = {
  'a month that is covered': {
    prepare: () => watchSince(START_MS, 1),
    ends: { status: 'active', months: 2, active: 1, pauses: 0 },
  },
  'a month that is not covered': {
    prepare: async () => {
      const watched = await watchSince(START_MS, 0);
      await watched.run(await watched.dueMs());
      return watched;
    },
    ends: { status: 'active', months: 1, active: 1, pauses: 0 },
  },
  'a watch to pause': {
    prepare: async () => {
      const watched = await watchSince(START_MS, 0);
      const dueMs = await watched.dueMs();
      await watched.run(dueMs);
      await watched.run(dueMs + 3 * DAY_MS - 1);
      return watched;
    },
    ends: { status: 'paused', months: 1, active: 0, pauses: 1 },
  },
  'a paused watch to resume': {
    prepare: async () => {
      const watched = await watchSince(START_MS, 0);
      await pause(watched);
      await watched.credit(1);
      return watched;
    },
    ends: { status: 'active', months: 2, active: 1, pauses: 1 },
  },
} as const;

const expectDone = async (watched: Watched, ends: (typeof CASES)[keyof typeof CASES]['ends'], place: string) => {
  await expectSoundLedger(watched.place.accountId, 'live');
  expect(
    {
      status: (await watched.watch()).status,
      months: await watched.chargedMonths(),
      active: await watched.activeWatches(),
      pauses: (await watched.pausedEvents()).length,
    },
    place,
  ).toStrictEqual(ends);
  expect(await watched.isWatcher(), place).toBe(ends.active === 1);
};

const cases = Object.keys(CASES) as (keyof typeof CASES)[];
const faults = Object.keys(FAULTS) as FaultName[];

test.each(cases.flatMap((name) => faults.map((fault) => [name, fault] as const)))(
  '%s ends as it should if %s, at every call of a run',
  async (name, fault) => {
    const { prepare, ends } = CASES[name];
    for (let nth = 1; ; nth++) {
      const watched = await prepare();
      const injected = injector(nth, fault);
      injected.arm();
      const dueMs = await watched.dueMs();
      await watched.run(dueMs, faultyTable(serviceTable(), injected)).catch(() => undefined);
      injected.revive();
      // A watch whose renewal failed is skipped for a quarter of an hour.
      await watched.run(dueMs + 16 * 60_000);
      await expectDone(watched, ends, `at call ${nth}`);
      // The run had fewer calls, so nothing failed.
      if (injected.calls.length < nth) {
        expect(nth).toBeGreaterThan(1);
        return;
      }
    }
  },
);
