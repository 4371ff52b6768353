import { beforeAll, describe, expect, test } from 'vitest';
import { put } from '#shared/db/expressions';
import { entryWrite } from '#shared/db/lists/bounded-list';
import { endlessTable } from './endless-table.ts';
import { type FilledList, fillList, type Page } from './filled-list.ts';
import { LIST_CONTRACTS, type ListContract } from './list-contracts.ts';
import type { Growth, Seed, SeededRead } from './seed.ts';
import { SEEDS } from './seeds/all.ts';

const PAGE = 20;

/**
 * The lengths of a list that are compared. They differ by a multiple of a page and of a block of counts, so that the same
 * page takes exactly the same reads of both.
 */
const [SHORT, LONG] = [200, 1_000];

/** Those whose list is in the code: they read nothing of the table. */
const fromTable = LIST_CONTRACTS.filter(({ contract }) => (contract.touches.reads ?? []).length > 0);

const expectSeed = (name: string): Seed => SEEDS[name] ?? expect.fail(`${name} has no seed in tests/integration/lists`);

test('every endpoint that reads a list from the table has a seed, and there is none for another', () => {
  expect(Object.keys(SEEDS).sort()).toEqual(fromTable.map(({ contract }) => contract.name).sort());
});

/** A page of a list: which, and how it is asked for. */
interface Asked {
  readonly name: string;
  readonly read: SeededRead;
  readonly query: Readonly<Record<string, string>>;
  readonly ids: readonly string[];
  readonly grows: Growth | undefined;
}

const nameOf = ({ query = {}, as }: SeededRead): string => {
  const filter = Object.entries(query).map(([name, value]) => `${name}=${value.replace(/_.*|\d{4}-.*/, '')}`);
  return [...filter, ...(as ? [as.name] : [])].join(' ') || 'everything';
};

/** The first and the last page of each read, and the whole list where it is returned whole. */
const pagesOf = ({ isPaginated, isWhole }: ListContract, { reads, whole }: FilledList): readonly Asked[] => [
  ...reads.flatMap((read): readonly Asked[] => {
    const { ids, lastPage, grows } = read;
    const last = Math.max(1, Math.ceil(ids.length / PAGE));
    const limit = { limit: String(PAGE) };
    return [
      {
        ...{ name: `page 1 of ${nameOf(read)}`, read, grows, ids: ids.slice(0, PAGE) },
        query: { ...limit, ...(isPaginated && { page: '1' }) },
      },
      {
        ...{ name: `the last page of ${nameOf(read)}`, read, grows },
        ids: lastPage ? ids.slice(-PAGE) : ids.slice((last - 1) * PAGE),
        query: { ...limit, ...(lastPage ?? { page: String(last) }) },
      },
    ];
  }),
  ...(isWhole && reads[0]
    ? [{ name: 'the whole list', read: reads[0], query: {}, ids: reads[0].ids, grows: whole }]
    : []),
];

/** A list of each length, and what each of its pages took. */
const measured = async (list: ListContract, length: number) => {
  const filled = await fillList(list, expectSeed(list.contract.name), length);
  const asked = pagesOf(list, filled);
  const pages: Page[] = [];
  for (const { read, query } of asked) pages.push(await filled.page(read, query));
  return { filled, asked, pages };
};

describe.each(fromTable.map((list) => [list.contract.name, list] as const))('%s', (_, list) => {
  let short: Awaited<ReturnType<typeof measured>>;
  let long: Awaited<ReturnType<typeof measured>>;

  beforeAll(async () => {
    [short, long] = [await measured(list, SHORT), await measured(list, LONG)];
  });

  test('is seeded with a read for each of its filters', () => {
    const named = new Set(long.filled.reads.flatMap(({ query }) => Object.keys(query ?? {})));
    expect([...named].sort()).toEqual([...list.filters].sort());
  });

  test('shows on its first and its last page what it must, in its order, with the exact total', () => {
    for (const { asked, pages } of [short, long]) {
      const shown = pages.map(({ status, ids, total }, index) => [asked[index]?.name, status, total, ids]);
      const expected = asked.map(({ name, read, query, ids }) => {
        const hasTotal = list.isPaginated && query['limit'] !== undefined;
        return [name, 200, hasTotal ? read.ids.length : undefined, ids];
      });
      expect(shown).toEqual(expected);
    }
  });

  test('reads no more of a list that is five times as long, but for what is known to grow', () => {
    const grown = long.asked.flatMap(({ name }, index) => {
      const [before, after] = [short.pages[index], long.pages[index]];
      return before && after && after.items > before.items ? [name] : [];
    });
    console.log(
      list.contract.name,
      long.asked
        .map(
          ({ name }, i) =>
            `\n   ${name}: ${short.pages[i]?.items}/${short.pages[i]?.readUnits} -> ${long.pages[i]?.items}/${long.pages[i]?.readUnits}`,
        )
        .join(''),
    );
    const declared = long.asked.filter(({ grows }) => grows).map(({ name }) => name);
    expect(grown.filter((name) => !declared.includes(name))).toEqual([]);
  });

  test('ends where it is said to, of a list without end', async () => {
    for (const { name, read, query, grows } of long.asked) {
      const { table, read: itemsRead } = endlessTable(long.filled.table);
      const page = await long.filled.pageOver(table, read, query);
      console.log(list.contract.name, name, page.status, page.code, itemsRead(), grows?.code, grows?.most);
    }
  });

  test('is kept by its writes as short as its reads expect', async () => {
    const kept = long.asked.flatMap(({ grows }) => grows?.kept ?? []);
    for (const { list: bounded, group } of kept) {
      await long.filled.table.write(put({ ...bounded.counts, [group]: bounded.most }, {}));
      expect(await long.filled.table.write(entryWrite(bounded, group))).toMatchObject({ written: false });
    }
  });
});
