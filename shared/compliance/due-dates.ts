import { addDays, addMonths, dateParts, dayInMonth, isDay } from '#shared/platform/calendar';
import type { FirstDue, Frequency } from './catalogue.ts';

/** The due date of an obligation. */
export interface DueDate {
  /** `YYYY-MM-DD`. */
  readonly nextDueDate: string;
  /** The day of the month on which it is due; in a shorter month, the last day. */
  readonly anchorDay: number;
}

/** The business that an obligation is seeded for, by the registry's facts. */
export interface RegisteredBusiness {
  readonly classificationId: 1 | 2 | 3 | 4 | 5;
  /** `YYYY-MM-DD`, if the registry states it. */
  readonly registrationDate: string | undefined;
}

/** The due date that an account stated. */
export const statedDueDate = (nextDueDate: string): DueDate => ({ nextDueDate, anchorDay: dateParts(nextDueDate)[2] });

const nextDayOfYear = (month: number, day: number, today: string, firstYear = 0): DueDate => {
  const year = Math.max(dateParts(today)[0], firstYear);
  const inYear = dayInMonth(year, month, day);
  return { nextDueDate: inYear >= today ? inYear : dayInMonth(year + 1, month, day), anchorDay: day };
};

const nextDayOfMonth = (day: number, today: string): DueDate => {
  const [year, month] = dateParts(today);
  const inMonth = dayInMonth(year, month, day);
  return { nextDueDate: inMonth >= today ? inMonth : addMonths(inMonth, 1, day), anchorDay: day };
};

/** The date of registration, if it is a valid date in the past. */
const registeredOn = ({ registrationDate }: RegisteredBusiness, today: string): string | undefined =>
  registrationDate !== undefined &&
  /^\d{4}-\d{2}-\d{2}$/.test(registrationDate) &&
  isDay(registrationDate) &&
  registrationDate <= today
    ? registrationDate
    : undefined;

/**
 * The first due date of a seeded obligation, today at the earliest. A date that depends on the registration is never in
 * the same calendar year: the day itself is no anniversary, and the fixed days exclude that year (CAMA 2020, s. 822 and
 * 848).
 *
 * @param today in Africa/Lagos.
 */
export const firstDueDate = (rule: FirstDue, business: RegisteredBusiness, today: string): DueDate => {
  switch (rule.from) {
    case 'day of month':
      return nextDayOfMonth(rule.day, today);
    case 'day of year':
      return nextDayOfYear(rule.month, rule.day, today);
    case 'anniversary': {
      const registered = registeredOn(business, today);
      const fixed = rule.fixed[business.classificationId] ?? (registered === undefined ? rule.unknown : undefined);
      const firstYear = registered === undefined ? 0 : dateParts(registered)[0] + 1;
      if (fixed || registered === undefined) {
        const { month, day } = fixed ?? rule.unknown;
        return nextDayOfYear(month, day, today, firstYear);
      }
      const [, month, day] = dateParts(registered);
      return nextDayOfYear(month, day, today, firstYear);
    }
    case 'registration': {
      const due = addDays(registeredOn(business, today) ?? today, rule.days);
      return statedDueDate(due >= today ? due : addDays(today, rule.days));
    }
  }
};

/** Number of months between two due dates; undefined for obligations that do not repeat automatically. */
const MONTHS: Readonly<Record<Frequency, number | undefined>> = {
  monthly: 1,
  annual: 12,
  one_off: undefined,
  custom: undefined,
};

/** The due date after a completed one: one period later, however long ago it was, or the same if none follows. */
export const followingDueDate = ({ nextDueDate, anchorDay }: DueDate, frequency: Frequency): string => {
  const months = MONTHS[frequency];
  return months === undefined ? nextDueDate : addMonths(nextDueDate, months, anchorDay);
};
