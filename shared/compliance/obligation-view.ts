import { daysBetween, lagosDay } from '#shared/platform/calendar';
import type { Obligation } from './obligation.ts';

/** An obligation as its owner sees it, with exactly the fields of the interface. */
export const obligationView = (obligation: Obligation, nowMs: number) => ({
  id: obligation.id,
  companyId: obligation.companyId,
  category: obligation.category,
  title: obligation.title,
  description: obligation.description,
  frequency: obligation.frequency,
  nextDueDate: obligation.nextDueDate,
  lastCompletedAt: obligation.lastCompletedAt ?? null,
  isSeeded: obligation.isSeeded,
  isActive: obligation.isActive,
  notifyLeadDays: [...obligation.notifyLeadDays],
  daysUntilDue: daysBetween(lagosDay(nowMs), obligation.nextDueDate),
  createdAt: obligation.createdAt,
  updatedAt: obligation.updatedAt,
});
