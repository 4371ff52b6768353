import type { Applicant, ModuleResult } from '#shared/onboarding/applicants/applicant';
import { MAX_TIMELINE_ENTRIES } from '#shared/onboarding/applicants/timeline';
import { MAX_ANSWER_LENGTH, MAX_LIST_ENTRIES } from '#shared/onboarding/modules/answer-limits';
import { MODULE_FIELDS, type ModuleField } from '#shared/onboarding/modules/module-fields';
import { MAX_FILES_PER_SESSION } from '#shared/onboarding/modules/module-files';
import { MODULE_IDS, MODULES, type ModuleId } from '#shared/onboarding/modules/modules';
import type { Attachment, EmbedSession } from '#shared/onboarding/sessions/embed-session';
import type { Environment } from '#shared/platform/environments';
import { newId } from '#shared/platform/ids';
import type { Evidence } from '#shared/verification/evidence-view';

/** The data that a report is made from. */
export interface Reported {
  readonly applicant: Applicant;
  readonly session: Pick<EmbedSession, 'answers' | 'attachments'>;
  readonly evidence: (result: ModuleResult) => Evidence[];
}

const AT_MS = Date.UTC(2026, 10, 21, 14, 3, 27, 412);

const at = (minutes: number): string => new Date(AT_MS + minutes * 60_000).toISOString();

const APPLICANT: Applicant = {
  id: 'app_01KAJ3W8Q0V6XK4T8E2Z9C5R7M',
  accountId: 'usr_01KAJ3T6B1N8H5Q7W2E4Z9C3VM',
  widgetId: 'wgt_01KAJ3VYB2M9D5H7N1P3Q8S6TW',
  environment: 'live',
  status: 'created',
  subject: {},
  referenceId: null,
  createdBy: 'account',
  riskScore: null,
  decisionReason: null,
  moduleOrder: [],
  tags: [],
  tagChanges: 0,
  decisionEventId: null,
  totalSpentKobo: 50_000,
  sessionId: 'wses_01KAJ3W8Q0V6XK4T8E2Z9C5R7N',
  modules: [],
  timeline: [{ status: 'created', at: at(0), by: 'account' }],
  submissionReference: null,
  reassessments: 0,
  registeredName: null,
  failedVisits: 0,
  screenedDigest: null,
  startedAt: null,
  submittedAt: null,
  decidedAt: null,
  createdAt: at(0),
  updatedAt: at(0),
};

/** An applicant without any data: no module, no answer, no subject. */
export const smallestApplicant = (environment: Environment): Reported => ({
  applicant: { ...APPLICANT, environment },
  session: { answers: {}, attachments: {} },
  evidence: () => [],
});

/** A file with a typical name and hash. */
export const aFile = (overrides: Partial<Attachment> = {}): Attachment => ({
  id: newId('att', AT_MS),
  filename: 'certificate of incorporation.pdf',
  mimeType: 'application/pdf',
  size: 1_284_112,
  activeContent: false,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  uploadedAt: at(12),
  ...overrides,
});

const checked = (moduleId: ModuleId, overrides: Partial<ModuleResult> = {}): ModuleResult => ({
  moduleId,
  status: 'passed',
  reasonCodes: [],
  chargeKobo: 15_000,
  completedAt: at(31),
  ...overrides,
});

