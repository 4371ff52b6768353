import { addApplicantVisit, visitStepDue } from '#shared/addresses/applicant-visit';
import type { WriteOperation } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { type Applicant, pendingResult } from '#shared/onboarding/applicants/applicant';
import { applicantTransition } from '#shared/onboarding/applicants/applicant-repository';
import type { ApplicantTrigger } from '#shared/onboarding/applicants/applicant-states';
import type { ModuleId } from '#shared/onboarding/modules/modules';
import { sessionExpiry } from '#shared/onboarding/sessions/embed-session';
import { reopenFor } from '#shared/onboarding/sessions/embed-session-repository';
import { openModules } from '#shared/onboarding/sessions/flow';
import type { Clock } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import type { ReadVault } from '#shared/platform/vault';
import { exactly, type NewEntry, type Posting, post, withWallet } from '#shared/wallet/ledger';
import { debitOf } from '#shared/wallet/payment';
import { availableKobo, type Wallet } from '#shared/wallet/wallet';
import type { Assessment, CheckedModules } from './assessment.ts';
import { assessmentEvents, decidedAt } from './assessment-events.ts';
import { type AssessmentSnapshot, unchangedSince } from './assessment-snapshot.ts';
import { awaitHolds } from './await-holds.ts';
import { checkRecords } from './check-records.ts';
import { concludeAssessment } from './conclude-assessment.ts';

const TRIGGERS: Readonly<Record<Assessment['outcome'], ApplicantTrigger>> = {
  approved: 'assessedApproved',
  rejected: 'assessedRejected',
  requires_review: 'assessedForReview',
  resubmission_requested: 'assessedForResubmission',
};

const debitsOf = (
  { charges }: Pick<Assessment, 'charges'>,
  { applicant, rates }: Pick<AssessmentSnapshot, 'applicant' | 'rates'>,
): readonly NewEntry[] =>
  charges.flatMap(({ actionKey, amountKobo: priceKobo }) => debitOf({ ...rates[actionKey], priceKobo }, applicant.id));

/**
 * The posting that charges an assessment. What the balance did not cover stays uncharged only if nothing was credited in
 * the meantime.
 */
export const chargeOf = (
  wallet: Wallet,
  assessment: Pick<Assessment, 'charges' | 'results'>,
  of: Pick<AssessmentSnapshot, 'applicant' | 'rates'>,
  nowMs: number,
): Posting => {
  const posting = post(wallet, debitsOf(assessment, of), nowMs);
  const isShort = assessment.results.some(({ reasonCodes }) => reasonCodes.includes('insufficient_balance'));
  return isShort ? exactly(posting, wallet) : posting;
};

/** The result of each module of the applicant's `moduleOrder`; a module that was disabled since has none. */
export const modulesOf = ({ moduleOrder }: Applicant, { results }: Pick<Assessment, 'results'>): Applicant['modules'] =>
  moduleOrder.map((id) => results.find(({ moduleId }) => moduleId === id) ?? pendingResult(id));

const decision = (
  snapshot: AssessmentSnapshot,
  assessment: Assessment,
  decisionEventId: string,
  nowMs: number,
): WriteOperation => {
  const { submission, applicant } = snapshot;
  const { outcome, riskScore, decisionReason, totalChargeKobo } = assessment;
  return applicantTransition(applicant.id, TRIGGERS[outcome], {
    by: 'service',
    nowMs,
    set: {
      modules: modulesOf(applicant, assessment),
      riskScore,
      decisionReason,
      decidedAt: decidedAt(outcome, nowMs),
      ...(outcome !== 'resubmission_requested' && { decisionEventId }),
      ...assessment.names,
    },
    spentKobo: totalChargeKobo,
    when: unchangedSince(submission),
  });
};

/** The write that reopens the session with only these modules, and without the reference of the submission. */
const reopening = (
  { submission, session, widget }: AssessmentSnapshot,
  reopened: readonly ModuleId[],
  nowMs: number,
): WriteOperation =>
  reopenFor(session.id, {
    modules: reopened,
    expiresAt: sessionExpiry(widget.config.flow.sessionTimeoutMinutes, nowMs),
    nowMs,
    when: { referenceId: { equals: submission.submissionReference } },
  });

/** The writes that store a booked visit and resume the settlement of one that ended before it could be paid for. */
const visitWrites = ({ applicant, visit }: AssessmentSnapshot, { findings }: CheckedModules, nowMs: number) => {
  const booked = findings.find((finding) => finding.booked)?.booked;
  if (!visit) return {};
  const { reference, place, stored } = visit;
  if (booked && !stored) return addApplicantVisit(applicant, { reference, place, ...booked }, nowMs);
  const isUnsettled = stored !== undefined && stored.endedAt !== null && stored.settledAt === undefined;
  return isUnsettled ? { visitStep: visitStepDue(stored, nowMs) } : {};
};

/** The effects of writing an assessment. */
export interface PersistingEffects {
  readonly table: Table;
  readonly clock: Clock;
  /** Seals the evidence of the checks. */
  readonly vault: ReadVault;
  /** Days for which the evidence is kept. */
  readonly evidenceRetention: () => number;
}

/**
 * Writes an assessment in one transaction: the debits, the applicant's next status with all results, the reopened
 * session if there is one, and the events. When the wallet has changed, the assessment is concluded again from its
 * current state, without another lookup.
 *
 * @returns what was written; undefined when another call ended this assessment first.
 * @throws NotYet while only a hold of the wallet prevents payment; TableContended when the wallet changes so often that
 * no attempts are left.
 */
export const persistAssessment = async (
  snapshot: AssessmentSnapshot,
  checked: CheckedModules,
  { table, clock, ...keepingEffects }: PersistingEffects,
): Promise<Assessment | undefined> => {
  const { applicant, widget, wallet } = snapshot;
  const keeping = { vault: await keepingEffects.vault(), retentionDays: keepingEffects.evidenceRetention() };
  const { result, value } = await withWallet(wallet, async (current) => {
    const nowMs = clock();
    awaitHolds(current, concludeAssessment(checked, current.balanceKobo).totalChargeKobo, applicant, nowMs);
    const assessment = concludeAssessment(checked, availableKobo(current, nowMs));
    const isSentBack = assessment.outcome === 'resubmission_requested';
    const reopened = isSentBack ? openModules(widget.config, applicant.moduleOrder) : [];
    const decisionEventId = newId('sev', nowMs);
    const { operations } = chargeOf(current, assessment, snapshot, nowMs);
    const written = await table.transact({
      ...operations,
      applicant: decision(snapshot, assessment, decisionEventId, nowMs),
      session: isSentBack ? reopening(snapshot, reopened, nowMs) : undefined,
      ...visitWrites(snapshot, checked, nowMs),
      ...checkRecords(assessment, applicant, snapshot.session, keeping, nowMs),
      ...assessmentEvents(snapshot, assessment, { reopened, decisionEventId }, nowMs),
    });
    return { result: written, value: assessment };
  });
  if (result.written) return value;
  if (result.refusals.applicant) return undefined;
  throw new Error('An assessment was refused although its applicant waits for it');
};
