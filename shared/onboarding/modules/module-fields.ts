import { FORMAT_PATTERNS } from '#shared/sources/formats';
import { METER_PROVIDERS, type MeterProvider } from '#shared/sources/ports';
import type { ModuleId } from './modules.ts';
import { BANKS, type Choice, STATES } from './nigeria.ts';

/**
 * How a field is shown. A `list` contains an array of texts, `people` an array of persons, and every other field one
 * text. A person is an object with the fields of `fields`.
 */
export const FIELD_TYPES = ['text', 'textarea', 'email', 'tel', 'url', 'date', 'select', 'list', 'people'] as const;

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
  /** Values that are suggested for a text, which may also be any other. */
  readonly suggestions?: readonly string[];
  /** The text that people see for an option or a suggestion, by its value. Without one, they see the value. */
  readonly optionLabels?: Readonly<Record<string, string>>;
  readonly help?: string;
  /** An example of a valid value. */
  readonly example?: string;
  /** The latest date that is allowed: dates of issue are not in the future. */
  readonly latest?: 'today';
  /** The fields of each person, for `people`. */
  readonly fields?: readonly ModuleField[];
}

type More = Partial<Omit<ModuleField, 'name' | 'label' | 'type'>>;

const field = (name: string, label: string, type: FieldType, more: More = {}): ModuleField => ({
  name,
  label,
  type,
  required: false,
  ...more,
});

const labelsOf = (choices: readonly Choice[]) => ({ optionLabels: Object.fromEntries(choices) });

const optionsOf = (choices: readonly Choice[]) => ({ options: choices.map(([value]) => value), ...labelsOf(choices) });

const suggestionsOf = (choices: readonly Choice[]) => ({
  suggestions: choices.map(([value]) => value),
  ...labelsOf(choices),
});

const registrationNumber = (required: boolean): ModuleField =>
  field('registrationNumber', 'Registration number', 'text', {
    required,
    pattern: FORMAT_PATTERNS.registrationNumber,
    help: 'As shown on the CAC certificate: RC for companies, BN for business names, IT for incorporated trustees.',
    example: 'RC1234567',
  });

const tin = (required: boolean): ModuleField =>
  field('tin', 'Tax identification number', 'text', {
    required,
    pattern: FORMAT_PATTERNS.taxNumber,
    help: 'A TIN such as 12345678-0001, a JTB TIN of 8 to 10 digits, or a 13-digit Tax ID.',
    example: '12345678-0001',
  });

const certificateNumber = (example: string): ModuleField =>
  field('certificateNumber', 'Certificate number', 'text', {
    required: true,
    help: 'As printed on the certificate.',
    example,
  });

const people = (label: string, help: string): readonly ModuleField[] => [
  field('people', label, 'people', {
    required: true,
    help,
    fields: [
      field('fullName', 'Full name', 'text', { required: true, example: 'Ada Chioma Obi' }),
      field('nationalIdNumber', 'National identification number (NIN)', 'text', {
        pattern: FORMAT_PATTERNS.nationalIdNumber,
        help: 'The 11-digit NIN of this person.',
        example: '12345678901',
      }),
    ],
  }),
];

/**
 * A field that every module accepts besides its form: the version of the widget's terms that the applicant agreed to.
 */
export const CONSENT_FIELD: ModuleField = field('consentVersion', 'Agreement', 'text');

/** The fields that a module of `people` accepts instead: two lists of the same length, joined by position. */
export const PEOPLE_LISTS: readonly ModuleField[] = [
  field('fullNames', 'Full names', 'list', { required: true, example: 'Ada Chioma Obi' }),
  field('nationalIdNumbers', 'National identification numbers (NIN)', 'list', {
    pattern: FORMAT_PATTERNS.nationalIdNumber,
    help: 'The 11-digit NIN of each person, in the same order as the names.',
    example: '12345678901',
  }),
];

const screening: readonly ModuleField[] = [
  field('otherNames', 'Other names of the business', 'list', {
    help: 'Trading names and former names, one per line.',
    example: 'Adire Stores',
  }),
  field('fullNames', 'Directors and owners', 'list', {
    help: 'Full names of the people to screen with the business, one per line.',
    example: 'Ada Chioma Obi',
  }),
];

/** The electricity distributors, under the names that their customers use. */
const DISTRIBUTORS: Readonly<Record<MeterProvider, string>> = {
  ABUJA: 'Abuja Electricity (AEDC)',
  KADUNA: 'Kaduna Electric',
  JOS: 'Jos Electricity (JED)',
  PH: 'Port Harcourt Electricity (PHED)',
  IBADAN: 'Ibadan Electricity (IBEDC)',
  IKEJA: 'Ikeja Electric',
  EKO: 'Eko Electricity (EKEDC)',
  ENUGU: 'Enugu Electricity (EEDC)',
  KANO: 'Kano Electricity (KEDCO)',
};

