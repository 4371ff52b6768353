import type { Item } from '#shared/db/expressions';
import { numberRange } from '#shared/db/key-parts';
import type { ColumnValue } from '#shared/db/lists/columns';
import { headRecord } from '#shared/db/lists/counted-list';
import { rangesOf } from '#shared/db/lists/counted-pages';
import { type NumberedList, pageOf, readNumberedPage } from '#shared/db/lists/numbered-list';
import { type ListPage, mapPage, NO_ENTRIES, type Page, sliceOf } from '#shared/db/lists/page';
import { readNewest, readWhole } from '#shared/db/lists/read-ranges';
import type { TableReader } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import { ENVIRONMENTS } from '#shared/platform/environments';
import { isId } from '#shared/platform/ids';
import type { Scope } from '#shared/platform/scope';
import { fromListedApplicantItem, type ListedApplicant } from './applicant.ts';
import { type ApplicantFacts, fromFactsValue } from './applicant-columns.ts';
import { readEntries } from './applicant-entries.ts';
import { MAX_FILTERED } from './find-applicants.ts';
import { applicantLists, applicantsOfAccount } from './keys.ts';
import { readFacts } from './read-facts.ts';

/**
 * Maximum number of applicants in a list that is returned whole: a function reads, renders and compresses that many
 * well within its time. A longer list must be requested by page, even if it would fit once compressed (measured: 28 to
 * 55 bytes each).
 */
export const MAX_WHOLE_LIST = 50_000;

const ofWidget = ({ accountId }: Scope, widgetId: string): NumberedList => ({
  index: 'gsi2',
  partition: applicantLists.applicantsOfWidget(widgetId, accountId),
});

const toApplicantPage = (page: Page<Item>): Page<ListedApplicant> => mapPage(page, fromListedApplicantItem);

/**
 * Every applicant within the caller's scope, newest first; undefined when there are more than {@link MAX_WHOLE_LIST}.
 */
export const readEveryApplicant = (
  table: TableReader,
  { accountId, environments }: Scope,
): Promise<readonly ListedApplicant[] | undefined> =>
  readWhole(table, rangesOf(applicantsOfAccount(accountId), environments), fromListedApplicantItem, MAX_WHOLE_LIST);

/**
 * Every applicant of an account's widget, newest first; undefined when there are more than {@link MAX_WHOLE_LIST}. For
 * a widget of another account nothing is read and the list is empty.
 */
export const applicantsOfWidget = async (
  table: TableReader,
  scope: Scope,
  widgetId: string,
): Promise<readonly ListedApplicant[] | undefined> =>
  isId('wgt', widgetId) ? readWhole(table, [ofWidget(scope, widgetId)], fromListedApplicantItem, MAX_WHOLE_LIST) : [];

/**
 * A page of the applicants of an account's widget. For a widget of another account nothing is read and the page is
 * empty.
 *
 * @param total the number of the widget's applicants, once read; 0 when the widget is not the account's.
 */
export const applicantPageOfWidget = async (
  table: TableReader,
  scope: Scope,
  widgetId: string,
  page: ListPage,
  total: Promise<number>,
): Promise<Page<ListedApplicant>> =>
  isId('wgt', widgetId)
    ? toApplicantPage(await readNumberedPage(table, ofWidget(scope, widgetId), page, total))
    : { ...NO_ENTRIES, total: await total };

/** The newest applicants of one environment, up to the end of the page. */
const placesOfPage = async (
  table: Pick<TableReader, 'get' | 'query'>,
  scope: Scope,
  page: ListPage,
): Promise<readonly ApplicantFacts[]> => {
  const reach = page.page * page.limit;
  let count = 0;
  const ofScope = (facts: readonly ApplicantFacts[]) =>
    facts.filter(({ environment }) => scope.environments.includes(environment));
  const isEnough = (batch: readonly ColumnValue[]): boolean => {
    count += ofScope(batch.map(fromFactsValue)).length;
    return count >= reach;
  };
  const { facts, isCut } = await readFacts(table, scope, { isEnough, most: MAX_FILTERED, numbers: reach });
  if (isCut) throw new ApiError('RESULT_TOO_LARGE');
  return sliceOf(ofScope(facts), page);
};

/**
 * Reads a page of the applicants within the caller's scope: one trip for the first page, two for later ones. With both
 * environments in scope, a page is a range of numbers. With one, its place is found in the facts of all newer
 * applicants. Each time that applicants of the other environment fill what was read, one more trip follows.
 *
 * @throws ApiError RESULT_TOO_LARGE for a page beyond the newest {@link MAX_FILTERED} applicants.
 */
export const readApplicantPage = async (
  table: TableReader,
  scope: Scope,
  page: ListPage,
): Promise<Page<ListedApplicant>> => {
  const list = applicantsOfAccount(scope.accountId);
  const totalling = table
    .get(headRecord(list).key)
    .then((head: Item | undefined) =>
      scope.environments.reduce((sum, environment) => sum + Number(head?.[environment] ?? 0), 0),
    );
  if (page.page === 1) {
    const [total, entries] = await Promise.all([
      totalling,
      readNewest(table, rangesOf(list, scope.environments), page.limit),
    ]);
    return toApplicantPage({ entries, total });
  }
  if (scope.environments.length < ENVIRONMENTS.length) {
    const [total, places] = await Promise.all([totalling, placesOfPage(table, scope, page)]);
    return { entries: await readEntries(table, scope, places), total };
  }
  const total = await totalling;
  const { first, last } = pageOf({ first: 1, last: total }, page);
  if (last < first) return { ...NO_ENTRIES, total };
  const ranges = rangesOf(list, scope.environments, numberRange(first, last));
  return toApplicantPage({ entries: await readNewest(table, ranges, page.limit), total });
};
