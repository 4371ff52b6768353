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

/** The fields that have magic values, and where each is sent. */
export const SCENARIO_FIELDS = {
  businessName:
    'The name of the business: `subject.businessName` of an applicant, the answer `businessName` of `business_profile` ' +
    'or `cac_verification`, the name of a company that is checked directly, `business_name` of an address. The names of ' +
    'sanctions, PEP and adverse media work for a person in `fullNames` as well.',
  registrationNumber:
    'The registration number: the answer `registrationNumber` of `cac_verification`, or `rcNumber` of a company.',
  tin: 'The TIN: the answer `tin` of `tin_verification`, or `tin` of a direct check.',
  meterNumber:
    'The meter number: the answer `meterNumber` of `utility_bill_verification`, or `meterNumber` of a direct check.',
  street: 'The street: the answer `street` of `address_verification`, or `street` of an address.',
  documentNumber:
    'The number of a document: the answer `certificateNumber` of `tax_clearance_verification` or `scuml_verification`, ' +
    '`registrationNumber` of `cac_status_report` or `memart_verification`.',
} as const satisfies Readonly<Record<string, string>>;

/** How a magic value is compared: the whole text, or its beginning. */
export const SCENARIO_MATCHES = ['prefix', 'exact'] as const;

/** A magic value: what to send, how it is compared, and its outcome. */
export interface SandboxScenario {
  readonly field: keyof typeof SCENARIO_FIELDS;
  readonly match: (typeof SCENARIO_MATCHES)[number];
  readonly value: string;
  readonly outcome: ScenarioOutcome | RecordOutcome;
  readonly description: string;
}

const nameScenario = (value: string, outcome: ScenarioOutcome, description: string) =>
  ({ field: 'businessName', match: 'prefix', value, outcome, description }) as const;

const registrationScenario = (value: string, outcome: RecordOutcome, description: string) =>
  ({ field: 'registrationNumber', match: 'exact', value, outcome, description }) as const;

const streetScenario = (value: string, outcome: RecordOutcome, description: string) =>
  ({ field: 'street', match: 'prefix', value, outcome, description }) as const;

const documentScenario = (
  match: SandboxScenario['match'],
  value: string,
  outcome: 'expired' | 'revoked',
  description: string,
) => ({ field: 'documentNumber', match, value, outcome, description }) as const;

/** Names decide for the whole applicant, whatever modules its widget enables. */
const NAME_SCENARIOS = [
  nameScenario('SANDBOX_REJECT', 'reject', 'No source knows the business: risk score 100, rejected.'),
  nameScenario('SANDBOX_REVIEW', 'review', 'Sources know the business by another name: requires review.'),
  nameScenario('SANDBOX_RESUBMIT', 'resubmit', 'The first submission is returned to the applicant; the second passes.'),
  nameScenario('SANDBOX_SANCTIONS', 'sanctions', 'A possible match on a sanctions list.'),
  nameScenario('SANDBOX_PEP', 'pep', 'A possible match with a politically exposed person.'),
  nameScenario('SANDBOX_ADVERSE', 'adverse_media', 'A possible match in adverse media.'),
  nameScenario(
    'SANDBOX_UNAVAILABLE',
    'unavailable',
    'Every source is down: requires review, nothing is charged for checks.',
  ),
] as const;

/** Every magic value of the sandbox; any other value gives a clean outcome (interface: Sandbox). */
export const SANDBOX_SCENARIOS: readonly SandboxScenario[] = [
  ...NAME_SCENARIOS,
  registrationScenario('RC0000001', 'not_found', 'The registry has no such number.'),
  registrationScenario('RC0000002', 'inactive', 'The business is inactive.'),
  registrationScenario('RC0000003', 'name_mismatch', 'The number belongs to a business of another name.'),
  registrationScenario('RC0000009', 'unavailable', 'The registry is down.'),
  {
    field: 'tin',
    match: 'exact',
    value: '00000000-0001',
    outcome: 'not_found',
    description: 'No taxpayer has this TIN.',
  },
  {
    field: 'meterNumber',
    match: 'exact',
    value: '00000000000',
    outcome: 'not_found',
    description: 'There is no such meter.',
  },
  streetScenario('FAIL', 'not_verified', 'The business is not found at the address.'),
  streetScenario('SLOW', 'pending', 'The visit to the address stays pending.'),
  streetScenario('UNREACHABLE', 'unreachable', 'The address cannot be visited; nothing is charged.'),
  documentScenario('exact', 'RC0000004', 'expired', 'The document of this number has expired.'),
  documentScenario('exact', 'RC0000005', 'revoked', 'The issuer has revoked the document of this number.'),
  documentScenario('prefix', 'EXPIRED', 'expired', 'The certificate has expired.'),
  documentScenario('prefix', 'REVOKED', 'revoked', 'The issuer has revoked the certificate.'),
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
