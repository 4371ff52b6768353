import { describe, expect, test } from 'vitest';
import { put } from '#shared/db/expressions';
import { columnWrites } from '#shared/db/lists/columns';
import type { Table } from '#shared/db/operations';
import { newApplicant, toApplicantItem } from '#shared/onboarding/applicants/applicant';
import { factsColumn, searchText, textsColumn, toFactsValue } from '#shared/onboarding/applicants/applicant-columns';
import { readApplicantPage } from '#shared/onboarding/applicants/applicant-pages';
import { addApplicant } from '#shared/onboarding/applicants/applicant-repository';
import { APPLICANT_STATUSES } from '#shared/onboarding/applicants/applicant-states';
import { MAX_TAGGED, tagging } from '#shared/onboarding/applicants/applicant-tags';
import {
  type ApplicantFilter,
  MAX_FILTERED,
  MAX_OF_REFERENCE,
  MAX_SEARCHED,
  readFilteredPage,
} from '#shared/onboarding/applicants/find-applicants';
import { newEmbedSession } from '#shared/onboarding/sessions/embed-session';
import { isoTime } from '#shared/platform/clock';
import type { Scope } from '#shared/platform/scope';
import { applicantListItems, type ListedFacts } from '#tests/support/applicant-lists';
import { memoryTable } from '#tests/support/memory-table';
import { aWidget } from './records.ts';

const START_MS = Date.UTC(2026, 10, 21, 14);
const widget = aWidget();
const SESSION: Scope = { accountId: widget.accountId, environments: ['sandbox', 'live'], via: 'session' };
const KEY: Scope = { ...SESSION, environments: ['live'], via: 'key' };
const NAMES = ['Adire Market Ltd', 'Café Ọlá', 'Zuma Rock & Sons', undefined];

/** The attributes of an applicant by its number: every filter selects some of them. */
const factsAt = (number: number): ListedFacts => {
  const businessName = NAMES[number % NAMES.length];
  return {
    number,
    status: APPLICANT_STATUSES[number % APPLICANT_STATUSES.length] ?? 'created',
    createdBy: number % 3 === 0 ? 'applicant' : 'account',
    environment: number % 7 === 0 ? 'sandbox' : 'live',
    createdAtMs: START_MS + number * 1_000,
    widgetNumber: 1 + (number % 2),
    subject: { ...(businessName && { businessName }), registrationNumber: `RC ${1_000_000 + number}` },
    referenceId: number % 5 === 0 ? `ref ${number % 10}` : null,
  };
};

const applicantAt = (number: number) => {
  const facts = factsAt(number);
  const session = newEmbedSession(widget, { by: facts.createdBy }, facts.createdAtMs);
  const requested = { subject: facts.subject, by: facts.createdBy, referenceId: facts.referenceId ?? undefined };
  const { referenceId, ...others } = requested;
  return {
    ...newApplicant(widget, session, { ...others, ...(referenceId !== undefined && { referenceId }) }, 0),
    widgetId: `wgt_${facts.widgetNumber}`,
    status: facts.status,
    environment: facts.environment,
  };
};

/** Applicants whose facts, or whose text, a column does not have yet: the newest, and some in between. */
const lacksFacts = (number: number, length: number) => number > length - 10 || number % 9 === 0 || number === 1;
const lacksText = (number: number, length: number) => number > length - 20 || number % 11 === 0;

/**
 * A list of applicants 1 to `length` that were created and have changed since. Its columns have most of them, as after
 * a failure of the stream's consumer that still goes on.
 */
const filled = async (length: number): Promise<Table> => {
  const table = memoryTable();
  for (let number = 1; number <= length; number++) {
    const numbers = { ofAccount: number, ofWidget: number, widget: factsAt(number).widgetNumber };
    const { written } = await table.transact(addApplicant(applicantAt(number), numbers));
    if (!written) throw new Error('An applicant was refused');
  }
  const all = Array.from({ length }, (_, index) => factsAt(index + 1));
  const { accountId } = widget;
  const facts = all.filter(({ number }) => !lacksFacts(number, length)).map(toFactsValue);
  const texts = all.flatMap((one) =>
    lacksText(one.number, length) ? [] : { number: one.number, value: searchText(one) },
  );
  for (const write of [...columnWrites(factsColumn(accountId), facts), ...columnWrites(textsColumn(accountId), texts)])
    await table.write(write);
  return table;
};

/** A list that has only its columns, which suffice for totals and for pages without entries. */
const columnsOnly = async (length: number, at = factsAt): Promise<Table> => {
  const table = memoryTable();
  const listed = Array.from({ length }, (_, index) => at(index + 1));
  for (const item of applicantListItems(widget.accountId, listed)) await table.write(put(item, {}));
  return table;
};

const numberOf = ({ createdAt }: { readonly createdAt: string }) => (Date.parse(createdAt) - START_MS) / 1_000;

