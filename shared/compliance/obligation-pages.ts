import type { Bound } from '#shared/db/bound';
import { type ListPage, sliceOf } from '#shared/db/lists/page';
import type { ItemReader, TableReader } from '#shared/db/operations';
import { isId } from '#shared/platform/ids';
import { callerEnvironment, type Scope } from '#shared/platform/scope';
import { type CalendarEntry, entriesOf } from './calendar.ts';
import type { Category } from './catalogue.ts';
import { obligationKeys, obligationLists } from './keys.ts';
import type { Obligation } from './obligation.ts';
import { findOwnedObligation } from './obligation-repository.ts';

/** One calendar for each company of an account, and it may have 1,000: some change hands. */
export const CALENDARS_BOUND: Bound = { most: 10_000, why: 'an account may have 1,000 companies at a time' };

/** What a list of obligations may be filtered by, beside their company. */
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

/** By due date, and by age within a day. */
const order = (entry: CalendarEntry): string => `${entry.nextDueDate}${entry.obligationId}`;

/**
 * The entries of the caller's obligations, what is due first before the rest, strongly consistent: of all of its
 * companies, or of one; none of a company that is not the caller's.
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

/** The obligations of a page of entries; one that was deleted since the entries were read is left out. */
export const obligationsOnPage = async (
  table: ItemReader,
  caller: Scope,
  entries: readonly CalendarEntry[],
  page: ListPage,
): Promise<readonly Obligation[]> => {
  const shown = sliceOf(entries, page).map(({ obligationId }) => findOwnedObligation(table, caller, obligationId));
  return (await Promise.all(shown)).flatMap((obligation) => obligation ?? []);
};
