import { BoundExceeded } from '#shared/db/bound';
import type { Table } from '#shared/db/operations';
import type { RangeQuery } from '#shared/db/range-reader';

/** Items of a query without a limit: what fits into DynamoDB's megabyte, at a kilobyte each. */
export const MEGABYTE_ITEMS = 1_000;

/** A range with so many items is a list that goes on. */
const ITEMS_OF_A_LIST = 4;

/** Beyond every bound: a read that comes to it does not end. */
const TOO_MANY = 600_000;

/** Counts tell how many entries there are; they do not become more with them. */
const isCount = ({ startsWith }: Pick<RangeQuery, 'startsWith'>): boolean => startsWith?.startsWith('COUNT#') ?? false;

/**
 * A table whose lists never end: every range that has more than a few items goes on with one of them again and again, on
 * every page. `read` is how many of these it has given.
 *
 * @throws Error out of a read that takes more than any bound of the service.
 */
export const endlessTable = (table: Table): { readonly table: Table; readonly read: () => number } => {
  let read = 0;
  const query: Table['query'] = async (range) => {
    const { after: _, ...first } = range;
    const { items } = await table.query({ ...first, limit: ITEMS_OF_A_LIST });
    const item = items[ITEMS_OF_A_LIST - 1];
    if (!item) return table.query(range);
    const length = range.limit ?? MEGABYTE_ITEMS;
    read += length;
    if (read > TOO_MANY) throw new Error('A list is read without end');
    const endless = Array.from({ length }, (_, index) => (range.after ? item : (items[index] ?? item)));
    return { items: endless, next: { pk: item.pk, sk: item.sk } };
  };
  return {
    table: {
      ...table,
      query,
      queryAll: async (range, bound) => {
        if (isCount(range)) return table.queryAll(range, bound);
        const { items, next } = await query({ ...range, limit: bound.most + 1 });
        if (next || items.length > bound.most) throw new BoundExceeded(bound);
        return items;
      },
    },
    read: () => read,
  };
};
