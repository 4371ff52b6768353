import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import type { AccountEnvironment } from '#shared/platform/scope';
import { followingDueDate, statedDueDate } from './due-dates.ts';
import { DEFAULT_LEAD_DAYS, type Obligation, orderedLeadDays } from './obligation.ts';
import type { ObligationChange, ObligationDraft } from './obligation-bodies.ts';
import { nextReminder, remindedUntilMs } from './reminders.ts';

/** An obligation that an account adds for one of its companies. */
export const newObligation = (
  { accountId, environment }: AccountEnvironment,
  { companyId, category, title, description = null, frequency, nextDueDate, notifyLeadDays }: ObligationDraft,
  nowMs: number,
): Obligation => {
  const at = isoTime(nowMs);
  const reminded = {
    environment,
    isActive: true,
    notifyLeadDays: orderedLeadDays(notifyLeadDays ?? DEFAULT_LEAD_DAYS),
    ...statedDueDate(nextDueDate),
  };
  const remindAt = nextReminder(reminded, nowMs);
  return {
    id: newId('obl', nowMs),
    accountId,
    companyId,
    category,
    title,
    description,
    frequency,
    ...reminded,
    ...(remindAt !== undefined && { remindAt }),
    isSeeded: false,
    version: 1,
    createdAt: at,
    updatedAt: at,
  };
};

/** An obligation after a change, with its next reminder; the same object if nothing has changed. */
const withChange = (before: Obligation, change: Partial<Obligation>, nowMs: number): Obligation => {
  const { remindAt: _, ...changed } = { ...before, ...change };
  const isSame = Object.entries(change).every(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(before[name as keyof Obligation]),
  );
  if (isSame) return before;
  const remindAt = nextReminder(changed, remindedUntilMs(before, nowMs));
  return {
    ...changed,
    ...(remindAt !== undefined && { remindAt }),
    version: before.version + 1,
    updatedAt: isoTime(nowMs),
  };
};

/** An obligation after a change by its owner; fields that are not stated stay unchanged. */
export const changedObligation = (
  before: Obligation,
  { title, description, frequency, nextDueDate, notifyLeadDays, isActive }: ObligationChange,
  nowMs: number,
): Obligation =>
  withChange(
    before,
    {
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...(frequency !== undefined && { frequency }),
      // A date that is sent back unchanged may have been clamped to its month, so it must not move the anchor day.
      ...(nextDueDate !== undefined && nextDueDate !== before.nextDueDate && statedDueDate(nextDueDate)),
      ...(notifyLeadDays !== undefined && { notifyLeadDays: orderedLeadDays(notifyLeadDays) }),
      ...(isActive !== undefined && { isActive }),
    },
    nowMs,
  );

/** An obligation that is no longer due. */
export const deactivatedObligation = (before: Obligation, nowMs: number): Obligation =>
  withChange(before, { isActive: false }, nowMs);

/**
 * An obligation after its completion: due one period later, or completed if it does not repeat.
 *
 * @returns the same object for a one-off obligation that was completed before; undefined for one that is inactive for
 * another reason.
 */
export const completedObligation = (
  before: Obligation,
  completedAtMs: number,
  nowMs: number,
): Obligation | undefined => {
  const { frequency, isActive, lastCompletedAt } = before;
  const nextDueDate = followingDueDate(before, frequency);
  if (!isActive) return frequency === 'one_off' && lastCompletedAt !== undefined ? before : undefined;
  return withChange(
    before,
    {
      lastCompletedAt: isoTime(completedAtMs),
      nextDueDate,
      ...(nextDueDate === before.nextDueDate && { completedDueDate: nextDueDate }),
      isActive: frequency !== 'one_off',
    },
    nowMs,
  );
};
