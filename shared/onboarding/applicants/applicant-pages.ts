import type { Item } from '#shared/db/expressions';
import { numberRange, timesUpTo } from '#shared/db/key-parts';
import { sliceOf } from '#shared/db/lists/bounded-list';
import { type Column, type ColumnValue, readColumn } from '#shared/db/lists/columns';
import { entryNumber, headRecord } from '#shared/db/lists/counted-list';
import { rangesOf } from '#shared/db/lists/counted-pages';
import { type NumberedList, pageOf, readNumberedPage } from '#shared/db/lists/numbered-list';
import { type ItemPage, readNewest, readWhole } from '#shared/db/lists/read-ranges';
import type { TableReader } from '#shared/db/operations';
import type { Creator } from '#shared/events/catalogue';
import { ApiError } from '#shared/http/errors';
import type { PageRequest } from '#shared/http/schemas/pagination';
import type { TimeRange } from '#shared/http/schemas/time-range';
import type { Widget } from '#shared/onboarding/widgets/widget';
import { ENVIRONMENTS, type Environment } from '#shared/platform/environments';
import { isId } from '#shared/platform/ids';
import { isWithin, type Scope } from '#shared/platform/scope';
import { fromListedApplicantItem, type ListedApplicant } from './applicant.ts';
import {
  type ApplicantFacts,
  factsColumn,
  fromFactsValue,
  isFoundBy,
  referenceHash,
  searchText,
  textsColumn,
} from './applicant-columns.ts';
import type { ApplicantStatus } from './applicant-states.ts';
import { applicantKeys, applicantLists, applicantsOfAccount } from './keys.ts';

/**
 * Maximum applicants of a list that is returned whole: what a function reads, renders and compresses well within its
 * time. Of a longer one a page has to be requested, even where all would fit once compressed (measured: 28 to 55 bytes
 * each).
 */
const MAX_WHOLE_LIST = 50_000;

/** Newest applicants of an account that a filter looks through at most: some 1,000 read units, in five calls. */
export const MOST_FILTERED = 250_000;

/** Newest applicants of an account that a search looks through at most: some 1,300 read units, in six calls. */
export const MOST_SEARCHED = 100_000;

/** Applicants of one reference, within the filter's period, that are read at most. */
export const MOST_OF_REFERENCE = 500;

const ofWidget = ({ accountId }: Scope, widgetId: string): NumberedList => ({
  index: 'gsi2',
  partition: applicantLists.applicantsOfWidget(widgetId, accountId),
});

/** One page of a list of applicants, newest first, and how many there are in all. */
export interface ApplicantPage {
  readonly applicants: readonly ListedApplicant[];
  readonly total: number;
}

const toApplicantPage = ({ items, total }: ItemPage): ApplicantPage => ({
  applicants: items.map(fromListedApplicantItem),
  total,
});

/** The part of a scope that a list of one environment shows; all of it where none is named. */
export const withinEnvironment = <Within extends Scope>(
  scope: Within,
  environment: Environment | undefined,
): Within => ({
  ...scope,
  environments: scope.environments.filter((one) => environment === undefined || one === environment),
});

/** Every applicant within the caller's scope, newest first; undefined when they are more than 50,000. */
export const readEveryApplicant = (
  table: TableReader,
  { accountId, environments }: Scope,
): Promise<readonly ListedApplicant[] | undefined> =>
  readWhole(table, rangesOf(applicantsOfAccount(accountId), environments), fromListedApplicantItem, MAX_WHOLE_LIST);

/**
 * Every applicant of an account's widget, newest first; undefined when they are more than 50,000. Another's widget has
 * none, and none are read.
 */
export const applicantsOfWidget = async (
  table: TableReader,
  scope: Scope,
  widgetId: string,
): Promise<readonly ListedApplicant[] | undefined> =>
  isId('wgt', widgetId) ? readWhole(table, [ofWidget(scope, widgetId)], fromListedApplicantItem, MAX_WHOLE_LIST) : [];

