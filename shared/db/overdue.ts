import { isoTime } from '#shared/platform/clock';
import type { Item } from './expressions.ts';
import type { TableReader } from './operations.ts';

/** Items on a page: few enough for a sweep to handle them in parallel. */
const PAGE_SIZE = 25;

/** Pages that one sweep reads. The rest waits for the next sweep. */
const MAX_PAGES = 40;

/** Earlier than every time that the index holds. */
const BEGINNING = '0';

/**
 * The items that an index lists, strongly consistent, in its order. The index lags behind the table: an item that is gone,
 * or whose place in the index has moved since, is left out.
 */
const itemsAt = async (table: Pick<TableReader, 'getMany'>, places: readonly Item[]): Promise<readonly Item[]> => {
  const items = await table.getMany(places.map(({ pk, sk }) => ({ pk, sk })));
  return items.filter((item, index): item is Item => {
    const place = places[index];
    return item !== undefined && item['gsi4pk'] === place?.['gsi4pk'] && item['gsi4sk'] === place?.['gsi4sk'];
  });
};

/**
 * The overdue items of a partition of `gsi4`, oldest first, page by page. Each page is read once the one before is
 * handled. There are no more pages than one sweep can handle.
 */
export async function* overduePages(
  table: Pick<TableReader, 'query' | 'getMany'>,
  partition: string,
  nowMs: number,
): AsyncGenerator<readonly Item[], void> {
  let after: Record<string, unknown> | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { items, next } = await table.query({
      index: 'gsi4',
      partition,
      between: [BEGINNING, isoTime(nowMs)],
      limit: PAGE_SIZE,
      ...(after && { after }),
    });
    yield await itemsAt(table, items);
    if (!next) return;
    after = next;
  }
}
