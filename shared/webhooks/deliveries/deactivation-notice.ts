import * as v from 'valibot';
import { readEmailOf } from '#shared/auth/account';
import { type Item, put, update, type WriteOperation } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { type Clock, isoTime, unixSeconds } from '#shared/platform/clock';
import { errorFields, type Logger } from '#shared/platform/logger';
import type { SendMail } from '#shared/sources/mail-queue';
import type { Registration } from '#shared/webhooks/registrations/registration';
import { faultDelayMs } from './faults.ts';
import { deliveryKeys } from './keys.ts';
import { overdueFrom } from './overdue.ts';

/*
 * That a registration was deactivated is mailed to its owner by the sweep, which looks after the notice until its mail is
 * queued: an outage of any length makes it late and does not lose it.
 */

/** How long a notice is kept after it was made. */
const KEPT_SECONDS = 30 * 24 * 60 * 60;

const noticeSchema = v.object({
  registrationId: v.string(),
  accountId: v.string(),
  appId: v.string(),
  environment: v.string(),
  serviceType: v.string(),
  /** No more of the endpoint: the rest of an address may be secret. */
  endpointHost: v.string(),
  failingSince: v.string(),
  tries: v.number(),
  /** Index attribute: the value that a sweep read. */
  gsi2sk: v.string(),
});

/** The write that stores a notice, due at once; it overwrites that of an earlier deactivation. */
export const noticeWrite = (
  { registrationId, accountId, appId, environment, serviceType, endpoint }: Registration,
  failingSinceMs: number,
  nowMs: number,
): WriteOperation =>
  put(
    {
      ...deliveryKeys.deactivationNotice(registrationId),
      registrationId,
      accountId,
      appId,
      environment,
      serviceType,
      endpointHost: new URL(endpoint).host,
      failingSince: isoTime(failingSinceMs),
      tries: 0,
      overdueKind: 'notice',
      ...overdueFrom(registrationId, nowMs),
      expiresAtSeconds: unixSeconds(nowMs) + KEPT_SECONDS,
    },
    {},
  );

/** The effects of mailing a notice. */
export interface NoticeEffects {
  readonly table: Table;
  readonly clock: Clock;
  readonly sendMail: SendMail;
  readonly log: Logger;
}

/**
 * Mails one notice. Claimed first, by moving the time at which the next sweep retries: a minute, doubling to an hour;
 * of two concurrent sweeps one mails it, and one that dies does not prevent it.
 *
 * @param overdue the notice as the index returned it.
 */
export const mailNotice = async (overdue: Item, { table, clock, sendMail, log }: NoticeEffects): Promise<void> => {
  const notice = v.parse(noticeSchema, overdue);
  const { registrationId, accountId, tries } = notice;
  const key = deliveryKeys.deactivationNotice(registrationId);
  const next = overdueFrom(registrationId, clock() + faultDelayMs(tries, 0));
  const claim = update(key, { set: next, add: { tries: 1 }, when: { gsi2sk: { equals: notice.gsi2sk } } });
  if (!(await table.write(claim)).written) return;
  const to = await readEmailOf(table, { accountId });
  try {
    if (to !== undefined) await sendMail({ mail: { to, template: 'webhookDeactivated', data: notice }, accountId });
  } catch (error) {
    log.error('MAIL_FAILED', { accountId, registrationId, ...errorFields(error) });
    return;
  }
  log.info('MAIL_QUEUED', { accountId, registrationId });
  await table.write(update(key, { remove: ['gsi2pk', 'gsi2sk'], when: { gsi2sk: { equals: next.gsi2sk } } }));
};
