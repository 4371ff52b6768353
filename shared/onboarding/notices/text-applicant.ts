import type { Table } from '#shared/db/operations';
import type { ServiceEvent } from '#shared/events/outbox';
import { countNotice, type NoticeCaps } from '#shared/mails/notice-caps';
import { type SendingOutcome, type SendOnceEffects, sendOnce } from '#shared/mails/send-once';
import { errorFields, type Logger } from '#shared/platform/logger';
import type { Metrics } from '#shared/platform/metrics';
import {
  type TextMessage,
  TextMessageRefused,
  TextMessagesUnavailable,
  type TextMessenger,
} from '#shared/sources/text-messages';
import type { NoticeSubject } from './applicant-notice.ts';
import { applicantText } from './applicant-text.ts';

/** The effects of texting an applicant. */
export interface ApplicantTextEffects extends SendOnceEffects {
  /** Undefined when the stage has no text messages. */
  readonly messenger: TextMessenger | undefined;
  readonly table: Table;
  readonly caps: NoticeCaps;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/**
 * Sends a text message. A message that is refused permanently is dropped and counted. @throws TextMessagesUnavailable,
 * to be retried.
 */
const sendText = async (
  message: TextMessage,
  { accountId }: ServiceEvent,
  messenger: TextMessenger,
  { log, metrics }: ApplicantTextEffects,
): Promise<SendingOutcome> => {
  try {
    await messenger.send(message);
  } catch (error) {
    if (error instanceof TextMessageRefused) {
      log.warn('TEXT_REFUSED', { accountId, reason: error.reason });
      metrics('TextsRefused', 1);
      return 'dropped';
    }
    const why = error instanceof TextMessagesUnavailable ? { reason: error.reason } : errorFields(error);
    log.error('TEXT_FAILED', { accountId, ...why });
    throw error;
  }
  log.info('TEXT_SENT', { accountId });
  return 'sent';
};

/**
 * Texts the applicant of an event, once, if its widget and the stage have text messages enabled and the day's limit is
 * not reached.
 *
 * @throws the failure that kept the message from being sent; calling it again completes it.
 */
export const textApplicant = async (subject: NoticeSubject, effects: ApplicantTextEffects): Promise<void> => {
  const { event } = subject;
  const { messenger, log } = effects;
  const text = applicantText(subject);
  if (text.kind === 'none') return;
  if (messenger === undefined || text.kind === 'not_sent') {
    const reason = text.kind === 'not_sent' ? text.reason : 'stage_sends_none';
    log.info('TEXT_NOT_SENT', { accountId: event.accountId, reason });
    return;
  }
  const { message } = text;
  const { accountId, environment } = event;
  const counted = { recipient: message.to, applicantId: subject.applicant.id, accountId, environment };
  await sendOnce(`${event.eventId}.PHONE`, effects, async (tries) => {
    const { table, caps, clock, metrics } = effects;
    const capped = tries === 1 ? await countNotice(table, counted, caps, clock()) : undefined;
    if (capped === undefined) return sendText(message, event, messenger, effects);
    metrics('NoticesCapped', 1, { cap: capped });
    log.info('TEXT_NOT_SENT', { accountId, reason: `cap_of_${capped}` });
    return 'dropped';
  });
};
