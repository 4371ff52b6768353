import { timesBetween } from '#shared/db/key-parts';
import { type ColumnValue, readNewestValues } from '#shared/db/lists/columns';
import { type ListPage, NO_ENTRIES, type Page, pageFrom } from '#shared/db/lists/page';
import type { TableReader } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import type { Creator } from '#shared/events/catalogue';
import type { TimeRange } from '#shared/http/schemas/time-range';
import type { Widget } from '#shared/onboarding/widgets/widget';
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
import { readEntries } from './applicant-entries.ts';
import type { ApplicantStatus } from './applicant-states.ts';
import { readTagged } from './applicant-tags.ts';
import { applicantKeys, applicantLists } from './keys.ts';

/** Newest applicants of an account that a filter looks through at most: some 1,000 read units, in five calls. */
export const MOST_FILTERED = 250_000;

/** Newest applicants of an account that a search looks through at most: some 1,300 read units, in six calls. */
export const MOST_SEARCHED = 100_000;

/** Applicants of one reference, within the filter's period, that are read at most. */
export const MOST_OF_REFERENCE = 500;

/** Which applicants are listed: all of these must hold. */
export interface ApplicantFilter extends TimeRange {
  readonly status?: ApplicantStatus | undefined;
  readonly referenceId?: string | undefined;
  readonly createdBy?: Creator | undefined;
  readonly tag?: string | undefined;
  /** A part of the name or of the registration number, or the whole reference. */
  readonly search?: string | undefined;
}

/** Whether a request filters at all: without a filter, lists are numbers that nothing has to be looked through for. */
export const isFiltered = ({ status, referenceId, createdBy, tag, search, from, to }: ApplicantFilter): boolean =>
  [status, referenceId, createdBy, tag, search, from, to].some((value) => value !== undefined);

/** Whose applicants are read, however they are asked for. */
type OwnScope = Pick<Scope, 'accountId' | 'environments'>;

/** The part of a list of applicants that is read for a request. */
interface Wanted {
  readonly scope: OwnScope;
  readonly filter: ApplicantFilter;
  /** The one widget that is asked for, once it was read; null when the account has no such widget. */
  readonly widget?: Promise<Pick<Widget, 'id' | 'number'> | undefined>;
}

const isSearch = ({ search = '' }: ApplicantFilter): boolean => search.trim() !== '';

/** Whether an applicant passes a filter, but for its texts and its widget. The filter is read once for all of them. */
const selection = ({ environments }: OwnScope, { status, createdBy, from, to }: ApplicantFilter) => {
  const fromMs = from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(from);
  const toMs = to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to);
  return (one: Pick<ApplicantFacts, 'environment' | 'status' | 'createdBy' | 'createdAtMs'>): boolean =>
    environments.includes(one.environment) &&
    (status === undefined || one.status === status) &&
    (createdBy === undefined || one.createdBy === createdBy) &&
    one.createdAtMs >= fromMs &&
    one.createdAtMs <= toMs;
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
 * The applicants that pass a filter, newest first: from two columns of the account's list and the numbers of those with a
 * tag, whatever its entries hold.
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
  const [facts, found, tagged, widget] = await Promise.all([
    readNewestValues(table, factsColumn(scope.accountId), isBefore, MOST_FILTERED),
    isSearch(filter) ? readTexts(table, scope.accountId) : undefined,
    filter.tag === undefined ? undefined : readTagged(table, scope.accountId, filter.tag),
    wanted.widget,
  ]);
  if (wanted.widget && !widget) return [];
  if (facts.isCut) throw new ApiError('RANGE_TOO_LONG');
  const isSelected = selection(scope, filter);
  const selected = facts.values
    .map(fromFactsValue)
    .filter((one) => isSelected(one) && (widget === undefined || one.widgetNumber === widget.number));
  if (tagged && (selected.at(-1)?.number ?? tagged.oldest) < tagged.oldest) throw new ApiError('RANGE_TOO_LONG');
  const matching = tagged ? selected.filter(({ number }) => tagged.numbers.has(number)) : selected;
  if (!found) return matching;
  if ((matching.at(-1)?.number ?? found.oldest) < found.oldest) throw new ApiError('RANGE_TOO_LONG');
  const isFound = isFoundBy(filter.search ?? '');
  return matching.filter(({ number }) => isFound(found.texts.get(number) ?? ''));
};

