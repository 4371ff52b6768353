import {
  applicantTextMessage,
  TEXTED_OUTCOMES,
  type TextedOutcome,
} from '#shared/mails/messages/applicant-text-message';
import { normalisePhone } from '#shared/sources/formats';
import type { TextMessage } from '#shared/sources/text-messages';
import { brandOf, type NoticeSubject, outcomeOf } from './applicant-notice.ts';

/** Why an applicant is not texted although its widget has text messages enabled. */
export type NotTextedReason = 'sandbox' | 'no_mobile_number';

/** The text message of an event: none, a message, or none for a reason that the account may look for. */
export type ApplicantText =
  | { readonly kind: 'none' }
  | { readonly kind: 'not_sent'; readonly reason: NotTextedReason }
  | { readonly kind: 'message'; readonly message: TextMessage };

const isTexted = (outcome: ReturnType<typeof outcomeOf>): outcome is TextedOutcome =>
  (TEXTED_OUTCOMES as readonly string[]).includes(outcome);

/**
 * Nigerian mobile numbers in E.164. Numbers of other countries are a target of text-message fraud, and fixed lines show
 * no texts.
 */
const MOBILE = /^\+234[789]\d{9}$/;

/**
 * The text message that an applicant gets about an event, if its widget has them enabled: one sentence that it was
 * approved, was rejected, or has to resubmit. It names the business and nothing about the applicant. In the sandbox
 * nobody is texted: each message costs money, and the sandbox is free.
 *
 * @throws TypeError for an event without notices.
 */
export const applicantText = (subject: NoticeSubject): ApplicantText => {
  const { applicant, widget } = subject;
  const outcome = outcomeOf(subject.event);
  if (!widget.config.notifications.notifyApplicantSms || !isTexted(outcome)) return { kind: 'none' };
  if (applicant.environment === 'sandbox') return { kind: 'not_sent', reason: 'sandbox' };
  const to = normalisePhone(applicant.subject.phone ?? '');
  if (to === undefined || !MOBILE.test(to)) return { kind: 'not_sent', reason: 'no_mobile_number' };
  return { kind: 'message', message: { to, text: applicantTextMessage(outcome, brandOf(subject)) } };
};
