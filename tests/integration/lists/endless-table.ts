import { BoundExceeded } from '#shared/db/bound';
import type { Table } from '#shared/db/operations';
import type { RangeQuery } from '#shared/db/range-reader';

/** Items of a query without a limit: what fits into DynamoDB's megabyte, at a kilobyte each. */
const MEGABYTE = 1_000;

/** Beyond every bound: a read that comes to it does not end. */
const TOO_MANY = 600_000;

/** Counts tell how many entries there are; they do not become more with them. */
const isCount = ({ startsWith }: Pick<RangeQuery, 'startsWith'>): boolean => startsWith?.startsWith('COUNT#') ?? false;

/**
 * A table whose lists never end: every range that has an item has it again and again, on every page.
 *
 * @throws Error out of a read that takes more than any bound of the service.
 */
export const endlessTable = (table: Table): { readonly table: Table; readonly read: () => number } => {
  let read = 0;
  const count = (items: number): void => {
    read += items;
    if (read > TOO_MANY) throw new Error('A list is read without end');
  };
  const query: Table['query'] = async ({ after: _, ...range }) => {
    const { items } = await table.query({ ...range, limit: 1 });
    const [item] = items;
    if (!item) return { items: [] };
    const length = range.limit ?? MEGABYTE;
    count(length);
    return { items: Array(length).fill(item), next: { pk: item.pk, sk: item.sk } };
  };
  return {
    table: {
      ...table,
      query,
      queryAll: async (range, bound) => {
        if (isCount(range)) return table.queryAll(range, bound);
        const { items } = await query({ ...range, limit: bound.most + 1 });
        if (items.length > bound.most) throw new BoundExceeded(bound);
        return items;
      },
    },
    read: () => read,
  };
};
