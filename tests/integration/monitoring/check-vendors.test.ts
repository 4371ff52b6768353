import type { SQSRecord } from 'aws-lambda';
import { describe, expect, test, vi } from 'vitest';
import { handler } from '#functions/events/check-vendor';
import { companyKeys } from '#shared/companies/keys';
import { update } from '#shared/db/expressions';
import { checkVendor } from '#shared/monitoring/checks/check-vendor';
import { vendorCheckKeys } from '#shared/monitoring/checks/keys';
import { planChecks } from '#shared/monitoring/checks/plan-checks';
import { leasedSchedule } from '#shared/monitoring/checks/schedule';
import { listRecentEvents } from '#shared/monitoring/vendors/event-repository';
import { vendorKeys } from '#shared/monitoring/vendors/keys';
import { NOT_FOUND, unavailable } from '#shared/sources/lookup-results';
import { asTest } from '#tests/support/function-access';
import { LISTED } from '#tests/support/screening';
import { checkWorld, START_MS, saying } from './check-world.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

// Runs of the schedule hand out whatever is due, so this file has its own table.
await vi.hoisted(async () => (await import('#tests/support/own-table')).useOwnTable());

const listed = { topic: 'sanctions', listedId: 'NK-1', listed: LISTED, matchScore: 0.9 } as const;

describe('A watched vendor', () => {
  test('is checked at once, then once a day at its own time, and has no event while nothing changes', async () => {
    const world = await checkWorld();
    await world.day();
    expect(world.time.nowMs).toBe(START_MS + 1);
    const times: number[] = [];
    for (let day = 0; day < 3; day++) {
      await world.day();
      times.push(world.time.nowMs);
    }
    const [first = 0, second = 0, third = 0] = times;
    expect([second - first, third - second]).toEqual([DAY_MS, DAY_MS]);
    expect(world.asked).toHaveLength(8);
    expect(await world.kinds()).toEqual([]);
    expect(await world.stored()).toStrictEqual(world.company);
  });

  test('that was on a list before it was watched has an event at its first check, and at no later one', async () => {
    const world = await checkWorld();
    world.says.hits = [listed];
    for (let day = 0; day < 8; day++) await world.day();
    expect(await world.kinds()).toEqual(['sanctions_match']);
    const { score, ...entry } = (await world.events())[0]?.match ?? {};
    expect([score, entry]).toEqual([listed.matchScore, LISTED]);
    expect(await world.score()).toBe(4_000);
  });

  test('that was inactive, insolvent and overdue before it was watched has events at its first check, and at no later one', async () => {
    const world = await checkWorld();
    const facts = { businessStatus: 'inactive', insolvency: 'liquidation', annualReturnsOverdue: true } as const;
    world.says.registry = saying(facts);
    await world.table.write(
      update(companyKeys.company(world.vendorId), { set: { active: false }, when: { active: { equals: true } } }),
    );
    for (let day = 0; day < 9; day++) await world.day();
    expect((await world.kinds()).toSorted()).toEqual(['annual_return_overdue', 'cac_status_change', 'insolvency']);
    expect(await world.score()).toBe(8_000 - 3_000 - 1_500 - 500);
  });

  test('that changes twice in a week in the same way has two events', async () => {
    const world = await checkWorld();
    world.says.registry = saying({ directors: [{ name: 'Ada Obi' }] });
    await world.day();
    for (const name of ['Bola Ade', 'Chidi Eze']) {
      world.says.registry = saying({ directors: [{ name }], businessName: `${name.toUpperCase()} LIMITED` });
      await world.day();
    }
    expect((await world.kinds()).toSorted()).toEqual([
      'director_change',
      'director_change',
      'name_change',
      'name_change',
    ]);
    const events = await listRecentEvents(world.table, world.vendorId, 10);
    expect(new Set(events.map(({ source }) => source)).size).toBe(4);
    expect(JSON.stringify(events.map(({ source }) => source))).not.toMatch(/bola|chidi/i);
  });

  test('that changes in the registry has an event, and its record and its owner’s list show the change from then on', async () => {
    const ownerId = 'usr_01K0000000000000000000000B';
    const world = await checkWorld({ ownerId });
    await world.day();
    world.says.registry = saying({ businessName: 'ADIRE FASHION LIMITED', businessStatus: 'inactive' });
    await world.day();
    await world.day();
    expect(await world.kinds()).toEqual(['cac_status_change', 'name_change']);
    expect(world.fannedOut).toEqual([2, 3]);
    expect(await world.stored()).toMatchObject({ companyName: 'ADIRE FASHION LIMITED', active: false, ownerId });
    const entry = await world.table.get(companyKeys.companyEntry(ownerId, 'live', world.vendorId));
    expect(entry).toMatchObject({ companyName: 'ADIRE FASHION LIMITED', active: false });
  });

  test('whose record somebody changes during its check keeps that change', async () => {
    const world = await checkWorld();
    world.says.registry = saying({ address: '1 Marina' });
    const { sourcesFor } = world.effects;
    const ownerId = 'usr_01K0000000000000000000000C';
    const claimed = {
      ...world.effects,
      sourcesFor: async (environment: 'live' | 'sandbox') => {
        await asTest(() =>
          world.table.write(
            update(companyKeys.company(world.vendorId), { set: { ownerId }, when: { ownerId: 'missing' } }),
          ),
        );
        return sourcesFor(environment);
      },
    };
    await world.plan();
    for (const check of world.messages.splice(0)) await checkVendor(check, claimed);
    expect(await world.kinds()).toEqual(['address_change']);
    expect(await world.stored()).toStrictEqual({ ...world.company, ownerId });
    await world.day();
    expect(await world.kinds()).toEqual(['address_change']);
  });

  test('that nobody watches any more leaves the list of checks, and is not looked up', async () => {
    const world = await checkWorld();
    await world.day();
    await world.setWatches(0);
    world.asked.length = 0;
    await world.day();
    expect([world.asked, await world.place()]).toEqual([[], undefined]);
  });

  test('that loses its last watcher while its check is waiting is not looked up either', async () => {
    const world = await checkWorld();
    await world.plan();
    await world.setWatches(0);
    await world.work();
    expect([world.asked, await world.place()]).toEqual([[], undefined]);
  });
});