/** A typical applicant: a few modules, one of which a reviewer had to look at, and names in several languages. */
export const typicalApplicant = (environment: Environment): Reported => ({
  applicant: {
    ...APPLICANT,
    environment,
    status: 'approved',
    subject: { businessName: 'Adíre & Ọlá Textiles Ltd', registrationNumber: 'RC1234567', email: 'ada@adire.example' },
    referenceId: 'customer-4711',
    riskScore: 48,
    decisionReason: 'The registry confirmed the name by telephone.',
    moduleOrder: ['business_profile', 'cac_verification', 'directors_kyc', 'sanctions_screening', 'document_upload'],
    totalSpentKobo: 130_000,
    modules: [
      checked('business_profile', { chargeKobo: 0 }),
      checked('cac_verification', {
        status: 'review',
        reasonCodes: ['name_mismatch'],
        chargeKobo: 20_000,
        verificationReference: 'ver_01KAJ4A8Q0V6XK4T8E2Z9C5R7M',
      }),
      checked('directors_kyc', {
        chargeKobo: 20_000,
        people: [
          { fullName: 'Ọláwálé Adéyẹmí', reasonCodes: [] },
          { fullName: 'محمد علي', reasonCodes: ['person_mismatch'] },
        ],
      }),
      checked('sanctions_screening', { status: 'review', reasonCodes: ['sanctions_match'], chargeKobo: 10_000 }),
      checked('document_upload', { chargeKobo: 0 }),
    ],
    timeline: [
      { status: 'created', at: at(0), by: 'account' },
      { status: 'in_progress', at: at(10), by: 'applicant' },
      { status: 'submitted', at: at(30), by: 'applicant' },
      { status: 'processing', at: at(30), by: 'service' },
      { status: 'requires_review', at: at(31), by: 'service' },
      {
        status: 'approved',
        at: at(1440),
        by: 'reviewer',
        reviewedBy: 'key_01KAJ3T6B1N8H5Q7W2E4Z9C3VM',
        reason: 'The registry confirmed the name by telephone.',
      },
    ],
    submissionReference: 'ref_01KAJ49X0V6XK4T8E2Z9C5R7MQ',
    registeredName: 'ADIRE AND OLA TEXTILES LIMITED',
    startedAt: at(10),
    submittedAt: at(30),
    decidedAt: at(1440),
  },
  session: {
    answers: {
      business_profile: {
        description: 'We sell hand-dyed cloth.\nẸ káàbọ̀! Prices from ₦2,500 👍🏽',
        businessName: 'Adíre & Ọlá Textiles Ltd',
        website: 'https://adire.example',
      },
      cac_verification: { registrationNumber: 'RC1234567', businessType: 'company' },
      directors_kyc: {
        people: [{ fullName: 'Ọláwálé Adéyẹmí', nationalIdNumber: '12345678901' }, { fullName: 'محمد علي' }],
      },
      sanctions_screening: { otherNames: ['Adire Stores', 'Ọlá Cloth'] },
      document_upload: { documentType: 'licence' },
    },
    attachments: {
      document_upload: [aFile(), aFile({ filename: 'licence.png', mimeType: 'image/png', sha256: null })],
    },
  },
  evidence: ({ moduleId, reasonCodes, completedAt }) => {
    const source = MODULES[moduleId].source;
    if (source === null || completedAt === null) return [];
    const hit: Evidence['entries'][number] = {
      ...{ entity: 'NK-77', topic: 'sanctions' as const, list: 'UN Security Council', name: 'ADIRE OLA', score: 0.83 },
      ...{ url: 'https://un.example/list/77', listedAt: '1998-03-01', address: null, country: 'ng', birthDate: null },
      cleared: {
        ...{ clearanceId: 'clr_01KAJ6Q4B7D0F3H6K9M2P5R8T1', by: 'usr_01KAJ3T6B1N8H5Q7W2E4Z9C3VM', at: at(40) },
        ...{ reason: 'A mill in Kano that was closed in 1998.', withdrawnAt: null },
      },
    };
    return [
      {
        source,
        at: completedAt,
        matched: source !== 'screening' || reasonCodes.length > 0,
        differs: moduleId === 'cac_verification' ? ['businessName'] : [],
        compared: { businessName: 'Adíre & Ọlá Textiles Ltd' },
        answered: source === 'screening' ? { possibleMatches: '1' } : { businessName: 'ADIRE OLA TEXTILES LIMITED' },
        entries: source === 'screening' ? [hit] : [],
      },
    ];
  },
});

/** The longest text of a given length: in letters of three bytes, and in words that have to be broken, or not. */
const longText = (length: number): string => 'Ọmọlúàbí àwọn ará Ìjẹ̀bú ń ṣiṣẹ́ '.repeat(length).slice(0, length);

