import type { WriteOperation } from '#shared/db/expressions';
import { recordCheck } from '#shared/direct-checks/check-record';
import type { Applicant } from '#shared/onboarding/applicants/applicant';
import { MODULES, type ModuleId } from '#shared/onboarding/modules/modules';
import type { EmbedSession } from '#shared/onboarding/sessions/embed-session';
import { textOf } from '#shared/verification/answer-values';
import { type Keeping, keepEvidence } from '#shared/verification/evidence-store';
import type { Assessment, RecordedModule } from './assessment.ts';

/** The fields that can hold the number that a module checks; the first with an answer is used. */
const NUMBER_FIELDS: Readonly<Partial<Record<ModuleId, readonly string[]>>> = {
  cac_verification: ['registrationNumber'],
  tin_verification: ['tin'],
  bank_account_verification: ['accountNumber'],
  utility_bill_verification: ['meterNumber'],
  cac_status_report: ['registrationNumber'],
  memart_verification: ['registrationNumber'],
  tax_clearance_verification: ['certificateNumber'],
  scuml_verification: ['certificateNumber'],
};

const numberOf = (moduleId: ModuleId, { answers }: Pick<EmbedSession, 'answers'>): string | null => {
  const texts = (NUMBER_FIELDS[moduleId] ?? []).map((field) => textOf(answers[moduleId], field));
  return texts.find((text) => text !== undefined) ?? null;
};

const recordOf = (check: RecordedModule, applicant: Applicant, session: Pick<EmbedSession, 'answers'>) => {
  const { moduleId, status, reasonCodes, chargeKobo, completedAt, verificationReference } = check;
  const { source } = MODULES[moduleId];
  if (source === null) throw new TypeError(`${moduleId} asks no source`);
  return recordCheck({
    accountId: applicant.accountId,
    environment: applicant.environment,
    verificationReference,
    companyId: null,
    applicantId: applicant.id,
    moduleId,
    source,
    number: numberOf(moduleId, session),
    status,
    reasonCodes: [...reasonCodes],
    document: null,
    chargeKobo,
    completedAt,
  });
};

/**
 * The writes that record the checks of an assessment, so that each can be read even after the applicant has changed.
 * The evidence of all checks is one item.
 */
export const checkRecords = (
  { newChecks }: Pick<Assessment, 'newChecks'>,
  applicant: Applicant,
  session: Pick<EmbedSession, 'answers'>,
  keeping: Keeping,
  nowMs: number,
): Readonly<Record<`check${number}`, WriteOperation> & Partial<Record<'evidence', WriteOperation>>> => {
  const { id: applicantId, accountId } = applicant;
  const evidenced = newChecks.flatMap(({ verificationReference, evidence }) =>
    evidence ? [{ accountId, applicantId, verificationReference, evidence }] : [],
  );
  const evidence = keepEvidence(evidenced, keeping, nowMs);
  return {
    ...Object.fromEntries(newChecks.map((check, index) => [`check${index}`, recordOf(check, applicant, session)])),
    ...(evidence && { evidence }),
  };
};
