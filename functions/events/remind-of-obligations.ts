import { readEmailOf } from '#shared/auth/account';
import { sendReminders } from '#shared/compliance/send-reminders';
import { serviceTable } from '#shared/db/client';
import { systemClock } from '#shared/platform/clock';
import { makeLogger } from '#shared/platform/logger';
import { makeMetrics } from '#shared/platform/metrics';
import { queueMail } from '#shared/sources/mail-queue';

const log = makeLogger();
const metrics = makeMetrics();

/** Mails the owners of obligations that fall due, from 07:00 in Lagos on. Triggered by a schedule, every ten minutes. */
export const handler = (): Promise<void> => {
  const table = serviceTable();
  const emailOf = (accountId: string) => readEmailOf(table, { accountId });
  return sendReminders({ table, clock: systemClock, emailOf, sendMail: queueMail, log, metrics });
};
