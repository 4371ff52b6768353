import { remove } from './expressions.ts';
import type { Table } from './operations.ts';

const PAGE = 25;

/**
 * Deletes the items of a partition one after another, in the order of their sort keys, so that what leads to the others
 * may be the last. It may be repeated.
 */
export const erasePartition = async (table: Pick<Table, 'query' | 'write'>, partition: string): Promise<void> => {
  for (;;) {
    const { items } = await table.query({ partition, limit: PAGE });
    if (items.length === 0) return;
    for (const { pk, sk } of items) await table.write(remove({ pk, sk }, {}));
  }
};
