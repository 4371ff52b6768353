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
  // A visit was made all the same.
  ...(moduleId === 'address_verification' && defined({ verificationReference })),
  status: 'unavailable',
  reasonCodes: ['insufficient_balance'],
  chargeKobo: 0,
  completedAt: null,
});

/** The findings as far as what is available pays for them, in order; a verdict that cannot be paid is dropped. */
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

/** The result of a module that another one covers: what that found of its topics, at no charge. */
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

/** The findings with the results of those that others cover. */
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

/** The events of new results: verdicts, and modules that had to be given up; a visit reports its end alone. */
const verdictEventsOf = (findings: readonly Finding[]): readonly ModuleVerdictEvent[] =>
  findings.flatMap(({ isNew, result }): ModuleVerdictEvent[] => {
    const { moduleId, status, reasonCodes, completedAt, verificationReference = null } = result;
    const { event } = MODULES[moduleId];
    if (!isNew || event === null || status === 'pending' || isPending(result)) return [];
    const verdict = { event, moduleId, verificationReference, status, reasonCodes, completedAt };
    if (!reasonCodes.includes('address_unreachable')) return [verdict];
    return [{ ...verdict, status: 'failed', reasonCodes: ['visit_not_possible'] }];
  });

/** The verdicts that were made now and have a record of their own; a visit has one since it was booked. */
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

/** What is rehearsed, without the hits that a screening looked for itself: of those a reviewer may have cleared some. */
const unlessScreened = (rehearsal: Rehearsal, results: readonly ModuleResult[]): Rehearsal => {
  const screened = results.flatMap(({ moduleId, status }): readonly ScreeningTopic[] =>
    isScreening(moduleId) && isVerdict(status) ? SCREENING_TOPICS[moduleId] : [],
  );
  return { ...rehearsal, hits: rehearsal.hits.filter((topic) => !screened.includes(topic)) };
};

/**
 * The second half of an assessment: pays for the verdicts from what is available, then scores and decides. Pure, so that it can
 * be repeated when the wallet has moved on, without another lookup. A module without a verdict costs nothing and sends
 * the applicant to review.
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