/** The form of every module. A field is required when a source needs it and no other module has it. */
export const MODULE_FIELDS: Readonly<Record<ModuleId, readonly ModuleField[]>> = {
  business_profile: [
    field('businessName', 'Business name', 'text', {
      required: true,
      help: 'The registered name in full.',
      example: 'Adire Textiles Ltd',
    }),
    registrationNumber(false),
    tin(false),
    field('email', 'Business email', 'email', { example: 'office@adire.example' }),
    field('phone', 'Business phone', 'tel', { example: '0803 123 4567' }),
    field('jurisdiction', 'Country of registration', 'text', { suggestions: ['Nigeria'], example: 'Nigeria' }),
    field('industry', 'Industry', 'text', { example: 'Retail' }),
    field('website', 'Website', 'url', { example: 'https://adire.example' }),
    field('description', 'What the business does', 'textarea', {
      help: 'What you sell, to whom and where.',
      example: 'We sell hand-dyed cloth to shops in Lagos and Abeokuta.',
    }),
  ],
  cac_verification: [
    registrationNumber(true),
    field('businessName', 'Registered name', 'text', {
      help: 'As shown on the certificate.',
      example: 'Adire Textiles Ltd',
    }),
    field('businessType', 'Type of registration', 'select', {
      ...optionsOf([
        ['business_name', 'Business name (BN)'],
        ['company', 'Limited company (RC)'],
        ['incorporated_trustees', 'Incorporated trustees (IT)'],
        ['limited_partnership', 'Limited partnership (LP)'],
        ['limited_liability_partnership', 'Limited liability partnership (LLP)'],
      ]),
      help: 'Required if the registration number has no letters in front of it.',
    }),
  ],
  tin_verification: [tin(true)],
  bank_account_verification: [
    field('bankCode', 'Bank', 'text', {
      required: true,
      pattern: FORMAT_PATTERNS.bankCode,
      ...suggestionsOf(BANKS),
      help: 'Search by name. If your bank is not listed, enter its CBN bank code, such as 058.',
      example: '058',
    }),
    field('accountNumber', 'Account number', 'text', {
      required: true,
      pattern: FORMAT_PATTERNS.accountNumber,
      help: 'Ten digits (NUBAN).',
      example: '0123456789',
    }),
    field('accountName', 'Account name', 'text', {
      help: 'As shown by the bank.',
      example: 'ADIRE TEXTILES LTD',
    }),
  ],
  directors_kyc: people('Directors', 'List every director.'),
  ubo_verification: people('Beneficial owners', 'List everyone who owns or controls 5% or more of the business.'),
  shareholders_kyc: people('Shareholders', 'List every shareholder.'),
  aml_screening: screening,
  sanctions_screening: screening,
  pep_screening: screening,
  adverse_media_screening: screening,
  address_verification: [
    field('street', 'Street and number', 'text', { required: true, example: '12 Broad Street' }),
    field('city', 'City', 'text', { required: true, example: 'Ikeja' }),
    field('state', 'State', 'text', { required: true, suggestions: STATES, example: 'Lagos' }),
    field('lga', 'Local government area', 'text', { example: 'Ikeja' }),
    field('landmark', 'Landmark', 'text', {
      help: 'A well-known place nearby, to help a visitor find the address.',
      example: 'Opposite the post office',
    }),
  ],
  utility_bill_verification: [
    field('meterNumber', 'Meter number', 'text', {
      required: true,
      pattern: FORMAT_PATTERNS.meterNumber,
      help: '6 to 13 digits, shown on the meter and on the bill.',
      example: '45012345678',
    }),
    field('provider', 'Electricity distributor', 'select', {
      required: true,
      ...optionsOf(METER_PROVIDERS.map((provider) => [provider, DISTRIBUTORS[provider]])),
      help: 'The company that issues the electricity bill.',
    }),
  ],
  cac_status_report: [
    registrationNumber(true),
    field('issuedOn', 'Date of the report', 'date', {
      help: 'When the report was issued.',
      example: '2026-01-31',
      latest: 'today',
    }),
  ],
  memart_verification: [registrationNumber(true)],
  tax_clearance_verification: [
    certificateNumber('TCC/2026/004711'),
    field('issuedOn', 'Date of the certificate', 'date', {
      help: 'When the certificate was issued.',
      example: '2026-01-31',
      latest: 'today',
    }),
  ],
  scuml_verification: [certificateNumber('SC 120045678')],
  social_media_verification: [
    field('website', 'Website', 'url', { required: true, example: 'https://adire.example' }),
    field('facebook', 'Facebook', 'text', { help: 'Page name or link.', example: 'adire.market' }),
    field('instagram', 'Instagram', 'text', { help: 'Profile name or link.', example: '@adire.market' }),
    field('linkedin', 'LinkedIn', 'text', {
      help: 'Page name or link.',
      example: 'linkedin.com/company/adire-market',
    }),
    field('twitter', 'X (Twitter)', 'text', { help: 'Profile name or link.', example: '@adiremarket' }),
    field('tiktok', 'TikTok', 'text', { help: 'Profile name or link.', example: '@adire.market' }),
  ],
  document_upload: [
    field('documentType', 'Type of document', 'select', {
      required: true,
      ...optionsOf([
        ['certificate_of_incorporation', 'Certificate of incorporation'],
        ['status_report', 'CAC status report'],
        ['memart', 'Memorandum and articles of association'],
        ['tax_clearance_certificate', 'Tax clearance certificate'],
        ['scuml_certificate', 'SCUML certificate'],
        ['licence', 'Licence'],
        ['proof_of_address', 'Proof of address'],
        ['board_resolution', 'Board resolution'],
        ['other', 'Other'],
      ]),
    }),
    field('description', 'Description', 'textarea', {
      help: 'What the document shows, if its type does not make it clear.',
      example: 'Import licence for textiles, valid until the end of 2027.',
    }),
  ],
};
