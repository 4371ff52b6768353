import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  optionalPageQueryEntries,
  pageQueryEntries,
  pagination,
  paginationSchema,
  requestedPage,
} from '#shared/http/schemas/pagination';

const query = v.object(pageQueryEntries);
const optionalQuery = v.object(optionalPageQueryEntries);

describe('page and limit', () => {
  test('are 1 and 20 by default', () => {
    expect(v.parse(query, {})).toStrictEqual({ page: 1, limit: 20 });
    expect(v.parse(query, { page: '3', limit: '100' })).toStrictEqual({ page: 3, limit: 100 });
  });

  test.each([
    ['page', '0'],
    ['page', '-1'],
    ['page', '1.5'],
    ['page', ''],
    ['page', 'x'],
    ['page', '1e3'],
    ['page', ' 1'],
    ['page', '1,2'],
    ['page', '9999999999'],
    ['limit', '0'],
    ['limit', '101'],
    ['limit', '-20'],
    ['limit', 'all'],
  ])('%s=%s is refused with one problem, which names the parameter', (name, value) => {
    for (const schema of [query, optionalQuery]) {
      const { issues = [] } = v.safeParse(schema, { [name]: value });
      expect(issues.map(({ message }) => message)).toStrictEqual([expect.stringMatching(`^${name} must be`)]);
    }
  });

  test('of a list without pagination request a page if one of them is present', () => {
    expect(requestedPage(v.parse(optionalQuery, {}))).toBeUndefined();
    expect(requestedPage(v.parse(optionalQuery, { page: '2' }))).toStrictEqual({ page: 2, limit: 20 });
    expect(requestedPage(v.parse(optionalQuery, { limit: '5' }))).toStrictEqual({ page: 1, limit: 5 });
  });
});

describe('pagination', () => {
  test.each([
    [{ page: 1, limit: 20 }, 0, { totalPages: 0, hasNext: false, hasPrev: false }],
    [{ page: 1, limit: 20 }, 20, { totalPages: 1, hasNext: false, hasPrev: false }],
    [{ page: 1, limit: 20 }, 21, { totalPages: 2, hasNext: true, hasPrev: false }],
    [{ page: 2, limit: 20 }, 21, { totalPages: 2, hasNext: false, hasPrev: true }],
    [{ page: 9, limit: 20 }, 21, { totalPages: 2, hasNext: false, hasPrev: true }],
  ])('%j of %i items', (page, total, rest) => {
    expect(pagination(page, total)).toStrictEqual({ ...page, total, ...rest });
  });

  test('contains every item once when hasNext is followed from the first page, and as many pages when hasPrev is followed back', () => {
    const sizes = fc.record({ total: fc.nat({ max: 500 }), limit: fc.integer({ min: 1, max: 100 }) });
    fc.assert(
      fc.property(sizes, ({ total, limit }) => {
        let page = 1;
        while (pagination({ page, limit }, total).hasNext) page++;
        expect(page * limit).toBeGreaterThanOrEqual(total);
        expect((page - 1) * limit).toBeLessThan(Math.max(total, 1));
        const { totalPages } = pagination({ page, limit }, total);
        expect(Math.max(totalPages, 1)).toBe(page);
        while (pagination({ page, limit }, total).hasPrev) page--;
        expect(page).toBe(1);
      }),
    );
  });

  test('has the fields of the contract and no others', () => {
    const described = pagination({ page: 1, limit: 20 }, 5);
    expect(v.parse(v.strictObject(paginationSchema.entries), described)).toStrictEqual(described);
  });
});
