import type { ModuleResult } from '#shared/onboarding/applicants/applicant';
import { MODULE_REASONS } from '#shared/onboarding/modules/module-reasons';
import { MODULES, type ModuleId } from '#shared/onboarding/modules/modules';
import { isScreening, SCREENING_TOPICS } from '#shared/onboarding/modules/screening-modules';
import type { ScreeningTopic } from '#shared/sources/ports';
import type { Rehearsal } from '#shared/sources/rehearsal';
import type { CheckReason } from '#shared/verification/check-reasons';
import { defined } from '#shared/verification/defined';
import type {
  Assessment,
  CheckedModules,
  Finding,
  Incident,
  ModuleCharge,
  ModuleVerdictEvent,
  RecordedModule,
} from './assessment.ts';
import { decide } from './decision.ts';
import { isPending, isVerdict, riskScore } from './scoring.ts';

const unpaid = ({ moduleId, verificationReference }: ModuleResult): ModuleResult => ({
  moduleId,
  // The visit was made even though it cannot be paid for.
  ...(moduleId === 'address_verification' && defined({ verificationReference })),
  status: 'unavailable',
  reasonCodes: ['insufficient_balance'],
  chargeKobo: 0,
  completedAt: null,
});

/** The findings that the available balance pays for, in order; a verdict that it does not cover is dropped. */
const paidFrom = (availableKobo: number, findings: readonly Finding[]): readonly Finding[] => {
  let leftKobo = availableKobo;
  return findings.map((finding) => {
    const { isNew, result } = finding;
    if (!isNew || result.chargeKobo === 0) return finding;
    if (result.chargeKobo > leftKobo) return { result: unpaid(result), isNew };
    leftKobo -= result.chargeKobo;
    return finding;
  });
};

/** The result of a covered module: the hits of the covering check in its topics, at no charge. */
const coveredResult = (moduleId: ModuleId, covering: ModuleResult): ModuleResult => {
  const { status, reasonCodes, completedAt, verificationReference } = covering;
  if (!isVerdict(status)) return { ...covering, moduleId, chargeKobo: 0 };
  const own: readonly CheckReason[] = MODULE_REASONS[moduleId].review ?? [];
  const found = reasonCodes.filter((code) => own.includes(code));
  return {
    moduleId,
    status: found.length > 0 ? 'review' : 'passed',
    reasonCodes: found,
    chargeKobo: 0,
    completedAt,
    ...defined({ verificationReference }),
  };
};

/** Adds the results of modules that others cover. */
const withCovered = (findings: readonly Finding[]): readonly Finding[] =>
  findings.map((finding) => {
    const { result, coveredBy } = finding;
    const covering = findings.find((one) => one.result.moduleId === coveredBy);
    return covering ? { ...finding, result: coveredResult(result.moduleId, covering.result) } : finding;
  });

const chargesOf = (findings: readonly Finding[]): readonly ModuleCharge[] =>
  findings.flatMap(({ isNew, result: { moduleId, chargeKobo } }) => {
    const { actionKey } = MODULES[moduleId];
    return isNew && actionKey !== null && chargeKobo > 0 ? [{ moduleId, actionKey, amountKobo: chargeKobo }] : [];
  });

/**
 * The events of new results: verdicts, and modules that could not be checked. A visit emits its own event when it ends.
 */
const verdictEventsOf = (findings: readonly Finding[]): readonly ModuleVerdictEvent[] =>
  findings.flatMap(({ isNew, result }): ModuleVerdictEvent[] => {
    const { moduleId, status, reasonCodes, completedAt, verificationReference = null } = result;
    const { event } = MODULES[moduleId];
    if (!isNew || event === null || status === 'pending' || isPending(result)) return [];
    const verdict = { event, moduleId, verificationReference, status, reasonCodes, completedAt };
    if (!reasonCodes.includes('address_unreachable')) return [verdict];
    return [{ ...verdict, status: 'failed', reasonCodes: ['visit_not_possible'] }];
  });

/** The new verdicts that get their own record. A visit has had one since it was booked. */
const newChecksOf = (findings: readonly Finding[]): readonly RecordedModule[] =>
  findings.flatMap(({ isNew, coveredBy, result, evidence }): RecordedModule[] => {
    const { moduleId, status, completedAt, verificationReference } = result;
    const isMade = isNew && coveredBy === undefined;
    const isRecorded = isMade && completedAt !== null && isVerdict(status) && moduleId !== 'address_verification';
    return isRecorded && verificationReference !== undefined
      ? [{ ...result, status, completedAt, verificationReference, ...defined({ evidence }) }]
      : [];
  });

const incidentsOf = (findings: readonly Finding[]): readonly Incident[] =>
  findings.flatMap(({ result: { moduleId, reasonCodes }, cause }): Incident[] => {
    if (cause !== undefined) return [{ moduleId, reason: cause }];
    return reasonCodes.includes('insufficient_balance') ? [{ moduleId, reason: 'insufficient_balance' }] : [];
  });

/** The rehearsed outcome, without hits that a screening found itself: a reviewer may have cleared some of them. */
const unlessScreened = (rehearsal: Rehearsal, results: readonly ModuleResult[]): Rehearsal => {
  const screened = results.flatMap(({ moduleId, status }): readonly ScreeningTopic[] =>
    isScreening(moduleId) && isVerdict(status) ? SCREENING_TOPICS[moduleId] : [],
  );
  return { ...rehearsal, hits: rehearsal.hits.filter((topic) => !screened.includes(topic)) };
};

/**
 * The second half of an assessment: pays for the verdicts from the available balance, then scores and decides. Pure, so
 * that it can be repeated without another lookup when the wallet has changed. A module without a verdict costs nothing
 * and sends the applicant to review.
 */
export const concludeAssessment = (
  { findings, risk, rehearsal, names }: CheckedModules,
  availableKobo: number,
): Assessment => {
  const paid = withCovered(paidFrom(availableKobo, findings));
  const results = paid.map(({ result }) => result);
  const score = rehearsal.outcome === 'rejected' ? 100 : riskScore(results, risk.tier);
  const { outcome, reason } = decide({
    results,
    riskScore: score,
    risk,
    rehearsal: unlessScreened(rehearsal, results),
  });
  const charges = chargesOf(paid);
  return {
    results,
    charges,
    totalChargeKobo: charges.reduce((total, { amountKobo }) => total + amountKobo, 0),
    riskScore: score,
    outcome,
    decisionReason: reason,
    verdictEvents: verdictEventsOf(paid),
    newChecks: newChecksOf(paid),
    incidents: incidentsOf(paid),
    names,
  };
};
