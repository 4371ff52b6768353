import { findCompany } from '#shared/companies/transfer';
import { type Item, update } from '#shared/db/expressions';
import { unlessDeleted } from '#shared/db/soft-deletion';
import { type SweepEffects, sweep } from '#shared/db/sweep';
import { mailTo } from '#shared/mails/messages/mail';
import { obligationDue } from '#shared/mails/messages/obligation-due';
import type { SendMail } from '#shared/mails/queue/mail-queue';
import { daysBetween, lagosDay } from '#shared/platform/calendar';
import { obligationLists, REMINDER_SHARDS } from './keys.ts';
import { fromObligationItem, type Obligation, reminderPlace } from './obligation.ts';
import { obligationKeyOf } from './obligation-repository.ts';
import { nextReminder, owedLeadDays } from './reminders.ts';

/** The effects of sending reminders. */
export interface ReminderEffects extends SweepEffects {
  /** The address of an account; undefined when there is no such account. */
  readonly emailOf: (accountId: string) => Promise<string | undefined>;
  readonly mails: SendMail<'mails'>;
}

/**
 * The write that moves an obligation to its next reminder; it refuses when its owner has changed the reminder since.
 */
const nextPlaceWrite = (obligation: Obligation, remindAt: string, nowMs: number) => {
  const next = nextReminder(obligation, nowMs);
  return update(obligationKeyOf(obligation), {
    ...(next === undefined
      ? { remove: ['remindAt', 'gsi4pk', 'gsi4sk'] }
      : { set: { remindAt: next, ...reminderPlace(obligation.id, next) } }),
    when: { remindAt: { equals: remindAt } },
  });
};

/** Mails the owner of an obligation that it is due in this many days: one mail for each due date and lead day. */
const remind = async (
  obligation: Obligation,
  leadDays: number,
  companyName: string,
  to: string,
  nowMs: number,
  effects: ReminderEffects,
): Promise<void> => {
  const { id, accountId, companyId, title, nextDueDate: dueDate } = obligation;
  const daysUntilDue = daysBetween(lagosDay(nowMs), dueDate);
  const data = { obligationId: id, companyId, companyName, title, dueDate, daysUntilDue };
  const mailId = `${id}.${dueDate}.${leadDays}`;
  await effects.mails({ id: mailId, mail: mailTo(to, obligationDue, data), accountId });
  effects.log.info('MAIL_QUEUED', { accountId });
};

/** Handles one due reminder, unless it has changed since the index was read. @returns whether a mail was due. */
const handleOne = async (due: Item, nowMs: number, effects: ReminderEffects): Promise<boolean> => {
  const { table, emailOf } = effects;
  const listed = fromObligationItem(due);
  const { accountId, companyId, remindAt } = listed;
  const [item, company, to] = await Promise.all([
    table.get(obligationKeyOf(listed)),
    findCompany(table, companyId),
    emailOf(accountId),
  ]);
  const found = unlessDeleted(item);
  if (!found || remindAt === undefined || found['remindAt'] !== remindAt) return false;
  const obligation = fromObligationItem(found);
  const leadDays = owedLeadDays(obligation, remindAt, nowMs);
  const isOwed = leadDays !== undefined && to !== undefined && company?.ownerId === accountId;
  if (isOwed) await remind(obligation, leadDays, company.companyName, to, nowMs, effects);
  await table.write(nextPlaceWrite(obligation, remindAt, nowMs));
  return isOwed;
};

/**
 * Mails the owners of `live` obligations whose next reminder is due: at 07:00 in Lagos on each of their lead days.
 * After an outage, only the latest missed reminder is sent, once.
 */
export const sendReminders = sweep({
  partitions: Array.from({ length: REMINDER_SHARDS }, (_, shard) => obligationLists.reminders(shard)),
  handle: handleOne,
  counts: { ObligationsReminded: Number },
  logs: ['info', 'OBLIGATIONS_REMINDED'],
});
