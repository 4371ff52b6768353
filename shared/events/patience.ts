import { isOutage } from '#shared/db/outage';

/**
 * Maximum age of a change that fails repeatedly while others of its stream wait behind it. It is long enough to notice
 * and roll back a faulty deployment, and far below the day that a stream keeps the change.
 */
const PATIENCE_MS = 5 * 60_000;

/**
 * Whether a change of the table must be set aside after a failure, so that others of its stream continue. An outage
 * fails every change alike: setting aside during one would only move the whole stream to another queue.
 *
 * @param writtenAtMs when the change was written; undefined if unknown, in which case it is tried again.
 */
export const mustSetAside = (error: unknown, writtenAtMs: number | undefined, nowMs: number): boolean =>
  !isOutage(error) && writtenAtMs !== undefined && nowMs - writtenAtMs >= PATIENCE_MS;
