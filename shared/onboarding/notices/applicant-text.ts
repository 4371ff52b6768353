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

const sentence = (outcome: ReturnType<typeof outcomeOf>, brand: string): string | undefined => {
  switch (outcome) {
    case 'approved':
    case 'rejected':
      return `Your application to ${brand} was ${outcome}.`;
    case 'resubmission_requested':
      return `${brand.charAt(0).toUpperCase()}${brand.slice(1)} needs some of your details again: open your application as you did before.`;
    case 'submitted':
    case 'requires_review':
      return undefined;
  }
};

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
  const text = sentence(outcomeOf(subject.event), brandOf(subject));
  if (!widget.config.notifications.notifyApplicantSms || text === undefined) return { kind: 'none' };
  if (applicant.environment === 'sandbox') return { kind: 'not_sent', reason: 'sandbox' };
  const to = normalisePhone(applicant.subject.phone ?? '');
  if (to === undefined || !MOBILE.test(to)) return { kind: 'not_sent', reason: 'no_mobile_number' };
  return { kind: 'message', message: { to, text } };
};
