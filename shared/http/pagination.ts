import * as v from 'valibot';
import { text } from './texts.ts';

/** Longer than any number that is taken. */
const MAX_DIGITS = 20;

const wholeNumber = (name: string, minimum: number, maximum: number) =>
  v.pipe(
    text(MAX_DIGITS),
    // For the API document: what the text stands for.
    v.metadata({ type: 'integer', minimum, maximum, maxLength: undefined }),
    v.regex(/^\d{1,9}$/, `${name} must be a whole number`),
    v.transform(Number),
    v.minValue(minimum, `${name} must be ${minimum} or more`),
    v.maxValue(maximum, `${name} must be ${maximum} or less`),
  );

const page = wholeNumber('page', 1, 999_999_999);
const limit = wholeNumber('limit', 1, 100);

/** Query parameters of a paginated list (interface: General conventions, 5): default 20, at most 100 a page. */
export const pageQueryEntries = { page: v.optional(page, '1'), limit: v.optional(limit, '20') };

/** Query parameters of a list that is whole unless a page of it is asked for. */
export const optionalPageQueryEntries = { page: v.optional(page), limit: v.optional(limit) };

/** A page that was asked for. */
export interface PageRequest {
  readonly page: number;
  readonly limit: number;
}

/** The `pagination` object of a list answer. */
export const paginationSchema = v.object({
  page: v.number(),
  limit: v.number(),
  total: v.number(),
  totalPages: v.number(),
  hasNext: v.boolean(),
  hasPrev: v.boolean(),
});

/** Describes a page of a list with `total` items. */
export const pagination = ({ page: number, limit: size }: PageRequest, total: number) => {
  const totalPages = Math.ceil(total / size);
  return { page: number, limit: size, total, totalPages, hasNext: number < totalPages, hasPrev: number > 1 };
};

/**
 * The page that was asked for of a list that is otherwise answered whole, or undefined when neither parameter was
 * sent.
 */
export const requestedPage = (query: {
  page?: number | undefined;
  limit?: number | undefined;
}): PageRequest | undefined =>
  query.page === undefined && query.limit === undefined
    ? undefined
    : { page: query.page ?? 1, limit: query.limit ?? 20 };
