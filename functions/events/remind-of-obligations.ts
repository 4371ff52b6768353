import { readEmailOf } from '#shared/auth/accounts/account';
import { sendReminders } from '#shared/compliance/send-reminders';
import { runOnSchedule } from '#shared/consumers/run-on-schedule';
import { mails } from '#shared/mails/queue/mail-queue';
import { remindOfObligationsConsumer } from './remind-of-obligations.consumer.ts';

/** Mails the owners of obligations that fall due, from 07:00 in Lagos on. */
export const handler = runOnSchedule(remindOfObligationsConsumer, {
  effects: [mails],
  run: (effects) => sendReminders({ ...effects, emailOf: (accountId) => readEmailOf(effects.table, { accountId }) }),
});
