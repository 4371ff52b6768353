import { isOutage } from '#shared/db/outage';

/**
 * How old a change may get that fails again and again while the others of its stream wait behind it. Long enough for a
 * wrong deployment to be noticed and rolled back, far below the day that a stream keeps it.
 */
const PATIENCE_MS = 5 * 60_000;

/**
 * Whether a change of the table is to be set aside after a failure, so that the others of its stream go on. An outage
 * fails everything alike: setting aside during one would only move the whole stream to another queue.
 *
 * @param writtenAtMs when the change was written; undefined when that cannot be told: then it is tried again.
 */
export const mustSetAside = (error: unknown, writtenAtMs: number | undefined, nowMs: number): boolean =>
  !isOutage(error) && writtenAtMs !== undefined && nowMs - writtenAtMs >= PATIENCE_MS;
