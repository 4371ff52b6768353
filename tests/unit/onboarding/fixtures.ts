import { parse } from 'valibot';
import type { Assessment, AssessmentInput } from '#shared/onboarding/assessment/assessment';
import { checkModules } from '#shared/onboarding/assessment/check-modules';
import { concludeAssessment } from '#shared/onboarding/assessment/conclude-assessment';
import type { SessionAnswers } from '#shared/onboarding/modules/answers';
import { MODULE_IDS, MODULES, type ModuleActionKey, type ModuleId } from '#shared/onboarding/modules/modules';
import {
  type RiskConfig,
  type WidgetConfig,
  type WidgetConfigInput,
  widgetConfigSchema,
} from '#shared/onboarding/widgets/widget-config';
import { selectSources } from '#shared/sources/select';
import type { KnownVisit } from '#shared/verification/checks/check';

/** The settings of some modules, all enabled. */
export const enabled = (...ids: ModuleId[]): WidgetConfigInput['modules'] =>
  Object.fromEntries(ids.map((id) => [id, { enabled: true, required: true }]));

/** A complete configuration as a caller sends it, without optional fields. */
export const configInput = (): WidgetConfigInput => ({
  branding: {
    brandName: 'Acme Pay',
    accentColor: '#1a2b3c',
    cornerRadius: 'soft',
    welcomeTitle: 'Welcome',
    welcomeMessage: 'Tell us about your business.',
    completionTitle: 'Thank you',
    completionMessage: 'We will be in touch.',
  },
  modules: enabled('business_profile', 'cac_verification'),
  flow: {
    order: ['business_profile', 'cac_verification'],
    enableSavedProgress: true,
    enableResume: true,
    sessionTimeoutMinutes: 30,
  },
  security: {
    allowedDomains: [],
    allowedCountries: [],
    enableIpAllowlist: false,
    ipAllowlist: [],
    requireSignedRequests: false,
  },
  risk: {
    tier: 'standard',
    autoApproveThreshold: 30,
    autoRejectThreshold: 70,
    reviewOnPepMatch: true,
    reviewOnAdverseMedia: true,
    reviewOnSanctionsMatch: true,
  },
  notifications: { notifyApplicantEmail: false, notifyApplicantSms: false, webhookEvents: [] },
});

/** The same configuration as it is stored. */
export const config = (): WidgetConfig => parse(widgetConfigSchema, configInput());

/** A risk section with some of its fields changed. */
export const risk = (more: Partial<RiskConfig> = {}): RiskConfig => ({ ...config().risk, ...more });

/** Plausible answers for every required field of every module. */
export const ANSWERS: Required<{ readonly [Id in ModuleId]: NonNullable<SessionAnswers[Id]> }> = {
  business_profile: { businessName: 'Acme Foods Ltd' },
  cac_verification: { registrationNumber: 'RC1234567' },
  tin_verification: { tin: '12345678-0002' },
  bank_account_verification: { bankCode: '011', accountNumber: '0000014579' },
  directors_kyc: { people: [{ fullName: 'Ada Obi', nationalIdNumber: '12345678901' }, { fullName: 'Musa Bello' }] },
  ubo_verification: { people: [{ fullName: 'Ada Obi' }] },
  shareholders_kyc: { people: [{ fullName: 'Musa Bello' }] },
  aml_screening: {},
  sanctions_screening: {},
  pep_screening: {},
  adverse_media_screening: {},
  address_verification: { street: '1 Broad Street', city: 'Lagos', state: 'Lagos' },
  utility_bill_verification: { meterNumber: '12345678901', provider: 'EKO' },
  cac_status_report: { registrationNumber: 'RC1234567' },
  memart_verification: { registrationNumber: 'RC1234567' },
  tax_clearance_verification: { certificateNumber: 'TCC/2026/1' },
  scuml_verification: { certificateNumber: 'SC-1' },
  social_media_verification: { website: 'acme.ng' },
  document_upload: { documentType: 'licence' },
};

/** The price of each module's check in kobo: a thousand times its place in the catalogue, so that all prices differ. */
export const PRICES = Object.fromEntries(
  MODULE_IDS.map((id, index) => [MODULES[id].actionKey, (index + 1) * 1000]),
) as Record<ModuleActionKey, number>;

/** The reference of every check. */
export const REFERENCE = 'ver_01KAJ5D3W8E6K2N9Q4S7V1X3ZB';

/** The time of everything that happens. */
export const NOW = Date.parse('2026-11-21T10:00:00.000Z');

/** A visit to the address that was made before and found the business. */
export const VERIFIED_VISIT: KnownVisit = {
  reference: 'addr_01KAJ5D3W8E6K2N9Q4S7V1X3ZB',
  place: {
    businessName: 'Acme Foods Ltd',
    ...{ businessPhone: '', firstName: '', lastName: '', phone: '', landmark: '', lga: '' },
    ...{ street: '1 Broad Street', city: 'Lagos', state: 'Lagos' },
  },
  isBooked: true,
  ended: 'verified',
};

/** An assessment in the sandbox of modules that are all required and answered. */
export const assessmentOf = (modules: readonly ModuleId[], more: Partial<AssessmentInput> = {}): AssessmentInput => ({
  modules: modules.map((moduleId) => ({ moduleId, required: true })),
  answers: ANSWERS,
  subject: {},
  createdBy: 'account',
  visit: VERIFIED_VISIT,
  risk: risk(),
  sources: selectSources({ environment: 'sandbox', sourcesConfig: {}, simulateLiveSources: false }),
  prices: PRICES,
  availableKobo: 10_000_000,
  keptResults: [],
  wasResubmitted: false,
  clock: () => NOW,
  newReference: () => REFERENCE,
  isCleared: () => false,
  signal: new AbortController().signal,
  ...more,
});

/** A whole assessment, paid from the wallet as it was before the checks. */
export const assess = async (input: AssessmentInput): Promise<Assessment> =>
  concludeAssessment(await checkModules(input), input.availableKobo);
