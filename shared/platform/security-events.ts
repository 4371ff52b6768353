import type { LogCode } from './log-codes.ts';
import type { MetricName } from './metrics.ts';

/**
 * Security-relevant events: the code of the log line, and the metric that counts it. A new one needs a row here, one
 * among the alarms (`infra/security-alarms.ts`) and one in the runbook.
 */
export const SECURITY_EVENTS = {
  AUTHENTICATION_FAILED: 'AuthenticationsFailed',
  SIGN_IN_FAILED: 'SignInsFailed',
  SIGN_IN_LOCKED: 'SignInsLocked',
  CODE_REFUSED: 'CodesRefused',
  REFRESH_TOKEN_REUSED: 'RefreshTokensReused',
  SIGNATURE_REPLAYED: 'SignaturesReplayed',
  ROLE_REFUSED: 'RolesRefused',
} as const satisfies Partial<Record<LogCode, MetricName>>;

/** A security-relevant event; the code of its log line. */
export type SecurityEvent = keyof typeof SECURITY_EVENTS;
