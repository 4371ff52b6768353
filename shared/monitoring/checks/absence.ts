import * as v from 'valibot';
import { isoTime } from '#shared/platform/clock';

/** Checks in a row that must not have found a record until that is an event. */
const ABSENT_CHECKS = 3;

/** How long they must have gone on: two days, less what one daily check may come later than another. */
const ABSENT_MS = 47 * 60 * 60_000;

/** A record that a source has not found, in what a check keeps. */
export const absenceSchema = v.object({
  /** How many checks in a row have not found it. */
  checks: v.number(),
  /** When the first of them was made. */
  since: v.string(),
  /** Whether that was an event. */
  isReported: v.boolean(),
});

/** A record that a source has not found. */
export type Absence = v.InferOutput<typeof absenceSchema>;

/**
 * The absence of a record after another check that has not found it. It is due to be reported once, after three checks in
 * a row over two days: a source that forgets a record for a day has not struck it off, and accounts that begin to watch cause
 * checks of their own.
 *
 * @param before undefined when the last check found it.
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

/** The day that an absence began on, as events state it. */
export const absentSince = ({ since }: Absence): string => since.slice(0, 10);
