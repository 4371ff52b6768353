/** A page of a list: by number, or by a position in the event feed. */
interface Page {
  readonly pagination?: { readonly page: number; readonly hasNext: boolean };
  readonly nextAfter?: string;
}

type Query = Readonly<Record<string, unknown>>;

/** The entries of a page. @param path where they are in it, such as `data.companies`. */
export const entriesAt = (page: unknown, path: string): readonly unknown[] =>
  path.split('.').reduce((node: unknown, name) => (node as Query)[name], page) as readonly unknown[];

/** The query of the page after one; undefined after the last. The event feed ends where nothing is left. */
export const nextQuery = (query: Query, page: unknown, entries: readonly unknown[]): Query | undefined => {
  const { pagination, nextAfter } = page as Page;
  if (pagination) return pagination.hasNext ? { ...query, page: pagination.page + 1 } : undefined;
  return entries.length > 0 ? { ...query, after: nextAfter } : undefined;
};
