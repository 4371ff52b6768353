import type { Contract } from '#shared/http/contract';
import { RATE_LIMITS, type RateLimitSurface } from '#shared/http/limits/rate-limits';

/** The units of windows, longest first. */
const UNITS = [
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const;

/** `per 15 minutes`, `per hour`. */
const inWords = (seconds: number): string => {
  const [unitSeconds, unit] = UNITS.find(([size]) => seconds % size === 0) ?? UNITS[2];
  const count = seconds / unitSeconds;
  return count === 1 ? `per ${unit}` : `per ${count} ${unit}s`;
};

const CALLERS = { address: 'per IP address', account: 'per account' } as const;

/** What shares a limit, in plain words; null for a limit of a single endpoint. */
const SHARED_BY: Readonly<Record<RateLimitSurface, string | null>> = {
  auth: 'all sign-up, login and password requests',
  publicForms: 'both public forms',
  verificationUploads: 'all document checks',
  manualUtilityBill: null,
  addressSubmit: null,
  walletReads: 'all wallet reads',
  walletWrites: 'all wallet writes',
  apiKeyRotation: null,
  webhookWrites: 'all requests that create or delete a webhook registration',
  monitoringReads: 'all monitoring reads',
  monitoringWrites: 'all monitoring writes',
  chatMessages: null,
  createApplicant: 'all requests that create an applicant',
  deliveryResends: null,
  sandboxActions: 'all sandbox actions',
};

/** What a limit counts if it does not count every request; see `limitApplies`. */
const COUNTED = 'Only requests with valid fields that ask for something new are counted.';

/** Adds its rate limit to the description of an operation (interface: Limits). */
export const describedWithLimit = ({ description, limit, limitApplies }: Contract): string | undefined => {
  if (limit === undefined) return description;
  const { requests, windowSeconds, per } = RATE_LIMITS[limit];
  const shared = SHARED_BY[limit];
  const sharing = shared === null ? '' : `, shared by ${shared}`;
  const sentence = `Rate limit: ${requests} requests ${inWords(windowSeconds)} ${CALLERS[per]}${sharing}.`;
  const limitText = limitApplies ? `${sentence} ${COUNTED}` : sentence;
  return [description, limitText].filter(Boolean).join('\n\n');
};
