import type { RequestExamples } from '#shared/http/request-example';
import {
  APPLICANT,
  DECIDED_APPLICANT,
  EXAMPLE_SUBJECT,
  REVIEW_APPLICANT,
} from '#shared/onboarding/applicants/applicant-examples';
import { WIDGET_TEMPLATES } from '#shared/onboarding/widgets/templates';

const NOTE = {
  id: '<NOTE_ID>',
  text: 'The director calls back on Monday.',
  author: '<ACCOUNT_ID>',
  createdAt: '<NOW>',
  updatedAt: '<NOW>',
};

const EXPORT = {
  id: '<EXPORT_ID>',
  status: 'pending',
  filters: { status: 'requires_review', search: 'adire' },
  progress: { done: 0, total: null },
  rows: null,
  failureReason: null,
  createdAt: '<NOW>',
  completedAt: null,
  expiresAt: '<NOW>',
  url: null,
};

const CONFIG = {
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
};

/** The report on a newly created applicant. */
const REPORT = {
  madeAt: '<NOW>',
  environment: 'sandbox',
  accountId: '<ACCOUNT_ID>',
  applicantId: '<APPLICANT_ID>',
  widgetId: '<WIDGET_ID>',
  referenceId: 'customer-4711',
  submissionReference: null,
  createdBy: 'account',
  status: 'created',
  createdAt: '<NOW>',
  startedAt: null,
  submittedAt: null,
  decidedAt: null,
  erasedAt: null,
  business: { registeredName: null, subject: EXAMPLE_SUBJECT },
  decision: null,
  modules: [
    {
      moduleId: 'tin_verification',
      title: 'Tax identification number',
      answers: [{ name: 'tin', label: 'Tax identification number', value: '12345678-0001' }],
      result: { status: 'pending', reasons: [], chargeKobo: 0, completedAt: null, evidence: [] },
      files: [],
    },
  ],
  timeline: [{ status: 'created', at: '<NOW>', by: 'account' }],
  charges: { totalKobo: 50_000, modules: [], otherKobo: 50_000 },
};

/** The widget after `create-widget`, with defaults for what was not sent. */
const DRAFT = {
  id: '<WIDGET_ID>',
  name: 'Seller onboarding',
  status: 'draft',
  environment: 'sandbox',
  templateId: 'blank',
  config: { ...CONFIG, flow: { ...CONFIG.flow, failureRedirectUrl: '', abandonRedirectUrl: '' } },
  embedLinkToken: '<EMBED_TOKEN>',
  embedSigningSecret: 'whsec_egVc/xXU3MO/ioUiXeXJFHmUz8GWcr7AT9HUt/60p4s=',
  createdAt: '<NOW>',
  updatedAt: '<NOW>',
};

const WIDGET = { ...DRAFT, status: 'live' };

const CLEARANCE = {
  id: '<CLEARANCE_ID>',
  verificationReference: '<SCREENING_REFERENCE>',
  entity: 'NK-5LbKE3wYhD2mJ4RnT8vQ',
  list: 'ng_nigsac',
  name: 'Adire Textile Mills',
  reason: 'The entry is a mill in Kano that was closed in 1998; our applicant was founded in 2015 in Lagos.',
  by: '<ACCOUNT_ID>',
  at: '<NOW>',
};

const pendingModule = (moduleId: string) => ({
  moduleId,
  status: 'pending',
  reasonCodes: [],
  chargeKobo: 0,
  completedAt: null,
  evidence: [],
});

const firstPage = (limit: number) => ({ page: 1, limit, total: 1, totalPages: 1, hasNext: false, hasPrev: false });

