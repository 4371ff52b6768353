import type { Bound } from '#shared/db/bound';
import type { Item } from '#shared/db/expressions';
import { type ListPage, sliceOf } from '#shared/db/lists/page';
import type { ItemReader, TableReader } from '#shared/db/operations';
import { isId } from '#shared/platform/ids';
import { callerEnvironment, type Scope } from '#shared/platform/scope';
import { type CalendarEntry, entriesOf } from './calendar.ts';
import type { Category } from './catalogue.ts';
import { obligationKeys, obligationLists } from './keys.ts';
import type { Obligation } from './obligation.ts';
import { findOwnedObligation, keptObligation } from './obligation-repository.ts';

/**
 * An account has one calendar for each company, of which it may have 1,000; calendars of former companies add to that.
 */
export const CALENDARS_BOUND: Bound = { most: 10_000, why: 'an account may have 1,000 companies at a time' };

/** The filter of a list of obligations, besides the company. */
export interface ObligationFilter {
  readonly category?: Category | undefined;
  readonly isActive?: boolean | undefined;
  /** `YYYY-MM-DD`, included. */
  readonly dueBefore?: string | undefined;
}

/** Whether an entry passes a filter. */
export const matchesFilter =
  ({ category, isActive, dueBefore }: ObligationFilter) =>
  (entry: CalendarEntry): boolean =>
    (category === undefined || entry.category === category) &&
    (isActive === undefined || entry.isActive === isActive) &&
    (dueBefore === undefined || entry.nextDueDate <= dueBefore);

/** Sorts by due date, then by age. */
const order = (entry: CalendarEntry): string => `${entry.nextDueDate}${entry.obligationId}`;

/**
 * Reads the entries of the caller's obligations, earliest due date first, strongly consistent: of all its companies, or
 * of one. Empty for a company that is not the caller's.
 */
export const listCalendarEntries = async (
  table: TableReader,
  caller: Scope,
  companyId: string | undefined,
): Promise<readonly CalendarEntry[]> => {
  const { accountId, environment } = callerEnvironment(caller);
  const read = async () => {
    if (companyId === undefined) {
      return table.queryAll({ partition: obligationLists.calendars(accountId, environment) }, CALENDARS_BOUND);
    }
    if (!isId('cmp', companyId)) return [];
    const calendar = await table.get(obligationKeys.obligationCalendar(accountId, environment, companyId));
    return calendar ? [calendar] : [];
  };
  const entries = (await read()).flatMap(entriesOf);
  return entries.sort((one, other) => (order(one) < order(other) ? -1 : 1));
};

/** Obligations that are read beside the calendars: all of an account with up to eight companies. */
export const NEWEST_OBLIGATIONS = 100;

/** Stored obligations by id, deleted ones among them. */
type KnownObligations = ReadonlyMap<string, Item>;

/** Reads the newest obligations of the caller, strongly consistent. */
export const newestObligations = async (
  table: Pick<TableReader, 'query'>,
  caller: Scope,
): Promise<KnownObligations> => {
  const { accountId, environment } = callerEnvironment(caller);
  const partition = obligationLists.obligations(accountId, environment);
  const { items } = await table.query({ partition, descending: true, limit: NEWEST_OBLIGATIONS });
  return new Map(items.map((item) => [item.sk, item]));
};

/** The obligations of a page of entries, without those that were deleted. Those that are not known are read. */
export const obligationsOnPage = async (
  table: ItemReader,
  caller: Scope,
  entries: readonly CalendarEntry[],
  known: KnownObligations,
  page: ListPage,
): Promise<readonly Obligation[]> => {
  const shown = sliceOf(entries, page).map(({ obligationId }) => {
    const item = known.get(obligationId);
    return item ? keptObligation(item) : findOwnedObligation(table, caller, obligationId);
  });
  return (await Promise.all(shown)).flatMap((obligation) => obligation ?? []);
};
