import * as v from 'valibot';
import type { Item } from '#shared/db/expressions';
import { shardOf } from '#shared/db/shard';
import { ENVIRONMENTS } from '#shared/platform/environments';
import { CATEGORIES, FREQUENCIES } from './catalogue.ts';
import { obligationKeys, obligationLists, REMINDER_SHARDS } from './keys.ts';

const obligationSchema = v.object({
  /** `obl_` */
  id: v.string(),
  accountId: v.string(),
  environment: v.picklist(ENVIRONMENTS),
  companyId: v.string(),
  category: v.picklist(CATEGORIES),
  title: v.string(),
  description: v.nullable(v.string()),
  frequency: v.picklist(FREQUENCIES),
  /** `YYYY-MM-DD` */
  nextDueDate: v.string(),
  /** The anchor of its due dates: a day of the month, 1 to 31. */
  anchorDay: v.number(),
  lastCompletedAt: v.exactOptional(v.string()),
  /**
   * The due date that was completed without a following one, as of a `custom` obligation: it causes no more reminders.
   */
  completedDueDate: v.exactOptional(v.string()),
  isSeeded: v.boolean(),
  isActive: v.boolean(),
  /** Days before the due date, without duplicates, in descending order. */
  notifyLeadDays: v.array(v.number()),
  /** When its owner is mailed next, ISO 8601; absent while no mail is due. */
  remindAt: v.exactOptional(v.string()),
  /** Incremented by every change of its owner. */
  version: v.number(),
  createdAt: v.string(),
  updatedAt: v.string(),
});

/** A duty of a company with a due date (interface: Compliance obligation). */
export type Obligation = v.InferOutput<typeof obligationSchema>;

/** Parses a stored obligation. */
export const fromObligationItem = (item: Item): Obligation => v.parse(obligationSchema, item);

/** The place of an obligation in the list of reminders. */
export const reminderPlace = (obligationId: string, remindAt: string) => ({
  gsi4pk: obligationLists.reminders(shardOf(obligationId, REMINDER_SHARDS)),
  gsi4sk: `${remindAt}~${obligationId}`,
});

/** An obligation as it is stored. */
export const toObligationItem = (obligation: Obligation): Item => ({
  ...obligationKeys.obligation(obligation.accountId, obligation.environment, obligation.id),
  ...obligation,
  ...(obligation.remindAt !== undefined && reminderPlace(obligation.id, obligation.remindAt)),
});

/** The default reminders (completions of the interface: Compliance). */
export const DEFAULT_LEAD_DAYS: readonly number[] = [30, 7, 1];

/** Lead days as they are stored: without duplicates, in descending order. */
export const orderedLeadDays = (leadDays: readonly number[]): number[] =>
  [...new Set(leadDays)].sort((one, other) => other - one);
