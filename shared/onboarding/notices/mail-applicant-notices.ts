import { readAccount } from '#shared/auth/accounts/account';
import type { Table } from '#shared/db/operations';
import type { ServiceEvent } from '#shared/events/outbox';
import type { SendMail } from '#shared/mails/queue/mail-queue';
import { findOwnedApplicant } from '#shared/onboarding/applicants/applicant-repository';
import { fromEmbedSessionItem } from '#shared/onboarding/sessions/embed-session';
import { sessionItemOf } from '#shared/onboarding/sessions/embed-session-repository';
import { findWidgetOfAccount } from '#shared/onboarding/widgets/widget-repository';
import { applicantNotices } from './applicant-notice.ts';
import { type ApplicantTextEffects, textApplicant } from './text-applicant.ts';

/** The effects of sending notices. */
export interface ApplicantNoticeEffects extends ApplicantTextEffects {
  readonly table: Table;
  readonly sendMail: SendMail<'mails'>;
  /** The base URL of the API, for links. */
  readonly apiUrl: string;
}

/**
 * Mails and texts the notices about an event of an applicant, each once, however often the event arrives. No notice is
 * sent about an applicant that has been erased since. Each recipient gets its own notice, so that an address or number
 * that does not work delays nobody else's.
 *
 * @throws the first failure, after every other notice is sent; calling it again completes it.
 */
export const mailApplicantNotices = async (event: ServiceEvent, effects: ApplicantNoticeEffects): Promise<void> => {
  const { table, sendMail, apiUrl, log } = effects;
  const { accountId, environment, widgetId, data } = event;
  const scope = { accountId, environments: [environment], via: 'session' } as const;
  const applicantId = String(data['applicantId']);
  const [applicant, widget, item, account] = await Promise.all([
    findOwnedApplicant(table, scope, applicantId),
    findWidgetOfAccount(table, accountId, widgetId ?? ''),
    sessionItemOf(table, applicantId),
    readAccount(table, { accountId }),
  ]);
  if (!applicant || !widget) throw new Error('The applicant of an event, or its widget, does not exist');
  if (applicant.erasedAt !== undefined) {
    return log.info('MAIL_NOT_SENT', { accountId, applicantId, reason: 'erased' });
  }
  const session = item && fromEmbedSessionItem(item);
  const subject = { event, applicant, widget, session, companyName: account?.companyName, apiUrl };
  const about = { applicantId, environment };
  const mails = applicantNotices(subject).map(async ({ recipient, mail }) => {
    await sendMail({ id: `${event.eventId}.${recipient}`, mail, accountId, applicant: about });
    log.info('MAIL_QUEUED', { accountId });
  });
  const results = await Promise.allSettled([...mails, textApplicant(subject, effects)]);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
};
