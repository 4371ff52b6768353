import type { RequestExamples } from '#shared/http/request-example';

const CONTACT = {
  email: 'hello@adire.example',
  address: '12 Broad Street',
  city: 'Ikeja',
  state: 'Lagos',
  lga: 'Ikeja',
};

/** The company after `add-company`: the registry's facts, with nothing verified yet. */
const ADDED = {
  id: '<COMPANY_ID>',
  companyName: 'Adire Textiles Limited',
  rcNumber: 'RC1234567',
  ownerId: '<ACCOUNT_ID>',
  active: true,
  classification: { id: 2, label: 'Company' },
  profile: {
    natureOfBusiness: 'Retail of textiles',
    businessCategory: 'Trade',
    businessDescription: null,
    businessCommencementDate: '2015-08-20',
    registrationDate: '2015-08-20',
    registrationApproved: true,
    companyDetails: true,
    logoUrl: null,
  },
  contact: CONTACT,
  tax: { firsTin: null, jtbtin: null, firsttin_pending: true },
  shares: {
    shareCapital: 1_000_000,
    dividedInto: '1,000,000 ordinary shares of ₦1 each',
    shareHolderDetails: [
      { name: 'Ada Obi', shareType: 'ordinary', numberOfShares: 600_000, percentage: 60 },
      { name: 'Musa Bello', shareType: 'ordinary', numberOfShares: 400_000, percentage: 40 },
    ],
  },
  registrarInfo: { name: 'Corporate Affairs Commission', office: 'Lagos' },
  socials: { website: null, facebook: null, instagram: null, linkedin: null, twitter: null, tiktok: null },
  svc_tools: {
    svc_mark: 0,
    activeBank: false,
    social_verified: false,
    cacert_verified: false,
    cacreport_verified: false,
    memartVerified: false,
    firstaxClearance_vr: false,
  },
  documents: { cacCertificateUrl: null },
  stats: { view_count: 0, search_view_count: 0 },
};

const STATED = {
  ...ADDED,
  profile: { ...ADDED.profile, businessDescription: 'Hand-dyed cloth from Abeokuta.' },
  contact: { ...CONTACT, email: 'sales@adire.example' },
  socials: { ...ADDED.socials, website: 'https://adire.example', instagram: '@adire' },
};

/** A request to each endpoint of the group, which succeeds. */
export const companiesExamples: RequestExamples = {
  'add-company': {
    body: { rcNumber: '<NEW_COMPANY_NUMBER>', classificationId: 2, companyName: 'Adire Textiles Limited' },
    response: { success: true, data: { company: ADDED } },
  },
  'update-company': {
    path: { id: '<COMPANY_ID>' },
    body: {
      contact: { email: 'sales@adire.example' },
      socials: { website: 'https://adire.example', instagram: '@adire', tiktok: null },
      businessDescription: 'Hand-dyed cloth from Abeokuta.',
    },
    response: { success: true, data: { company: STATED } },
  },
  'give-up-company': {
    path: { id: '<COMPANY_ID>' },
    response: { success: true, message: 'You no longer own this company.' },
  },
  'read-company': {
    query: { companyId: '<COMPANY_ID>' },
    response: { success: true, data: { company: STATED } },
  },
  'list-companies': {
    query: { search: 'adire', active: 'true', page: '1', limit: '20' },
    response: {
      success: true,
      data: { companies: [STATED] },
      pagination: { page: 1, limit: 20, total: 1, totalPages: 1, hasNext: false, hasPrev: false },
    },
  },
};
