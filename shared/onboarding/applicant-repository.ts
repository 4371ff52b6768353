import { type Condition, put, update, type WriteOperation } from '#shared/db/expressions';
import { keys, lists } from '#shared/db/keys';
import type { TableReader } from '#shared/db/operations';
import { type ListRange, readPage, readWhole } from '#shared/db/read-list';
import type { PageRequest } from '#shared/http/pagination';
import { isoTime } from '#shared/platform/clock';
import { isId } from '#shared/platform/ids';
import {
  type Actor,
  type Applicant,
  fromApplicantItem,
  fromListedApplicantItem,
  type ListedApplicant,
  toApplicantItem,
} from './applicant.ts';
import { APPLICANT_TRANSITIONS, type ApplicantTrigger } from './applicant-states.ts';

/** An account's applicant as it is now; undefined when there is none of this id or it is somebody else's. */
export const findOwnedApplicant = async (
  table: TableReader,
  accountId: string,
  applicantId: string,
): Promise<Applicant | undefined> => {
  if (!isId('app', applicantId)) return undefined;
  const item = await table.get(keys.applicant(applicantId));
  const applicant = item && fromApplicantItem(item);
  return applicant?.accountId === accountId ? applicant : undefined;
};

/**
 * Applicants that a whole list may have: what a function reads, renders and compresses well within its time. Of more, a
 * page has to be asked for, even where all would fit once compressed (measured: 28 to 55 bytes each).
 */
const MAX_WHOLE_LIST = 50_000;

const readApplicants = async (
  table: TableReader,
  range: ListRange,
  page: PageRequest | undefined,
): Promise<readonly ListedApplicant[] | undefined> =>
  page
    ? (await readPage(table, range, page)).map(fromListedApplicantItem)
    : readWhole(table, range, fromListedApplicantItem, MAX_WHOLE_LIST);

/**
 * Every applicant of an account, newest first, or one page of them.
 *
 * @returns undefined for a whole list of more than 50,000 applicants.
 */
export const applicantsOfAccount = (
  table: TableReader,
  accountId: string,
  page: PageRequest | undefined,
): Promise<readonly ListedApplicant[] | undefined> =>
  readApplicants(table, { index: 'gsi1', partition: lists.applicantsOfAccount(accountId), descending: true }, page);

/**
 * Every applicant of a widget, newest first, or one page of them. Whose widget it is, is the caller's to look at.
 *
 * @returns undefined for a whole list of more than 50,000 applicants.
 */
export const applicantsOfWidget = async (
  table: TableReader,
  widgetId: string,
  page: PageRequest | undefined,
): Promise<readonly ListedApplicant[] | undefined> =>
  isId('wgt', widgetId)
    ? readApplicants(table, { index: 'gsi2', partition: lists.applicantsOfWidget(widgetId), descending: true }, page)
    : [];

/** The writes that add an applicant to its account's list; its widget's is counted by `countApplicant`. */
export const addApplicant = (applicant: Applicant): WriteOperation[] => [
  put(toApplicantItem(applicant)),
  update(keys.accountTotals(applicant.accountId), { add: { applicantCount: 1 }, when: {} }),
];

/** What a change of an applicant's status brings along. */
export interface TransitionDetails {
  readonly by: Actor;
  readonly nowMs: number;
  /** Other fields that the change sets. */
  readonly set?: Partial<
    Pick<
      Applicant,
      'riskScore' | 'decisionReason' | 'modules' | 'moduleOrder' | 'startedAt' | 'submittedAt' | 'decidedAt'
    >
  >;
  /** Kobo that the change costs on top of what was spent before. */
  readonly spentKobo?: number;
  /** Whatever else must hold. */
  readonly when?: Condition;
}

/**
 * The write that moves an applicant to its next status. It refuses from any status that the trigger does not start
 * from, and keeps the change in the timeline.
 */
export const applicantTransition = (
  applicantId: string,
  trigger: ApplicantTrigger,
  { by, nowMs, set = {}, spentKobo = 0, when = {} }: TransitionDetails,
): WriteOperation => {
  const { from, to } = APPLICANT_TRANSITIONS[trigger];
  const at = isoTime(nowMs);
  return update(keys.applicant(applicantId), {
    set: { ...set, status: to, updatedAt: at },
    ...(spentKobo > 0 && { add: { totalSpentKobo: spentKobo } }),
    append: { timeline: [{ status: to, at, by }] },
    when: { ...when, status: { oneOf: from } },
  });
};
