import { describe, expect, test } from 'vitest';
import { serviceTable } from '#shared/db/client';
import { remove, update } from '#shared/db/expressions';
import { followedVendor } from '#shared/monitoring/watches/followed-vendor';
import { WATCHER_SHARDS, watchKeys } from '#shared/monitoring/watches/keys';
import { findWatch, isStillActive, listWatches, watchersPage } from '#shared/monitoring/watches/watch-repository';
import type { Environment } from '#shared/platform/environments';
import { newId } from '#shared/platform/ids';
import { createCompanyFor } from '#tests/support/companies';
import { createUnownedCompany, createWatchFor } from '#tests/support/watches';

const table = serviceTable();

const someone = (environment: Environment = 'live') => ({ accountId: newId('usr', Date.now()), environment });

describe('a vendor is shown', () => {
  test('to its watchers and to its owner, with the watch if there is one', async () => {
    const [owner, watcher, stranger] = [someone(), someone(), someone()];
    const company = await createCompanyFor(owner, { environment: 'live' });
    const watch = await createWatchFor(watcher, company, { label: 'Cloth' });
    expect(await followedVendor(table, watcher, company.id)).toMatchObject({ company: { id: company.id }, watch });
    expect(Object.keys(await followedVendor(table, owner, company.id))).toStrictEqual(['company']);
    await expect(followedVendor(table, stranger, company.id)).rejects.toMatchObject({ code: 'VENDOR_NOT_FOUND' });
  });

  test('to nobody else: an unknown one, one of the other environment and one without an owner are not found', async () => {
    const place = someone();
    const company = await createUnownedCompany(place);
    const notFound = { code: 'VENDOR_NOT_FOUND' };
    await expect(followedVendor(table, place, company.id)).rejects.toMatchObject(notFound);
    await expect(followedVendor(table, place, newId('cmp', Date.now()))).rejects.toMatchObject(notFound);
    await expect(followedVendor(table, place, 'no#id')).rejects.toMatchObject(notFound);
    await createWatchFor(place, company);
    const sandbox = { ...place, environment: 'sandbox' } as const;
    await expect(followedVendor(table, sandbox, company.id)).rejects.toMatchObject(notFound);
  });

  test("in the sandbox only to its account, even if another account's watch names it", async () => {
    const [place, other] = [someone('sandbox'), someone('sandbox')];
    const company = await createUnownedCompany(place);
    await Promise.all([createWatchFor(place, company), createWatchFor(other, company)]);
    expect(await followedVendor(table, place, company.id)).toMatchObject({ company: { id: company.id } });
    await expect(followedVendor(table, other, company.id)).rejects.toMatchObject({ code: 'VENDOR_NOT_FOUND' });
  });
});

describe('watches', () => {
  test('of an account are listed newest first, only those of its environment', async () => {
    const place = someone();
    const nowMs = Date.now();
    const companies = await Promise.all([0, 1, 2].map(() => createUnownedCompany(someone())));
    for (const [index, company] of companies.entries()) {
      await createWatchFor(place, company, { createdAtMs: nowMs - 1000 * index });
    }
    await createWatchFor({ ...place, environment: 'sandbox' }, await createUnownedCompany(someone()));
    const listed = await listWatches(table, place);
    expect(listed.map(({ vendorId }) => vendorId)).toStrictEqual(companies.map(({ id }) => id));
  });

  test('of a vendor are read page by page over its shards, each once', async () => {
    const company = await createUnownedCompany(someone());
    const places = Array.from({ length: 60 }, () => someone());
    await Promise.all(places.map((place) => createWatchFor(place, company)));
    const read: string[] = [];
    for (let shard = 0; shard < WATCHER_SHARDS; shard++) {
      let after: Record<string, unknown> | undefined;
      do {
        const page = await watchersPage(table, company.id, shard, after);
        read.push(...page.watches.map(({ accountId }) => accountId));
        after = page.next;
      } while (after);
    }
    expect(read.sort()).toStrictEqual(places.map(({ accountId }) => accountId).sort());
  });

  test.each([
    ['is there', {}, true],
    ['was paused', { status: 'paused' }, false],
    ['was paused and resumed', { monitoringSince: '2099-01-01T00:00:00.000Z' }, false],
  ])(
    'are still active only while they are unchanged since they were read: one that %s',
    async (_, changes, isActive) => {
      const watch = await createWatchFor(someone(), await createUnownedCompany(someone()));
      const { accountId, environment, vendorId } = watch;
      await table.write(
        update(watchKeys.watch(accountId, environment, vendorId), { set: changes, add: { reads: 1 }, when: {} }),
      );
      expect(isStillActive(watch, await findWatch(table, watch, vendorId))).toBe(isActive);
    },
  );

  test('that were removed are not', async () => {
    const watch = await createWatchFor(someone(), await createUnownedCompany(someone()));
    await table.write(remove(watchKeys.watch(watch.accountId, watch.environment, watch.vendorId)));
    expect(isStillActive(watch, await findWatch(table, watch, watch.vendorId))).toBe(false);
  });
});
