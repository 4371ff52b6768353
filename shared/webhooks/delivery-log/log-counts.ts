import type { Bound } from '#shared/db/bound';
import { type Item, update } from '#shared/db/expressions';
import { onLatest, triedWrite } from '#shared/db/latest';
import type { Table, TableReader } from '#shared/db/operations';
import { allEnded } from '#shared/platform/all-ended';
import type { Clock } from '#shared/platform/clock';
import { deliveryLogKeys, deliveryLogLists } from './keys.ts';
import { fromPageItem, type LogPage, storedUntil } from './log-page.ts';
import { fromCellLetters, fromTimeText, type LogCell, toCellLetters, toTimeText } from './log-row.ts';

/** Pages that one item counts. Where most deliveries succeed, it stays below a kilobyte. */
const CHAPTER_PAGES = 40;

const chapterOf = (pageNumber: number): number => Math.floor(pageNumber / CHAPTER_PAGES);

/** A full page in the counts. */
export interface CountedPage extends Pick<LogPage, 'pageNumber' | 'startsAt'> {
  /** How many rows it has of each event and status. */
  readonly cells: readonly (readonly [cell: LogCell, count: number])[];
}

/**
 * The counts of a page as a text: its start, a dot, and for each event and status their letters and how many rows have
 * them: one digit in base 36.
 */
const toCountText = ({ startsAt, rows }: LogPage): string => {
  const cells = [...Map.groupBy(rows, toCellLetters)].map(([letters, { length }]) => letters + length.toString(36));
  return `${toTimeText(startsAt)}.${cells.sort().join('')}`;
};

const fromCountText = (pageNumber: number, text: string): CountedPage => {
  const [start = '', cells = ''] = text.split('.');
  return {
    pageNumber,
    startsAt: fromTimeText(start),
    cells: (cells.match(/.../g) ?? []).map(
      (cell) => [fromCellLetters(cell), Number.parseInt(cell.charAt(2), 36)] as const,
    ),
  };
};

/** The effects of counting. */
export interface CountEffects {
  readonly table: Pick<Table, 'get' | 'write'>;
  readonly clock: Clock;
}

/** The item of a chapter, as it was read. */
interface Chapter {
  readonly item: Item | undefined;
}

const countChapter = async (pages: readonly [LogPage, ...LogPage[]], { table, clock }: CountEffects): Promise<void> => {
  const [{ registrationId, pageNumber }] = pages;
  const key = deliveryLogKeys.logCounts(registrationId, chapterOf(pageNumber));

  const countOnce = async ({ item }: Chapter) => {
    // Read after the counts: counts that replace others are made from rows that are no older.
    const current = await allEnded(
      pages.map(({ startsAt }) => table.get(deliveryLogKeys.logPage(registrationId, startsAt))),
    );
    const texts = current
      .flatMap((one) => (one ? fromPageItem(one) : []))
      .map((page) => [String(page.pageNumber % CHAPTER_PAGES), toCountText(page)] as const);
    const changed = texts.filter(([name, text]) => item?.[name] !== text);
    if (changed.length === 0) return { result: { written: true }, value: undefined } as const;
    const tried = await table.write(
      update(key, {
        set: { ...Object.fromEntries(changed), expiresAtSeconds: storedUntil(clock()) },
        add: { version: 1 },
        when: { version: item ? { equals: Number(item['version']) } : 'missing' },
      }),
    );
    return triedWrite(tried, undefined);
  };

  await onLatest<Chapter, undefined, 'only'>({ item: await table.get(key) }, countOnce, (_, [item]) => ({ item }));
};

/**
 * Counts the rows of full pages. It writes only counts that differ from the rows, so repeating it completes what a
 * worker left that died after it had written a page.
 *
 * @throws TableContended; whatever the table throws.
 */
export const countPages = async (pages: readonly LogPage[], effects: CountEffects): Promise<void> => {
  for (const [first, ...others] of Map.groupBy(pages, ({ pageNumber }) => chapterOf(pageNumber)).values()) {
    if (first) await countChapter([first, ...others], effects);
  }
};

const CHAPTERS_BOUND: Bound = { most: 100_000, why: 'an item counts 400 deliveries: 40 million deliveries' };

/** Reads the counts of a log, in order: those of every page but the newest, which may be missing. */
export const readCounts = async (
  table: Pick<TableReader, 'queryAll'>,
  registrationId: string,
): Promise<readonly CountedPage[]> => {
  const range = { partition: deliveryLogLists.log(registrationId), startsWith: 'COUNT#' };
  const items = await table.queryAll(range, CHAPTERS_BOUND);
  return items.flatMap(({ sk, ...attributes }) => {
    const firstPage = Number(sk.split('#')[1]) * CHAPTER_PAGES;
    return Object.entries(attributes).flatMap(([name, text]) =>
      /^\d+$/.test(name) ? fromCountText(firstPage + Number(name), String(text)) : [],
    );
  });
};
