import * as v from 'valibot';
import { component, DATE_TIME, described, WHOLE } from '#shared/platform/described';
import { environmentSchema } from '#shared/platform/environments';
import { DISPUTE_EVENTS } from './catalogue-disputes.ts';
import { MONITORING_EVENTS } from './catalogue-monitoring.ts';
import { WATCH_EVENTS } from './catalogue-watches.ts';

/** The groups of events that a registration may receive (interface: Webhook registration). */
export const SERVICE_TYPES = ['kyc_widget', 'verification', 'trust_monitor', 'disputes'] as const;

/** A service type of the closed list. */
export type ServiceType = (typeof SERVICE_TYPES)[number];

/** A service type, as the API accepts and returns it. */
export const serviceTypeSchema = component(
  v.picklist(SERVICE_TYPES),
  'ServiceType',
  'The service type, which decides which events a registration receives.',
);

/** The outcomes of an applicant's decision. */
export const DECISION_STATUSES = ['approved', 'rejected', 'requires_review'] as const;

/** Who created an applicant: the account, or a visitor of its widget, whose `referenceId` proves nothing. */
export const CREATORS = ['account', 'applicant'] as const;

/** A creator of the closed list. */
export type Creator = (typeof CREATORS)[number];

const SUBMISSION_REFERENCE = 'The reference of the submission (`ref_`).';

const ids = {
  applicantId: described(v.string(), 'The id of the applicant (`app_`).'),
  widgetId: described(v.string(), 'The id of the widget that the applicant belongs to (`wgt_`).'),
  environment: environmentSchema,
  referenceId: described(v.nullable(v.string()), 'Your own id for the applicant. Null if there is none.'),
};

const applicant = {
  ...ids,
  createdBy: described(
    v.picklist(CREATORS),
    'Who created the applicant. If it is `applicant`, a visitor to the widget chose the `referenceId`, so do ' +
      'not rely on it.',
  ),
};

const moduleOutcome = component(
  v.object({
    moduleId: described(v.string(), 'The id of the module.'),
    status: described(v.picklist(['passed', 'failed', 'review', 'unavailable']), 'The outcome of the module.'),
    reasonCodes: described(v.array(v.string()), 'The reason codes.'),
  }),
  'ModuleOutcome',
  'The outcome of a module.',
);

const exampleIds = {
  applicantId: 'app_01KAJ3W8Q0V6XK4T8E2Z9C5R7M',
  widgetId: 'wgt_01KAJ3VYB2M9D5H7N1P3Q8S6TW',
  environment: 'sandbox',
  referenceId: 'customer-4711',
} as const;

const exampleApplicant = { ...exampleIds, createdBy: 'account' } as const;

const verificationData = component(
  v.object({
    verificationReference: described(
      v.nullable(v.string()),
      'The reference of the check, for `GET /v1/verifications/{reference}`: the id of a document (`doc_`), the ' +
        '`reference_id` of a visit (`addr_`), or the id of any other check (`ver_`). Null for a module of an ' +
        'applicant that could not be checked.',
    ),
    companyId: described(
      v.nullable(v.string()),
      'The id of the company that was checked (`cmp_`). Null for a module of an applicant.',
    ),
    applicantId: described(v.nullable(v.string()), 'The id of the applicant (`app_`). Null for a direct check.'),
    widgetId: described(
      v.nullable(v.string()),
      'The id of the widget that the applicant belongs to (`wgt_`). Null for a direct check.',
    ),
    referenceId: ids.referenceId,
    submissionReference: described(
      v.nullable(v.string()),
      'The reference of the submission (`ref_`). Null for a direct check.',
    ),
    moduleId: described(v.string(), 'The id of the module that makes this check.'),
    environment: environmentSchema,
    status: described(
      v.picklist(['passed', 'failed', 'unavailable']),
      'The result of the check. It is also `failed` if the record does not clearly match what was stated; ' +
        '`reasonCodes` say why.',
    ),
    reasonCodes: described(v.array(v.string()), 'The reason codes.'),
    completedAt: described(v.string(), 'When the check ended.', DATE_TIME),
  }),
  'VerificationResult',
  'The result of a check.',
);

const verificationExample = (moduleId: string) => ({
  verificationReference: EXAMPLE_CHECK_ID as string,
  companyId: null,
  ...exampleIds,
  submissionReference: 'ref_01KAJ3WZ5T8RB6C2F4G9J1K7NV',
  moduleId,
  status: 'passed' as const,
  reasonCodes: [],
  completedAt: '2026-11-21T14:03:27.412Z',
});

/** The `data` of a check that was requested directly. */
const directExample = (moduleId: string, verificationReference: string, companyId: string | null) => ({
  ...verificationExample(moduleId),
  verificationReference,
  companyId,
  applicantId: null,
  widgetId: null,
  referenceId: null,
  submissionReference: null,
});

