import { isoTime, LAGOS_OFFSET_MS } from '#shared/platform/clock';

/*
 * Calendar days as texts, `YYYY-MM-DD`: days in Africa/Lagos, which is an hour ahead of UTC the year round.
 */

const DAY_MS = 24 * 60 * 60 * 1000;

/** The last day that has a year of four digits, so that days sort as texts. */
const LAST_DAY = '9999-12-31';

const midnightMs = (day: string): number => Date.parse(`${day}T00:00:00Z`);

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** The day some days after another, or before it. */
export const addDays = (day: string, days: number): string => isoTime(midnightMs(day) + days * DAY_MS).slice(0, 10);

/** How many days lie between two days; negative when the second is the earlier one. */
export const daysBetween = (from: string, to: string): number => (midnightMs(to) - midnightMs(from)) / DAY_MS;

/** 07:00 in Lagos on a day, in milliseconds. */
export const sevenInLagosMs = (day: string): number => midnightMs(day) + 7 * 60 * 60 * 1000 - LAGOS_OFFSET_MS;

/** Year, month and day of the month of a day, from 1. */
export const partsOf = (day: string): readonly [year: number, month: number, dayOfMonth: number] => [
  Number(day.slice(0, 4)),
  Number(day.slice(5, 7)),
  Number(day.slice(8, 10)),
];

/** The day of a month, or its last one where it is shorter: the 31st of February is the 28th or 29th. */
export const dayOf = (year: number, month: number, dayOfMonth: number): string => {
  const daysInMonth = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(Math.min(dayOfMonth, daysInMonth))}`;
};

/**
 * The day some months after another, on the anchor day of its month or, where that is shorter, its last one. From the
 * anchor day, so that the 31st is the 28th in February and the 31st again in March. Never after the year 9999.
 */
export const addMonths = (day: string, months: number, anchorDay: number): string => {
  const [year, month] = partsOf(day);
  const monthIndex = month - 1 + months;
  const laterYear = year + Math.floor(monthIndex / 12);
  return laterYear > 9999 ? LAST_DAY : dayOf(laterYear, (monthIndex % 12) + 1, anchorDay);
};
