import { type Condition, put, update, type WriteOperation } from '#shared/db/expressions';
import { keys } from '#shared/db/keys';
import type { TableReader } from '#shared/db/operations';
import { isoTime } from '#shared/platform/clock';
import { isId } from '#shared/platform/ids';
import { type Actor, type Applicant, fromApplicantItem, toApplicantItem } from './applicant.ts';
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
