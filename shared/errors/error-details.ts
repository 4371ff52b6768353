import * as v from 'valibot';
import { described, WHOLE } from '#shared/platform/described';
import type { ErrorCode } from './errors.ts';

const kobo = (text: string) => described(v.number(), text, WHOLE);

const ended = v.object({
  status: described(
    v.picklist(['submitted', 'approved', 'rejected', 'abandoned', 'expired']),
    'The status in which the session or its applicant ended.',
  ),
});

/**
 * The `details` of errors, by code: `problems` for the problems of the request, or the schema of an object (completions of
 * the interface: Conventions, Onboarding and Verification). Any other error has none.
 */
export const ERROR_DETAILS = {
  VALIDATION_FAILED: 'problems',
  MALFORMED_JSON: 'problems',
  MALFORMED_MULTIPART: 'problems',
  MODULE_NOT_ENABLED: 'problems',
  MODULES_INCOMPLETE: 'problems',
  CONSENT_REQUIRED: 'problems',
  ENVIRONMENT_MISMATCH: 'problems',
  ENDPOINT_NOT_ALLOWED: 'problems',
  ILLEGAL_STATE: 'problems',
  UNSUPPORTED_FILE_TYPE: 'problems',
  RANGE_TOO_LONG: 'problems',
  RESULT_TOO_LARGE: 'problems',
  INSUFFICIENT_BALANCE: v.object({
    balanceKobo: kobo('What the wallet can spend, in kobo.'),
    requiredKobo: kobo('What the request costs, in kobo.'),
  }),
  MONTHLY_BUDGET_EXCEEDED: v.object({
    capKobo: kobo('The budget of a month, in kobo.'),
    spentKobo: kobo('What has been spent of it, in kobo.'),
    requestedKobo: kobo('What this request costs, in kobo.'),
    remainingKobo: kobo('What is left of the budget, in kobo.'),
    period: described(v.string(), 'The month, as `YYYY-MM`, in UTC.'),
    resetsAt: described(v.string(), 'When the next month begins.', { format: 'date-time' }),
  }),
  COMPANY_EXISTS: v.object({
    companyId: described(v.string(), 'Your company (`cmp_`). The response has details only if it is yours.'),
  }),
  EXPORT_RUNNING: v.object({
    exportId: described(v.string(), 'The export that is still running (`exp_`).'),
  }),
  SESSION_NOT_IN_PROGRESS: ended,
  APPLICANT_NOT_OPEN: ended,
} as const satisfies Partial<Record<ErrorCode, 'problems' | v.GenericSchema>>;

/** One problem of a request: where (dotted path) and what. */
export interface Problem {
  readonly path: string;
  readonly message: string;
}

type Declared = typeof ERROR_DETAILS;

/** The `details` of an error of a code. */
export type ErrorDetails<Code extends ErrorCode> = Code extends keyof Declared
  ? Declared[Code] extends v.GenericSchema
    ? Readonly<v.InferOutput<Declared[Code]>>
    : readonly Problem[]
  : never;