/**
 * A page of the applicants of an account's widget. Another's widget has none, and none are read.
 *
 * @param total how many the account's widget has, once it has been read; 0 when it is not the account's.
 */
export const applicantPageOfWidget = async (
  table: TableReader,
  scope: Scope,
  widgetId: string,
  page: PageRequest,
  total: Promise<number>,
): Promise<ApplicantPage> =>
  isId('wgt', widgetId)
    ? toApplicantPage(await readNumberedPage(table, ofWidget(scope, widgetId), page, total))
    : { applicants: [], total: await total };

/** Which applicants are listed: all of these must hold. */
export interface ApplicantFilter extends TimeRange {
  readonly status?: ApplicantStatus | undefined;
  readonly referenceId?: string | undefined;
  readonly environment?: Environment | undefined;
  readonly createdBy?: Creator | undefined;
  /** A part of the name or of the registration number, or the whole reference. */
  readonly search?: string | undefined;
}

/** Whether a request filters at all: without a filter, lists are numbers that nothing has to be looked through for. */
export const isFiltered = ({
  status,
  referenceId,
  environment,
  createdBy,
  search,
  from,
  to,
}: ApplicantFilter): boolean =>
  [status, referenceId, environment, createdBy, search, from, to].some((value) => value !== undefined);

/** The part of a list of applicants that is read for a request. */
interface Wanted {
  readonly scope: Scope;
  readonly filter: ApplicantFilter;
  /** The one widget that is asked for, once it was read; null when the account has no such widget. */
  readonly widget?: Promise<Pick<Widget, 'id' | 'number'> | undefined>;
}

const isWithinTimes = ({ from, to }: TimeRange, atMs: number): boolean =>
  (from === undefined || atMs >= Date.parse(from)) && (to === undefined || atMs <= Date.parse(to));

const isSearch = ({ search = '' }: ApplicantFilter): boolean => search.trim() !== '';

const matches = (
  facts: ApplicantFacts,
  { scope, filter }: Wanted,
  widget: Pick<Widget, 'number'> | undefined,
): boolean =>
  withinEnvironment(scope, filter.environment).environments.includes(facts.environment) &&
  (filter.status === undefined || facts.status === filter.status) &&
  (filter.createdBy === undefined || facts.createdBy === filter.createdBy) &&
  (widget === undefined || facts.widgetNumber === widget.number) &&
  isWithinTimes(filter, facts.createdAtMs);

/** The newest values of a column, and whether older ones were left unread. */
interface NewestValues {
  readonly values: readonly ColumnValue[];
  readonly isCut: boolean;
}

const readNewestValues = async (
  table: Pick<TableReader, 'query'>,
  column: Column,
  isEnough: (values: readonly ColumnValue[]) => boolean,
  most: number,
  numbers?: number,
): Promise<NewestValues> => {
  const values: ColumnValue[] = [];
  for await (const batch of readColumn(table, column, numbers)) {
    for (const value of batch) values.push(value);
    if (isEnough(batch)) return { values, isCut: false };
    if (values.length > most) return { values, isCut: true };
  }
  return { values, isCut: false };
};

/** The texts of applicants that a search looks through, by number; `oldest` is the lowest number that was read. */
const readTexts = async (table: Pick<TableReader, 'query'>, accountId: string) => {
  const { values, isCut } = await readNewestValues(table, textsColumn(accountId), () => false, MOST_SEARCHED);
  return {
    texts: new Map(values.map(({ number, value }) => [number, value])),
    oldest: isCut ? (values.at(-1)?.number ?? 0) : 0,
  };
};

/**
 * The applicants that pass a filter, newest first: from two columns of the account's list, whatever its entries hold.
 *
 * @throws ApiError RANGE_TOO_LONG when older ones than are looked through might pass.
 */
