import { describe, expect, test, vi } from 'vitest';
import { checkVendor } from '#shared/monitoring/checks/check-vendor';
import { vendorCheckKeys } from '#shared/monitoring/checks/keys';
import { planChecks } from '#shared/monitoring/checks/plan-checks';
import { nextSchedule } from '#shared/monitoring/checks/schedule';
import { FAULTS, type FaultName, faultyTable, type Injector, injector, lasting } from '#tests/faults/delivery/fault';
import { checkWorld, saying } from '#tests/integration/monitoring/check-world';
import { LISTED } from '#tests/support/screening';

const MINUTE_MS = 60_000;

/** More runs of the schedule than any test needs, so that a test cannot loop forever. */
const MOST_RUNS = 200;

// Runs of the schedule hand out whatever is due, so this file has its own table.
await vi.hoisted(async () => (await import('#tests/support/own-table')).useOwnTable());

type World = Awaited<ReturnType<typeof checkWorld>>;

/** A vendor that is on a list, has another address, and is no longer active. */
const changedVendor = async (): Promise<World> => {
  const world = await checkWorld();
  world.says.registry = saying({ address: '1 Marina', businessStatus: 'inactive' });
  world.says.hits = [{ topic: 'sanctions', listedId: 'NK-1', listed: LISTED, matchScore: 1 }];
  return world;
};

const checksOf = async ({ table, vendorId }: World) =>
  (await table.get(vendorCheckKeys.snapshot(vendorId)))?.['checks'] ?? 0;

/**
 * Runs the schedule every five minutes, and its messages, until the check has ended. A message whose worker failed or
 * died returns, and the schedule hands out again what the queue loses.
 */
const carryOut = async (world: World, injected: Injector, loses = false): Promise<void> => {
  const effects = {
    ...world.effects,
    table: faultyTable(world.table, injected),
    sourcesFor: injected.wrap('sources', world.effects.sourcesFor),
    vendorChecks: injected.wrap('vendorChecks', world.effects.vendorChecks),
    fanOut: injected.wrap('fanOut', world.effects.fanOut),
  };
  injected.arm();
  for (let runs = 0; runs < MOST_RUNS; runs++) {
    await planChecks(effects).catch(() => undefined);
    injected.revive();
    const messages = world.messages.splice(0);
    // A queue that loses messages loses the first one.
    for (const check of loses && runs === 0 ? [] : messages) {
      await checkVendor(check, effects).catch(() => void world.messages.push(check));
      injected.revive();
    }
    if ((await checksOf(world)) === 1 && world.messages.length === 0) return;
    world.time.nowMs += 5 * MINUTE_MS;
  }
  throw new Error('The check did not come to its end');
};

const expectChecked = async (world: World): Promise<void> => {
  expect((await world.kinds()).toSorted()).toEqual(['address_change', 'cac_status_change', 'sanctions_match']);
  expect(await world.score()).toBe(8_000 - 4_000 - 1_500 - 100);
  expect(await world.stored()).toMatchObject({ active: false, registry: { address: '1 Marina' } });
  expect((await world.place())?.slice(10)).toBe(nextSchedule(world.vendorId, world.time.nowMs).gsi4sk.slice(10));
};

describe.each(Object.keys(FAULTS) as FaultName[])('If %s, for every call in turn,', (fault) => {
  test('a check of a vendor comes to its end: each change is one event, and none is lost', async () => {
    for (let nth = 1; ; nth++) {
      const world = await changedVendor();
      const injected = injector(nth, fault);
      await carryOut(world, injected);
      await expectChecked(world);
      if (injected.calls.length < nth) break;
      expect(nth).toBeLessThan(60);
    }
  });
});

describe('A lasting fault', () => {
  test.each(['get', 'query', 'write', 'transact', 'send', 'sources', 'fanOut'])(
    'of %s for three hours has no effect in the end',
    async (name) => {
      const world = await changedVendor();
      const startMs = world.time.nowMs;
      await carryOut(
        world,
        lasting([name], () => world.time.nowMs - startMs < 180 * MINUTE_MS),
      );
      await expectChecked(world);
    },
  );

  test('of the queue, which loses a message, is compensated by the schedule', async () => {
    const world = await changedVendor();
    await carryOut(
      world,
      lasting([], () => false),
      true,
    );
    await expectChecked(world);
  });
});
