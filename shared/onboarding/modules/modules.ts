import type { SourceName } from '#shared/sources/ports';

/** The fixed definition of a module. */
interface ModuleDefinition {
  /** The heading of its form for the applicant. */
  readonly title: string;
  /** The rate it is charged by, or null when it costs nothing (interface: Pricing rate, `actionKey`). */
  readonly actionKey: string | null;
  /** Risk points of a failed check, 0 to 100. */
  readonly weight: number;
  /** The source of its check, or null when the answers are only collected. */
  readonly source: SourceName | null;
  /** The event of its verdict, if it has one of its own (interface: Event types emitted). */
  readonly event: string | null;
}

/**
 * The 19 modules (interface: config.modules). A weight determines how far one failed check alone can move a decision:
 * checks that prove the existence of the business weigh most, supplementary ones hardly at all.
 */
export const MODULES = {
  business_profile: { title: 'Business profile', actionKey: null, weight: 10, source: null, event: null },
  cac_verification: {
    title: 'CAC registration',
    actionKey: 'cac_verification',
    weight: 80,
    source: 'registry',
    event: 'verification.cac.completed',
  },
  tin_verification: {
    title: 'Tax identification number',
    actionKey: 'tin_verification',
    weight: 60,
    source: 'tax',
    event: 'verification.tin.completed',
  },
  bank_account_verification: {
    title: 'Bank account',
    actionKey: 'bank_account_verification',
    weight: 50,
    source: 'bankAccount',
    event: 'verification.bank_account.completed',
  },
  directors_kyc: {
    title: 'Directors',
    actionKey: 'directors_kyc',
    weight: 50,
    source: 'identity',
    event: null,
  },
  ubo_verification: {
    title: 'Beneficial owners',
    actionKey: 'ubo_verification',
    weight: 50,
    source: 'identity',
    event: null,
  },
  shareholders_kyc: {
    title: 'Shareholders',
    actionKey: 'shareholders_kyc',
    weight: 40,
    source: 'identity',
    event: null,
  },
  aml_screening: {
    title: 'Anti-money-laundering screening',
    actionKey: 'aml_screening',
    weight: 100,
    source: 'screening',
    event: null,
  },
  sanctions_screening: {
    title: 'Sanctions screening',
    actionKey: 'sanctions_screening',
    weight: 100,
    source: 'screening',
    event: null,
  },
  pep_screening: {
    title: 'Politically exposed persons',
    actionKey: 'pep_screening',
    weight: 50,
    source: 'screening',
    event: null,
  },
  adverse_media_screening: {
    title: 'Adverse media',
    actionKey: 'adverse_media_screening',
    weight: 50,
    source: 'screening',
    event: null,
  },
  address_verification: {
    title: 'Business address',
    actionKey: 'address_verification',
    weight: 40,
    source: 'address',
    event: 'verification.address.completed',
  },
  utility_bill_verification: {
    title: 'Utility bill',
    actionKey: 'utility_bill_verification',
    weight: 30,
    source: 'meter',
    event: 'verification.utility_bill.completed',
  },
  cac_status_report: {
    title: 'CAC status report',
    actionKey: 'cac_status_report',
    weight: 40,
    source: 'documents',
    event: null,
  },
  memart_verification: {
    title: 'Memorandum and articles of association',
    actionKey: 'memart_verification',
    weight: 30,
    source: 'documents',
    event: null,
  },
  tax_clearance_verification: {
    title: 'Tax clearance certificate',
    actionKey: 'tax_clearance_verification',
    weight: 30,
    source: 'documents',
    event: null,
  },
  scuml_verification: {
    title: 'SCUML certificate',
    actionKey: 'scuml_verification',
    weight: 30,
    source: 'documents',
    event: null,
  },
  social_media_verification: {
    title: 'Website and social media',
    actionKey: 'social_media_verification',
    weight: 15,
    source: 'socialMedia',
    event: null,
  },
  document_upload: { title: 'Further documents', actionKey: null, weight: 10, source: null, event: null },
} as const satisfies Record<string, ModuleDefinition>;

/** The id of a module. */
export type ModuleId = keyof typeof MODULES;

/** Every module id, in the order of the catalogue. */
export const MODULE_IDS = Object.keys(MODULES) as ModuleId[];

/** The rate of a module that costs something. */
export type ModuleActionKey = Exclude<(typeof MODULES)[ModuleId]['actionKey'], null>;

/** An event for one module's verdict. */
export type VerificationEvent = Exclude<(typeof MODULES)[ModuleId]['event'], null>;