const EXAMPLE_COMPANY_ID = 'cmp_01KAJ3Z4T7B0D2F5H8K1M3P6R9';
const EXAMPLE_DOCUMENT_ID = 'doc_01KAJ40C9E1G4J6M8P0R3T5V7X';
const EXAMPLE_CHECK_ID = 'ver_01KAJ40D3F6H8K1M4P7R9T2V5X';
const EXAMPLE_VISIT_ID = 'addr_01KAJ40F2H5K7N9Q1S4V6X8Z0B';

/**
 * Every event of the service: who may receive it, what `data` holds, and an example that a test parses. `data` holds
 * ids, verdicts and reason codes, never document contents or personal data.
 *
 * Events with `webhook: null` are internal.
 */
export const EVENTS = {
  'kyb.applicant.created': {
    webhook: 'kyc_widget',
    summary: 'An applicant was created, and its embed session was opened.',
    data: v.object({ ...applicant, createdAt: described(v.string(), 'When the applicant was created.', DATE_TIME) }),
    example: { ...exampleApplicant, createdAt: '2026-11-21T14:00:02.118Z' },
  },
  'kyb.applicant.submitted': {
    webhook: 'kyc_widget',
    summary: 'An applicant submitted the session, and the assessment begins.',
    data: v.object({
      ...applicant,
      submissionReference: described(v.string(), SUBMISSION_REFERENCE),
      submittedAt: described(v.string(), 'When the session was submitted.', DATE_TIME),
    }),
    example: {
      ...exampleApplicant,
      submissionReference: 'ref_01KAJ3WZ5T8RB6C2F4G9J1K7NV',
      submittedAt: '2026-11-21T14:03:25.004Z',
    },
  },
  'kyb.reassessment.requested': {
    webhook: null,
    summary: 'A reviewer has an applicant assessed again.',
    data: v.object({
      applicantId: v.string(),
      widgetId: v.string(),
      submissionReference: v.string(),
      submittedAt: v.string(),
      reassessment: v.number(),
    }),
    example: {
      applicantId: exampleIds.applicantId,
      widgetId: exampleIds.widgetId,
      submissionReference: 'ref_01KAJ3WZ5T8RB6C2F4G9J1K7NV',
      submittedAt: '2026-11-21T14:03:25.004Z',
      reassessment: 1,
    },
  },
  'kyb.export.requested': {
    webhook: null,
    summary: 'A list of applicants is to be written to a file.',
    data: v.object({ exportId: v.string() }),
    example: { exportId: 'exp_01KAJ5E7C4G9J2M5P8R1T3V6XZ' },
  },
  'kyb.applicant.decision': {
    webhook: 'kyc_widget',
    summary: 'An assessment or a reviewer decided on an applicant: `approved`, `rejected` or `requires_review`.',
    data: v.object({
      ...applicant,
      submissionReference: described(v.nullable(v.string()), SUBMISSION_REFERENCE),
      status: described(v.picklist(DECISION_STATUSES), 'The decision on the applicant.'),
      riskScore: v.nullable(described(v.number(), 'The risk score, from 0 to 100. Higher is riskier.', WHOLE)),
      decisionReason: described(v.nullable(v.string()), 'The reason codes. `reviewer_decision` if a reviewer decided.'),
      decidedAt: v.nullable(
        described(
          v.string(),
          'When the applicant was approved or rejected. Null if a reviewer still has to decide.',
          DATE_TIME,
        ),
      ),
      modules: described(v.array(moduleOutcome), 'The outcome of each module.'),
      overturns: v.optional(
        described(
          v.nullable(v.string()),
          'The event of the decision that this one replaces (`sev_`), if a reviewer overturned an approval or a ' +
            'rejection. Null for every other decision.',
        ),
        null,
      ),
    }),
    example: {
      ...exampleApplicant,
      submissionReference: 'ref_01KAJ3WZ5T8RB6C2F4G9J1K7NV',
      status: 'approved',
      riskScore: 0,
      decisionReason: 'all_checks_passed',
      decidedAt: '2026-11-21T14:03:27.412Z',
      modules: [{ moduleId: 'cac_verification', status: 'passed', reasonCodes: [] }],
      overturns: null,
    },
  },
  'kyb.applicant.resubmission_requested': {
    webhook: 'kyc_widget',
    summary: 'An applicant has to answer some modules again. The session is open for these modules.',
    data: v.object({
      ...applicant,
      submissionReference: described(v.nullable(v.string()), SUBMISSION_REFERENCE),
      modules: described(v.array(v.string()), 'The modules that the applicant has to answer again.'),
      reason: described(v.string(), 'The reason code. `reviewer_decision` if a reviewer asked for the resubmission.'),
    }),
    example: {
      ...exampleApplicant,
      submissionReference: 'ref_01KAJ3WZ5T8RB6C2F4G9J1K7NV',
      modules: ['cac_verification'],
      reason: 'reviewer_decision',
    },
  },
  'kyb.applicant.expired': {
    webhook: 'kyc_widget',
    summary: 'An applicant expired after 30 days without activity and can no longer be continued.',
    data: v.object({ ...applicant, expiredAt: described(v.string(), 'When the applicant expired.', DATE_TIME) }),
    example: { ...exampleApplicant, expiredAt: '2026-12-21T14:10:00.000Z' },
  },
  'verification.cac.completed': {
    webhook: 'verification',
    summary: 'A registry (CAC) check has ended.',
    data: verificationData,
    example: verificationExample('cac_verification'),
    direct: directExample('cac_verification', EXAMPLE_DOCUMENT_ID, EXAMPLE_COMPANY_ID),
  },
  'verification.tin.completed': {
    webhook: 'verification',
    summary: 'A check of a tax identification number has ended.',
    data: verificationData,
    example: verificationExample('tin_verification'),
    direct: directExample('tin_verification', EXAMPLE_DOCUMENT_ID, EXAMPLE_COMPANY_ID),
  },
  'verification.bank_account.completed': {
    webhook: 'verification',
    summary: 'A check of a bank account has ended.',
    data: verificationData,
    example: verificationExample('bank_account_verification'),
  },
  'verification.address.completed': {
    webhook: 'verification',
    summary: 'A verification of an address has ended.',
    data: verificationData,
    example: verificationExample('address_verification'),
    direct: directExample('address_verification', EXAMPLE_VISIT_ID, EXAMPLE_COMPANY_ID),
  },
  'verification.address.submitted': {
    webhook: null,
    summary: 'An address was submitted; its visit is to be booked.',
    data: v.object({
      verificationReference: v.string(),
      companyId: v.string(),
      environment: environmentSchema,
    }),
    example: {
      verificationReference: 'addr_01KAJ5D3W8E6K2N9Q4S7V1X3ZB',
      companyId: 'cmp_01KAJ5A9C2F7H4K8M1P3R6T0VX',
      environment: 'sandbox',
    },
  },
  'verification.address.step_due': {
    webhook: null,
    summary: "A visit to an applicant's address was booked or has ended; its next step is to be taken.",
    data: v.object({ verificationReference: v.string(), environment: environmentSchema }),
    example: { verificationReference: 'addr_01KAJ5D3W8E6K2N9Q4S7V1X3ZB', environment: 'sandbox' },
  },
  'verification.utility_bill.completed': {
    webhook: 'verification',
    summary: 'A check of an electricity meter has ended.',
    data: verificationData,
    example: verificationExample('utility_bill_verification'),
    direct: directExample('utility_bill_verification', EXAMPLE_CHECK_ID, null),
  },
  ...MONITORING_EVENTS,
  'wallet.balance.low': {
    webhook: null,
    summary: 'A debit took the balance of a wallet below its threshold.',
    data: v.object({ thresholdKobo: v.number(), balanceKobo: v.number() }),
    example: { thresholdKobo: 100_000, balanceKobo: 50_000 },
  },
  'wallet.top_up.due': {
    webhook: null,
    summary: 'The balance of a wallet is below the threshold of its automatic top-ups.',
    data: v.object({}),
    example: {},
  },
  'wallet.auto_top_up.stopped': {
    webhook: null,
    summary: 'The automatic top-ups of a wallet were turned off because they failed.',
    data: v.object({ amountKobo: v.number(), failureCount: v.number() }),
    example: { amountKobo: 2_500_000, failureCount: 3 },
  },
  ...DISPUTE_EVENTS,
  ...WATCH_EVENTS,
} as const satisfies Record<string, EventDefinition>;

