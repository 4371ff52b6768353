/** The subject of the applicants in examples. */
export const EXAMPLE_SUBJECT = {
  businessName: 'Adire Textiles Ltd',
  registrationNumber: 'RC1234567',
  tin: '12345678-0001',
  email: 'owner@adire.example',
  phone: '+2348031234567',
  jurisdiction: 'NG',
  industry: 'Retail',
};

/** The applicant after `create-applicant`. */
export const APPLICANT = {
  id: '<APPLICANT_ID>',
  widgetId: '<WIDGET_ID>',
  environment: 'sandbox',
  status: 'created',
  subject: EXAMPLE_SUBJECT,
  referenceId: 'customer-4711',
  riskScore: null,
  decisionReason: null,
  tags: [],
  moduleOrder: ['business_profile', 'cac_verification', 'tin_verification'],
  totalSpentKobo: 50_000,
  startedAt: null,
  submittedAt: null,
  decidedAt: null,
  createdAt: '<NOW>',
  updatedAt: '<NOW>',
};

/** The applicant after its assessment. */
export const REVIEW_APPLICANT = {
  ...APPLICANT,
  id: '<REVIEW_APPLICANT_ID>',
  status: 'requires_review',
  riskScore: 24,
  decisionReason: 'score_undecided, name_mismatch',
  submittedAt: '<NOW>',
};

/** The applicant after a reviewer approved it. */
export const DECIDED_APPLICANT = {
  ...REVIEW_APPLICANT,
  status: 'approved',
  decisionReason: 'The registry confirmed the name by telephone.',
  decidedAt: '<NOW>',
};