const longestAnswer = ({ type, options, optionLabels: _ }: ModuleField) => {
  const length = MAX_ANSWER_LENGTH[type];
  const each = <T>(value: T): T[] => Array.from({ length: MAX_LIST_ENTRIES }, () => value);
  if (type === 'list') return each(longText(length));
  if (type === 'people') return each({ fullName: longText(length), nationalIdNumber: '12345678901' });
  return options?.at(-1) ?? longText(length);
};

/**
 * The largest possible applicant: every module with the longest answers, and the most files, hits and status changes.
 */
export const largestApplicant = (environment: Environment): Reported => {
  const { applicant } = typicalApplicant(environment);
  const filesOf = (moduleId: ModuleId, index: number): [ModuleId, Attachment[]] => {
    const count =
      Math.floor(MAX_FILES_PER_SESSION / MODULE_IDS.length) +
      (index < MAX_FILES_PER_SESSION % MODULE_IDS.length ? 1 : 0);
    return [
      moduleId,
      Array.from({ length: count }, () => aFile({ filename: longText(116).concat('.pdf'), size: 4_000_000 })),
    ];
  };
  const entry: Evidence['entries'][number] = {
    ...{ entity: 'x'.repeat(100), topic: 'sanctions' as const, list: longText(80), name: longText(200), score: 0.87 },
    ...{ url: `https://lists.example/${'x'.repeat(300)}`, listedAt: '1998-03-01', address: longText(200) },
    ...{ country: 'ng', birthDate: '1961-01-01' },
    cleared: {
      ...{ clearanceId: 'clr_01KAJ6Q4B7D0F3H6K9M2P5R8T1', by: 'usr_01KAJ3T6B1N8H5Q7W2E4Z9C3VM', at: at(40) },
      ...{ reason: longText(500), withdrawnAt: at(50) },
    },
  };
  const fields = { businessName: longText(200), people: Array.from({ length: 50 }, () => longText(120)) };
  return {
    applicant: {
      ...applicant,
      subject: { businessName: longText(200), email: `${'a'.repeat(60)}@${'b'.repeat(60)}.example` },
      registeredName: longText(300),
      decisionReason: longText(500),
      moduleOrder: MODULE_IDS,
      modules: MODULE_IDS.map((moduleId) =>
        checked(moduleId, {
          status: 'review',
          reasonCodes: ['name_mismatch', 'subject_mismatch', 'sanctions_match', 'pep_match'],
          ...(moduleId.includes('kyc') && {
            people: Array.from({ length: MAX_LIST_ENTRIES }, () => ({
              fullName: longText(200),
              reasonCodes: ['person_not_confirmed', 'person_mismatch'] as const satisfies ModuleResult['reasonCodes'],
            })).map((person) => ({ ...person, reasonCodes: [...person.reasonCodes] })),
          }),
        }),
      ),
      timeline: Array.from({ length: MAX_TIMELINE_ENTRIES }, (_, index) => ({
        status: index % 2 === 0 ? ('in_progress' as const) : ('abandoned' as const),
        at: at(index),
        by: 'applicant' as const,
      })),
    },
    session: {
      answers: Object.fromEntries(
        MODULE_IDS.map((moduleId) => [
          moduleId,
          Object.fromEntries(MODULE_FIELDS[moduleId].map((field) => [field.name, longestAnswer(field)])),
        ]),
      ),
      attachments: Object.fromEntries(MODULE_IDS.map(filesOf)),
    },
    evidence: ({ moduleId, completedAt }) => {
      const source = MODULES[moduleId].source;
      const entries = source === 'screening' ? Array.from({ length: 20 }, () => entry) : [];
      const differs = ['businessName', 'businessStatus', 'people'];
      return source === null
        ? []
        : [{ source, at: completedAt ?? at(0), matched: true, differs, compared: fields, answered: fields, entries }];
    },
  };
};
