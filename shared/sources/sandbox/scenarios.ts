/** The outcome of a sandbox business name. */
export type ScenarioOutcome = 'reject' | 'review' | 'resubmit' | 'sanctions' | 'pep' | 'adverse_media' | 'unavailable';

/** The outcome of a magic value of another field. */
type RecordOutcome =
  | 'not_found'
  | 'expired'
  | 'revoked'
  | 'inactive'
  | 'name_mismatch'
  | 'unavailable'
  | 'not_verified'
  | 'pending'
  | 'unreachable';

/** The fields that have magic values, and the requests that send each. */
export const SCENARIO_FIELDS = {
  businessName:
    'The name of the business: `subject.businessName` of an applicant; the answer `businessName` in ' +
    '`business_profile` or `cac_verification`; `companyName` when you add a company; the name of a company ' +
    'that you check directly or watch; or `business_name` of an address. For some values, the name of a ' +
    'person in `people`.',
  registrationNumber:
    'The registration number: the answer `registrationNumber` in `cac_verification`, or `rcNumber` when you ' +
    'add a company or check a certificate.',
  companyNumber:
    '`rcNumber` when you add or watch a company without a name. The registry has the business under a name ' +
    'that triggers the outcome.',
  tin: 'The TIN: the answer `tin` in `tin_verification`, or `tin` in a direct check.',
  meterNumber:
    'The meter number: the answer `meterNumber` in `utility_bill_verification`, or `meterNumber` in a direct ' +
    'check.',
  street: 'The street: the answer `street` in `address_verification`, or `street` when you submit an address.',
  documentNumber:
    'The number of a document: the answer `certificateNumber` in `tax_clearance_verification` or ' +
    '`scuml_verification`, or `registrationNumber` in `cac_status_report` or `memart_verification`.',
} as const satisfies Readonly<Record<string, string>>;

/**
 * The checks that magic values control: of a whole applicant, of one of its persons, of one module by its id, of an
 * endpoint by its name, and the daily one of a watched company.
 */
export const SCENARIO_CHECKS = [
  'applicant',
  'person',
  'cac_verification',
  'tin_verification',
  'utility_bill_verification',
  'address_verification',
  'cac_status_report',
  'memart_verification',
  'tax_clearance_verification',
  'scuml_verification',
  'add-company',
  'verify-tin',
  'verify-jtb-tin',
  'verify-cac',
  'verify-utility-bill',
  'verify-meter',
  'submit-address',
  'monitoring',
] as const;

/** A check that a magic value can control. */
export type ScenarioCheck = (typeof SCENARIO_CHECKS)[number];

/** How a magic value is compared: the whole text, or its beginning. */
export const SCENARIO_MATCHES = ['prefix', 'exact'] as const;

/** A magic value: what to send, how it is compared, its outcome, and the checks that it controls. */
export interface SandboxScenario {
  readonly field: keyof typeof SCENARIO_FIELDS;
  readonly match: (typeof SCENARIO_MATCHES)[number];
  readonly value: string;
  readonly outcome: ScenarioOutcome | RecordOutcome;
  readonly description: string;
  readonly checks: readonly ScenarioCheck[];
}

const nameScenario = (value: string, outcome: ScenarioOutcome, checks: readonly ScenarioCheck[], description: string) =>
  ({ field: 'businessName', match: 'prefix', value, outcome, description, checks }) as const;

const exactScenario = (
  field: SandboxScenario['field'],
  value: string,
  outcome: SandboxScenario['outcome'],
  checks: readonly ScenarioCheck[],
  description: string,
) => ({ field, match: 'exact', value, outcome, description, checks }) as const;

const streetScenario = (value: string, outcome: RecordOutcome, description: string): SandboxScenario => ({
  field: 'street',
  match: 'prefix',
  value,
  outcome,
  description,
  checks: ['address_verification', 'submit-address'],
});

const documentScenario = (
  match: SandboxScenario['match'],
  value: string,
  outcome: 'expired' | 'revoked',
  checks: readonly ScenarioCheck[],
  description: string,
): SandboxScenario => ({ field: 'documentNumber', match, value, outcome, description, checks });

/** The uploads that compare a record with the company's name. */
const NAMED_UPLOADS = ['verify-tin', 'verify-jtb-tin', 'verify-cac'] as const;

/** The documents that have the business's number, and those with their own. */
const REGISTERED = ['cac_status_report', 'memart_verification'] as const;
const CERTIFICATES = ['tax_clearance_verification', 'scuml_verification'] as const;

const SCREENED = ['applicant', 'person', 'monitoring'] as const;