/** The definition of one event. */
export interface EventDefinition {
  readonly webhook: ServiceType | null;
  readonly summary: string;
  readonly data: v.GenericSchema;
  readonly example: unknown;
  /** The example of an event without a widget, for events that may have one or not. */
  readonly direct?: unknown;
}

/** An event type of the closed list. */
export type EventType = keyof typeof EVENTS;

/** The `data` of an event. */
export type EventData<T extends EventType> = v.InferOutput<(typeof EVENTS)[T]['data']>;

/** The type of the event that an owner sends to a registration to try it. It reports nothing that happened. */
export const TEST_EVENT = 'webhook.test';

/** An event that a registration can receive. @property serviceType null for registrations of every service type. */
export interface DeliveredEvent extends Omit<EventDefinition, 'webhook'> {
  readonly event: string;
  readonly serviceType: ServiceType | null;
}

/** Every event that a registration can receive, the test event last. */
export const DELIVERED_EVENTS: readonly DeliveredEvent[] = [
  ...Object.entries<EventDefinition>(EVENTS).flatMap(([event, { webhook, ...definition }]) =>
    webhook === null ? [] : [{ event, serviceType: webhook, ...definition }],
  ),
  {
    event: TEST_EVENT,
    serviceType: null,
    summary: 'You sent a test event to a registration.',
    data: v.object({
      webhookId: described(v.string(), 'The id of the registration that the test event was sent to (`whk_`).'),
      environment: environmentSchema,
    }),
    example: { webhookId: 'whk_01KAJ3X0B9F2H5K7M1P4R6T8VX', environment: 'sandbox' },
  },
];
