/** A question that customers ask support, and the query of CloudWatch Logs Insights that answers it. */
export interface LogQuery {
  /** The question, which is its name in the console. */
  readonly question: string;
  /** What has to be filled in, by name: what it is, and a value of its form. */
  readonly parameters?: Readonly<Record<string, { readonly description: string; readonly example: string }>>;
  /** The steps of the query, which `|` joins. A parameter is `{{name}}`. */
  readonly steps: readonly string[];
}

const ACCOUNT = {
  accountId: { description: 'The id of the account', example: 'usr_01KAJ3VYB2M9D5H7N1P3Q8S6TW' },
} as const;

const BY_ACCOUNT = 'filter accountId = "{{accountId}}"';

/** The step that keeps the lines with one of these codes. */
const coded = (...codes: readonly string[]): string =>
  `filter code in [${codes.map((code) => `"${code}"`).join(', ')}]`;

const NEWEST_FIRST = ['sort @timestamp desc', 'limit 200'];

/**
 * The questions, as saved queries of the stage. A test asks each one of lines that the functions logged, and requires
 * every field and code to exist.
 */
export const LOG_QUERIES: readonly LogQuery[] = [
  {
    question: 'What has an account called?',
    parameters: ACCOUNT,
    steps: [
      BY_ACCOUNT,
      coded('REQUEST_ANSWERED', 'REQUEST_FAILED'),
      'fields @timestamp, route, statusCode, errorCode, environment, durationMs, requestId, clientRequestId',
      ...NEWEST_FIRST,
    ],
  },
  {
    question: 'Why are calls of an account refused?',
    parameters: ACCOUNT,
    steps: [
      BY_ACCOUNT,
      coded('REQUEST_ANSWERED', 'REQUEST_FAILED'),
      'filter statusCode >= 400',
      'stats count(*) as calls, latest(requestId) as latestRequestId by route, statusCode, errorCode, environment',
      'sort calls desc',
    ],
  },
  {
    question: 'Which request has the X-Request-Id that a caller sent?',
    parameters: {
      clientRequestId: {
        description: 'The X-Request-Id that the caller sent',
        example: '7f1d9c52-0b8e-4f0e-8a43-5c1f5f6f0d11',
      },
    },
    steps: [
      'filter clientRequestId = "{{clientRequestId}}"',
      coded('REQUEST_ANSWERED', 'REQUEST_FAILED'),
      'fields @timestamp, requestId, route, statusCode, errorCode, accountId',
      ...NEWEST_FIRST,
    ],
  },
  {
    question: 'Why has an account not received a webhook?',
    parameters: ACCOUNT,
    steps: [
      BY_ACCOUNT,
      'filter code like /^(DELIVERY_|BREAKER_|REGISTRATION_)/',
      'fields @timestamp, code, eventType, registrationId, deliveryId, attempt, statusCode, status, reason, requestId',
      ...NEWEST_FIRST,
    ],
  },
  {
    question: 'Which webhook endpoints fail?',
    steps: [
      coded('DELIVERY_ATTEMPTED'),
      'stats count(*) as attempts, max(durationMs) as slowestMs by accountId, registrationId, statusCode, reason',
      'sort attempts desc',
    ],
  },
  {
    question: 'What came of an assessment?',
    parameters: { applicantId: { description: 'The id of the applicant', example: 'app_01KAJ3VYB2M9D5H7N1P3Q8S6TW' } },
    steps: [
      'filter applicantId = "{{applicantId}}"',
      'filter code like /^(APPLICANT_|ASSESSMENT_|MODULE_|VISIT_|MESSAGE_)/',
      'fields @timestamp, code, status, moduleId, reason, durationMs, errorName, requestId',
      ...NEWEST_FIRST,
    ],
  },
  {
    question: 'Which mails and text messages of an account were sent?',
    parameters: ACCOUNT,
    steps: [
      BY_ACCOUNT,
      'filter code like /^(MAIL_|TEXT_)/',
      'fields @timestamp, code, reason, applicantId, mailId, requestId',
      ...NEWEST_FIRST,
    ],
  },
  {
    question: 'Why can nobody sign in to an account?',
    parameters: ACCOUNT,
    steps: [
      BY_ACCOUNT,
      coded(
        'SIGN_IN_FAILED',
        'SIGN_IN_LOCKED',
        'CODE_REFUSED',
        'AUTHENTICATION_FAILED',
        'REFRESH_TOKEN_REUSED',
        'PASSWORD_RESET',
      ),
      'fields @timestamp, code, reason, route, addressHash, requestId',
      ...NEWEST_FIRST,
    ],
  },
  {
    question: 'Was a payment of an account credited?',
    parameters: ACCOUNT,
    steps: [
      BY_ACCOUNT,
      'filter code like /^(TOP_UP_|AUTO_TOP_UP_|PAYMENTS_|CALLBACK_)/',
      'fields @timestamp, code, reference, reason, environment, requestId',
      ...NEWEST_FIRST,
    ],
  },
  {
    question: 'Which sources are unavailable?',
    steps: [
      coded('LOOKUP_UNAVAILABLE', 'MODULE_UNAVAILABLE', 'VENDOR_CHECK_INCOMPLETE', 'VISIT_POSTPONED'),
      'stats count(*) as failures, latest(requestId) as latestRequestId by code, source, moduleId, reason',
      'sort failures desc',
    ],
  },
];

/** The text of a query, with values in place of its parameters where there are some. */
export const queryText = ({ steps }: LogQuery, values: Readonly<Record<string, string>> = {}): string =>
  steps.join('\n| ').replaceAll(/\{\{(\w+)\}\}/g, (placeholder, name: string) => values[name] ?? placeholder);
