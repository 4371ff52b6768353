import type { RequestExamples } from '#shared/http/request-example';

/** The session after it was opened. */
const SESSION = {
  sessionId: '<SESSION_ID>',
  widgetId: '<WIDGET_ID>',
  status: 'in_progress',
  currentModuleId: 'business_profile',
  answers: {},
  attachments: {},
  referenceId: null,
};

/** The session when it is opened or read. */
const RESUMED = {
  ...SESSION,
  openModules: ['business_profile', 'cac_verification', 'tin_verification'],
  resubmission: null,
};

const CAC_ANSWERS = { registrationNumber: 'RC1234567' };

const WIDGET = {
  widgetId: '<WIDGET_ID>',
  name: 'Seller onboarding',
  environment: 'sandbox',
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
  flow: {
    order: ['tin_verification'],
    enableSavedProgress: true,
    enableResume: true,
    sessionTimeoutMinutes: 60,
    successRedirectUrl: 'https://adire.example/welcome',
    failureRedirectUrl: '',
    abandonRedirectUrl: '',
  },
  modules: [
    {
      moduleId: 'tin_verification',
      required: true,
      title: 'Tax identification number',
      description: 'We look the tax number up at the tax authority.',
      fields: [
        {
          name: 'tin',
          label: 'Tax identification number',
          type: 'text',
          required: true,
          pattern: '^\\s*(?:[Tt][Ii][Nn][\\s:\\-]*)?(?:\\d{8}[\\s\\-]?\\d{4}|\\d{8,10}|\\d{13})\\s*$',
          help: 'A TIN such as 12345678-0001, a JTB TIN of 8 to 10 digits, or a 13-digit Tax ID.',
          example: '12345678-0001',
        },
      ],
    },
  ],
};

/** A request to each endpoint of the group, which succeeds. */
export const embedExamples: RequestExamples = {
  'read-embed-widget': {
    path: {
      token: '<EMBED_TOKEN>',
    },
    response: { success: true, data: WIDGET },
  },
  'open-embed-session': {
    body: {
      token: '<EMBED_TOKEN>',
      referenceId: 'customer-4711',
      subject: {
        businessName: 'Adire Market Ltd',
      },
    },
    response: {
      success: true,
      data: { ...RESUMED, applicantId: '<APPLICANT_ID>', expiresAt: '2026-11-21T15:03:27.412Z', subject: null },
    },
  },
  'read-embed-session': {
    path: {
      sessionId: '<SESSION_ID>',
    },
    query: {
      token: '<EMBED_TOKEN>',
    },
    response: { success: true, data: RESUMED },
  },
  'save-session-answers': {
    path: {
      sessionId: '<SESSION_ID>',
    },
    body: {
      token: '<EMBED_TOKEN>',
      moduleId: 'cac_verification',
      answers: CAC_ANSWERS,
    },
    response: {
      success: true,
      data: { ...SESSION, currentModuleId: 'tin_verification', answers: { cac_verification: CAC_ANSWERS } },
    },
  },
  'attach-file': {
    path: {
      sessionId: '<SESSION_ID>',
    },
    body: {
      token: '<EMBED_TOKEN>',
      moduleId: 'cac_verification',
    },
    files: { file: { filename: 'certificate.pdf', content: '%PDF-1.7\n%%EOF\n' } },
    response: {
      success: true,
      data: {
        ...SESSION,
        attachments: {
          cac_verification: [
            {
              id: 'att_01KAJ3WB4D6F8H0K2M4P6R8T0V',
              filename: 'certificate.pdf',
              mimeType: 'application/pdf',
              size: 15,
              uploadedAt: '<NOW>',
            },
          ],
        },
      },
    },
  },
  'remove-attachment': {
    path: {
      sessionId: '<SESSION_ID>',
      attachmentId: '<ATTACHMENT_ID>',
    },
    query: {
      token: '<EMBED_TOKEN>',
    },
    response: { success: true, data: SESSION },
  },
  'show-hosted-page': {
    path: {
      token: '<EMBED_TOKEN>',
    },
  },
  'serve-loader': {},
  'submit-session': {
    path: {
      sessionId: '<COMPLETE_SESSION_ID>',
    },
    body: {
      token: '<EMBED_TOKEN>',
    },
    response: {
      success: true,
      data: {
        ...SESSION,
        status: 'submitted',
        currentModuleId: null,
        answers: {
          business_profile: { businessName: 'Adire Market Ltd', email: 'owner@adire.example' },
          cac_verification: CAC_ANSWERS,
          tin_verification: { tin: '12345678-0001' },
        },
        referenceId: '<SUBMISSION_REFERENCE>',
      },
    },
  },
  'abandon-session': {
    path: {
      sessionId: '<SESSION_ID>',
    },
    body: {
      token: '<EMBED_TOKEN>',
    },
    response: { success: true, data: SESSION },
  },
};
