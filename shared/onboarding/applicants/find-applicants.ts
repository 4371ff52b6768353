import { timesBetween } from '#shared/db/key-parts';
import type { ColumnValue } from '#shared/db/lists/columns';
import { type ListPage, NO_ENTRIES, type Page, pageFrom } from '#shared/db/lists/page';
import type { TableReader } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import type { Creator } from '#shared/events/catalogue';
import type { TimeRange } from '#shared/http/schemas/time-range';
import type { Widget } from '#shared/onboarding/widgets/widget';
import { isWithin, type Scope } from '#shared/platform/scope';
import { fromListedApplicantItem, type ListedApplicant } from './applicant.ts';
import { type ApplicantFacts, fromFactsValue, isFoundBy, referenceHash, searchText } from './applicant-columns.ts';
import { readEntries } from './applicant-entries.ts';
import type { ApplicantStatus } from './applicant-states.ts';
import { readTagged } from './applicant-tags.ts';
import { applicantKeys, applicantLists } from './keys.ts';
import { readFacts } from './read-facts.ts';

/**
 * Maximum number of an account's applicants, newest first, that a filter reads: about 1,000 read units, in five calls.
 */
export const MAX_FILTERED = 250_000;

/**
 * Maximum number of an account's applicants, newest first, that a search reads: about 1,300 read units, in six calls.
 */
export const MAX_SEARCHED = 100_000;

/** Maximum number of applicants with one reference that are read within the filter's period. */
export const MAX_OF_REFERENCE = 500;

/** A filter of applicants. All of its conditions must hold. */
export interface ApplicantFilter extends TimeRange {
  readonly status?: ApplicantStatus | undefined;
  readonly referenceId?: string | undefined;
  readonly createdBy?: Creator | undefined;
  readonly tag?: string | undefined;
  /** Part of the name or registration number, or the whole reference. */
  readonly search?: string | undefined;
}

/** Whether a request filters at all. Without a filter, a page is a range of numbers and needs no search. */
export const isFiltered = ({ status, referenceId, createdBy, tag, search, from, to }: ApplicantFilter): boolean =>
  [status, referenceId, createdBy, tag, search, from, to].some((value) => value !== undefined);

/** The scope whose applicants are read. */
type OwnScope = Pick<Scope, 'accountId' | 'environments'>;

/** The applicants that a request is for. */
interface Wanted {
  readonly scope: OwnScope;
  readonly filter: ApplicantFilter;
  /** The requested widget, once it has been read; null when the account has no such widget. */
  readonly widget?: Promise<Pick<Widget, 'id' | 'number'> | undefined>;
}

const isSearch = ({ search = '' }: ApplicantFilter): boolean => search.trim() !== '';

/**
 * Builds a test of whether an applicant passes a filter, apart from its texts and its widget. The filter is evaluated
 * once for all applicants.
 */
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

/**
 * Finds the applicants that pass a filter, newest first, from two columns of the account's list and the entries of a
 * tag.
 *
 * @throws ApiError RANGE_TOO_LONG when applicants older than the bound might pass.
 */
const findMatching = async (
  table: Pick<TableReader, 'get' | 'query'>,
  wanted: Wanted,
): Promise<readonly ApplicantFacts[]> => {
  const { scope, filter } = wanted;
  const fromMs = filter.from === undefined ? 0 : Date.parse(filter.from);
  const isBefore = (values: readonly ColumnValue[]): boolean => {
    const oldest = values.at(-1);
    return oldest !== undefined && fromFactsValue(oldest).createdAtMs < fromMs;
  };
  const mostTexts = isSearch(filter) ? MAX_SEARCHED : undefined;
  const [found, tagged, widget] = await Promise.all([
    readFacts(table, scope, { isEnough: isBefore, most: MAX_FILTERED, ...(mostTexts && { mostTexts }) }),
    filter.tag === undefined ? undefined : readTagged(table, scope.accountId, filter.tag),
    wanted.widget,
  ]);
  if (wanted.widget && !widget) return [];
  if (found.isCut) throw new ApiError('RANGE_TOO_LONG');
  const isSelected = selection(scope, filter);
  const selected = found.facts.filter(
    (one) => isSelected(one) && (widget === undefined || one.widgetNumber === widget.number),
  );
  if (tagged && (selected.at(-1)?.number ?? tagged.oldest) < tagged.oldest) throw new ApiError('RANGE_TOO_LONG');
  const matching = tagged ? selected.filter(({ number }) => tagged.numbers.has(number)) : selected;
  if (!mostTexts) return matching;
  if ((matching.at(-1)?.number ?? found.oldestText) < found.oldestText) throw new ApiError('RANGE_TOO_LONG');
  const isFound = isFoundBy(filter.search ?? '');
  return matching.filter(({ number }) => isFound(found.texts.get(number) ?? ''));
};

/**
 * Reads a page of the applicants with a reference. They are found by key and filtered by their own records, which are
 * current.
 *
 * @throws ApiError RANGE_TOO_LONG for more than {@link MAX_OF_REFERENCE} within the period.
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
      limit: MAX_OF_REFERENCE + 1,
    }),
    wanted.widget,
  ]);
  if (wanted.widget && !widget) return NO_ENTRIES;
  if (places.length > MAX_OF_REFERENCE) throw new ApiError('RANGE_TOO_LONG');
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
 * Reads a page of the applicants that pass a filter, newest first, with their number. A filter by reference takes two
 * trips. Any other reads the columns of the account's list, then the entries of the page.
 *
 * @param widget the requested widget; undefined when the scope has no such widget.
 * @throws ApiError RANGE_TOO_LONG when the filter would exceed the bounds above.
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

/** Number of applicants whose entries are read at once. */
const BATCH = 500;

/** All applicants that pass a filter. @property batches yields them, newest first. */
export interface FoundApplicants {
  readonly total: number;
  readonly batches: () => AsyncGenerator<readonly ListedApplicant[], void>;
}

/**
 * Finds all applicants that pass a filter, newest first.
 *
 * @param widget the requested widget.
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
      limit: MAX_OF_REFERENCE,
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
