import { type Condition, put, update, type WriteOperation } from '#shared/db/expressions';
import type { StoredRecord } from '#shared/db/latest';
import { headWrite } from '#shared/db/lists/counted-list';
import type { ItemReader } from '#shared/db/operations';
import { firstIdleCheck, IDLE_CHECK_ATTRIBUTES } from '#shared/onboarding/sessions/idle-sessions';
import type { ClaimedWidget } from '#shared/onboarding/widgets/embed-token';
import { isoTime } from '#shared/platform/clock';
import { isId } from '#shared/platform/ids';
import { isWithin, type Scope } from '#shared/platform/scope';
import { type Applicant, type ApplicantNumbers, fromApplicantItem, toApplicantItem } from './applicant.ts';
import { referenceWrite } from './applicant-columns.ts';
import { APPLICANT_TRANSITIONS, type ApplicantStatus, type ApplicantTrigger } from './applicant-states.ts';
import { NOT_ERASED } from './erased.ts';
import { applicantKeys, applicantsOfAccount } from './keys.ts';
import { type Actor, MAX_TIMELINE_ENTRIES, type Timeline } from './timeline.ts';

/** The record of an applicant, for transactions that read it first. */
export const applicantRecord = (applicantId: string): StoredRecord<Applicant> => ({
  key: applicantKeys.applicant(applicantId),
  from: fromApplicantItem,
});

/** Finds an applicant, strongly consistent; undefined when the caller's scope has none with this id. */
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
 * Finds an applicant of the widget that an embed token names, strongly consistent; undefined when the widget has none
 * with this id.
 */
export const findApplicantOfWidget = async (
  table: ItemReader,
  { widgetId, accountId }: ClaimedWidget,
  applicantId: string,
): Promise<Applicant | undefined> => {
  if (!isId('app', applicantId)) return undefined;
  const item = await table.get(applicantKeys.applicant(applicantId));
  // The owner is compared before the item is parsed, so that the duration of a refusal reveals nothing about another
  // widget's applicant.
  return item?.['widgetId'] === widgetId && item['accountId'] === accountId ? fromApplicantItem(item) : undefined;
};

/**
 * The writes that add an applicant to its account's list under the next number, where it is found at once. They refuse
 * when another applicant has taken the number. `countApplicant` does the same for its widget.
 */
export const addApplicant = (applicant: Applicant, numbers: ApplicantNumbers) => {
  const { accountId, environment, createdAt } = applicant;
  const place = { number: numbers.ofAccount, atMs: Date.parse(createdAt) };
  return {
    applicant: put(toApplicantItem(applicant, numbers)),
    listHead: headWrite(applicantsOfAccount(accountId), place, 1, { [environment]: 1 }),
    reference: referenceWrite(applicant),
  };
};

/** What a change of an applicant's status also writes. */
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
      | 'decisionEventId'
    >
  >;
  /**
   * The complete new timeline, for a change that was made from the timeline read before: `when` must then require that
   * one. By default the change is appended to the stored timeline.
   */
  readonly timeline?: Timeline;
  /** Kobo to add to the total that the applicant has cost. */
  readonly spentKobo?: number;
  /** Any further conditions. */
  readonly when?: Condition;
}

/** The statuses whose session is no longer open. */
const CLOSED: ReadonlySet<ApplicantStatus> = new Set(['submitted', 'expired']);

/**
 * The write that moves an applicant to its next status and records the change in the timeline. It begins the idle checks
 * of a session that is opened again, and ends those of one that is closed. It refuses in a status that the trigger does
 * not start from, and after an erasure.
 */
export const applicantTransition = (
  applicantId: string,
  trigger: ApplicantTrigger,
  { by, nowMs, set = {}, timeline, spentKobo = 0, when = {} }: TransitionDetails,
): WriteOperation => {
  const { from, to } = APPLICANT_TRANSITIONS[trigger];
  const at = isoTime(nowMs);
  const idleCheck = to === 'resubmission_requested' ? firstIdleCheck(applicantId, nowMs) : {};
  return update(applicantKeys.applicant(applicantId), {
    set: { ...set, status: to, updatedAt: at, timeline, ...idleCheck },
    ...(CLOSED.has(to) && { remove: IDLE_CHECK_ATTRIBUTES }),
    ...(spentKobo > 0 && { add: { totalSpentKobo: spentKobo } }),
    ...(timeline === undefined && {
      append: { timeline: { entry: { status: to, at, by }, maxLength: MAX_TIMELINE_ENTRIES } },
    }),
    when: { ...when, ...NOT_ERASED, status: { oneOf: from } },
  });
};