const LENGTH = 230;
const allNumbers = Array.from({ length: LENGTH }, (_, index) => LENGTH - index);
const at = (number: number) => isoTime(START_MS + number * 1_000);

const FILTERS: readonly (readonly [ApplicantFilter, (facts: ListedFacts) => boolean])[] = [
  [{ status: 'requires_review' }, ({ status }) => status === 'requires_review'],
  [{ createdBy: 'applicant' }, ({ createdBy }) => createdBy === 'applicant'],
  [{ from: at(40), to: at(120) }, ({ number }) => number >= 40 && number <= 120],
  [{ referenceId: 'ref 5' }, ({ referenceId }) => referenceId === 'ref 5'],
  [{ search: 'adire' }, ({ number }) => number % 4 === 0],
  [{ search: 'E OLA' }, ({ number }) => number % 4 === 1],
  [{ search: 'rc100-0123' }, ({ number }) => number === 123],
  [{ search: '00001' }, ({ number }) => String(1_000_000 + number).includes('00001')],
  [{ search: 'ref 0' }, ({ referenceId }) => referenceId === 'ref 0'],
  [{ search: ' ' }, () => true],
  [{ search: 'nobody' }, () => false],
];

const PAIRS = FILTERS.flatMap(([one, isOne]) =>
  FILTERS.map(
    ([other, isOther]) => [{ ...one, ...other }, (facts: ListedFacts) => isOne(facts) && isOther(facts)] as const,
  ),
).filter(([filter], index) => {
  const [one] = FILTERS[Math.floor(index / FILTERS.length)] ?? [{}];
  const [other] = FILTERS[index % FILTERS.length] ?? [{}];
  return Object.keys(filter).length === Object.keys(one).length + Object.keys(other).length;
});

describe('Filters of a list of applicants', () => {
  test('select those that pass all of them, newest first, with exact totals, on every page', async () => {
    const table = await filled(LENGTH);
    for (const scope of [SESSION, KEY]) {
      for (const [filter, isWanted] of [...FILTERS, ...PAIRS]) {
        const expected = allNumbers
          .map(factsAt)
          .filter((facts) => scope.environments.includes(facts.environment) && isWanted(facts))
          .map(({ number }) => number);
        for (const page of [1, 2, 9]) {
          const { entries: applicants, total } = await readFilteredPage(table, scope, filter, { page, limit: 15 });
          const shown = { filter, page, total, numbers: applicants.map(numberOf) };
          const numbers = expected.slice((page - 1) * 15, page * 15);
          expect(shown).toStrictEqual({ filter, page, total: expected.length, numbers });
        }
      }
    }
  });

  test('select among those of one widget, and none for a missing widget', async () => {
    const table = await filled(60);
    const page = { page: 1, limit: 100 };
    for (const filter of [{ createdBy: 'account' }, { search: 'zuma' }, { referenceId: 'ref 0' }] as const) {
      const whole = await readFilteredPage(table, SESSION, filter, page);
      const own = whole.entries.filter(({ widgetId }) => widgetId === 'wgt_1');
      const ofWidget = Promise.resolve({ id: 'wgt_1', number: 1 });
      const found = await readFilteredPage(table, SESSION, filter, page, ofWidget);
      expect(found).toStrictEqual({ entries: own, total: own.length });
      const missing = await readFilteredPage(table, SESSION, filter, page, Promise.resolve(undefined));
      expect(missing).toStrictEqual({ entries: [], total: 0 });
    }
  });

  test('never read the list of another account', async () => {
    const table = await filled(10);
    const stranger = { ...SESSION, accountId: 'usr_stranger' };
    for (const [filter] of FILTERS) {
      const found = await readFilteredPage(table, stranger, filter, { page: 1, limit: 20 });
      expect(found).toStrictEqual({ entries: [], total: 0 });
    }
  });
});

describe('Pages without a filter', () => {
  test.each([
    ['a session', SESSION],
    ['a key', KEY],
  ])('show %s its applicants, newest first, with an exact total', async (_, scope) => {
    const table = await filled(LENGTH);
    const expected = allNumbers.filter((number) => scope.environments.includes(factsAt(number).environment));
    for (let page = 1; page <= 17; page++) {
      const { entries: applicants, total } = await readApplicantPage(table, scope, { page, limit: 15 });
      const numbers = expected.slice((page - 1) * 15, page * 15);
      expect([total, applicants.map(numberOf)]).toStrictEqual([expected.length, numbers]);
    }
  });
});

/** A table that counts the read units of its queries. */
const counting = (table: Table) => {
  const read = { units: 0, calls: 0 };
  const counted: Table = {
    ...table,
    query: async (range) => {
      const page = await table.query(range);
      const bytes = page.items.reduce(
        (sum, item) => sum + JSON.stringify(item).length - 5 * Object.keys(item).length,
        0,
      );
      read.units += Math.max(1, Math.ceil(bytes / 4_096)) * (range.index ? 0.5 : 1);
      read.calls++;
      return page;
    },
  };
  return { counted, read };
};

