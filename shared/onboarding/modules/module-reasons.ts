import type { CheckReason } from '#shared/verification/check-reasons';
import type { CheckStatus } from '#shared/verification/checks/check';
import type { ModuleId } from './modules.ts';

/** The codes that a check gives with each of its statuses; those of a passed check are notes. */
export type CheckReasons = Readonly<Partial<Record<CheckStatus, readonly CheckReason[]>>>;

/** What every check that asks a source can give besides. */
export const COMMON_REASONS: CheckReasons = {
  unavailable: ['source_unavailable', 'insufficient_balance', 'input_missing'],
};

const people: CheckReasons = { failed: ['person_not_confirmed'], review: ['person_mismatch'] };

const document: CheckReasons = {
  failed: ['document_not_found', 'document_expired', 'document_revoked'],
  review: ['name_mismatch'],
};

/** A document that is found by the registration number of the business. */
const registeredDocument: CheckReasons = { ...document, review: ['name_mismatch', 'subject_mismatch'] };

/**
 * The reason codes of every module's check, beside {@link COMMON_REASONS}. Tests lead each module to each of its codes,
 * and find none that is not listed here.
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
