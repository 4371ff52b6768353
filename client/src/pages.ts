/** A page of a list, by number or, in the event feed, by position. */
interface Page {
  readonly pagination?: { readonly page: number; readonly hasNext: boolean };
  readonly nextAfter?: string;
}

type Query = Readonly<Record<string, unknown>>;

/** The entries of a page. @param path where they are in the page, such as `data.companies`. */
export const entriesAt = (page: unknown, path: string): readonly unknown[] =>
  path.split('.').reduce((node: unknown, name) => (node as Query)[name], page) as readonly unknown[];

/** The query of the next page; undefined after the last one. The event feed ends at a page without entries. */
export const nextQuery = (query: Query, page: unknown, entries: readonly unknown[]): Query | undefined => {
  const { pagination, nextAfter } = page as Page;
  if (pagination) return pagination.hasNext ? { ...query, page: pagination.page + 1 } : undefined;
  return entries.length > 0 ? { ...query, after: nextAfter } : undefined;
};