/** A request to each endpoint of the group, which succeeds. */
export const kybExamples: RequestExamples = {
  'create-widget': {
    body: {
      name: 'Seller onboarding',
      environment: 'sandbox',
      config: CONFIG,
    },
    response: { success: true, data: DRAFT },
  },
  'preview-widget': {
    path: {
      id: '<WIDGET_ID>',
    },
    response: {
      success: true,
      data: {
        url: 'https://api.example.com/w/<EMBED_TOKEN>?preview=t%3D1795269807%2Cv1%3D5f0c8e1d7a3b6f9240c1d8e5b7a96f3e2d4c1b0a98f7e6d5c4b3a29180f7e6d5',
        expiresAt: '2026-11-21T14:18:27.412Z',
      },
    },
  },
  'read-widget': {
    path: {
      id: '<WIDGET_ID>',
    },
    response: { success: true, data: WIDGET },
  },
  'list-widgets': {
    query: {
      page: '1',
      limit: '20',
    },
    response: { success: true, data: [WIDGET], pagination: firstPage(20) },
  },
  'set-widget-status': {
    path: {
      id: '<WIDGET_ID>',
    },
    body: {
      status: 'paused',
    },
    response: { success: true, data: { ...WIDGET, status: 'paused' } },
  },
  'update-widget': {
    path: {
      id: '<WIDGET_ID>',
    },
    body: {
      name: 'Seller onboarding 2027',
      config: { notifications: { ...CONFIG.notifications, webhookEvents: ['applicant.requires_review'] } },
    },
    response: {
      success: true,
      data: {
        ...WIDGET,
        name: 'Seller onboarding 2027',
        config: {
          ...DRAFT.config,
          notifications: { ...CONFIG.notifications, webhookEvents: ['applicant.requires_review'] },
        },
      },
    },
  },
  'rotate-embed-token': {
    path: {
      id: '<WIDGET_ID>',
    },
    response: { success: true, data: WIDGET },
  },
  'delete-widget': {
    path: {
      id: '<WIDGET_ID>',
    },
    response: { success: true, message: 'Widget deleted.' },
  },
  'list-templates': {
    query: { page: '1', limit: '1' },
    response: {
      success: true,
      data: WIDGET_TEMPLATES.slice(0, 1),
      pagination: { page: 1, limit: 1, total: 5, totalPages: 5, hasNext: true, hasPrev: false },
    },
  },
  'create-applicant': {
    path: {
      id: '<WIDGET_ID>',
    },
    body: {
      referenceId: 'customer-4711',
      subject: EXAMPLE_SUBJECT,
    },
    response: {
      success: true,
      data: {
        applicant: APPLICANT,
        sessionTransactionId: 'txn_01KAJ3W8Q0V6XK4T8E2Z9C5R7P',
        sessionChargeKobo: 50_000,
        sessionId: '<SESSION_ID>',
      },
    },
  },
  'read-applicant': {
    path: {
      id: '<APPLICANT_ID>',
    },
    response: {
      success: true,
      data: {
        ...APPLICANT,
        modules: CONFIG.flow.order.map(pendingModule),
        timeline: [{ status: 'created', at: '<NOW>', by: 'account' }],
        answers: {},
        attachments: {},
        erasedAt: null,
        erasedBy: null,
      },
    },
  },
  'read-applicant-report': {
    path: {
      id: '<APPLICANT_ID>',
    },
    response: { success: true, data: REPORT },
  },
  'decide-applicant': {
    path: {
      id: '<REVIEW_APPLICANT_ID>',
    },
    body: {
      decision: 'approve',
      reason: 'The registry confirmed the name by telephone.',
    },
    response: { success: true, data: DECIDED_APPLICANT },
  },
  'overturn-decision': {
    path: {
      id: '<REJECTED_APPLICANT_ID>',
    },
    body: {
      decision: 'approve',
      reason: 'The business sent the certificate of its present name.',
    },
    response: {
      success: true,
      data: {
        ...DECIDED_APPLICANT,
        id: '<REJECTED_APPLICANT_ID>',
        decisionReason: 'The business sent the certificate of its present name.',
      },
    },
  },
  'reassess-applicant': {
    path: {
      id: '<REVIEW_APPLICANT_ID>',
    },
    response: { success: true, data: { ...REVIEW_APPLICANT, status: 'processing' } },
  },
  'erase-applicant': {
    path: {
      id: '<REVIEW_APPLICANT_ID>',
    },
    response: { success: true, message: 'Applicant erased.' },
  },
  'clear-entry': {
    path: { id: '<APPLICANT_ID>' },
    body: {
      verificationReference: '<SCREENING_REFERENCE>',
      entity: 'NK-5LbKE3wYhD2mJ4RnT8vQ',
      reason: 'The entry is a mill in Kano that was closed in 1998; our applicant was founded in 2015 in Lagos.',
    },
    response: { success: true, data: CLEARANCE },
  },
  'list-clearances': {
    path: { id: '<APPLICANT_ID>' },
    response: { success: true, data: [CLEARANCE] },
  },
  'withdraw-clearance': {
    path: { id: '<APPLICANT_ID>', clearanceId: '<CLEARANCE_ID>' },
    response: { success: true, message: 'The clearance is withdrawn.' },
  },
  'create-export': {
    body: { status: 'requires_review', search: 'adire' },
    response: { success: true, data: EXPORT },
  },
  'read-export': {
    path: { id: '<EXPORT_ID>' },
    response: { success: true, data: EXPORT },
  },
  'create-note': {
    path: { id: '<APPLICANT_ID>' },
    body: { text: NOTE.text },
    response: { success: true, data: NOTE },
  },
  'list-notes': {
    path: { id: '<APPLICANT_ID>' },
    query: { limit: '50' },
    response: { success: true, data: [NOTE], pagination: firstPage(50) },
  },
  'update-note': {
    path: { id: '<APPLICANT_ID>', noteId: '<NOTE_ID>' },
    body: { text: NOTE.text },
    response: { success: true, data: NOTE },
  },
  'delete-note': {
    path: { id: '<APPLICANT_ID>', noteId: '<NOTE_ID>' },
    response: { success: true, message: 'Note deleted.' },
  },
  'set-tags': {
    path: { id: '<APPLICANT_ID>' },
    body: { tags: ['VIP', 'lagos'] },
    response: { success: true, data: { ...APPLICANT, tags: ['lagos', 'vip'] } },
  },
  'list-applicants': { response: { success: true, data: [APPLICANT] } },
  'list-widget-applicants': {
    path: {
      id: '<WIDGET_ID>',
    },
    query: {
      limit: '50',
    },
    response: { success: true, data: [APPLICANT], pagination: firstPage(50) },
  },
};
