import { checkBankAccount, checkCacRegistration, checkTaxNumber } from '#shared/verification/checks/business';
import { type Check, passed } from '#shared/verification/checks/check';
import { documentCheck } from '#shared/verification/checks/documents';
import { peopleCheck } from '#shared/verification/checks/people';
import { checkAddress, checkMeter } from '#shared/verification/checks/places';
import { screeningCheck } from '#shared/verification/checks/screening';
import { checkSocialMedia } from '#shared/verification/checks/social-media';
import type { ModuleId } from './modules.ts';
import { SCREENING_TOPICS } from './screening-modules.ts';

/** The check of answers that are only collected for people to read: it passes when they are given. */
const collected: Check = async () => passed();

/** The check of every module. */
export const MODULE_CHECKS: Readonly<Record<ModuleId, Check>> = {
  business_profile: collected,
  cac_verification: checkCacRegistration,
  tin_verification: checkTaxNumber,
  bank_account_verification: checkBankAccount,
  directors_kyc: peopleCheck('director'),
  ubo_verification: peopleCheck('beneficial_owner'),
  shareholders_kyc: peopleCheck('shareholder'),
  aml_screening: screeningCheck(...SCREENING_TOPICS.aml_screening),
  sanctions_screening: screeningCheck(...SCREENING_TOPICS.sanctions_screening),
  pep_screening: screeningCheck(...SCREENING_TOPICS.pep_screening),
  adverse_media_screening: screeningCheck(...SCREENING_TOPICS.adverse_media_screening),
  address_verification: checkAddress,
  utility_bill_verification: checkMeter,
  cac_status_report: documentCheck('cac_status_report'),
  memart_verification: documentCheck('memart'),
  tax_clearance_verification: documentCheck('tax_clearance_certificate'),
  scuml_verification: documentCheck('scuml_certificate'),
  social_media_verification: checkSocialMedia,
  document_upload: collected,
};
