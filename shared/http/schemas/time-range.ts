import * as v from 'valibot';
import { DAY_MS, isDay, lagosMidnightMs } from '#shared/platform/calendar';
import { isoTime } from '#shared/platform/clock';
import { described } from '#shared/platform/described';
import { text } from './texts.ts';

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** Four-digit years sort as texts, and nothing of ours is older than the epoch. */
const EARLIEST_MS = 0;
const LATEST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

const momentMs = (text: string, side: 'first' | 'last'): number => {
  if (!isDay(text.slice(0, 10))) return Number.NaN;
  if (DATE.test(text)) return lagosMidnightMs(text) + (side === 'first' ? 0 : DAY_MS - 1);
  return TIMESTAMP.test(text) ? Date.parse(text) : Number.NaN;
};

/** Longer than any timestamp. */
const MAX_LENGTH = 40;

/**
 * A timestamp (ISO 8601, with `Z` or an offset) or a calendar date, which means its first or last moment in
 * Africa/Lagos. Parsed to a UTC timestamp with milliseconds.
 */
export const moment = (name: string, side: 'first' | 'last') =>
  v.pipe(
    text(MAX_LENGTH),
    // For the API document: the check below enforces it.
    v.metadata({
      anyOf: [
        { type: 'string', format: 'date-time' },
        { type: 'string', format: 'date' },
      ],
    }),
    v.check(
      (value) => !Number.isNaN(momentMs(value, side)),
      `${name} must be a timestamp such as 2026-11-21T14:03:27Z or a date such as 2026-11-21`,
    ),
    v.transform((value) => isoTime(Math.min(LATEST_MS, Math.max(EARLIEST_MS, momentMs(value, side))))),
  );

/**
 * Query parameters `from` and `to` of a list, both ends included: timestamps (ISO 8601, with `Z` or an offset) or
 * calendar dates, which are days in Africa/Lagos. Parsed to UTC timestamps with milliseconds.
 */
export const timeRangeQueryEntries = {
  from: v.optional(described(moment('from', 'first'), 'Only entries from this time or day on, inclusive.')),
  to: v.optional(described(moment('to', 'last'), 'Only entries up to this time or day, inclusive.')),
};

/** The output of {@link timeRangeQueryEntries}. */
export interface TimeRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Whether a range does not end before it begins; for a `v.partialCheck` after {@link timeRangeQueryEntries}. */
export const isInOrder = ({ from, to }: TimeRange): boolean => from === undefined || to === undefined || from <= to;