/** Names apply to the whole applicant, whatever modules its widget enables. */
const NAME_SCENARIOS = [
  nameScenario(
    'SANDBOX_REJECT',
    'reject',
    ['applicant', 'add-company', ...NAMED_UPLOADS, 'verify-utility-bill', 'submit-address', 'monitoring'],
    'No source confirms the business. The risk score is 100, and the applicant is rejected.',
  ),
  nameScenario(
    'SANDBOX_REVIEW',
    'review',
    ['applicant', 'add-company', ...NAMED_UPLOADS],
    'Sources list the business under a different name. The applicant requires review.',
  ),
  nameScenario(
    'SANDBOX_RESUBMIT',
    'resubmit',
    ['applicant'],
    'The first submission is returned to the applicant. The second one passes.',
  ),
  nameScenario('SANDBOX_SANCTIONS', 'sanctions', SCREENED, 'A possible match on a sanctions list.'),
  nameScenario('SANDBOX_PEP', 'pep', SCREENED, 'A possible match with a politically exposed person.'),
  nameScenario('SANDBOX_ADVERSE', 'adverse_media', SCREENED, 'A possible match in adverse media.'),
  nameScenario(
    'SANDBOX_UNAVAILABLE',
    'unavailable',
    ['applicant', 'add-company', ...NAMED_UPLOADS, 'verify-utility-bill', 'submit-address'],
    'Every source is down. The applicant requires review, and no checks are charged.',
  ),
] as const;

/** Numbers for which the registry has a business with a magic name: otherwise no such business could be added. */
const NAMED_NUMBERS = [
  exactScenario(
    'companyNumber',
    'RC0000006',
    'reject',
    ['add-company'],
    'The company is added as `SANDBOX_REJECT Business`.',
  ),
  exactScenario(
    'companyNumber',
    'RC0000007',
    'review',
    ['add-company'],
    'The company is added as `SANDBOX_REVIEW Business`.',
  ),
  exactScenario(
    'companyNumber',
    'RC0000008',
    'unavailable',
    ['add-company'],
    'The company is added as `SANDBOX_UNAVAILABLE Business`.',
  ),
] as const;

const METER_CHECKS = ['utility_bill_verification', 'verify-meter', 'verify-utility-bill'] as const;

/** Every magic value of the sandbox; any other value has a clean outcome (interface: Sandbox). */
export const SANDBOX_SCENARIOS: readonly SandboxScenario[] = [
  ...NAME_SCENARIOS,
  exactScenario(
    'registrationNumber',
    'RC0000001',
    'not_found',
    ['cac_verification', 'add-company', 'verify-cac'],
    'The registry has no business with this number.',
  ),
  exactScenario(
    'registrationNumber',
    'RC0000002',
    'inactive',
    ['cac_verification', 'add-company', 'verify-cac'],
    'The business is inactive.',
  ),
  exactScenario(
    'registrationNumber',
    'RC0000003',
    'name_mismatch',
    ['cac_verification', 'add-company', 'verify-cac'],
    'The number belongs to a business with a different name.',
  ),
  exactScenario(
    'registrationNumber',
    'RC0000009',
    'unavailable',
    ['cac_verification', 'add-company', 'verify-cac'],
    'The registry is down.',
  ),
  ...NAMED_NUMBERS,
  exactScenario('tin', '00000000-0001', 'not_found', ['tin_verification', 'verify-tin'], 'No taxpayer has this TIN.'),
  exactScenario(
    'meterNumber',
    '00000000000',
    'not_found',
    METER_CHECKS,
    'The distributor has no meter with this number.',
  ),
  streetScenario('FAIL', 'not_verified', 'The business is not found at the address.'),
  streetScenario('SLOW', 'pending', 'The visit to the address stays pending.'),
  streetScenario('UNREACHABLE', 'unreachable', 'The address cannot be visited. Nothing is charged.'),
  documentScenario('exact', 'RC0000004', 'expired', REGISTERED, 'The document with this number has expired.'),
  documentScenario(
    'exact',
    'RC0000005',
    'revoked',
    REGISTERED,
    'The issuer has revoked the document with this number.',
  ),
  documentScenario('prefix', 'EXPIRED', 'expired', CERTIFICATES, 'The certificate has expired.'),
  documentScenario('prefix', 'REVOKED', 'revoked', CERTIFICATES, 'The issuer has revoked the certificate.'),
];

/** The magic value of a field that applies to a text, if any. Case counts; space around the text does not. */
export const scenarioOf = (field: SandboxScenario['field'], text: string | undefined): SandboxScenario | undefined => {
  const trimmed = text?.trim();
  if (!trimmed) return undefined;
  return SANDBOX_SCENARIOS.find(
    (scenario) =>
      scenario.field === field &&
      (scenario.match === 'exact' ? trimmed === scenario.value : trimmed.startsWith(scenario.value)),
  );
};

/** The outcome of a business name in the sandbox, undefined for an ordinary name. */
export const nameOutcome = (businessName: string | undefined): ScenarioOutcome | undefined => {
  const trimmed = businessName?.trim() ?? '';
  return NAME_SCENARIOS.find(({ value }) => trimmed.startsWith(value))?.outcome;
};

/** The registry's name for a number if no business was named. */
export const unnamedBusiness = (registrationNumber: string): string => {
  const outcome = scenarioOf('companyNumber', registrationNumber)?.outcome;
  const led = NAME_SCENARIOS.find((scenario) => scenario.outcome === outcome);
  return led ? `${led.value} Business` : `Sandbox Business ${registrationNumber}`;
};
