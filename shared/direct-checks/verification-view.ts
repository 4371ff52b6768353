import * as v from 'valibot';
import type { AddressVerification } from '#shared/addresses/address-verification';
import { component, DATE_TIME, described, WHOLE } from '#shared/platform/described';
import { ENVIRONMENTS } from '#shared/platform/environments';
import type { CheckReason } from '#shared/verification/check-reasons';
import { defined } from '#shared/verification/defined';
import { type ClearedOf, evidenceOf } from '#shared/verification/evidence';
import type { EvidenceOfChecks } from '#shared/verification/evidence-store';
import { evidenceSchema } from '#shared/verification/evidence-view';
import { type CheckRecord, VERIFICATION_TYPES, verificationType } from './check-record.ts';
import { type EvidencePeriod, visitEvidence } from './visit-evidence.ts';

/** The statuses of a verification. */
export const VERIFICATION_STATUSES = ['pending', 'passed', 'failed', 'review', 'unavailable'] as const;

/** A verification as its account reads it. */
export const verificationBody = component(
  v.object({
    verificationReference: described(
      v.string(),
      'The reference of the check: `doc_` for a document, `addr_` for a visit to an address, or `ver_` for any ' +
        'other check.',
    ),
    type: described(v.picklist(VERIFICATION_TYPES), 'The type of check.'),
    companyId: described(
      v.nullable(v.string()),
      'The id of the company that was checked (`cmp_`). Null if no company was checked.',
    ),
    applicantId: described(
      v.nullable(v.string()),
      'The id of the applicant that was checked (`app_`). Null if no applicant was checked.',
    ),
    moduleId: described(v.string(), 'The id of the module that makes this check.'),
    number: described(v.nullable(v.string()), 'The number that was checked. Null if the check has none.'),
    status: described(
      v.picklist(VERIFICATION_STATUSES),
      'The outcome of the check. A visit is `pending` until it has ended.',
    ),
    reasonCodes: described(v.array(v.string()), 'The reason codes.'),
    evidence: described(v.array(evidenceSchema), 'What the source answered: one entry for each question it was asked.'),
    chargeKobo: described(v.number(), 'The amount charged for the check, in kobo.', WHOLE),
    refundedAt: v.nullable(
      described(v.string(), 'When the charge was refunded. Null if it was not refunded.', DATE_TIME),
    ),
    environment: described(v.picklist(ENVIRONMENTS), 'The environment of the check.'),
    createdAt: described(v.string(), 'When the check was requested.', DATE_TIME),
    completedAt: v.nullable(described(v.string(), 'When the check ended. Null until then.', DATE_TIME)),
  }),
  'Verification',
  'A check made for the account.',
);

/** A verification as its account reads it. */
export type Verification = v.InferOutput<typeof verificationBody>;

/** A recorded check, or a visit to an address. */
export type RecordedVerification =
  | { readonly kind: 'check'; readonly check: CheckRecord }
  | { readonly kind: 'visit'; readonly visit: AddressVerification };

/** The fields that filters use. */
export type VerificationSummary = Pick<Verification, 'type' | 'companyId' | 'status'>;

const visitOutcome = ({
  status,
  result,
}: AddressVerification): { readonly status: Verification['status']; readonly reasonCodes: string[] } => {
  if (status === 'pending') return { status: 'pending', reasonCodes: [] };
  if (status === 'failed') return { status: 'failed', reasonCodes: ['visit_not_possible'] };
  if (result === 'verified') return { status: 'passed', reasonCodes: [] };
  return { status: 'failed', reasonCodes: ['address_not_verified'] };
};

/** The fields that filters use; it opens nothing sealed. */
export const summaryOf = (verification: RecordedVerification): VerificationSummary => {
  if (verification.kind === 'visit') {
    const { visit } = verification;
    return { type: 'address', companyId: visit.companyId, status: visitOutcome(visit).status };
  }
  const { moduleId, companyId, status } = verification.check;
  return { type: verificationType(moduleId), companyId, status };
};

const visitView = (visit: AddressVerification, period: EvidencePeriod): Verification => {
  const { reference, companyId, applicantId = null, chargeKobo, environment, createdAt, endedAt, status } = visit;
  const { reasonCodes, ...outcome } = visitOutcome(visit);
  const answered: CheckReason[] = visit.result === 'not_verified' ? ['address_not_verified'] : [];
  const wasVisited = status === 'completed';
  return {
    verificationReference: reference,
    type: 'address',
    companyId,
    applicantId,
    moduleId: 'address_verification',
    number: null,
    ...outcome,
    reasonCodes,
    evidence: evidenceOf({
      source: 'visits',
      reasonCodes: answered,
      completedAt: wasVisited ? endedAt : null,
      kept: visitEvidence(visit, period),
    }),
    chargeKobo,
    refundedAt: status === 'failed' && chargeKobo > 0 ? endedAt : null,
    environment,
    createdAt,
    completedAt: endedAt,
  };
};

/** The opened evidence of checks, and how long it is shown. */
export interface ShownEvidence {
  readonly kept: EvidenceOfChecks;
  /** Who cleared list entries, by applicant (`app_`). */
  readonly clearedOf: ReadonlyMap<string, ClearedOf>;
  readonly period: EvidencePeriod;
}

/** Shows a verification to its account. */
export const verificationView = (
  recorded: RecordedVerification,
  { kept, clearedOf, period }: ShownEvidence,
): Verification => {
  if (recorded.kind === 'visit') return visitView(recorded.visit, period);
  const { check } = recorded;
  const { verificationReference, companyId, applicantId, moduleId, number, status, reasonCodes } = check;
  const { chargeKobo, environment, completedAt, source } = check;
  return {
    verificationReference,
    type: verificationType(moduleId),
    companyId,
    applicantId,
    moduleId,
    number,
    status,
    reasonCodes,
    evidence: evidenceOf({
      ...{ source, reasonCodes, completedAt, kept: kept.get(verificationReference) },
      ...defined({ clearedOf: clearedOf.get(applicantId ?? '') }),
    }),
    chargeKobo,
    refundedAt: null,
    environment,
    createdAt: completedAt,
    completedAt,
  };
};
