import type { Condition, Item } from '#shared/db/expressions';
import type { ItemReader, Table, TableReader } from '#shared/db/operations';
import { type Applicant, fromApplicantItem } from '#shared/onboarding/applicants/applicant';
import { applicantRecord, applicantTransition } from '#shared/onboarding/applicants/applicant-repository';
import { type ModuleRates, moduleRates } from '#shared/onboarding/modules/module-rates';
import type { EmbedSession } from '#shared/onboarding/sessions/embed-session';
import { findSessionOfWidget } from '#shared/onboarding/sessions/embed-session-repository';
import type { Widget } from '#shared/onboarding/widgets/widget';
import { findWidgetOfAccount } from '#shared/onboarding/widgets/widget-repository';
import { allEnded } from '#shared/platform/all-ended';
import type { Clock } from '#shared/platform/clock';
import type { Sources } from '#shared/sources/select';
import { type Clearance, isHeld, readClearances } from '#shared/verification/clearances';
import { type EvidenceItem, findEvidence } from '#shared/verification/evidence-store';
import { readRates } from '#shared/wallet/rates';
import { loadWallet, type Wallet } from '#shared/wallet/wallet';
import { type ApplicantVisit, findApplicantVisit } from './applicant-visits.ts';
import { hasHits } from './cleared-screenings.ts';
import type { Submission } from './submission.ts';

/** The state that an assessment is made from and written to. */
export interface AssessmentSnapshot {
  readonly submission: Submission;
  readonly applicant: Applicant;
  readonly session: EmbedSession;
  readonly widget: Widget;
  /** The wallet that pays. */
  readonly wallet: Wallet;
  readonly rates: ModuleRates;
  readonly sources: Sources;
  /** The visit to the applicant's address, if it has given one. */
  readonly visit: ApplicantVisit | undefined;
  /** The list entries that reviewers have cleared for the applicant. */
  readonly clearances: readonly Clearance[];
  /** The stored evidence of its screenings with hits; read only when some entry is cleared. */
  readonly screenings: readonly EvidenceItem[];
}

/** Why there is nothing to assess: the submission was assessed before, or the applicant has submitted again. */
export type NothingToAssess = 'assessed_before' | 'submitted_again';

/** The effects of beginning an assessment. */
export interface BeginningEffects {
  readonly table: Table;
  readonly clock: Clock;
  readonly sourcesFor: (environment: Submission['environment']) => Promise<Sources>;
}

/** The condition that an applicant has neither submitted nor been reassessed since this assessment began. */
export const unchangedSince = ({ submittedAt, reassessment }: Submission): Condition => ({
  submittedAt: { equals: submittedAt },
  reassessments: reassessment === 0 ? { missingOr: { equals: 0 } } : { equals: reassessment },
});

/** Moves the applicant of a submission from `submitted` to `processing`. */
const takeSubmitted = async (submission: Submission, { table, clock }: BeginningEffects): Promise<Item | undefined> => {
  const when = { accountId: { equals: submission.accountId }, ...unchangedSince(submission) };
  const result = await table.write(
    applicantTransition(submission.applicantId, 'beginAssessment', { by: 'service', nowMs: clock(), when }),
  );
  return result.written ? result.item : result.found;
};

/**
 * Moves the applicant from `submitted` to `processing`. For a reassessment, the request has done so before. An
 * applicant in `processing` was left by a call that did not finish, or is being assessed by another call now. Both are
 * continued, and only the first to finish writes.
 */
const begin = async (submission: Submission, effects: BeginningEffects): Promise<Applicant | NothingToAssess> => {
  const { accountId, applicantId, submittedAt, reassessment } = submission;
  const item =
    reassessment === 0
      ? await takeSubmitted(submission, effects)
      : await effects.table.get(applicantRecord(applicantId).key);
  const applicant = item && fromApplicantItem(item);
  if (applicant?.accountId !== accountId) throw new Error('The submitted applicant does not exist');
  if (applicant.submittedAt !== submittedAt) return 'submitted_again';
  return applicant.status === 'processing' && applicant.reassessments === reassessment ? applicant : 'assessed_before';
};

const ownedWidget = async (table: TableReader, { accountId, widgetId }: Submission): Promise<Widget> => {
  const widget = await findWidgetOfAccount(table, accountId, widgetId);
  if (!widget) throw new Error('The widget of the submitted applicant does not exist');
  return widget;
};

/** Reads the stored evidence of an applicant's screenings with hits. */
const findScreenings = (
  table: ItemReader,
  modules: Applicant['modules'],
  { id: applicantId, accountId }: Applicant,
): Promise<readonly EvidenceItem[]> => {
  const references = modules.filter(hasHits).flatMap(({ verificationReference = [] }) => verificationReference);
  return findEvidence(
    table,
    references.map((verificationReference) => ({ accountId, applicantId, verificationReference })),
  );
};

/**
 * Begins the assessment of a submission and reads its snapshot, in three trips. Safe to call any number of times.
 *
 * @throws Error when something is missing that every submission has.
 */
export const beginAssessment = async (
  submission: Submission,
  effects: BeginningEffects,
): Promise<AssessmentSnapshot | NothingToAssess> => {
  const { table, sourcesFor } = effects;
  const { accountId, environment, widgetId, submissionReference } = submission;
  const [begun, widget, wallet, rates, sources, clearances] = await allEnded([
    begin(submission, effects),
    ownedWidget(table, submission),
    loadWallet(table, { accountId, environment }),
    readRates(table),
    sourcesFor(environment),
    readClearances(table, { accountId, id: submission.applicantId }),
  ]);
  if (typeof begun === 'string') return begun;
  const [session, screenings] = await allEnded([
    findSessionOfWidget(table, widgetId, begun.sessionId),
    findScreenings(table, clearances.some(isHeld) ? begun.modules : [], begun),
  ]);
  if (!session) throw new Error('The session of the submitted applicant does not exist');
  // Another call has ended the assessment and requested a resubmission.
  if (session.referenceId !== submissionReference) return 'assessed_before';
  const visit = await findApplicantVisit(table, begun, session);
  return {
    ...{ submission, applicant: begun, session, widget, wallet, rates: moduleRates(rates), sources, visit },
    ...{ clearances, screenings },
  };
};
