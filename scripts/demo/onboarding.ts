import type { CreateWidgetBody } from '#client/src/api-types';

/** A widget with three modules that decides automatically when nothing is wrong. */
export const DEMO_WIDGET = {
  name: 'Marketplace sellers',
  environment: 'sandbox',
  config: {
    branding: {
      brandName: 'Market Square',
      accentColor: '#0a7d4f',
      cornerRadius: 'soft',
      welcomeTitle: 'Sell on Market Square',
      welcomeMessage: 'We check a few facts about your business. It takes about three minutes.',
      completionTitle: 'Thank you',
      completionMessage: 'We will email you as soon as your shop is open.',
    },
    modules: {
      business_profile: { enabled: true, required: true },
      cac_verification: { enabled: true, required: true },
      tin_verification: { enabled: true, required: true },
    },
    flow: {
      order: ['business_profile', 'cac_verification', 'tin_verification'],
      enableSavedProgress: true,
      enableResume: true,
      sessionTimeoutMinutes: 60,
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
      autoRejectThreshold: 80,
      reviewOnPepMatch: true,
      reviewOnAdverseMedia: true,
      reviewOnSanctionsMatch: true,
    },
    notifications: { notifyApplicantEmail: false, notifyApplicantSms: false, webhookEvents: [] },
  },
} satisfies CreateWidgetBody;

/** The answers of the applicant to each module; in the sandbox these give clean results. */
export const DEMO_ANSWERS = {
  business_profile: { businessName: 'Ada Provisions Limited', email: 'ada@provisions.example' },
  cac_verification: { registrationNumber: 'RC1234567' },
  tin_verification: { tin: '12345678-0001' },
} as const;
