import { beforeAll, describe, expect, test } from 'vitest';
import { put } from '#shared/db/expressions';
import { entryWrite } from '#shared/db/lists/bounded-list';
import type { Contract } from '#shared/http/contract';
import { takeUndeclaredErrors } from '#tests/support/function-access';
import { endlessTable, MEGABYTE_ITEMS } from './endless-table.ts';
import { type FilledList, fillList, type Page } from './filled-list.ts';
import { LIST_CONTRACTS, type ListContract } from './list-contracts.ts';
import type { Growth, Seed, SeededRead } from './seed.ts';
import { SEEDS } from './seeds/all.ts';

const PAGE = 20;

/**
 * The lengths that are compared. They and their halves differ by a multiple of a page and of a block of counts, so that
 * the last page needs exactly the same reads for both.
 */
const [SHORT, LONG] = [200, 520];

/**
 * The most items that a page of an endless list may read if it does not grow: the newest of each of its cells, and the
 * ends of a range.
 */
const MOST_OF_A_PAGE = 300;

/** The lists of the other endpoints are in the code, and read nothing from the table. */
const fromTable = LIST_CONTRACTS.filter(({ contract }) => (contract.touches.reads ?? []).length > 0);

const seedOf = (name: string): Seed => SEEDS[name] ?? expect.fail(`${name} has no seed in tests/integration/lists`);

test('every endpoint that reads a list from the table has a seed, and every seed has such an endpoint', () => {
  expect(Object.keys(SEEDS).sort()).toEqual(fromTable.map(({ contract }) => contract.name).sort());
});

/** A page of a list: its query, and the entries that it must show. */
interface Asked {
  readonly name: string;
  readonly read: SeededRead;
  readonly query: Readonly<Record<string, string>>;
  readonly ids: readonly string[];
  readonly grows: Growth | undefined;
}

/** Without values that differ between runs. */
const nameOf = ({ query = {}, as }: SeededRead): string => {
  const filters = Object.entries(query).map(
    ([name, value]) => `${name}=${value.replace(/_[0-9A-Z]{26}$|^\d{4}-.*/, '…')}`,
  );
  return [...filters, ...(as ? [as.name] : [])].join(' ') || 'everything';
};

/** The first and the last page of each read, and the whole list if it can be returned whole. */
const pagesOf = ({ isPaginated, isWhole }: ListContract, { reads, whole }: FilledList): readonly Asked[] => {
  const pages = reads.flatMap((read): readonly Asked[] => {
    const { ids, lastPage, grows } = read;
    const limit = { limit: String(PAGE) };
    const last = Math.max(1, Math.ceil(ids.length / PAGE));
    const [name, first] = [nameOf(read), ids.slice(0, PAGE)];
    return [
      { name: `page 1 of ${name}`, read, grows, ids: first, query: { ...limit, ...(isPaginated && { page: '1' }) } },
      {
        ...{
          name: `the last page of ${name}`,
          read,
          grows,
          query: { ...limit, ...(lastPage ?? { page: String(last) }) },
        },
        ids: lastPage ? ids.slice(-PAGE) : ids.slice((last - 1) * PAGE),
      },
    ];
  });
  const [all] = reads;
  return isWhole && all
    ? [...pages, { name: 'the whole list', read: all, query: {}, ids: all.ids, grows: whole }]
    : pages;
};

/** A list of a length, with what its pages showed and read. */
const measured = async (list: ListContract, length: number) => {
  const filled = await fillList(list, seedOf(list.contract.name), length);
  const asked = pagesOf(list, filled);
  const pages: Page[] = [];
  for (const { read, query } of asked) pages.push(await filled.page(read, query));
  return { filled, asked, pages };
};

/** Bounds of reads that take seconds to reach. */
const MANY = 50_000;

/**
 * Expects a page of an endless list: the same as of any other list, or a refusal once it has read as many items as it
 * looks through.
 */
