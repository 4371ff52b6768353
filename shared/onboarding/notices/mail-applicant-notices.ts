import { put, update } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import type { ServiceEvent } from '#shared/events/outbox';
import { findOwnedApplicant } from '#shared/onboarding/applicants/applicant-repository';
import { findWidgetOfAccount } from '#shared/onboarding/widgets/widget-repository';
import { type Clock, isoTime, unixSeconds } from '#shared/platform/clock';
import type { Logger } from '#shared/platform/logger';
import type { SendMail } from '#shared/sources/mail-queue';
import { type ApplicantNotice, applicantNotices } from './applicant-notice.ts';
import { noticeKeys } from './keys.ts';
import { NOTICE_LEASE_SECONDS } from './notice-lease.ts';

/** How long it is remembered that a mail was sent: longer than any queue keeps its event. */
const KEPT_SECONDS = 30 * 24 * 60 * 60;

/** Another worker has the mail and has not queued it yet. The message returns, in case that one dies. */
class NoticeHeld extends Error {
  override readonly name = 'NoticeHeld';

  constructor() {
    super('Another worker is mailing this notice');
  }
}

/** The effects of mailing notices. */
export interface ApplicantNoticeEffects {
  readonly table: Table;
  readonly clock: Clock;
  readonly sendMail: SendMail;
  readonly log: Logger;
}

/** Queues one mail, once. @throws NoticeHeld, or what the queue or the table threw. */
const mailOne = async (
  { eventId, accountId }: ServiceEvent,
  { recipient, mail }: ApplicantNotice,
  { table, clock, sendMail, log }: ApplicantNoticeEffects,
): Promise<void> => {
  const key = noticeKeys.applicantNotice(eventId, recipient);
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
  await sendMail({ mail, accountId });
  log.info('MAIL_QUEUED', { accountId });
  await table.write(
    update(key, { set: { mailedAt: isoTime(clock()) }, when: { leaseUntilMs: { equals: leaseUntilMs } } }),
  );
};

/**
 * Has the mails about an event of an applicant sent, each once, however often and from how many sides the event arrives.
 * Each recipient gets a mail of its own, so that an address that does not work keeps nobody else from theirs. Only a
 * worker that dies between the queue and the table has a mail sent twice.
 *
 * @throws the first failure, once every other mail is queued; calling it again completes it.
 */
export const mailApplicantNotices = async (event: ServiceEvent, effects: ApplicantNoticeEffects): Promise<void> => {
  const { table } = effects;
  const { accountId, environment, widgetId, data } = event;
  const scope = { accountId, environments: [environment], via: 'session' } as const;
  const [applicant, widget] = await Promise.all([
    findOwnedApplicant(table, scope, String(data['applicantId'])),
    findWidgetOfAccount(table, accountId, widgetId ?? ''),
  ]);
  if (!applicant || !widget) throw new Error('The applicant of an event, or its widget, does not exist');
  const notices = applicantNotices({ event, applicant, widget });
  const results = await Promise.allSettled(notices.map((notice) => mailOne(event, notice, effects)));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
};
