import type { SourceName } from '#shared/sources/ports';

/** The fixed definition of a module. */
interface ModuleDefinition {
  /** The heading of its form, for the applicant. */
  readonly title: string;
  /** What happens with the answers: one sentence for the applicant. */
  readonly description: string;
  /** The rate of its charge, or null when it is free (interface: Pricing rate, `actionKey`). */
  readonly actionKey: string | null;
  /** Risk points of a failed check, 0 to 100. */
  readonly weight: number;
  /** The source of its check, or null when the answers are only collected. */
  readonly source: SourceName | null;
  /** The event of its verdict, if it has its own (interface: Event types emitted). */
  readonly event: string | null;
}

/**
 * The 19 modules (interface: config.modules). The weight determines how far one failed check can move a decision:
 * checks that prove the existence of the business weigh most, supplementary ones hardly anything.
 */
export const MODULES = {
  business_profile: {
    title: 'Business profile',
    description: 'Who the business is and how to reach it.',
    actionKey: null,
    weight: 10,
    source: null,
    event: null,
  },
  cac_verification: {
    title: 'CAC registration',
    description: 'We look the business up in the register of the Corporate Affairs Commission.',
    actionKey: 'cac_verification',
    weight: 80,
    source: 'registry',
    event: 'verification.cac.completed',
  },
  tin_verification: {
    title: 'Tax identification number',
    description: 'We look the tax number up at the tax authority.',
    actionKey: 'tin_verification',
    weight: 60,
    source: 'tax',
    event: 'verification.tin.completed',
  },
  bank_account_verification: {
    title: 'Bank account',
    description: 'We compare the name on the account with the business.',
    actionKey: 'bank_account_verification',
    weight: 50,
    source: 'bankAccount',
    event: 'verification.bank_account.completed',
  },
  directors_kyc: {
    title: 'Directors',
    description: 'We confirm the identity of the directors.',
    actionKey: 'directors_kyc',
    weight: 50,
    source: 'identity',
    event: null,
  },
  ubo_verification: {
    title: 'Beneficial owners',
    description: 'We confirm the identity of those who own or control the business.',
    actionKey: 'ubo_verification',
    weight: 50,
    source: 'identity',
    event: null,
  },
  shareholders_kyc: {
    title: 'Shareholders',
    description: 'We confirm the identity of the shareholders.',
    actionKey: 'shareholders_kyc',
    weight: 40,
    source: 'identity',
    event: null,
  },
  aml_screening: {
    title: 'Anti-money-laundering screening',
    description:
      'We look for the business and its people on sanctions lists, among politically exposed persons and in the news.',
    actionKey: 'aml_screening',
    weight: 100,
    source: 'screening',
    event: null,
  },
  sanctions_screening: {
    title: 'Sanctions screening',
    description: 'We look for the business and its people on sanctions lists.',
    actionKey: 'sanctions_screening',
    weight: 100,
    source: 'screening',
    event: null,
  },
  pep_screening: {
    title: 'Politically exposed persons',
    description: 'We look for the people of the business among politically exposed persons.',
    actionKey: 'pep_screening',
    weight: 50,
    source: 'screening',
    event: null,
  },
  adverse_media_screening: {
    title: 'Adverse media',
    description: 'We look for the business and its people in the news.',
    actionKey: 'adverse_media_screening',
    weight: 50,
    source: 'screening',
    event: null,
  },
  address_verification: {
    title: 'Business address',
    description: 'We confirm that the business is at its address.',
    actionKey: 'address_verification',
    weight: 40,
    source: 'visits',
    event: 'verification.address.completed',
  },
  utility_bill_verification: {
    title: 'Utility bill',
    description: 'We look the meter of an electricity bill up at its distributor.',
    actionKey: 'utility_bill_verification',
    weight: 30,
    source: 'meter',
    event: 'verification.utility_bill.completed',
  },
  cac_status_report: {
    title: 'CAC status report',
    description: 'We confirm the status report with the Corporate Affairs Commission.',
    actionKey: 'cac_status_report',
    weight: 40,
    source: 'documents',
    event: null,
  },
  memart_verification: {
    title: 'Memorandum and articles of association',
    description: 'We confirm the memorandum and articles with the Corporate Affairs Commission.',
    actionKey: 'memart_verification',
    weight: 30,
    source: 'documents',
    event: null,
  },
  tax_clearance_verification: {
    title: 'Tax clearance certificate',
    description: 'We confirm the certificate with the tax authority.',
    actionKey: 'tax_clearance_verification',
    weight: 30,
    source: 'documents',
    event: null,
  },
  scuml_verification: {
    title: 'SCUML certificate',
    description: 'We confirm the certificate with the Special Control Unit against Money Laundering (SCUML).',
    actionKey: 'scuml_verification',
    weight: 30,
    source: 'documents',
    event: null,
  },
  social_media_verification: {
    title: 'Website and social media',
    description: 'We confirm that the website and profiles belong to the business.',
    actionKey: 'social_media_verification',
    weight: 15,
    source: 'socialMedia',
    event: null,
  },
  document_upload: {
    title: 'Further documents',
    description: 'Further documents about the business.',
    actionKey: null,
    weight: 10,
    source: null,
    event: null,
  },
} as const satisfies Record<string, ModuleDefinition>;

/** The id of a module. */
export type ModuleId = keyof typeof MODULES;

/** All module ids, in catalogue order. */
export const MODULE_IDS = Object.keys(MODULES) as ModuleId[];

/** The rate of a module that is charged. */
export type ModuleActionKey = Exclude<(typeof MODULES)[ModuleId]['actionKey'], null>;

/** An event for one module's verdict. */
export type VerificationEvent = Exclude<(typeof MODULES)[ModuleId]['event'], null>;
