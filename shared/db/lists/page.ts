/** A page that is asked for, by its number from 1. */
export interface ListPage {
  readonly page: number;
  readonly limit: number;
}

/** A page of a list, in the list's order, and how many entries there are in all. */
export interface Page<Entry> {
  readonly entries: readonly Entry[];
  readonly total: number;
}

/** Any page of a list without entries. */
export const NO_ENTRIES: Page<never> = { entries: [], total: 0 };

/** The entries that a page of these shows. */
export const sliceOf = <Entry>(entries: readonly Entry[], { page, limit }: ListPage): readonly Entry[] =>
  entries.slice((page - 1) * limit, page * limit);

/** A page of entries that are all in memory. */
export const pageFrom = <Entry>(entries: readonly Entry[], page: ListPage): Page<Entry> => ({
  entries: sliceOf(entries, page),
  total: entries.length,
});

/** The same page of what its entries hold, such as the records of items. */
export const mapPage = <Entry, Held>({ entries, total }: Page<Entry>, from: (entry: Entry) => Held): Page<Held> => ({
  entries: entries.map(from),
  total,
});
