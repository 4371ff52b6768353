import type { ErrorExtras } from './api-error.ts';
import type { ErrorCode } from './errors.ts';

const problem = (path: string, message: string) => ({ details: [{ path, message }] });

/**
 * Examples of what errors add to their code. The API document shows them, and the sandbox returns them on request.
 * Codes that are not listed add nothing.
 */
export const ERROR_SAMPLES: {
  readonly [Code in ErrorCode]?: Pick<ErrorExtras<Code>, 'details' | 'retryAfterSeconds'>;
} = {
  VALIDATION_FAILED: problem('name', 'Required'),
  MALFORMED_MULTIPART: problem('', 'The body is incomplete or malformed (RFC 7578)'),
  MODULE_NOT_ENABLED: problem('moduleId', 'Module "tin_verification" is not enabled'),
  MODULES_INCOMPLETE: problem('business_profile', 'This module is required but not complete yet'),
  CONSENT_REQUIRED: problem(
    'consentVersion',
    'Must be "2026-11" in the answers of a module. Save it once the applicant has agreed.',
  ),
  ENVIRONMENT_MISMATCH: problem('environment', 'Must be sandbox in this request'),
  ENDPOINT_NOT_ALLOWED: problem('endpoint', 'The endpoint must use https.'),
  ILLEGAL_STATE: problem('status', 'The applicant is approved'),
  UNSUPPORTED_FILE_TYPE: problem('file', 'Must be one of: pdf, jpeg, png, by its content'),
  INSUFFICIENT_BALANCE: { details: { balanceKobo: 20_000, requiredKobo: 50_000 } },
  MONTHLY_BUDGET_EXCEEDED: {
    details: {
      capKobo: 10_000_000,
      spentKobo: 9_800_000,
      requestedKobo: 500_000,
      remainingKobo: 200_000,
      period: '2026-11',
      resetsAt: '2026-12-01T00:00:00.000Z',
    },
  },
  COMPANY_EXISTS: { details: { companyId: 'cmp_01KAJ2V9T4Q7N1M8X5C3B6Z0RD' } },
  EXPORT_RUNNING: { details: { exportId: 'exp_01KAJ2V9T4Q7N1M8X5C3B6Z0RE' } },
  SESSION_NOT_IN_PROGRESS: { details: { status: 'submitted' } },
  APPLICANT_NOT_OPEN: { details: { status: 'expired' } },
  TOO_MANY_TESTS: { retryAfterSeconds: 10 },
};
