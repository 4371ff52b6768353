import * as v from 'valibot';
import { type ListPage, type Page, sliceOf } from '#shared/db/lists/page';
import { component, described, WHOLE } from '#shared/platform/described';
import { text } from './texts.ts';

/** Longer than any accepted number. */
const MAX_DIGITS = 20;

const wholeNumber = (name: string, minimum: number, maximum: number) =>
  v.pipe(
    text(MAX_DIGITS),
    // For the API document: what the text represents.
    v.metadata({ type: 'integer', minimum, maximum, maxLength: undefined }),
    v.regex(/^\d{1,9}$/, `${name} must be a whole number`),
    v.transform(Number),
    v.minValue(minimum, `${name} must be ${minimum} or more`),
    v.maxValue(maximum, `${name} must be ${maximum} or less`),
  );

const page = described(wholeNumber('page', 1, 999_999_999), 'The page number, starting at 1.');
const limit = described(wholeNumber('limit', 1, 100), 'The number of entries per page.');

/**
 * Query parameters of a paginated list (interface: General conventions, 5): 20 entries a page by default, at most 100.
 */
export const pageQueryEntries = { page: v.optional(page, '1'), limit: v.optional(limit, '20') };

/** Query parameters of a list that is whole unless a page of it is requested. */
export const optionalPageQueryEntries = { page: v.optional(page), limit: v.optional(limit) };

/** The `pagination` object of a list response. */
export const paginationSchema = component(
  v.object({
    page: described(v.number(), 'The page number, starting at 1.', WHOLE),
    limit: described(v.number(), 'The number of entries per page.', WHOLE),
    total: described(v.number(), 'The total number of entries.', WHOLE),
    totalPages: described(v.number(), 'The number of pages.', WHOLE),
    hasNext: described(v.boolean(), 'Whether there is a next page.'),
    hasPrev: described(v.boolean(), 'Whether there is a previous page.'),
  }),
  'Pagination',
  'The page that the response contains.',
);

/** Describes a page of a list with `total` items. */
export const pagination = ({ page: number, limit: size }: ListPage, total: number) => {
  const totalPages = Math.ceil(total / size);
  return { page: number, limit: size, total, totalPages, hasNext: number < totalPages, hasPrev: number > 1 };
};

/** A page as a response shows it. Each entry is shown by `show`, all in parallel if that is asynchronous. */
export const pageBody = async <Entry, Shown>(
  { entries, total }: Page<Entry>,
  request: ListPage,
  show: (entry: Entry) => Shown | Promise<Shown>,
): Promise<{ data: Shown[]; pagination: ReturnType<typeof pagination> }> => ({
  data: await Promise.all(entries.map(show)),
  pagination: pagination(request, total),
});

/**
 * The requested page of a list that is otherwise returned whole. Undefined when neither parameter was sent.
 *
 * @param always whether the list is always paginated, with the first page as the default.
 */
export const requestedPage = (
  query: {
    page?: number | undefined;
    limit?: number | undefined;
  },
  always = false,
): ListPage | undefined =>
  !always && query.page === undefined && query.limit === undefined
    ? undefined
    : { page: query.page ?? 1, limit: query.limit ?? 20 };

/** A list in memory as a response shows it: whole, or the requested page of it with its `pagination`. */
export const allOrPage = <Entry>(
  entries: readonly Entry[],
  query: Parameters<typeof requestedPage>[0],
): { data: Entry[]; pagination?: ReturnType<typeof pagination> } => {
  const page = requestedPage(query);
  if (!page) return { data: [...entries] };
  return { data: [...sliceOf(entries, page)], pagination: pagination(page, entries.length) };
};