describe('A source that is down', () => {
  test('for a day skips the vendor to its next slot without an event, and hides no change', async () => {
    const world = await checkWorld();
    await world.day();
    world.says.registry = unavailable('unreachable');
    world.says.hits = undefined;
    await world.day();
    const downMs = world.time.nowMs;
    world.says.registry = saying({ businessStatus: 'inactive' });
    world.says.hits = [listed];
    expect(await world.kinds()).toEqual([]);
    await world.day();
    expect(world.time.nowMs - downMs).toBe(DAY_MS);
    expect(await world.kinds()).toEqual(['sanctions_match', 'cac_status_change']);
  });

  test('does not affect the other sources', async () => {
    const world = await checkWorld();
    world.says.registry = unavailable('timed_out');
    world.says.hits = [listed];
    await world.day();
    expect(await world.kinds()).toEqual(['sanctions_match']);
  });

  test('differs from a source that does not find the vendor, which is an event after three days', async () => {
    const world = await checkWorld();
    world.says.registry = NOT_FOUND;
    await world.day();
    await world.day();
    expect(await world.kinds()).toEqual([]);
    await world.day();
    await world.day();
    expect(await world.kinds()).toEqual(['cac_status_change']);
    expect(await world.stored()).toStrictEqual(world.company);
  });
});

