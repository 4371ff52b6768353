import * as v from 'valibot';
import { put, update } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { EVENTS, type EventData, type EventType } from '#shared/events/catalogue';
import type { ServiceEvent } from '#shared/events/outbox';
import { type Clock, isoTime, unixSeconds } from '#shared/platform/clock';
import type { Logger } from '#shared/platform/logger';
import type { MailMessage } from '#shared/sources/mail';
import type { SendMail } from '#shared/sources/mail-queue';
import { walletKeys } from './keys.ts';
import { NOTICE_LEASE_SECONDS } from './notice-lease.ts';

/** How long it is remembered that a mail was sent: longer than any queue keeps its event. */
const KEPT_SECONDS = 30 * 24 * 60 * 60;

type Content = Pick<MailMessage, 'template' | 'data'>;

type Notice<T extends EventType> = (data: EventData<T>, event: ServiceEvent) => Content;

/** The mail about an event, from its parsed data. */
const notice =
  <T extends EventType>(type: T, contentOf: Notice<T>) =>
  (event: ServiceEvent): Content =>
    contentOf(v.parse(EVENTS[type].data as v.GenericSchema<unknown, EventData<T>>, event.data), event);

/** The mail about each event that the owner of a wallet is mailed about. */
const NOTICES: { readonly [T in EventType]?: (event: ServiceEvent) => Content } = {
  'wallet.balance.low': notice(
    'wallet.balance.low',
    ({ balanceKobo, thresholdKobo }, { environment, occurredAt: crossedAt }) => ({
      template: 'lowBalance',
      data: { environment, balanceKobo, thresholdKobo, crossedAt },
    }),
  ),
  'wallet.auto_top_up.stopped': notice(
    'wallet.auto_top_up.stopped',
    ({ amountKobo, failureCount }, { environment, occurredAt: stoppedAt }) => ({
      template: 'autoTopUpStopped',
      data: { environment, amountKobo, failureCount, stoppedAt },
    }),
  ),
};

const noticeOf = (event: ServiceEvent): Content => {
  const contentOf = NOTICES[event.type];
  if (!contentOf) throw new TypeError(`Nobody is mailed about ${event.type}`);
  return contentOf(event);
};

/** Another worker has the mail and has not sent it yet. The message returns, in case that one dies. */
class NoticeHeld extends Error {
  override readonly name = 'NoticeHeld';

  constructor() {
    super('Another worker is mailing this notice');
  }
}

/** The effects of mailing a notice. */
export interface WalletNoticeEffects {
  readonly table: Table;
  readonly clock: Clock;
  /** The address of an account; undefined when there is no such account. */
  readonly emailOf: (accountId: string) => Promise<string | undefined>;
  readonly sendMail: SendMail;
  readonly log: Logger;
}

/**
 * Mails the owner of a wallet about an event of it, once, however often and from how many sides the event arrives: the
 * mail is claimed for as long as a worker may run, and remembered once it is queued. Only a worker that dies between
 * the queue and the table has it sent twice.
 *
 * @throws any failure, NoticeHeld among them; calling it again completes it.
 */
export const mailWalletNotice = async (event: ServiceEvent, effects: WalletNoticeEffects): Promise<void> => {
  const { eventId, accountId } = event;
  const { table, clock, emailOf, sendMail, log } = effects;
  const content = noticeOf(event);
  const key = walletKeys.walletNotice(eventId);
  const nowMs = clock();
  const leaseUntilMs = nowMs + NOTICE_LEASE_SECONDS * 1000;
  const claim = put(
    { ...key, eventId, accountId, leaseUntilMs, expiresAtSeconds: unixSeconds(nowMs) + KEPT_SECONDS },
    { mailedAt: 'missing', leaseUntilMs: { missingOr: { atMost: nowMs } } },
  );
  const claimed = await table.write(claim);
  if (!claimed.written) {
    if (claimed.found?.['mailedAt'] !== undefined) return;
    throw new NoticeHeld();
  }
  const to = await emailOf(accountId);
  if (to !== undefined) {
    await sendMail({ mail: { to, ...content } as MailMessage, accountId });
    log.info('MAIL_QUEUED', { accountId });
  }
  await table.write(
    update(key, { set: { mailedAt: isoTime(clock()) }, when: { leaseUntilMs: { equals: leaseUntilMs } } }),
  );
};