const findMatching = async (table: Pick<TableReader, 'query'>, wanted: Wanted): Promise<readonly ApplicantFacts[]> => {
  const { scope, filter } = wanted;
  const fromMs = filter.from === undefined ? 0 : Date.parse(filter.from);
  const isBefore = (values: readonly ColumnValue[]): boolean => {
    const oldest = values.at(-1);
    return oldest !== undefined && fromFactsValue(oldest).createdAtMs < fromMs;
  };
  const [facts, found, widget] = await Promise.all([
    readNewestValues(table, factsColumn(scope.accountId), isBefore, MOST_FILTERED),
    isSearch(filter) ? readTexts(table, scope.accountId) : undefined,
    wanted.widget,
  ]);
  if (wanted.widget && !widget) return [];
  if (facts.isCut) throw new ApiError('RANGE_TOO_LONG');
  const matching = facts.values.map(fromFactsValue).filter((one) => matches(one, wanted, widget));
  if (!found) return matching;
  if ((matching.at(-1)?.number ?? found.oldest) < found.oldest) throw new ApiError('RANGE_TOO_LONG');
  const isFound = isFoundBy(filter.search ?? '');
  return matching.filter(({ number }) => isFound(found.texts.get(number) ?? ''));
};

/** Numbers between two entries that are read over rather than asked for by another call. */
const MAX_GAP = 4;

/** Ranges of numbers that hold these, which are in descending order. */
const runsOf = (numbers: readonly number[]): readonly (readonly [first: number, last: number])[] => {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run && run[0] - number <= MAX_GAP) run[0] = number;
    else runs.push([number, number]);
  }
  return runs;
};

/** Reads these entries of an account's list, newest first. Calls are made at once: as many as entries at most. */
const readEntries = async (
  table: Pick<TableReader, 'query'>,
  { accountId }: Scope,
  entries: readonly Pick<ApplicantFacts, 'number' | 'environment'>[],
): Promise<readonly ListedApplicant[]> => {
  const list = applicantsOfAccount(accountId);
  const ranges = [...Map.groupBy(entries, ({ environment }) => environment)].flatMap(([environment, ofCell]) =>
    runsOf(ofCell.map(({ number }) => number)).flatMap(([first, last]) =>
      rangesOf(list, [environment], numberRange(first, last)),
    ),
  );
  if (ranges.length === 0) return [];
  const wanted = new Set(entries.map(({ number }) => number));
  const items = await readNewest(table, ranges, entries.length * (MAX_GAP + 1));
  return items.filter((item) => wanted.has(entryNumber(list, item) ?? 0)).map(fromListedApplicantItem);
};

/** Whether an applicant passes a filter, by what its own record holds. */
const passes = (
  applicant: ListedApplicant,
  { scope, filter }: Wanted,
  widget: Pick<Widget, 'id'> | undefined,
): boolean =>
  withinEnvironment(scope, filter.environment).environments.includes(applicant.environment) &&
  (filter.status === undefined || applicant.status === filter.status) &&
  (filter.createdBy === undefined || applicant.createdBy === filter.createdBy) &&
  (filter.referenceId === undefined || applicant.referenceId === filter.referenceId) &&
  (widget === undefined || applicant.widgetId === widget.id) &&
  isWithinTimes(filter, Date.parse(applicant.createdAt)) &&
  (!isSearch(filter) || isFoundBy(filter.search ?? '')(searchText(applicant)));

/**
 * A page of those with a reference: found by its key, and filtered by their own records, which are current.
 *
 * @throws ApiError RANGE_TOO_LONG for more than {@link MOST_OF_REFERENCE} within the period.
 */