describe('A check', () => {
  test('that two workers make at the same moment counts once: each event once, one next check', async () => {
    const world = await checkWorld();
    world.says.registry = saying({ businessStatus: 'inactive', address: '1 Marina' });
    world.says.hits = [listed];
    await world.plan();
    const [check] = world.messages;
    if (!check) throw new Error('No check was planned');
    await Promise.all(Array.from({ length: 5 }, () => checkVendor(check, world.effects)));
    expect((await world.kinds()).toSorted()).toEqual(['address_change', 'cac_status_change', 'sanctions_match']);
    expect(await world.table.get(vendorCheckKeys.snapshot(world.vendorId))).toMatchObject({ checks: 1 });
  });

  test('is handed out once, although four runs overlap', async () => {
    const world = await checkWorld();
    await Promise.all(Array.from({ length: 4 }, () => world.plan()));
    expect(world.messages).toHaveLength(1);
  });

  test('whose message is repeated after its end is not made again', async () => {
    const world = await checkWorld();
    await world.plan();
    const [check] = world.messages;
    if (!check) throw new Error('No check was planned');
    await world.work();
    const place = await world.place();
    await checkVendor(check, world.effects);
    expect([world.asked, await world.place()]).toEqual([['registry', 'screening'], place]);
  });

  test('whose message is lost is handed out again after an hour, and the lost message then does nothing', async () => {
    const world = await checkWorld();
    world.says.hits = [listed];
    await world.plan();
    const lost = world.messages.splice(0);
    world.time.nowMs += HOUR_MS;
    await world.plan();
    expect(world.messages).toEqual([]);
    await world.day();
    expect(world.time.nowMs).toBe(START_MS + HOUR_MS + 2);
    for (const check of lost) await checkVendor(check, world.effects);
    expect([world.asked.length, await world.kinds()]).toEqual([2, ['sanctions_match']]);
  });

  test('whose queue refuses it fails the run, and is handed out again after an hour', async () => {
    const world = await checkWorld();
    const refusing = { ...world.effects, vendorChecks: () => Promise.reject(new Error('The queue is out of reach')) };
    await expect(planChecks(refusing)).rejects.toThrow('out of reach');
    await world.day();
    expect([world.time.nowMs - START_MS, world.asked.length]).toEqual([HOUR_MS + 2, 2]);
  });
});

describe('The function of checks', () => {
  const recordOf = (body: unknown) =>
    ({ messageId: 'm-1', receiptHandle: 'r-1', body: JSON.stringify(body), attributes: {} }) as unknown as SQSRecord;

  test('checks the vendor of its message with the sources of its stage, and acknowledges the message', async () => {
    const world = await checkWorld({ name: 'SANDBOX_SANCTIONS Ltd', environment: 'sandbox' });
    // Leased until long after any real run of the schedule.
    const leased = leasedSchedule(world.vendorId, START_MS);
    const state = vendorKeys.state(world.vendorId);
    await world.table.write(update(state, { set: { ...leased }, when: { pk: 'exists' } }));
    const Records = [recordOf({ vendorId: world.vendorId, place: leased.gsi4sk })];
    expect(await handler({ Records })).toEqual({ batchItemFailures: [] });
    expect(await world.kinds()).toEqual(['sanctions_match']);
    expect(await handler({ Records })).toEqual({ batchItemFailures: [] });
    expect(await world.kinds()).toEqual(['sanctions_match']);
  });
});

describe('In the sandbox', () => {
  test.each([
    ['SANDBOX_SANCTIONS Ltd', ['sanctions_match']],
    ['SANDBOX_PEP Ltd', ['pep_match']],
    ['SANDBOX_ADVERSE Ltd', ['adverse_media']],
    ['SANDBOX_UNAVAILABLE Ltd', []],
    ['Adire Textiles Ltd', []],
  ])('a vendor called %s has these events once, by its first check: %j', async (name, kinds) => {
    const world = await checkWorld({ name, environment: 'sandbox' });
    for (let day = 0; day < 2; day++) await world.day();
    expect(await world.kinds()).toEqual(kinds);
  });
});
