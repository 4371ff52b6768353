/** One row of the rate-limit table. */
export interface RateLimit {
  readonly requests: number;
  readonly windowSeconds: number;
  /** Whose requests share a counter: those of the connection's address, or those of the account. */
  readonly per: 'address' | 'account';
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

const ROWS = {
  auth: { requests: 50, windowSeconds: 15 * MINUTE, per: 'address' },
  publicForms: { requests: 20, windowSeconds: 15 * MINUTE, per: 'address' },
  verificationUploads: { requests: 10, windowSeconds: HOUR, per: 'address' },
  manualUtilityBill: { requests: 10, windowSeconds: HOUR, per: 'account' },
  addressSubmit: { requests: 5, windowSeconds: 24 * HOUR, per: 'address' },
  walletReads: { requests: 60, windowSeconds: MINUTE, per: 'address' },
  walletWrites: { requests: 10, windowSeconds: MINUTE, per: 'address' },
  apiKeyRotation: { requests: 20, windowSeconds: HOUR, per: 'address' },
  webhookWrites: { requests: 100, windowSeconds: HOUR, per: 'address' },
  monitoringReads: { requests: 120, windowSeconds: MINUTE, per: 'address' },
  monitoringWrites: { requests: 30, windowSeconds: MINUTE, per: 'address' },
  chatMessages: { requests: 10, windowSeconds: MINUTE, per: 'address' },
  createApplicant: { requests: 10, windowSeconds: MINUTE, per: 'address' },
  /**
   * Not part of the interface: deliveries that are sent again, and sandbox actions that emit events. Each makes us call
   * an address that the account chose, at no charge.
   */
  deliveryResends: { requests: 50, windowSeconds: 15 * MINUTE, per: 'account' },
  sandboxActions: { requests: 120, windowSeconds: MINUTE, per: 'account' },
} as const satisfies Record<string, RateLimit>;

/** A surface of the API, as a contract names it. */
export type RateLimitSurface = keyof typeof ROWS;

/** The rate-limit table (interface: Limits): fixed windows, one counter for each surface and caller. */
export const RATE_LIMITS: Readonly<Record<RateLimitSurface, RateLimit>> = ROWS;
