/** A requested page, by its number from 1. */
export interface ListPage {
  readonly page: number;
  readonly limit: number;
}

/** A page of a list, in the list's order, and the total number of entries. */
export interface Page<Entry> {
  readonly entries: readonly Entry[];
  readonly total: number;
}

/** Any page of a list without entries. */
export const NO_ENTRIES: Page<never> = { entries: [], total: 0 };

/** The entries that a page shows of these. */
export const sliceOf = <Entry>(entries: readonly Entry[], { page, limit }: ListPage): readonly Entry[] =>
  entries.slice((page - 1) * limit, page * limit);

/** A page of entries that are all in memory. */
export const pageFrom = <Entry>(entries: readonly Entry[], page: ListPage): Page<Entry> => ({
  entries: sliceOf(entries, page),
  total: entries.length,
});

/** Maps the entries of a page, for example items to their records. */
export const mapPage = <Entry, Held>({ entries, total }: Page<Entry>, from: (entry: Entry) => Held): Page<Held> => ({
  entries: entries.map(from),
  total,
});