const readPageOfReference = async (
  table: TableReader,
  wanted: Wanted,
  referenceId: string,
  page: PageRequest,
): Promise<ApplicantPage> => {
  const { scope, filter } = wanted;
  const [{ items: places }, widget] = await Promise.all([
    table.query({
      partition: applicantLists.applicantsOfReference(scope.accountId, referenceHash(referenceId)),
      between: [filter.from ?? '0', filter.to === undefined ? '~' : timesUpTo(filter.to)[1]],
      descending: true,
      limit: MOST_OF_REFERENCE + 1,
    }),
    wanted.widget,
  ]);
  if (wanted.widget && !widget) return { applicants: [], total: 0 };
  if (places.length > MOST_OF_REFERENCE) throw new ApiError('RANGE_TOO_LONG');
  const items = await table.getMany(places.map((place) => applicantKeys.applicant(String(place['applicantId']))));
  const matching = items
    .flatMap((item) => (item && isWithin(scope, item) ? [fromListedApplicantItem(item)] : []))
    .filter((applicant) => passes(applicant, wanted, widget));
  return { applicants: sliceOf(matching, page), total: matching.length };
};

/**
 * A page of the applicants that pass a filter, newest first, and how many do. By reference: two trips. By anything else:
 * the columns of the account's list, then the entries of the page.
 *
 * @param widget the one whose applicants are asked for; undefined when there is none within the scope.
 * @throws ApiError RANGE_TOO_LONG when more would have to be looked through than the bounds above.
 */
export const readFilteredPage = async (
  table: TableReader,
  scope: Scope,
  filter: ApplicantFilter,
  page: PageRequest,
  widget?: Wanted['widget'],
): Promise<ApplicantPage> => {
  const wanted: Wanted = { scope, filter, ...(widget && { widget }) };
  if (filter.referenceId !== undefined) return readPageOfReference(table, wanted, filter.referenceId, page);
  const matching = await findMatching(table, wanted);
  return { applicants: await readEntries(table, scope, sliceOf(matching, page)), total: matching.length };
};

/** The newest applicants of one environment, as far as a page reaches. */
const placesOfPage = async (
  table: Pick<TableReader, 'query'>,
  scope: Scope,
  page: PageRequest,
): Promise<readonly ApplicantFacts[]> => {
  const reach = page.page * page.limit;
  let count = 0;
  const ofScope = (values: readonly ColumnValue[]) =>
    values.map(fromFactsValue).filter(({ environment }) => scope.environments.includes(environment));
  const { values, isCut } = await readNewestValues(
    table,
    factsColumn(scope.accountId),
    (batch) => {
      count += ofScope(batch).length;
      return count >= reach;
    },
    MOST_FILTERED,
    reach,
  );
  if (isCut) throw new ApiError('RESULT_TOO_LARGE');
  return sliceOf(ofScope(values), page);
};

/**
 * A page of the applicants within the caller's scope. The first is one trip, a later one two. Of both environments a page
 * is a range of numbers; of one of them its place is found in the facts, of which as many are read as are newer.
 *
 * @throws ApiError RESULT_TOO_LARGE for a page behind more than {@link MOST_FILTERED} applicants.
 */
export const readApplicantPage = async (
  table: TableReader,
  scope: Scope,
  page: PageRequest,
): Promise<ApplicantPage> => {
  const list = applicantsOfAccount(scope.accountId);
  const totalling = table
    .get(headRecord(list).key)
    .then((head: Item | undefined) =>
      scope.environments.reduce((sum, environment) => sum + Number(head?.[environment] ?? 0), 0),
    );
  if (page.page === 1) {
    const [total, items] = await Promise.all([
      totalling,
      readNewest(table, rangesOf(list, scope.environments), page.limit),
    ]);
    return toApplicantPage({ items, total });
  }
  if (scope.environments.length < ENVIRONMENTS.length) {
    const [total, places] = await Promise.all([totalling, placesOfPage(table, scope, page)]);
    return { applicants: await readEntries(table, scope, places), total };
  }
  const total = await totalling;
  const { first, last } = pageOf({ first: 1, last: total }, page);
  if (last < first) return { applicants: [], total };
  const ranges = rangesOf(list, scope.environments, numberRange(first, last));
  return toApplicantPage({ items: await readNewest(table, ranges, page.limit), total });
};
