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

/** A file in the record of its check; the content is in the bucket. */
export type CheckedDocument = v.InferOutput<typeof documentSchema>;

const checkRecordSchema = v.object({
  accountId: v.string(),
  environment: v.picklist(ENVIRONMENTS),
  /** `ver_`, or the `doc_` of the checked document. */
  verificationReference: v.string(),
  companyId: v.nullable(v.string()),
  /** The applicant (`app_`) whose assessment made the check. */
  applicantId: v.nullable(v.string()),
  moduleId: v.string(),
  /** The source that the check asked. */
  source: v.picklist(SOURCE_NAMES),
  /** The checked number, normalised if it is valid; null for a check without a number. */
  number: v.nullable(v.string()),
  status: v.picklist(['passed', 'failed', 'review']),
  reasonCodes: v.array(v.picklist(Object.keys(CHECK_REASONS) as CheckReason[])),
  /** The file that contains the number. */
  document: v.nullable(documentSchema),
  chargeKobo: wholeNumber,
  /** The debit of a direct check (`txn_`). */
  transactionId: v.exactOptional(v.nullable(v.string())),
  completedAt: v.string(),
});

/** A check with a verdict, requested directly or made by the assessment of an applicant. */
export type CheckRecord = v.InferOutput<typeof checkRecordSchema>;

/** The write that records a check, and lists it under its account and its company. */
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

/** The modules whose checks have their own event, with the middle word of its type. */
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

/** The type of a verification: the middle word of its event, or its module if that has no event. */
export type VerificationType = (typeof VERIFICATION_TYPES)[number];

/**
 * The type of a module's checks.
 *
 * @throws RangeError for a module without a source.
 */
export const verificationType = (moduleId: string): VerificationType => {
  const type = TYPE_BY_MODULE[moduleId] ?? VERIFICATION_TYPES.find((one) => one === moduleId);
  if (!type) throw new RangeError(`${moduleId} has no check`);
  return type;
};
