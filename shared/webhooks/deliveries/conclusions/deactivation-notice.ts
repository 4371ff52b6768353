import * as v from 'valibot';
import { readEmailOf } from '#shared/auth/accounts/account';
import { type Item, put, update, type WriteOperation } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { mailTo } from '#shared/mails/messages/mail';
import { webhookDeactivated } from '#shared/mails/messages/webhook-deactivated';
import type { SendMail } from '#shared/mails/queue/mail-queue';
import { type Clock, isoTime, unixSeconds } from '#shared/platform/clock';
import { errorFields, type Logger } from '#shared/platform/logger';
import { deliveryKeys } from '#shared/webhooks/deliveries/keys';
import { overdueFrom } from '#shared/webhooks/deliveries/records/overdue';
import {
  DEACTIVATION_REASONS,
  type DeactivationReason,
  type Registration,
} from '#shared/webhooks/registrations/registration';
import { faultDelayMs } from './faults.ts';

/*
 * The sweep mails the owner of a deactivated registration a notice. It retries until the mail is queued, so an outage
 * of any length delays the notice but does not lose it.
 */

/** How long a notice is kept after it was made. */
const KEPT_SECONDS = 30 * 24 * 60 * 60;

/**
 * How far back the mail tells its reader to recover: five days less than a recovery reaches, which leaves time to read
 * it and act.
 */
const RECOVERABLE_MS = 25 * 24 * 60 * 60_000;

const DAY_MS = 24 * 60 * 60_000;

const noticeSchema = v.object({
  registrationId: v.string(),
  accountId: v.string(),
  appId: v.string(),
  environment: v.string(),
  serviceType: v.string(),
  /** Only the host of the endpoint: the rest of an address may be secret. */
  endpointHost: v.string(),
  /** Notices from before this was stored are about failing endpoints. */
  reason: v.optional(v.picklist(DEACTIVATION_REASONS), 'failing'),
  failingSince: v.string(),
  tries: v.number(),
  /** Index attribute: the value that a sweep read. */
  gsi4sk: v.string(),
});

/** Why a registration is deactivated, and since when: the first failed delivery, or the response that it is gone. */
interface Deactivation {
  readonly reason: DeactivationReason;
  readonly sinceMs: number;
}

/** The write that stores a notice, due at once. It overwrites the notice of an earlier deactivation. */
export const noticeWrite = (
  { registrationId, accountId, appId, environment, serviceType, endpoint }: Registration,
  { reason, sinceMs }: Deactivation,
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
      reason,
      failingSince: isoTime(sinceMs),
      tries: 0,
      overdueKind: 'notice',
      ...overdueFrom(registrationId, nowMs),
      expiresAtSeconds: unixSeconds(nowMs) + KEPT_SECONDS,
    },
    {},
  );

/**
 * The time from which a recovery gets all that was missed: a day before the first failure, because the delivery that
 * failed first was planned before it failed. Later if the streak is so long that its beginning can no longer be
 * recovered when the mail is read.
 */
const recoverSince = (failingSince: string, nowMs: number): string =>
  isoTime(Math.max(Date.parse(failingSince) - DAY_MS, nowMs - RECOVERABLE_MS));

/** The effects of mailing a notice. */
export interface NoticeEffects {
  readonly table: Table;
  readonly clock: Clock;
  readonly sendMail: SendMail<'mails'>;
  readonly log: Logger;
}

/**
 * Mails one notice. It is claimed first, by moving the time at which the next sweep retries: a minute, doubling to an
 * hour. Of two concurrent sweeps one mails it, and one that dies does not prevent it.
 *
 * @param overdue the notice as the sweep read it.
 */
export const mailNotice = async (overdue: Item, { table, clock, sendMail, log }: NoticeEffects): Promise<void> => {
  const notice = v.parse(noticeSchema, overdue);
  const { registrationId, accountId, tries } = notice;
  const key = deliveryKeys.deactivationNotice(registrationId);
  const next = overdueFrom(registrationId, clock() + faultDelayMs(tries, 0));
  const claim = update(key, { set: next, add: { tries: 1 }, when: { gsi4sk: { equals: notice.gsi4sk } } });
  if (!(await table.write(claim)).written) return;
  const to = await readEmailOf(table, { accountId });
  const data = { ...notice, recoverSince: recoverSince(notice.failingSince, clock()) };
  try {
    const id = `${registrationId}.${notice.failingSince}`;
    if (to !== undefined) await sendMail({ id, mail: mailTo(to, webhookDeactivated, data), accountId });
  } catch (error) {
    log.error('MAIL_FAILED', { accountId, registrationId, ...errorFields(error) });
    return;
  }
  log.info('MAIL_QUEUED', { accountId, registrationId });
  await table.write(update(key, { remove: ['gsi4pk', 'gsi4sk'], when: { gsi4sk: { equals: next.gsi4sk } } }));
};
