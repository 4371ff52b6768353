import type { RequestExamples } from '#shared/http/request-example';

/** A request to each endpoint of the group, which succeeds. */
export const kybExamples: RequestExamples = {
  'create-widget': {
    body: {
      name: 'Seller onboarding',
      environment: 'sandbox',
      config: {
        branding: {
          brandName: 'Adire Market',
          logoUrl: 'https://adire.example/logo.png',
          accentColor: '#0a7d4f',
          cornerRadius: 'soft',
          welcomeTitle: 'Welcome to Adire Market',
          welcomeMessage: 'Tell us about your business. It takes five minutes.',
          completionTitle: 'Thank you',
          completionMessage: 'We will let you know within a day.',
          supportEmail: 'help@adire.example',
        },
        modules: {
          business_profile: {
            enabled: true,
            required: true,
          },
          cac_verification: {
            enabled: true,
            required: true,
          },
          tin_verification: {
            enabled: true,
            required: false,
          },
        },
        flow: {
          order: ['business_profile', 'cac_verification', 'tin_verification'],
          enableSavedProgress: true,
          enableResume: true,
          sessionTimeoutMinutes: 60,
          successRedirectUrl: 'https://adire.example/welcome',
        },
        security: {
          allowedDomains: ['adire.example', '*.adire.example'],
          allowedCountries: ['NG'],
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
        notifications: {
          notifyApplicantEmail: false,
          notifyApplicantSms: false,
          notifyAdminEmail: 'ops@adire.example',
          webhookEvents: ['applicant.approved', 'applicant.rejected'],
        },
      },
    },
  },
  'read-widget': {
    path: {
      id: '<WIDGET_ID>',
    },
  },
  'list-widgets': {
    query: {
      page: '1',
      limit: '20',
    },
  },
  'set-widget-status': {
    path: {
      id: '<WIDGET_ID>',
    },
    body: {
      status: 'live',
    },
  },
  'create-applicant': {
    path: {
      id: '<WIDGET_ID>',
    },
    body: {
      referenceId: 'customer-4711',
      subject: {
        businessName: 'Adire Textiles Ltd',
        registrationNumber: 'RC1234567',
        tin: '12345678-0001',
        email: 'owner@adire.example',
        phone: '+2348031234567',
        jurisdiction: 'NG',
        industry: 'Retail',
      },
    },
  },
  'read-applicant': {
    path: {
      id: '<APPLICANT_ID>',
    },
  },
  'list-applicants': {},
  'list-widget-applicants': {
    path: {
      id: '<WIDGET_ID>',
    },
    query: {
      limit: '50',
    },
  },
};
