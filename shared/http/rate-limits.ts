/** One row of the rate-limit table. */
export interface RateLimit {
  readonly requests: number;
  readonly windowSeconds: number;
  /** Whom the row counts: the connection's address, or the account. */
  readonly per: 'address' | 'account';
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

const ROWS = {
  auth: { requests: 50, windowSeconds: 15 * MINUTE, per: 'address' },
  walletReads: { requests: 60, windowSeconds: MINUTE, per: 'address' },
  walletWrites: { requests: 10, windowSeconds: MINUTE, per: 'address' },
  webhookWrites: { requests: 100, windowSeconds: HOUR, per: 'address' },
  createApplicant: { requests: 10, windowSeconds: MINUTE, per: 'address' },
} as const satisfies Record<string, RateLimit>;

/** A surface of the rate-limit table. */
export type RateLimitSurface = keyof typeof ROWS;

/** The rate-limit table (interface: Limits): fixed windows, one counter for each surface and caller. */
export const RATE_LIMITS: Readonly<Record<RateLimitSurface, RateLimit>> = ROWS;
