import { FORMAT_PATTERNS } from '#shared/sources/formats';
import { METER_PROVIDERS } from '#shared/sources/ports';
import type { ModuleId } from './modules.ts';

/** How a field is shown. A `list` holds an array of texts, every other field one text. */
export const FIELD_TYPES = ['text', 'textarea', 'email', 'tel', 'url', 'date', 'select', 'list'] as const;

/** A type of the closed list. */
export type FieldType = (typeof FIELD_TYPES)[number];

/** One field of a module's form, as the embedded runtime returns it to the applicant's browser. */
export interface ModuleField {
  readonly name: string;
  readonly label: string;
  readonly type: FieldType;
  readonly required: boolean;
  /** A regular expression in the format of HTML's `pattern` attribute; each entry of a list must match it. */
  readonly pattern?: string;
  /** The only values of a `select`. */
  readonly options?: readonly string[];
  readonly help?: string;
}

const field = (
  name: string,
  label: string,
  type: FieldType,
  more: Partial<Pick<ModuleField, 'required' | 'pattern' | 'options' | 'help'>> = {},
): ModuleField => ({ name, label, type, required: false, ...more });

const registrationNumber = (required: boolean): ModuleField =>
  field('registrationNumber', 'Registration number', 'text', {
    required,
    pattern: FORMAT_PATTERNS.registrationNumber,
    help: 'As on the certificate, for example RC1234567.',
  });

const tin = (required: boolean): ModuleField =>
  field('tin', 'Tax identification number', 'text', {
    required,
    pattern: FORMAT_PATTERNS.taxNumber,
    help: 'A TIN such as 12345678-0001, a JTB TIN of 8 to 10 digits, or a 13-digit Tax ID.',
  });

const certificateNumber = field('certificateNumber', 'Certificate number', 'text', { required: true });

const people = (label: string): readonly ModuleField[] => [
  field('fullNames', label, 'list', { required: true, help: 'One full name for each person.' }),
  field('nationalIdNumbers', 'National identification numbers (NIN)', 'list', {
    pattern: FORMAT_PATTERNS.nationalIdNumber,
    help: 'One for each person, in the same order.',
  }),
];

const screening: readonly ModuleField[] = [
  field('otherNames', 'Other names of the business', 'list', { help: 'Trading and former names.' }),
  field('fullNames', 'Directors and owners', 'list', { help: 'Full names of people to screen with the business.' }),
];

/** The form of every module. A field that a source needs and no other module asks for is required. */
export const MODULE_FIELDS: Readonly<Record<ModuleId, readonly ModuleField[]>> = {
  business_profile: [
    field('businessName', 'Business name', 'text', { required: true }),
    registrationNumber(false),
    tin(false),
    field('email', 'Business e-mail', 'email'),
    field('phone', 'Business phone', 'tel'),
    field('jurisdiction', 'Country of registration', 'text'),
    field('industry', 'Industry', 'text'),
    field('website', 'Website', 'url'),
    field('description', 'What the business does', 'textarea'),
  ],
  cac_verification: [
    registrationNumber(true),
    field('businessName', 'Registered name', 'text'),
    field('businessType', 'Kind of registration', 'select', {
      options: [
        'business_name',
        'company',
        'incorporated_trustees',
        'limited_partnership',
        'limited_liability_partnership',
      ],
    }),
  ],
  tin_verification: [tin(true)],
  bank_account_verification: [
    field('bankCode', 'Bank code', 'text', {
      required: true,
      pattern: FORMAT_PATTERNS.bankCode,
      help: 'The code of the central bank, for example 058.',
    }),
    field('accountNumber', 'Account number', 'text', {
      required: true,
      pattern: FORMAT_PATTERNS.accountNumber,
      help: 'Ten digits (NUBAN).',
    }),
    field('accountName', 'Account name', 'text', { help: 'As the bank shows it.' }),
  ],
  directors_kyc: people('Directors'),
  ubo_verification: people('Beneficial owners'),
  shareholders_kyc: people('Shareholders'),
  aml_screening: screening,
  sanctions_screening: screening,
  pep_screening: screening,
  adverse_media_screening: screening,
  address_verification: [
    field('street', 'Street and number', 'text', { required: true }),
    field('city', 'City', 'text', { required: true }),
    field('state', 'State', 'text', { required: true }),
    field('lga', 'Local government area', 'text'),
    field('landmark', 'Landmark', 'text'),
  ],
  utility_bill_verification: [
    field('meterNumber', 'Meter number', 'text', { required: true, pattern: FORMAT_PATTERNS.meterNumber }),
    field('provider', 'Electricity distributor', 'select', { required: true, options: METER_PROVIDERS }),
  ],
  cac_status_report: [registrationNumber(true), field('issuedOn', 'Date of the report', 'date')],
  memart_verification: [registrationNumber(true)],
  tax_clearance_verification: [certificateNumber, field('issuedOn', 'Date of the certificate', 'date')],
  scuml_verification: [certificateNumber],
  social_media_verification: [
    field('website', 'Website', 'url', { required: true }),
    field('facebook', 'Facebook', 'text'),
    field('instagram', 'Instagram', 'text'),
    field('linkedin', 'LinkedIn', 'text'),
    field('twitter', 'X (Twitter)', 'text'),
    field('tiktok', 'TikTok', 'text'),
  ],
  document_upload: [
    field('documentType', 'Kind of document', 'select', {
      required: true,
      options: [
        'certificate_of_incorporation',
        'status_report',
        'memart',
        'tax_clearance_certificate',
        'scuml_certificate',
        'licence',
        'proof_of_address',
        'board_resolution',
        'other',
      ],
    }),
    field('description', 'Description', 'textarea'),
  ],
};
