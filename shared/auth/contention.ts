import type { LatestRetryPolicy } from '#shared/db/latest';

/**
 * How often a change of an address's sign-in is made again on a newer record, at once: as often as that can change
 * meanwhile. In an hour five codes are mailed, with five tries each, and one of them is right.
 */
export const SIGN_IN_RETRY: LatestRetryPolicy = { attempts: 31, waitMs: () => 0 };
