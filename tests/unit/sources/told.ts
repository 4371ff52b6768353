import type { AssistantContext, CompanyFacts } from '#shared/sources/assistant-model';

/** A company as the assistant gets it. */
const TOLD_COMPANY: CompanyFacts = {
  name: 'Adire Textiles Limited',
  registrationNumber: 'RC1234567',
  kind: 'Company',
  registryStatus: 'active',
  registrationDate: '2015-08-20',
  commencementDate: null,
  natureOfBusiness: 'Retail of textiles',
  businessCategory: 'Trade',
  ownersDescription: null,
  email: 'hello@adire.example',
  address: '12 Broad Street',
  city: 'Ikeja',
  state: 'Lagos',
  localGovernmentArea: null,
  taxNumberFirs: '20123456-0001',
  taxNumberFirsPending: false,
  taxNumberJtb: null,
  shareCapitalNaira: 1_000_000,
  sharesDividedInto: null,
  shareholders: [
    { name: 'Ada Obi', shareType: 'ordinary', numberOfShares: 600_000, percentage: 60 },
    { name: 'Musa Bello', shareType: null, numberOfShares: 400_000, percentage: null },
    { name: 'A trust', shareType: null, numberOfShares: null, percentage: null },
  ],
  registrar: null,
  website: null,
  socialProfiles: { facebook: null, instagram: null, linkedin: null, twitter: 'https://x.com/adire', tiktok: null },
  verificationMark: 45,
  verified: {
    cacCertificate: true,
    cacStatusReport: false,
    memorandumOfAssociation: false,
    taxClearance: false,
    socialProfiles: false,
  },
};

/** All that the assistant gets to answer a message. */
export const contextOf = (userMessage: string): AssistantContext => ({
  company: TOLD_COMPANY,
  verificationResults: [
    {
      check: 'tin_verification',
      result: 'failed',
      reasons: ['name_mismatch'],
      completedAt: '2026-11-20T10:00:00.000Z',
    },
  ],
  monitoringEvents: [
    {
      ...{ kind: 'litigation', severity: 'MEDIUM', headline: 'Adire in court', whatChanged: null },
      at: '2026-11-19T09:00:00.000Z',
    },
  ],
  earlierMessages: [{ sender: 'user', text: 'Good morning' }],
  userMessage,
});
