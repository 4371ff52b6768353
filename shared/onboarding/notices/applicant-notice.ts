import * as v from 'valibot';
import { EVENTS, type EventData, type EventType } from '#shared/events/catalogue';
import type { ServiceEvent } from '#shared/events/outbox';
import { adminNotice } from '#shared/mails/messages/admin-notice';
import { applicantDecided } from '#shared/mails/messages/applicant-decided';
import { applicantResubmits } from '#shared/mails/messages/applicant-resubmits';
import type { MailOfLane } from '#shared/mails/messages/catalogue';
import { mailTo } from '#shared/mails/messages/mail';
import { businessName } from '#shared/mails/messages/shown-name';
import type { Applicant } from '#shared/onboarding/applicants/applicant';
import { MODULES, type ModuleId } from '#shared/onboarding/modules/modules';
import type { EmbedSession } from '#shared/onboarding/sessions/embed-session';
import type { Widget } from '#shared/onboarding/widgets/widget';
import { isEmailAddress, parseMailboxes } from '#shared/platform/email-address';
import { textOf } from '#shared/verification/answer-values';

/** One mail about an applicant. @property recipient distinguishes it, by its id, among the mails about one event. */
export interface ApplicantNotice {
  readonly recipient: string;
  readonly mail: MailOfLane<'mails'>;
}

/** What a notice is made from. */
export interface NoticeSubject {
  readonly event: ServiceEvent;
  readonly applicant: Applicant;
  readonly widget: Widget;
  /** The session of the applicant; undefined where there is none any more. */
  readonly session: Pick<EmbedSession, 'answers' | 'resubmission'> | undefined;
  /** The company of the account, for where the widget's brand is no name to be shown. */
  readonly companyName: string | null | undefined;
  /** Where the API is reached, for links. */
  readonly apiUrl: string;
}

/** The name of the business that an applicant applied to. */
export const brandOf = ({ widget, companyName }: NoticeSubject): string =>
  businessName(widget.config.branding.brandName, companyName);

const dataOf = <T extends EventType>(type: T, event: ServiceEvent): EventData<T> =>
  v.parse(EVENTS[type].data as v.GenericSchema<unknown, EventData<T>>, event.data);

type Outcome = 'submitted' | 'approved' | 'rejected' | 'requires_review' | 'resubmission_requested';

/** What happened, by the event. @throws TypeError for an event that nobody is told about. */
export const outcomeOf = (event: ServiceEvent): Outcome => {
  switch (event.type) {
    case 'kyb.applicant.submitted':
      return 'submitted';
    case 'kyb.applicant.resubmission_requested':
      return 'resubmission_requested';
    case 'kyb.applicant.decision':
      return dataOf(event.type, event).status;
    default:
      throw new TypeError(`Nobody is mailed about ${event.type}`);
  }
};

/** The one address that a widget names for questions; empty where it names none, or something else. */
const supportEmailOf = ({ config }: Widget): string => {
  const [address, ...others] = parseMailboxes(config.branding.supportEmail);
  return address !== undefined && others.length === 0 ? address : '';
};

/** The address of an applicant: its account's statement, else what was answered. */
const addressOf = ({ applicant, session }: NoticeSubject): string | undefined =>
  [applicant.subject.email, textOf(session?.answers.business_profile, 'email')]
    .map((text) => text?.trim() ?? '')
    .find(isEmailAddress);

/**
 * The page where an applicant goes on, on any device: its id, which nobody can guess, is what opens its session, as in the
 * link that an account gives to whom it invites. None where the customer's own server alone can make the calls of a session.
 */
const pageOf = ({ applicant, widget, apiUrl }: NoticeSubject): string | null =>
  widget.config.security.requireSignedRequests
    ? null
    : `${apiUrl}/w/${widget.embedLinkToken}?${new URLSearchParams({ applicantId: applicant.id })}`;

const toApplicant = (subject: NoticeSubject, outcome: Outcome): readonly ApplicantNotice[] => {
  const { event, widget, session } = subject;
  const email = addressOf(subject);
  if (!widget.config.notifications.notifyApplicantEmail || email === undefined) return [];
  const sender = { brandName: brandOf(subject), supportEmail: supportEmailOf(widget) };
  if (outcome === 'approved' || outcome === 'rejected') {
    return [{ recipient: 'APPLICANT', mail: mailTo(email, applicantDecided, { ...sender, outcome }) }];
  }
  if (outcome !== 'resubmission_requested') return [];
  const modules = dataOf('kyb.applicant.resubmission_requested', event).modules.map(
    (id) => MODULES[id as ModuleId].title,
  );
  const message = session?.resubmission?.message ?? null;
  const data = { ...sender, modules, message, address: pageOf(subject) };
  return [{ recipient: 'APPLICANT', mail: mailTo(email, applicantResubmits, data) }];
};

const toAdmins = ({ event, applicant, widget }: NoticeSubject, outcome: Outcome): readonly ApplicantNotice[] => {
  if (outcome === 'resubmission_requested') return [];
  const { id: applicantId, environment, referenceId } = applicant;
  const data = { widgetName: widget.name, applicantId, environment, referenceId, outcome, at: event.occurredAt };
  return parseMailboxes(widget.config.notifications.notifyAdminEmail).flatMap((to, index) =>
    to === undefined ? [] : [{ recipient: `ADMIN${index}`, mail: mailTo(to, adminNotice, data) }],
  );
};

/**
 * The mails about an event of an applicant, by the widget's `notifications`: to the address of its subject when it is
 * approved, rejected or asked to resubmit, or to that of its answers where the subject has none; and to each address of
 * `notifyAdminEmail` when it is submitted or decided. None holds an answer, or a reviewer's reason.
 *
 * @throws TypeError for an event that nobody is mailed about.
 */
export const applicantNotices = (subject: NoticeSubject): readonly ApplicantNotice[] => {
  const outcome = outcomeOf(subject.event);
  return [...toApplicant(subject, outcome), ...toAdmins(subject, outcome)];
};
