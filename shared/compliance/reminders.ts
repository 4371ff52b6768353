import { addDays, sevenInLagosMs } from '#shared/platform/calendar';
import { isoTime } from '#shared/platform/clock';
import type { Obligation } from './obligation.ts';

/** What decides when an obligation is reminded of. */
export type Reminded = Pick<
  Obligation,
  'environment' | 'isActive' | 'nextDueDate' | 'notifyLeadDays' | 'completedDueDate'
>;

/** Days after the due date on which an obligation is reminded of that is not completed, as lead days. */
const OVERDUE_LEAD_DAYS: readonly number[] = [-1, -7, -14, -28];

/** Whether somebody has to be reminded at all: in `live`, while it is active and this due date is not completed. */
const isOpen = ({ environment, isActive, nextDueDate, completedDueDate }: Reminded): boolean =>
  environment === 'live' && isActive && completedDueDate !== nextDueDate;

/** When each lead day is reminded of, and each day after the due date: at 07:00 in Lagos. */
const remindersOf = (obligation: Reminded) =>
  isOpen(obligation)
    ? [...obligation.notifyLeadDays, ...OVERDUE_LEAD_DAYS].map((leadDays) => ({
        leadDays,
        atMs: sevenInLagosMs(addDays(obligation.nextDueDate, -leadDays)),
      }))
    : [];

/** The next reminder after a moment, ISO 8601; undefined when there is none. */
export const nextReminder = (obligation: Reminded, afterMs: number): string | undefined => {
  const times = remindersOf(obligation).flatMap(({ atMs }) => (atMs > afterMs ? [atMs] : []));
  return times.length === 0 ? undefined : isoTime(Math.min(...times));
};

/**
 * The lead day to be reminded of now, negative after the due date, where some are owed since a moment: the latest of them alone, so that after an
 * outage nobody is mailed twice about one obligation. Undefined when none is.
 *
 * @param since the reminder that is owed, ISO 8601.
 */
export const owedLeadDays = (obligation: Reminded, since: string, nowMs: number): number | undefined => {
  const owed = remindersOf(obligation).filter(({ atMs }) => atMs >= Date.parse(since) && atMs <= nowMs);
  return owed.sort((one, other) => other.atMs - one.atMs)[0]?.leadDays;
};

/**
 * The moment after which a changed obligation is reminded of: now, or just before the reminder that is owed already and
 * that the job has not come to yet.
 */
export const remindedUntilMs = ({ remindAt }: Pick<Obligation, 'remindAt'>, nowMs: number): number =>
  remindAt === undefined ? nowMs : Math.min(nowMs, Date.parse(remindAt) - 1);
