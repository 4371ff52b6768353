import type { Applicant, ModuleResult } from '#shared/onboarding/applicants/applicant';
import type { EvidenceOf } from '#shared/onboarding/applicants/module-evidence';
import { CONSENT_FIELD, MODULE_FIELDS, type ModuleField, PEOPLE_LISTS } from '#shared/onboarding/modules/module-fields';
import { MODULES, type ModuleId } from '#shared/onboarding/modules/modules';
import type { EmbedSession } from '#shared/onboarding/sessions/embed-session';
import { isoTime } from '#shared/platform/clock';
import { CHECK_REASONS, DECISION_REASONS } from '#shared/verification/check-reasons';
import type { ApplicantReport, Outcome, ReportedAnswer, ReportedModule, ReportedReason } from './report-body.ts';

const MEANINGS: Readonly<Record<string, string>> = { ...CHECK_REASONS, ...DECISION_REASONS };

const reasonsOf = (codes: readonly string[]): ReportedReason[] =>
  codes.map((code) => ({ code, meaning: MEANINGS[code] ?? '' }));

/** The codes in a decision's reason; none when a reviewer wrote it. */
const codesOf = (reason: string | null): readonly string[] => {
  const parts = reason?.split(', ') ?? [];
  return parts.every((part) => part in MEANINGS) ? parts : [];
};

const OUTCOMES: readonly string[] = [
  'approved',
  'rejected',
  'requires_review',
  'resubmission_requested',
] satisfies Outcome[];

const isOutcome = (status: string): status is Outcome => OUTCOMES.includes(status);

/** The last decision on an applicant, as it is stored; null before the first. */
const decisionOf = ({ timeline, riskScore, decisionReason }: Applicant): ApplicantReport['decision'] => {
  const last = timeline.findLast(({ status }) => isOutcome(status));
  if (!last || !isOutcome(last.status)) return null;
  const reasons = last.by === 'service' ? reasonsOf(codesOf(decisionReason)) : [];
  const { status: outcome, at, by, reviewedBy = null } = last;
  return { outcome, at, by, reviewedBy, riskScore, reason: decisionReason, reasons };
};

/** The fields of a module in the order of its form, with the fields that it accepts besides. */
const fieldsOf = (moduleId: ModuleId): readonly ModuleField[] => [
  ...MODULE_FIELDS[moduleId],
  ...PEOPLE_LISTS,
  CONSENT_FIELD,
];

/** The answers to a module, in the order of its form, then the answers to fields that the form no longer has. */
const answersOf = (moduleId: ModuleId, answers: EmbedSession['answers'][ModuleId] = {}): ReportedAnswer[] => {
  const fields = fieldsOf(moduleId);
  const placeOf = (name: string): number => {
    const place = fields.findIndex((field) => field.name === name);
    return place < 0 ? fields.length : place;
  };
  return Object.entries(answers)
    .sort(([one], [other]) => placeOf(one) - placeOf(other) || (one < other ? -1 : 1))
    .map(([name, value]) => {
      const field = fields[placeOf(name)];
      const valueLabel = typeof value === 'string' ? field?.optionLabels?.[value] : undefined;
      return { name, label: field?.label ?? name, value, ...(valueLabel !== undefined && { valueLabel }) };
    });
};

const resultOf = (result: ModuleResult, evidence: EvidenceOf): NonNullable<ReportedModule['result']> => {
  const { moduleId: _, reasonCodes, people, ...rest } = result;
  return {
    ...rest,
    reasons: reasonsOf(reasonCodes),
    ...(people && {
      people: people.map(({ fullName, reasonCodes: codes }) => ({ fullName, reasons: reasonsOf(codes) })),
    }),
    evidence: evidence(result),
  };
};

/** The modules of an applicant in order, then those with answers that it no longer has. */
const moduleIdsOf = ({ moduleOrder }: Applicant, { answers, attachments }: ReportedSession): readonly ModuleId[] => {
  // A parsed session only has ids of modules.
  const answered = [...Object.keys(answers), ...Object.keys(attachments)] as ModuleId[];
  return [...new Set([...moduleOrder, ...answered.toSorted()])];
};

/** The part of an applicant's session that a report shows. */
type ReportedSession = Pick<EmbedSession, 'answers' | 'attachments'>;

const chargesOf = ({ totalSpentKobo, modules }: Applicant): ApplicantReport['charges'] => {
  const charged = modules.filter(({ chargeKobo }) => chargeKobo > 0);
  const ofModules = charged.reduce((sum, { chargeKobo }) => sum + chargeKobo, 0);
  return {
    totalKobo: totalSpentKobo,
    modules: charged.map(({ moduleId, chargeKobo }) => ({ moduleId, chargeKobo })),
    otherKobo: totalSpentKobo - ofModules,
  };
};

/**
 * Builds the report on an applicant: who the business is, what was answered, what each check found, how it was decided,
 * and what it cost. It only reads what is stored: nothing is assessed again.
 */
export const applicantReport = (
  applicant: Applicant,
  session: ReportedSession,
  evidence: EvidenceOf,
  nowMs: number,
): ApplicantReport => ({
  madeAt: isoTime(nowMs),
  environment: applicant.environment,
  accountId: applicant.accountId,
  applicantId: applicant.id,
  widgetId: applicant.widgetId,
  referenceId: applicant.referenceId,
  submissionReference: applicant.submissionReference,
  createdBy: applicant.createdBy,
  status: applicant.status,
  createdAt: applicant.createdAt,
  startedAt: applicant.startedAt,
  submittedAt: applicant.submittedAt,
  decidedAt: applicant.decidedAt,
  erasedAt: applicant.erasedAt ?? null,
  business: { registeredName: applicant.registeredName, subject: applicant.subject },
  decision: decisionOf(applicant),
  modules: moduleIdsOf(applicant, session).map((moduleId) => {
    const result = applicant.modules.find((one) => one.moduleId === moduleId);
    return {
      moduleId,
      title: MODULES[moduleId].title,
      answers: answersOf(moduleId, session.answers[moduleId]),
      result: result ? resultOf(result, evidence) : null,
      files: session.attachments[moduleId] ?? [],
    };
  }),
  timeline: applicant.timeline,
  charges: chargesOf(applicant),
});
