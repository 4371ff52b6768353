import { type Condition, put, update, type WriteOperation } from '#shared/db/expressions';
import type { StoredRecord } from '#shared/db/latest';
import { additionWrites } from '#shared/db/lists/counted-list';
import { readCountedPage, readCountedWhole } from '#shared/db/lists/counted-pages';
import { type NumberedList, readNumberedPage } from '#shared/db/lists/numbered-list';
import { type ItemPage, readWhole } from '#shared/db/lists/read-ranges';
import type { ItemReader, TableReader } from '#shared/db/operations';
import type { PageRequest } from '#shared/http/schemas/pagination';
import type { ClaimedWidget } from '#shared/onboarding/widgets/embed-token';
import { isoTime } from '#shared/platform/clock';
import { isId } from '#shared/platform/ids';
import { isWithin, type Scope } from '#shared/platform/scope';
import {
  type Actor,
  type Applicant,
  type ApplicantNumbers,
  fromApplicantItem,
  fromListedApplicantItem,
  type ListedApplicant,
  MAX_TIMELINE_ENTRIES,
  toApplicantItem,
} from './applicant.ts';
import { APPLICANT_TRANSITIONS, type ApplicantTrigger } from './applicant-states.ts';
import { applicantKeys, applicantLists, applicantsOfAccount } from './keys.ts';

/** The record of an applicant, for transactions that start from it. */
export const applicantRecord = (applicantId: string): StoredRecord<Applicant> => ({
  key: applicantKeys.applicant(applicantId),
  from: fromApplicantItem,
});

/** An applicant, strongly consistent; undefined when there is none of this id within the caller's scope. */
export const findOwnedApplicant = async (
  table: ItemReader,
  scope: Scope,
  applicantId: string,
): Promise<Applicant | undefined> => {
  if (!isId('app', applicantId)) return undefined;
  const item = await table.get(applicantKeys.applicant(applicantId));
  return item && isWithin(scope, item) ? fromApplicantItem(item) : undefined;
};

/**
 * An applicant of the widget that an embed token names, strongly consistent; undefined when the widget has none of this
 * id.
 */
export const findApplicantOfWidget = async (
  table: ItemReader,
  { widgetId, accountId }: ClaimedWidget,
  applicantId: string,
): Promise<Applicant | undefined> => {
  if (!isId('app', applicantId)) return undefined;
  const item = await table.get(applicantKeys.applicant(applicantId));
  // Compared before it is parsed: the duration of a refusal reveals nothing of another widget's applicant.
  return item?.['widgetId'] === widgetId && item['accountId'] === accountId ? fromApplicantItem(item) : undefined;
};

/**
 * Maximum applicants of a list that is returned whole: what a function reads, renders and compresses well within its
 * time. Of a longer one a page has to be requested, even where all would fit once compressed (measured: 28 to 55 bytes
 * each).
 */
const MAX_WHOLE_LIST = 50_000;

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

/** Every applicant within the caller's scope, newest first; undefined when they are more than 50,000. */
export const readEveryApplicant = (
  table: TableReader,
  { accountId, environments }: Scope,
): Promise<readonly ListedApplicant[] | undefined> =>
  readCountedWhole(table, applicantsOfAccount(accountId), environments, fromListedApplicantItem, MAX_WHOLE_LIST);

/** A page of the applicants within the caller's scope. */
export const readApplicantPage = async (
  table: TableReader,
  { accountId, environments }: Scope,
  page: PageRequest,
): Promise<ApplicantPage> =>
  toApplicantPage(await readCountedPage(table, applicantsOfAccount(accountId), environments, page));

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

/**
 * The writes that add an applicant to its account's list under the number after the last one; they refuse when the
 * account has got another one since. `countApplicant` counts those of its widget.
 */
export const addApplicant = (
  applicant: Applicant,
  numbers: ApplicantNumbers,
): Readonly<Record<'applicant' | 'listHead' | 'listCount', WriteOperation>> => {
  const { accountId, environment, createdAt } = applicant;
  const place = { number: numbers.ofAccount, atMs: Date.parse(createdAt) };
  const [listHead, listCount] = additionWrites(applicantsOfAccount(accountId), environment, place);
  return { applicant: put(toApplicantItem(applicant, numbers)), listHead, listCount };
};

/** What is written with a change of an applicant's status. */
export interface TransitionDetails {
  readonly by: Actor;
  readonly nowMs: number;
  /** Other fields that the change sets. */
  readonly set?: Partial<
    Pick<
      Applicant,
      | 'riskScore'
      | 'decisionReason'
      | 'modules'
      | 'moduleOrder'
      | 'submissionReference'
      | 'reassessments'
      | 'startedAt'
      | 'submittedAt'
      | 'decidedAt'
    >
  >;
  /** Kobo that the change adds to what was spent before. */
  readonly spentKobo?: number;
  /** Any further conditions. */
  readonly when?: Condition;
}

/**
 * The write that moves an applicant to its next status. It refuses from any status that the trigger does not start
 * from, and records the change in the timeline.
 */
export const applicantTransition = (
  applicantId: string,
  trigger: ApplicantTrigger,
  { by, nowMs, set = {}, spentKobo = 0, when = {} }: TransitionDetails,
): WriteOperation => {
  const { from, to } = APPLICANT_TRANSITIONS[trigger];
  const at = isoTime(nowMs);
  return update(applicantKeys.applicant(applicantId), {
    set: { ...set, status: to, updatedAt: at },
    ...(spentKobo > 0 && { add: { totalSpentKobo: spentKobo } }),
    append: { timeline: { entry: { status: to, at, by }, maxLength: MAX_TIMELINE_ENTRIES } },
    when: { ...when, status: { oneOf: from } },
  });
};
