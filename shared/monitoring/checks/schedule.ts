import { createHash } from 'node:crypto';
import { shardOf } from '#shared/db/shard';
import { DAY_MS } from '#shared/platform/calendar';
import { isoTime } from '#shared/platform/clock';
import { CHECK_SHARDS, vendorCheckLists } from './keys.ts';

/** The shortest time between two checks of a vendor: its first check is due at once, and its slot may follow soon. */
const SHORTEST_GAP_MS = 6 * 60 * 60_000;

/**
 * The lease of a check that was handed out, after which it is handed out again. Most of it allows for waiting in the
 * queue.
 */
const CHECK_LEASE_MS = 60 * 60_000;

/** The place of a vendor's state in the list of checks; set only while accounts watch the vendor. */
export interface CheckSchedule {
  readonly gsi4pk: string;
  readonly gsi4sk: string;
}

const scheduledAt = (vendorId: string, dueMs: number): CheckSchedule => ({
  gsi4pk: vendorCheckLists.due(shardOf(vendorId, CHECK_SHARDS)),
  gsi4sk: `${isoTime(dueMs)}~${vendorId}`,
});

/** The schedule of a newly watched vendor: its first check is due at once. */
export const scheduleAttributes = (vendorId: string, nowMs: number): CheckSchedule => scheduledAt(vendorId, nowMs);

/** The schedule of a check that is handed out: due again when its lease ends. */
export const leasedSchedule = (vendorId: string, nowMs: number): CheckSchedule =>
  scheduledAt(vendorId, nowMs + CHECK_LEASE_MS);

/**
 * The time of day at which a vendor is checked, in milliseconds after midnight UTC: spread evenly by a hash of its id.
 */
const slotOfDayMs = (vendorId: string): number =>
  Math.floor((createHash('sha256').update(`slot ${vendorId}`).digest().readUInt32BE(0) / 2 ** 32) * DAY_MS);

/** The schedule after a check: the vendor's next slot, today's or tomorrow's, at least six hours away. */
export const nextSchedule = (vendorId: string, nowMs: number): CheckSchedule => {
  const earliestMs = nowMs + SHORTEST_GAP_MS;
  const slotMs = Math.floor(earliestMs / DAY_MS) * DAY_MS + slotOfDayMs(vendorId);
  return scheduledAt(vendorId, slotMs < earliestMs ? slotMs + DAY_MS : slotMs);
};
