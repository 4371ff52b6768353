import type { CheckReason } from '#shared/verification/check-reasons';
import type { CheckStatus } from '#shared/verification/checks/check';
import type { ModuleId } from './modules.ts';

/** The reason codes of a check by its status; those of a passed check are notes. */
export type CheckReasons = Readonly<Partial<Record<CheckStatus, readonly CheckReason[]>>>;

/** The codes that every check of a source can also give. */
export const COMMON_REASONS: CheckReasons = {
  unavailable: ['source_unavailable', 'insufficient_balance', 'input_missing'],
};

const people: CheckReasons = { failed: ['person_not_confirmed'], review: ['person_mismatch'] };

const document: CheckReasons = {
  failed: ['document_not_found', 'document_expired', 'document_revoked'],
  review: ['name_mismatch'],
};

/** The codes of a document that is looked up by the business's registration number. */
const registeredDocument: CheckReasons = { ...document, review: ['name_mismatch', 'subject_mismatch'] };

/**
 * The reason codes of every module's check, besides {@link COMMON_REASONS}. Tests make each module give each of its
 * codes, and no other.
 */
export const MODULE_REASONS: Readonly<Record<ModuleId, CheckReasons>> = {
  business_profile: { review: ['subject_mismatch'] },
  cac_verification: {
    failed: ['registration_number_malformed', 'registration_not_found', 'business_inactive'],
    review: ['name_mismatch', 'subject_mismatch'],
  },
  tin_verification: { failed: ['tin_malformed', 'tin_not_found'], review: ['name_mismatch', 'subject_mismatch'] },
  bank_account_verification: {
    passed: ['nuban_check_digit'],
    failed: ['account_number_malformed', 'account_not_found'],
    review: ['name_mismatch'],
  },
  directors_kyc: people,
  ubo_verification: people,
  shareholders_kyc: people,
  aml_screening: { review: ['sanctions_match', 'pep_match', 'adverse_media_match'] },
  sanctions_screening: { review: ['sanctions_match'] },
  pep_screening: { review: ['pep_match'] },
  adverse_media_screening: { review: ['adverse_media_match'] },
  address_verification: {
    failed: ['address_not_verified'],
    review: ['address_pending'],
    unavailable: ['address_unreachable'],
  },
  utility_bill_verification: { failed: ['meter_malformed', 'meter_not_found'] },
  cac_status_report: registeredDocument,
  memart_verification: registeredDocument,
  tax_clearance_verification: document,
  scuml_verification: document,
  social_media_verification: { review: ['profile_not_confirmed'] },
  document_upload: {},
};
