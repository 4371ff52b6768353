import { BoundExceeded } from '#shared/db/bound';
import type { Table } from '#shared/db/operations';
import type { WholeRange } from '#shared/db/range-reader';
import { isCount } from '#tests/support/counted-lists';

/** Items of a query without a limit: DynamoDB's megabyte, at a kilobyte each. */
export const MEGABYTE_ITEMS = 1_000;

/** A range with this many items belongs to an endless list. */
const ITEMS_OF_A_LIST = 4;

/** Beyond every bound: a read that reaches it does not end. */
const TOO_MANY = 600_000;

/** Counts state the number of entries: an item for a hundred or more. */
const holdsCounts = async (table: Table, range: WholeRange): Promise<boolean> => {
  const { items } = await table.query({ ...range, limit: 1 });
  return items[0] !== undefined && isCount(items[0].sk);
};

/**
 * A table whose lists never end: every range with more than a few items repeats one of them endlessly, on every page.
 * `read` is the number of items that it has returned.
 *
 * @throws Error out of a read that exceeds every bound of the service.
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
        if (await holdsCounts(table, range)) return table.queryAll(range, bound);
        const { items, next } = await query({ ...range, limit: bound.most + 1 });
        if (next || items.length > bound.most) throw new BoundExceeded(bound);
        return items;
      },
    },
    read: () => read,
  };
};