describe('The reads of a filter', { tags: ['load'] }, () => {
  test.each([
    [10, 1, 2],
    [1_000, 6, 18],
    [100_000, 520, 1_700],
  ])('of %i applicants is at most %i units by status, %i by a search', async (length, byStatus, bySearch) => {
    const table = await columnsOnly(length);
    for (const [filter, most] of [
      [{ status: 'approved' }, byStatus],
      [{ search: 'adire' }, bySearch],
    ] as const) {
      const { counted, read } = counting(table);
      const { total } = await readFilteredPage(counted, SESSION, filter, { page: 9_999, limit: 100 });
      expect(total).toBe('status' in filter ? length / 10 : Math.floor(length / 4));
      expect(read.units).toBeLessThanOrEqual(most);
      expect(read.units).toBeGreaterThan(most / 2);
    }
  });

  test('of one reference are one query, however many applicants there are', async () => {
    const { counted, read } = counting(await filled(LENGTH));
    await readFilteredPage(counted, SESSION, { referenceId: 'ref 5' }, { page: 1, limit: 20 });
    expect(read).toStrictEqual({ units: expect.any(Number), calls: 1 });
  });
});

describe('A filter that would read more than its bound', () => {
  const tooLong = expect.objectContaining({ code: 'RANGE_TOO_LONG' });
  const page = { page: 1, limit: 20 };

  /** Columns of this length, one query at a time, as DynamoDB's megabyte would return them. */
  const paged = async (length: number): Promise<Table> => {
    const table = await columnsOnly(length, (number) => ({ ...factsAt(number), subject: {}, referenceId: 'r' }));
    return { ...table, query: (range) => table.query({ ...range, limit: range.limit ?? 1_200 }) };
  };

  test('is refused rather than counted wrongly, and answered for a period that is recent enough', {
    tags: ['load'],
  }, async () => {
    const length = MAX_FILTERED + 60_000;
    const table = await paged(length);
    await expect(readFilteredPage(table, SESSION, { status: 'approved' }, page)).rejects.toEqual(tooLong);
    const recent = { status: 'approved', from: at(length - 999) } as const;
    expect((await readFilteredPage(table, SESSION, recent, page)).total).toBe(100);
    const search = { search: 'r', from: at(length - MAX_SEARCHED - 30_000) };
    await expect(readFilteredPage(table, SESSION, search, page)).rejects.toEqual(tooLong);
    expect((await readFilteredPage(table, SESSION, { search: 'r', from: at(length - 999) }, page)).total).toBe(1_000);
    const deep = { page: 99_999, limit: 100 };
    await expect(readApplicantPage(table, KEY, deep)).rejects.toMatchObject({ code: 'RESULT_TOO_LARGE' });
  });

  test('is refused while too many applicants are only in their own records', async () => {
    const table = memoryTable();
    const [head] = applicantListItems(widget.accountId, [factsAt(5_001)]);
    if (head) await table.write(put(head, {}));
    await expect(readFilteredPage(table, SESSION, { status: 'approved' }, page)).rejects.toEqual(tooLong);
  });

  test('by a tag is refused beyond its bound', { tags: ['load'] }, async () => {
    const length = MAX_TAGGED + 10;
    const table = await columnsOnly(length);
    for (let number = 1; number <= length; number++) {
      await table.write(
        addApplicant(applicantAt(number), { ofAccount: number, ofWidget: number, widget: 1 }).applicant,
      );
      const { operations } = tagging({ applicant: applicantAt(number), number }, ['vip']);
      const entry = operations?.['entry0'];
      if (entry) await table.write(entry);
    }
    await expect(readFilteredPage(table, SESSION, { tag: 'vip' }, page)).rejects.toEqual(tooLong);
    const near = await readFilteredPage(table, SESSION, { tag: 'vip', from: at(11) }, page);
    expect([near.total, near.entries.length]).toEqual([MAX_TAGGED, page.limit]);
    expect((await readFilteredPage(table, SESSION, { tag: 'none' }, page)).total).toBe(0);
  });

  test('of one reference is refused beyond its bound', async () => {
    const table = memoryTable();
    for (let number = 1; number <= MAX_OF_REFERENCE + 1; number++) {
      const applicant = { ...applicantAt(number), referenceId: 'same' };
      const { reference } = addApplicant(applicant, { ofAccount: number, ofWidget: number, widget: 1 });
      if (!reference) throw new Error('A reference is not kept');
      await table.write(reference);
      await table.write(put(toApplicantItem(applicant, { ofAccount: number, ofWidget: number, widget: 1 })));
    }
    await expect(readFilteredPage(table, SESSION, { referenceId: 'same' }, page)).rejects.toEqual(tooLong);
    const recent = { referenceId: 'same', from: at(2) };
    expect((await readFilteredPage(table, SESSION, recent, page)).total).toBe(MAX_OF_REFERENCE);
  });
});
