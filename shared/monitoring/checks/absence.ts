import * as v from 'valibot';
import { isoTime } from '#shared/platform/clock';

/** Number of consecutive checks without a record after which its absence is reported as an event. */
const ABSENT_CHECKS = 3;

/** How long those checks must span: two days, minus the most by which daily checks may differ in time. */
const ABSENT_MS = 47 * 60 * 60_000;

/** The absence of a record, as a check's snapshot stores it. */
export const absenceSchema = v.object({
  /** Number of consecutive checks that have not found it. */
  checks: v.number(),
  /** The time of the first of those checks. */
  since: v.string(),
  /** Whether the absence was reported as an event. */
  isReported: v.boolean(),
});

/** The absence of a record at a source. */
export type Absence = v.InferOutput<typeof absenceSchema>;

/**
 * The absence of a record after another check that did not find it. It is reported once, after three consecutive checks
 * over two days: a source may lose a record for a day, and accounts that begin to watch add checks.
 *
 * @param before undefined when the last check found the record.
 */
export const continuedAbsence = (
  before: Absence | undefined,
  nowMs: number,
): { readonly absence: Absence; readonly isDue: boolean } => {
  const checks = (before?.checks ?? 0) + 1;
  const since = before?.since ?? isoTime(nowMs);
  const wasReported = before?.isReported ?? false;
  const isReported = wasReported || (checks >= ABSENT_CHECKS && nowMs - Date.parse(since) >= ABSENT_MS);
  return { absence: { checks, since, isReported }, isDue: isReported && !wasReported };
};

/** The day on which an absence began, as events state it. */
export const absentSince = ({ since }: Absence): string => since.slice(0, 10);
