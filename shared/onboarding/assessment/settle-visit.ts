import type { AddressVerification } from '#shared/addresses/address-verification';
import { visitSettled } from '#shared/addresses/applicant-visit';
import { update, type WriteOperation } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { type Applicant, fromApplicantItem, type ModuleResult } from '#shared/onboarding/applicants/applicant';
import { applicantRecord, applicantTransition } from '#shared/onboarding/applicants/applicant-repository';
import type { ApplicantTrigger } from '#shared/onboarding/applicants/applicant-states';
import { NOT_ERASED } from '#shared/onboarding/applicants/erased';
import { businessNames } from '#shared/onboarding/applicants/subject';
import { moduleRates } from '#shared/onboarding/modules/module-rates';
import { findSessionOfWidget } from '#shared/onboarding/sessions/embed-session-repository';
import { findWidgetOfAccount } from '#shared/onboarding/widgets/widget-repository';
import { allEnded } from '#shared/platform/all-ended';
import { type Clock, isoTime } from '#shared/platform/clock';
import type { Environment } from '#shared/platform/environments';
import { newId } from '#shared/platform/ids';
import type { Logger } from '#shared/platform/logger';
import type { Sources } from '#shared/sources/select';
import { defined } from '#shared/verification/defined';
import { withWallet } from '#shared/wallet/ledger';
import { readRates } from '#shared/wallet/rates';
import { availableKobo, loadWallet } from '#shared/wallet/wallet';
import { findApplicantVisit } from './applicant-visits.ts';
import type { Assessment, CheckedModules, Finding } from './assessment.ts';
import { type AssessedApplicant, assessmentEvents, decidedAt, verdictEvents } from './assessment-events.ts';
import { concludeAssessment } from './conclude-assessment.ts';
import { chargeOf, modulesOf } from './persist-assessment.ts';
import { hasVerdict } from './scoring.ts';

/** The effects of settling the end of a visit. */
export interface SettlingEffects {
  readonly table: Table;
  readonly clock: Clock;
  readonly sourcesFor: (environment: Environment) => Promise<Pick<Sources, 'rehearse'>>;
  readonly log: Logger;
}

const MODULE_ID = 'address_verification';

/** The triggers by which an outcome ends the review of an applicant; other outcomes leave it in review. */
const TRIGGERS: Readonly<Partial<Record<Assessment['outcome'], ApplicantTrigger>>> = {
  approved: 'visitApproved',
  rejected: 'visitRejected',
};

/** The result of an ended visit. A visit that was not possible has no result and costs nothing. */
const resultOf = ({ reference, status, result, endedAt }: AddressVerification, priceKobo: number): ModuleResult => {
  const about = { moduleId: MODULE_ID, verificationReference: reference } as const;
  if (status !== 'completed') {
    return { ...about, status: 'unavailable', reasonCodes: ['address_unreachable'], chargeKobo: 0, completedAt: null };
  }
  const isVerified = result === 'verified';
  return {
    ...about,
    status: isVerified ? 'passed' : 'failed',
    reasonCodes: isVerified ? [] : ['address_not_verified'],
    chargeKobo: priceKobo,
    completedAt: endedAt,
  };
};

/**
 * The write of the applicant: a new decision if it waits for one, else only the result.
 *
 * @param decisionEventId the id of the decision's event, if there is a decision.
 */
const applicantWrite = (
  applicant: Applicant,
  {
    modules,
    isDecided,
    decisionEventId,
  }: {
    readonly modules: Applicant['modules'];
    readonly isDecided: boolean;
    readonly decisionEventId: string | undefined;
  },
  assessment: Assessment,
  nowMs: number,
): WriteOperation => {
  const { outcome, riskScore, decisionReason, totalChargeKobo } = assessment;
  const isPossible = !assessment.results.some(({ reasonCodes }) => reasonCodes.includes('address_unreachable'));
  const failedVisits = applicant.failedVisits + (isPossible ? 0 : 1);
  const when = { updatedAt: { equals: applicant.updatedAt } };
  const found = {
    modules,
    failedVisits,
    ...(isDecided && { riskScore, decisionReason }),
    ...defined({ decisionEventId }),
  };
  const trigger = isDecided ? TRIGGERS[outcome] : undefined;
  if (trigger) {
    const set = { ...found, decidedAt: decidedAt(outcome, nowMs) };
    return applicantTransition(applicant.id, trigger, { by: 'service', nowMs, set, spentKobo: totalChargeKobo, when });
  }
  return update(applicantRecord(applicant.id).key, {
    set: { ...found, updatedAt: isoTime(nowMs) },
    ...(totalChargeKobo > 0 && { add: { totalSpentKobo: totalChargeKobo } }),
    when: { ...when, ...NOT_ERASED, status: { equals: applicant.status } },
  });
};

