import * as v from 'valibot';
import { type Item, put, type WriteOperation } from '#shared/db/expressions';
import { ENVIRONMENTS } from '#shared/platform/environments';
import { wholeNumber } from '#shared/platform/whole-number';
import { SOURCE_NAMES } from '#shared/sources/ports';
import { CHECK_REASONS, type CheckReason } from '#shared/verification/check-reasons';
import { listedCheck } from './company-checks.ts';
import { directCheckKeys, listedVerification } from './keys.ts';

const documentSchema = v.object({
  documentKey: v.string(),
  filename: v.string(),
  mimeType: v.string(),
  /** In bytes. */
  size: wholeNumber,
  /** In hex. */
  sha256: v.string(),
});

/** A file as the record of its check describes it; the file itself is in the bucket. */
export type CheckedDocument = v.InferOutput<typeof documentSchema>;

const checkRecordSchema = v.object({
  accountId: v.string(),
  environment: v.picklist(ENVIRONMENTS),
  /** `ver_`, or the `doc_` of the document that was checked. */
  verificationReference: v.string(),
  companyId: v.nullable(v.string()),
  /** The applicant (`app_`) whose assessment made the check. */
  applicantId: v.nullable(v.string()),
  moduleId: v.string(),
  /** Whose answer it is. */
  source: v.picklist(SOURCE_NAMES),
  /** What was checked, in its normal form where it has one; null for a check of no number. */
  number: v.nullable(v.string()),
  status: v.picklist(['passed', 'failed', 'review']),
  reasonCodes: v.array(v.picklist(Object.keys(CHECK_REASONS) as CheckReason[])),
  /** The file that the number was read from. */
  document: v.nullable(documentSchema),
  chargeKobo: wholeNumber,
  /** The debit of a direct check (`txn_`). */
  transactionId: v.exactOptional(v.nullable(v.string())),
  completedAt: v.string(),
});

/** A check that was made and has a verdict: asked for directly, or by the assessment of an applicant. */
export type CheckRecord = v.InferOutput<typeof checkRecordSchema>;

/** The write that records a check, in the lists of its account and of its company. */
export const recordCheck = (record: CheckRecord): WriteOperation => {
  const { accountId, environment, companyId, verificationReference, completedAt } = record;
  return put({
    ...directCheckKeys.directCheck(accountId, environment, verificationReference),
    ...listedVerification({ ...record, createdAt: completedAt, reference: verificationReference }),
    ...(companyId !== null && listedCheck(record, companyId, completedAt, verificationReference)),
    ...record,
  });
};

/** Parses a recorded check. */
export const fromCheckItem = (item: Item): CheckRecord => v.parse(checkRecordSchema, item);

/** The modules whose checks have an event of their own, and the middle word of that. */
const TYPE_BY_MODULE: Readonly<Record<string, VerificationType>> = {
  cac_verification: 'cac',
  tin_verification: 'tin',
  bank_account_verification: 'bank_account',
  address_verification: 'address',
  utility_bill_verification: 'utility_bill',
};

/** Every type of verification. */
export const VERIFICATION_TYPES = [
  'cac',
  'tin',
  'bank_account',
  'address',
  'utility_bill',
  'directors_kyc',
  'ubo_verification',
  'shareholders_kyc',
  'aml_screening',
  'sanctions_screening',
  'pep_screening',
  'adverse_media_screening',
  'cac_status_report',
  'memart_verification',
  'tax_clearance_verification',
  'scuml_verification',
  'social_media_verification',
] as const;

/** What a verification is of: the middle word of its event, or its module where that has no event. */
export type VerificationType = (typeof VERIFICATION_TYPES)[number];

/**
 * The type of the checks of a module.
 *
 * @throws RangeError for a module that asks no source.
 */
export const verificationType = (moduleId: string): VerificationType => {
  const type = TYPE_BY_MODULE[moduleId] ?? VERIFICATION_TYPES.find((one) => one === moduleId);
  if (!type) throw new RangeError(`${moduleId} has no check`);
  return type;
};
