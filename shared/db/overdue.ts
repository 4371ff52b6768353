import { isoTime } from '#shared/platform/clock';
import type { Item } from './expressions.ts';
import type { RangeReader } from './range-reader.ts';
import type { IndexName } from './table.ts';

/** Items on a page: few enough for a sweep to handle them in parallel. */
const PAGE_SIZE = 25;

/** Pages that one sweep reads. The rest waits for the next sweep. */
const MAX_PAGES = 40;

/** Earlier than every time the index holds. */
const BEGINNING = '0';

/**
 * The overdue items of a partition of an index that is sorted by time, oldest first, page by page. Each page is read once
 * the one before is handled. There are no more pages than one sweep can handle.
 */
export async function* overduePages(
  table: Pick<RangeReader, 'query'>,
  partition: string,
  nowMs: number,
  index: IndexName = 'gsi2',
): AsyncGenerator<readonly Item[], void> {
  let after: Record<string, unknown> | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { items, next } = await table.query({
      index,
      partition,
      between: [BEGINNING, isoTime(nowMs)],
      limit: PAGE_SIZE,
      ...(after && { after }),
    });
    yield items;
    if (!next) return;
    after = next;
  }
}