/**
 * A page of those with a reference: found by its key, and filtered by their own records, which are current.
 *
 * @throws ApiError RANGE_TOO_LONG for more than {@link MOST_OF_REFERENCE} within the period.
 */
const readPageOfReference = async (
  table: TableReader,
  wanted: Wanted,
  referenceId: string,
  page: ListPage,
): Promise<Page<ListedApplicant>> => {
  const { scope, filter } = wanted;
  const [{ items: places }, widget] = await Promise.all([
    table.query({
      partition: applicantLists.applicantsOfReference(scope.accountId, referenceHash(referenceId)),
      between: timesBetween(filter),
      descending: true,
      limit: MOST_OF_REFERENCE + 1,
    }),
    wanted.widget,
  ]);
  if (wanted.widget && !widget) return NO_ENTRIES;
  if (places.length > MOST_OF_REFERENCE) throw new ApiError('RANGE_TOO_LONG');
  const items = await table.getMany(places.map((place) => applicantKeys.applicant(String(place['applicantId']))));
  const isSelected = selection(scope, filter);
  const isFound = isSearch(filter) ? isFoundBy(filter.search ?? '') : () => true;
  const matching = items
    .flatMap((item) => (item && isWithin(scope, item) ? [fromListedApplicantItem(item)] : []))
    .filter(
      (applicant) =>
        isSelected({ ...applicant, createdAtMs: Date.parse(applicant.createdAt) }) &&
        applicant.referenceId === referenceId &&
        (filter.tag === undefined || applicant.tags.includes(filter.tag)) &&
        (widget === undefined || applicant.widgetId === widget.id) &&
        isFound(searchText(applicant)),
    );
  return pageFrom(matching, page);
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
  page: ListPage,
  widget?: Wanted['widget'],
): Promise<Page<ListedApplicant>> => {
  const wanted: Wanted = { scope, filter, ...(widget && { widget }) };
  if (filter.referenceId !== undefined) return readPageOfReference(table, wanted, filter.referenceId, page);
  const matching = await findMatching(table, wanted);
  const { entries, total } = pageFrom(matching, page);
  return { entries: await readEntries(table, scope, entries), total };
};

/** Applicants whose entries are read at once. */
const BATCH = 500;

/** All applicants that pass a filter. @property batches reads them, newest first. */
export interface FoundApplicants {
  readonly total: number;
  readonly batches: () => AsyncGenerator<readonly ListedApplicant[], void>;
}

/**
 * All applicants that pass a filter, newest first, for whoever goes through them.
 *
 * @param widget the one whose applicants are asked for.
 * @throws ApiError RANGE_TOO_LONG as {@link readFilteredPage} does.
 */
export const findApplicants = async (
  table: TableReader,
  scope: OwnScope,
  filter: ApplicantFilter,
  widget?: Pick<Widget, 'id' | 'number'>,
): Promise<FoundApplicants> => {
  const wanted: Wanted = { scope, filter, ...(widget && { widget: Promise.resolve(widget) }) };
  if (filter.referenceId !== undefined) {
    const { entries, total } = await readPageOfReference(table, wanted, filter.referenceId, {
      page: 1,
      limit: MOST_OF_REFERENCE,
    });
    return {
      total,
      batches: async function* () {
        yield entries;
      },
    };
  }
  const matching = await findMatching(table, wanted);
  return {
    total: matching.length,
    batches: async function* () {
      for (let first = 0; first < matching.length; first += BATCH) {
        yield await readEntries(table, scope, matching.slice(first, first + BATCH));
      }
    },
  };
};
