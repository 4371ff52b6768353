import type { ModuleId } from '#shared/onboarding/modules/modules';
import type { TEMPLATE_IDS } from './template-ids.ts';
import type { WidgetConfig } from './widget-config.ts';

/** A starting point for a widget: "create widget" accepts its configuration unchanged. */
export interface WidgetTemplate {
  /** The `templateId` of widgets made from it. */
  readonly id: (typeof TEMPLATE_IDS)[number];
  readonly name: string;
  readonly description: string;
  readonly config: WidgetConfig;
}

/** Whether a module of a template is required. */
type Answered = 'required' | 'optional';

interface Outline extends Omit<WidgetTemplate, 'config'> {
  /** The enabled modules, in the order of the applicant. */
  readonly modules: Readonly<Partial<Record<ModuleId, Answered>>>;
  readonly welcomeMessage: string;
  readonly risk?: Partial<WidgetConfig['risk']>;
}

const template = ({ id, name, description, modules, welcomeMessage, risk }: Outline): WidgetTemplate => ({
  id,
  name,
  description,
  config: {
    branding: {
      brandName: 'Your business',
      logoUrl: '',
      accentColor: '#0b5fff',
      cornerRadius: 'soft',
      welcomeTitle: 'Let us get to know your business',
      welcomeMessage,
      completionTitle: 'Thank you',
      completionMessage: 'We have received your answers and will let you know as soon as they are checked.',
      supportEmail: '',
    },
    modules: Object.fromEntries(
      Object.entries(modules).map(([moduleId, answered]) => [
        moduleId,
        { enabled: true, required: answered === 'required' },
      ]),
    ),
    flow: {
      order: Object.keys(modules) as ModuleId[],
      enableSavedProgress: true,
      enableResume: true,
      sessionTimeoutMinutes: 60,
      successRedirectUrl: '',
      failureRedirectUrl: '',
      abandonRedirectUrl: '',
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
      autoApproveThreshold: 20,
      autoRejectThreshold: 70,
      reviewOnPepMatch: true,
      reviewOnAdverseMedia: true,
      reviewOnSanctionsMatch: true,
      ...risk,
    },
    notifications: {
      notifyApplicantEmail: false,
      notifyApplicantSms: false,
      notifyAdminEmail: '',
      webhookEvents: ['applicant.approved', 'applicant.rejected', 'applicant.requires_review'],
    },
  },
});

/** The templates, the general one first. */
export const WIDGET_TEMPLATES: readonly WidgetTemplate[] = [
  template({
    id: 'blank',
    name: 'Blank',
    description: 'The business profile alone, which costs nothing to check. Enable the modules that you need.',
    welcomeMessage: 'Tell us about your business. It takes a minute.',
    modules: { business_profile: 'required' },
  }),
  template({
    id: 'limited_company',
    name: 'Limited company',
    description:
      'For companies with an RC number: registration, tax number, bank account, directors, beneficial owners and ' +
      'screening. Documents are welcome.',
    welcomeMessage:
      'Have your RC number, your TIN, a bank account and the names of your directors and owners at hand. It takes ten ' +
      'minutes, and you can go on later where you left off.',
    modules: {
      business_profile: 'required',
      cac_verification: 'required',
      tin_verification: 'required',
      bank_account_verification: 'required',
      directors_kyc: 'required',
      ubo_verification: 'required',
      aml_screening: 'required',
      document_upload: 'optional',
    },
  }),
  template({
    id: 'business_name',
    name: 'Business name',
    description: 'For sole proprietors and firms with a BN number: registration, owners, bank account and screening.',
    welcomeMessage: 'Have your BN number, a bank account and the names of the owners at hand. It takes five minutes.',
    modules: {
      business_profile: 'required',
      cac_verification: 'required',
      ubo_verification: 'required',
      bank_account_verification: 'required',
      tin_verification: 'optional',
      sanctions_screening: 'required',
      pep_screening: 'required',
    },
  }),
  template({
    id: 'incorporated_trustees',
    name: 'Incorporated trustees',
    description:
      'For associations, foundations and religious bodies with an IT number: registration, trustees, SCUML certificate, ' +
      'bank account and screening, scored more strictly.',
    welcomeMessage:
      'Have your IT number, your SCUML certificate, a bank account and the names of the trustees at hand. It takes ten ' +
      'minutes, and you can go on later where you left off.',
    modules: {
      business_profile: 'required',
      cac_verification: 'required',
      directors_kyc: 'required',
      scuml_verification: 'required',
      bank_account_verification: 'required',
      tin_verification: 'optional',
      aml_screening: 'required',
      document_upload: 'optional',
    },
    risk: { tier: 'enhanced' },
  }),
  template({
    id: 'marketplace_seller',
    name: 'Marketplace seller',
    description:
      'For many small sellers: profile, bank account and sanctions, with registration, tax number and online presence ' +
      'where a seller has them. Scored more leniently.',
    welcomeMessage: 'All you need is a bank account. A registration number and a website help us to be quick.',
    modules: {
      business_profile: 'required',
      bank_account_verification: 'required',
      cac_verification: 'optional',
      tin_verification: 'optional',
      social_media_verification: 'optional',
      sanctions_screening: 'required',
    },
    risk: { tier: 'low' },
  }),
];
