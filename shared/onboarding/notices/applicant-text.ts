import {
  applicantTextMessage,
  TEXTED_OUTCOMES,
  type TextedOutcome,
} from '#shared/mails/messages/applicant-text-message';
import { normalisePhone } from '#shared/sources/formats';
import type { TextMessage } from '#shared/sources/text-messages';
import { brandOf, type NoticeSubject, outcomeOf } from './applicant-notice.ts';

/** Why an applicant whose widget asks for text messages is not texted. */
export type NotTextedReason = 'sandbox' | 'no_mobile_number';

/** What an applicant is texted about an event: nothing, a message, or nothing for a reason that somebody may look for. */
export type ApplicantText =
  | { readonly kind: 'none' }
  | { readonly kind: 'not_sent'; readonly reason: NotTextedReason }
  | { readonly kind: 'message'; readonly message: TextMessage };

const isTexted = (outcome: ReturnType<typeof outcomeOf>): outcome is TextedOutcome =>
  (TEXTED_OUTCOMES as readonly string[]).includes(outcome);

/** Nigerian mobile numbers, in E.164: other countries' are what text-message fraud charges for, and fixed lines show no text. */
const MOBILE = /^\+234[789]\d{9}$/;

/**
 * The one sentence that the phone of an applicant gets about an event, where its widget asks for it: that it was approved,
 * rejected, or has to resubmit. It names the business and nothing of the applicant. In the sandbox nobody is texted: each
 * message costs money, and the sandbox costs its callers none.
 *
 * @throws TypeError for an event that nobody is told about.
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