const concernedOf = (applicant: Applicant): AssessedApplicant => ({
  applicant,
  submission: {
    accountId: applicant.accountId,
    environment: applicant.environment,
    widgetId: applicant.widgetId,
    applicantId: applicant.id,
    submissionReference: applicant.submissionReference ?? '',
  },
});

/**
 * The state that the end of a visit is settled from; undefined when there is nothing to settle, or settlement has to
 * wait.
 */
const readSnapshot = async (visit: AddressVerification, { table, sourcesFor }: SettlingEffects) => {
  const { accountId, environment, applicantId = '' } = visit;
  const item = await table.get(applicantRecord(applicantId).key);
  const applicant = item && fromApplicantItem(item);
  if (applicant?.accountId !== accountId) throw new Error('The applicant of a visit does not exist');
  if (applicant.erasedAt !== undefined) return 'erased';
  if (applicant.status === 'submitted' || applicant.status === 'processing') return 'wait';
  const [widget, session, wallet, rates, sources] = await allEnded([
    findWidgetOfAccount(table, accountId, applicant.widgetId),
    findSessionOfWidget(table, applicant.widgetId, applicant.sessionId),
    loadWallet(table, { accountId, environment }),
    readRates(table),
    sourcesFor(environment),
  ]);
  if (!widget || !session) throw new Error('The widget or the session of a visited applicant does not exist');
  const current = await findApplicantVisit(table, applicant, session);
  const names = businessNames({ ...applicant, answers: session.answers });
  const wasResubmitted = applicant.timeline.some(({ status }) => status === 'resubmission_requested');
  const rehearsal = sources.rehearse(names, wasResubmitted);
  const isCurrent = current?.reference === visit.reference;
  return { applicant, widget, wallet, rates: moduleRates(rates), rehearsal, isCurrent };
};

/**
 * Settles the end of a visit to an applicant's address in one transaction: charges it, emits its event, sets the
 * module's result, and decides again on an applicant that requires review. A reviewer's decision is not changed. It
 * happens once, however often this is called. A visit of an applicant erased in the meantime is neither charged nor
 * reported. A visit that the wallet does not cover is uncharged and unavailable, and the next assessment settles it.
 *
 * @returns whether it has to wait for a running assessment.
 * @throws TableContended when the wallet changes so often that no attempts are left; Error when the applicant changed.
 */
export const settleVisit = async (
  visit: AddressVerification,
  effects: SettlingEffects,
): Promise<'settled' | 'wait'> => {
  if (visit.settledAt !== undefined) return 'settled';
  const { table, clock, log } = effects;
  const snapshot = await readSnapshot(visit, effects);
  if (snapshot === 'wait') return 'wait';
  if (snapshot === 'erased') {
    await table.write(visitSettled(visit.reference, 0, clock()));
    return 'settled';
  }
  const { applicant, widget, wallet, rates, rehearsal, isCurrent } = snapshot;
  const { risk } = widget.config;
  const found: Finding = { result: resultOf(visit, rates.address_verification.priceKobo), isNew: true };
  const findings = applicant.modules.map((result): Finding => {
    const isOpen = isCurrent && result.moduleId === MODULE_ID && !hasVerdict(result);
    return isOpen ? found : { result, isNew: false };
  });
  const counts = findings.includes(found);
  const names = { registeredName: applicant.registeredName, screenedDigest: applicant.screenedDigest };
  const checked: CheckedModules = { findings: counts ? findings : [...findings, found], risk, rehearsal, names };
  const { result } = await withWallet(wallet, async (latest) => {
    const nowMs = clock();
    const assessment = concludeAssessment(checked, availableKobo(latest, nowMs));
    const settled = assessment.results.find((one) => one.verificationReference === visit.reference);
    const paidKobo = settled?.reasonCodes.includes('insufficient_balance') ? undefined : (settled?.chargeKobo ?? 0);
    const modules = counts ? modulesOf(applicant, assessment) : applicant.modules;
    const concerned = concernedOf(applicant);
    const isDecided = counts && applicant.status === 'requires_review';
    const isTold = isDecided && assessment.outcome !== 'resubmission_requested';
    const decisionEventId = isTold ? newId('sev', nowMs) : undefined;
    const events = decisionEventId
      ? assessmentEvents(concerned, assessment, { reopened: [], decisionEventId }, nowMs)
      : verdictEvents(concerned, assessment, nowMs);
    const written = await table.transact({
      ...chargeOf(latest, assessment, { applicant, rates }, nowMs).operations,
      applicant: applicantWrite(applicant, { modules, isDecided, decisionEventId }, assessment, nowMs),
      visit: visitSettled(visit.reference, paidKobo, nowMs),
      ...events,
    });
    return { result: written, value: assessment };
  });
  if (!result.written && !result.refusals.visit) throw new Error('The applicant changed while its visit was settled');
  log.info('VISIT_SETTLED', { reference: visit.reference, applicantId: applicant.id, accountId: applicant.accountId });
  return 'settled';
};
