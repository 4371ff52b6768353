import type { RequestExamples } from '#shared/http/request-example';

/** The sandbox has test money; the calls of a session would use the empty `live` wallet. */
const SANDBOX = { authorization: 'Bearer <SANDBOX_SECRET_KEY>' };

/** A PDF written as text. */
const pdfOf = (filename: string) => ({ file: { filename, content: '%PDF-1.7\n%%EOF\n' } });

const COMPANY = { companyId: '<SANDBOX_COMPANY_ID>' };

/** The response to a company's document that has the company's own number. */
const passed = (type: string, number: string, filename: string) => ({
  success: true,
  documentInfo: {
    documentId: 'doc_01KAJ40C9E1G4J6M8P0R3T5V7X',
    filename,
    mimeType: 'application/pdf',
    size: 15,
    uploadedAt: '<NOW>',
    type,
    number,
  },
  verificationResult: { status: true, number, name: 'Adire Textiles Limited', reasonCodes: [] },
});

const METER = {
  billInfo: { meterNumber: '45070012345', provider: 'IKEJA', billDate: '' },
  verificationResult: {
    status: true,
    address: '45070012345 Sandbox Street, IKEJA',
    provider: 'IKEJA',
    meterNumber: '45070012345',
  },
};

const VISIT = {
  verificationReference: '<LIVE_ADDRESS_REFERENCE>',
  type: 'address',
  companyId: '<COMPANY_ID>',
  applicantId: null,
  moduleId: 'address_verification',
  number: null,
  status: 'pending',
  reasonCodes: [],
  evidence: [],
  chargeKobo: 500000,
  refundedAt: null,
  environment: 'live',
  createdAt: '<NOW>',
  completedAt: null,
};

/** A request to each endpoint of the group, which succeeds. */
export const verificationExamples: RequestExamples = {
  'verify-meter': {
    headers: SANDBOX,
    body: { meterNumber: '45 070 012 345', provider: 'IKEJA' },
    response: { success: true, ...METER },
  },
  'verify-utility-bill': {
    headers: SANDBOX,
    body: { ...COMPANY, meterNumber: '45070012345', provider: 'IKEJA' },
    files: pdfOf('bill.pdf'),
    response: { success: true, ...METER },
  },
  'verify-tin': {
    headers: SANDBOX,
    body: { ...COMPANY, tin: '20123456-0001' },
    files: pdfOf('tin.pdf'),
    response: passed('tin', '20123456-0001', 'tin.pdf'),
  },
  'verify-jtb-tin': {
    headers: SANDBOX,
    body: { ...COMPANY, jtbTin: '2012345678' },
    files: pdfOf('jtb-tin.pdf'),
    response: passed('jtb_tin', '2012345678', 'jtb-tin.pdf'),
  },
  'verify-cac': {
    headers: SANDBOX,
    body: { ...COMPANY, rcNumber: '<SANDBOX_COMPANY_NUMBER>' },
    files: pdfOf('certificate.pdf'),
    response: passed('cac_certificate', '<SANDBOX_COMPANY_NUMBER>', 'certificate.pdf'),
  },
  'submit-address': {
    headers: SANDBOX,
    body: {
      companyId: '<SANDBOX_COMPANY_ID>',
      business_name: 'Adire Market Limited',
      business_mobile: '0803 123 4567',
      first_name: 'Ada',
      last_name: 'Obi',
      mobile: '0805 765 4321',
      street: '12 Broad Street',
      landmark: 'Opposite the central mosque',
      lga: 'Lagos Island',
      city: 'Lagos',
      state: 'Lagos',
    },
    response: { entity: { status: 'pending', reference_id: '<ADDRESS_REFERENCE>' } },
  },
  'read-address': {
    query: { reference_id: '<LIVE_ADDRESS_REFERENCE>' },
    response: { entity: { status: 'pending', reference_id: '<LIVE_ADDRESS_REFERENCE>' } },
  },
  'read-verification': {
    path: { reference: '<LIVE_ADDRESS_REFERENCE>' },
    response: {
      success: true,
      data: VISIT,
    },
  },
  'list-verifications': {
    query: { type: 'address' },
    response: {
      success: true,
      data: [VISIT],
      pagination: { page: 1, limit: 20, total: 1, totalPages: 1, hasNext: false, hasPrev: false },
    },
  },
  'receive-address-callback': {
    headers: { 'x-service-signature': '<ADDRESS_SIGNATURE>' },
    body: {
      reference: '<LIVE_ADDRESS_REFERENCE>',
      status: 'completed',
      result: 'verified',
      location: '6.4541, 3.3947',
      photos: ['https://visits.example/4711/front.jpg'],
    },
    response: { success: true },
  },
};