const expectEnd = async ({ name }: Contract, filled: FilledList, { read, query, grows, ...page }: Asked) => {
  await grows?.lengthen?.(filled.table);
  const endless = endlessTable(filled.table);
  const pageOver = (asked: Asked['query']) => filled.pageOver(endless.table, read, asked);
  if (!grows) {
    const { status } = await pageOver(query);
    expect([page.name, status]).toEqual([page.name, 200]);
    expect(endless.read(), page.name).toBeLessThanOrEqual(MOST_OF_A_PAGE);
    return;
  }
  const { most, entriesPerItem = 1, code: refusal = 'RESULT_TOO_LARGE', kept, isCapped } = grows;
  // Beyond what is looked through, if the position of the page decides.
  const { status, code } = await pageOver(
    'limit' in query ? { ...query, page: String(Math.floor(most / PAGE) + 1) } : query,
  );
  expect([page.name, status, code]).toEqual([page.name, ...(isCapped ? [200, undefined] : [422, refusal])]);
  // For two ranges, each with the megabyte that exceeded the bound.
  expect(endless.read(), page.name).toBeLessThanOrEqual(2 * (most / entriesPerItem + MEGABYTE_ITEMS));
  // A list that writes keep short needs no refusal in the contract.
  expect(takeUndeclaredErrors(), page.name).toEqual(kept && !isCapped ? [`${name}: ${refusal}`] : []);
};

describe.each(fromTable.map((list) => [list.contract.name, list] as const))('%s', { tags: ['load'] }, (_, list) => {
  let short: Awaited<ReturnType<typeof measured>>;
  let long: Awaited<ReturnType<typeof measured>>;

  beforeAll(async () => {
    short = await measured(list, SHORT);
    long = await measured(list, LONG);
  });

  test('is seeded with a read by each of its filters', () => {
    const named = new Set(long.filled.reads.flatMap(({ query = {} }) => Object.keys(query)));
    expect([...named].sort()).toEqual([...list.filters].sort());
  });

  test('shows the right entries on its first and its last page, in order, with the exact total', () => {
    for (const { asked, pages } of [short, long]) {
      const shown = pages.map(({ status, total, ids }, index) => [asked[index]?.name, status, total, ids]);
      const expected = asked.map(({ read, query, ids, ...page }) => {
        const hasTotal = list.isPaginated && query['limit'] !== undefined;
        return [page.name, 200, hasTotal ? read.ids.length : undefined, ids];
      });
      expect(shown).toEqual(expected);
    }
  });

  test('reads no more of a longer list, except for declared growth', () => {
    const grown = new Set<Growth>();
    for (const [index, asked] of long.asked.entries()) {
      const [before, after] = [short.pages[index], long.pages[index]];
      const costs = `${asked.name}: ${before?.items} items and then ${after?.items}`;
      if (asked.grows && after && before && after.items > before.items) grown.add(asked.grows);
      else expect(after?.items, costs).toBe(before?.items);
      // One more unit for longer numbers and names.
      if (!asked.grows) expect(after?.readUnits, costs).toBeLessThanOrEqual((before?.readUnits ?? 0) + 1);
    }
    const declared = long.asked.flatMap(({ grows }) => grows ?? []);
    expect(
      declared.filter((growth) => !grown.has(growth)),
      'what does not grow is not declared to',
    ).toEqual([]);
  });

  const withoutEnd = async (isChosen: (growth: Growth | undefined) => boolean): Promise<void> => {
    const chosen = long.asked.filter(({ grows }) => isChosen(grows));
    // A growing read is refused whichever page is requested.
    for (const asked of new Map(chosen.map((one) => [one.grows ?? one.name, one])).values()) {
      await expectEnd(list.contract, long.filled, asked);
    }
  };

  test('reads each page of an endless list only as far as declared', { tags: ['load'] }, () =>
    withoutEnd((growth) => growth === undefined || growth.most < MANY),
  );

  test('does so even if it looks through tens of thousands', { tags: ['load'] }, () =>
    withoutEnd((growth) => growth !== undefined && growth.most >= MANY),
  );

  test('is kept by its writes as short as its reads rely on', async () => {
    const kept = long.asked.flatMap(({ grows }) => grows?.kept ?? []);
    for (const { list: bounded, group } of kept) {
      await long.filled.table.write(put({ ...bounded.counts, [group]: bounded.most }, {}));
      expect(await long.filled.table.write(entryWrite(bounded, group))).toMatchObject({ written: false });
    }
  });
});
