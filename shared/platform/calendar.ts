import { isoTime } from './clock.ts';

/*
 * Days and months of Africa/Lagos, the service's time zone. It is an hour ahead of UTC all year round, and has been
 * since 1919. Days are texts, `YYYY-MM-DD`.
 */

/** A day of 24 hours; every day in Lagos is one. */
export const DAY_MS = 24 * 60 * 60 * 1000;

const LAGOS_OFFSET_MS = 60 * 60 * 1000;

/** The last day with a four-digit year, so that days sort as texts. */
const LAST_DAY = '9999-12-31';

const midnightMs = (day: string): number => Date.parse(`${day}T00:00:00Z`);

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** Whether a `YYYY-MM-DD` is a day that exists: engines parse the 30th of February as the 1st or 2nd of March. */
export const isDay = (date: string): boolean => {
  const atMs = midnightMs(date);
  return !Number.isNaN(atMs) && isoTime(atMs).startsWith(date);
};

/** The day that it is in Lagos, as `2026-01-31`. */
export const lagosDay = (epochMs: number): string => isoTime(epochMs + LAGOS_OFFSET_MS).slice(0, 10);

/** The day and time that it is in Lagos, as `2026-01-31 15:04:05`. */
export const lagosTime = (epochMs: number): string =>
  isoTime(epochMs + LAGOS_OFFSET_MS)
    .slice(0, 19)
    .replace('T', ' ');

/** The day that is a number of days after another, or before it if the number is negative. */
export const addDays = (day: string, days: number): string => isoTime(midnightMs(day) + days * DAY_MS).slice(0, 10);

/** How many days lie between two days; negative when the second is the earlier one. */
export const daysBetween = (from: string, to: string): number => (midnightMs(to) - midnightMs(from)) / DAY_MS;

/** When a day begins in Lagos, in milliseconds; NaN for a day that does not exist. */
export const lagosMidnightMs = (day: string): number => midnightMs(day) - LAGOS_OFFSET_MS;

/** 07:00 in Lagos on a day, in milliseconds. */
export const sevenInLagosMs = (day: string): number => lagosMidnightMs(day) + 7 * 60 * 60 * 1000;

/** Year, month and day of the month of a day; months and days count from 1. */
export const dateParts = (day: string): readonly [year: number, month: number, dayOfMonth: number] => [
  Number(day.slice(0, 4)),
  Number(day.slice(5, 7)),
  Number(day.slice(8, 10)),
];

/** The day of a month, or its last one where it is shorter: the 31st of February is the 28th or 29th. */
export const dayInMonth = (year: number, month: number, dayOfMonth: number): string => {
  const daysInMonth = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(Math.min(dayOfMonth, daysInMonth))}`;
};

/**
 * The day that is some months after another: the anchor day of its month, or the last day of a shorter month. With
 * anchor day 31, 28 February is followed by 31 March. Never after the year 9999.
 */
export const addMonths = (day: string, months: number, anchorDay: number): string => {
  const [year, month] = dateParts(day);
  const monthIndex = month - 1 + months;
  const laterYear = year + Math.floor(monthIndex / 12);
  return laterYear > 9999 ? LAST_DAY : dayInMonth(laterYear, (monthIndex % 12) + 1, anchorDay);
};

/**
 * The moment some calendar months after another, at the same time of the same day in Lagos, or on the last day of a
 * shorter month. Always counted from the start: 31 January, 28 February, 31 March.
 */
export const monthsAfter = (startMs: number, months: number): number => {
  const local = new Date(startMs + LAGOS_OFFSET_MS);
  const lastDay = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + months + 1, 0)).getUTCDate();
  const day = Math.min(local.getUTCDate(), lastDay);
  const midnightMs = Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + months, day);
  const timeOfDayMs = (startMs + LAGOS_OFFSET_MS) % DAY_MS;
  return midnightMs + timeOfDayMs - LAGOS_OFFSET_MS;
};

/** A month in Lagos, from its first moment to its last, as UTC timestamps. `month` is `YYYY-MM`, from 1970 on. */
export const lagosMonth = (month: string): { readonly from: string; readonly to: string } => {
  const firstDay = `${month}-01`;
  const endMs = lagosMidnightMs(addMonths(firstDay, 1, 1));
  return { from: isoTime(lagosMidnightMs(firstDay)), to: isoTime(endMs - 1) };
};

/** The number of months between the Lagos months of two moments. */
const monthsBetween = (startMs: number, endMs: number): number => {
  const [start, end] = [new Date(startMs + LAGOS_OFFSET_MS), new Date(endMs + LAGOS_OFFSET_MS)];
  return (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
};

/** The first end of a month after a moment, where months are counted from a start. */
export const monthEndAfter = (startMs: number, atMs: number): number => {
  const months = Math.max(1, monthsBetween(startMs, atMs));
  const endMs = monthsAfter(startMs, months);
  return endMs > atMs ? endMs : monthsAfter(startMs, months + 1);
};
