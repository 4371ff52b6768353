import { expect, test } from 'vitest';
import { newCompany, toCompanyItem } from '#shared/companies/company';
import { requiredCompanyNumber } from '#shared/companies/company-number';
import type { Item, Key } from '#shared/db/expressions';
import { readWhole } from '#shared/db/lists/read-ranges';
import { readOfFollowed } from '#shared/monitoring/watches/followed-vendor';
import { newWatch, toWatchItem } from '#shared/monitoring/watches/watch';

const PLACE = { accountId: 'usr_1', environment: 'live' } as const;
const NOW_MS = Date.parse('2026-03-10T12:00:00.000Z');
const FACTS = { registrationNumber: 'RC1234567', businessName: 'Kano Mills', businessStatus: 'active' } as const;
const COMPANY = newCompany(PLACE, requiredCompanyNumber('RC1234567'), FACTS, NOW_MS);
const WATCH = newWatch(PLACE, COMPANY, undefined, NOW_MS);

/** A table with the vendor, watched or not, and a list in three pages, each of which a test lets through. */
const tableOf = (watch: Item | undefined) => {
  const pages = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
  const asked: number[] = [];
  const items = [toCompanyItem(COMPANY), ...(watch ? [watch] : [])];
  return {
    pages,
    asked,
    table: {
      get: async ({ pk, sk }: Key) => items.find((item) => item.pk === pk && item.sk === sk),
      query: async () => {
        const page = asked.push(asked.length) - 1;
        await pages[page]?.promise;
        return { items: [{ pk: 'list', sk: `${9 - page}` }], ...(page < 2 && { next: { page } }) };
      },
    },
  };
};

const readList = ({ table }: ReturnType<typeof tableOf>, vendorId = COMPANY.id) =>
  readOfFollowed(table, PLACE, vendorId, (list) => readWhole(list, [{ partition: 'list' }], ({ sk }) => sk, 100));

test('A list about a watched vendor is begun before it is known to be watched, and read to its end', async () => {
  const world = tableOf(toWatchItem(WATCH));
  const reading = readList(world);
  expect(world.asked).toHaveLength(1);
  for (const { resolve } of world.pages) resolve();
  expect(await reading).toEqual(['9', '8', '7']);
});

test('A list about a vendor whose watch has ended is refused without waiting for it, and never read on', async () => {
  const world = tableOf(undefined);
  await expect(readList(world)).rejects.toMatchObject({ code: 'VENDOR_NOT_FOUND' });
  for (const { resolve } of world.pages) resolve();
  await new Promise(setImmediate);
  expect(world.asked).toHaveLength(1);
});

test('A list about what is no id of a vendor is refused without a read', async () => {
  const world = tableOf(toWatchItem(WATCH));
  await expect(readList(world, 'cmp_1#STATE')).rejects.toMatchObject({ code: 'VENDOR_NOT_FOUND' });
  expect(world.asked).toHaveLength(0);
});

test('A list that takes no read is refused as any other, and whoever watches the vendor gets it', async () => {
  const readNothing = (watch: Item | undefined) =>
    readOfFollowed(tableOf(watch).table, PLACE, COMPANY.id, async () => 'empty');
  await expect(readNothing(undefined)).rejects.toMatchObject({ code: 'VENDOR_NOT_FOUND' });
  expect(await readNothing(toWatchItem(WATCH))).toBe('empty');
});
