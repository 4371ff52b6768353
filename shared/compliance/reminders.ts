import { addDays, sevenInLagosMs } from '#shared/platform/calendar';
import { isoTime } from '#shared/platform/clock';
import type { Obligation } from './obligation.ts';

/** The fields of an obligation that determine its reminders. */
export type Reminded = Pick<
  Obligation,
  'environment' | 'isActive' | 'nextDueDate' | 'notifyLeadDays' | 'completedDueDate'
>;

/** Days after the due date with a reminder, if the obligation is not completed, as negative lead days. */
const OVERDUE_LEAD_DAYS: readonly number[] = [-1, -7, -14, -28];

/** Whether an obligation has reminders: in `live`, while it is active and its due date is not completed. */
const isOpen = ({ environment, isActive, nextDueDate, completedDueDate }: Reminded): boolean =>
  environment === 'live' && isActive && completedDueDate !== nextDueDate;

/** The time of each reminder, before and after the due date: 07:00 in Lagos. */
const remindersOf = (obligation: Reminded) =>
  isOpen(obligation)
    ? [...obligation.notifyLeadDays, ...OVERDUE_LEAD_DAYS].map((leadDays) => ({
        leadDays,
        atMs: sevenInLagosMs(addDays(obligation.nextDueDate, -leadDays)),
      }))
    : [];

/** The next reminder after a given time, ISO 8601; undefined when there is none. */
export const nextReminder = (obligation: Reminded, afterMs: number): string | undefined => {
  const times = remindersOf(obligation).flatMap(({ atMs }) => (atMs > afterMs ? [atMs] : []));
  return times.length === 0 ? undefined : isoTime(Math.min(...times));
};

/**
 * The lead days of the reminder to send now, negative after the due date. If several are due, only the latest is sent,
 * so that nobody gets two mails about one obligation after an outage. Undefined if none is due.
 *
 * @param since the time of the first reminder that is due, ISO 8601.
 */
export const owedLeadDays = (obligation: Reminded, since: string, nowMs: number): number | undefined => {
  const owed = remindersOf(obligation).filter(({ atMs }) => atMs >= Date.parse(since) && atMs <= nowMs);
  return owed.sort((one, other) => other.atMs - one.atMs)[0]?.leadDays;
};

/**
 * The time after which a changed obligation needs reminders: now, or just before a reminder that is due but not sent
 * yet.
 */
export const remindedUntilMs = ({ remindAt }: Pick<Obligation, 'remindAt'>, nowMs: number): number =>
  remindAt === undefined ? nowMs : Math.min(nowMs, Date.parse(remindAt) - 1);
