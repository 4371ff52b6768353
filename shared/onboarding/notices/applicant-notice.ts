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

/** One mail about an applicant. @property recipient an id that tells it apart from other mails about the same event. */
export interface ApplicantNotice {
  readonly recipient: string;
  readonly mail: MailOfLane<'mails'>;
}

/** The data that a notice is made from. */
export interface NoticeSubject {
  readonly event: ServiceEvent;
  readonly applicant: Applicant;
  readonly widget: Widget;
  /** The session of the applicant; undefined when it no longer exists. */
  readonly session: Pick<EmbedSession, 'answers' | 'resubmission'> | undefined;
  /** The company of the account, used when the widget's brand is not a name that can be shown. */
  readonly companyName: string | null | undefined;
  /** The base URL of the API, for links. */
  readonly apiUrl: string;
}

/** The name of the business that an applicant applied to. */
export const brandOf = ({ widget, companyName }: NoticeSubject): string =>
  businessName(widget.config.branding.brandName, companyName);

const dataOf = <T extends EventType>(type: T, event: ServiceEvent): EventData<T> =>
  v.parse(EVENTS[type].data as v.GenericSchema<unknown, EventData<T>>, event.data);

type Outcome = 'submitted' | 'approved' | 'rejected' | 'requires_review' | 'resubmission_requested';

/** The outcome that an event reports. @throws TypeError for an event without notices. */
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

/** The one address that a widget gives for questions; empty unless it gives exactly one valid address. */
const supportEmailOf = ({ config }: Widget): string => {
  const [address, ...others] = parseMailboxes(config.branding.supportEmail);
  return address !== undefined && others.length === 0 ? address : '';
};

/** The address of an applicant, from its account's statement, else from its answers. */
const addressOf = ({ applicant, session }: NoticeSubject): string | undefined =>
  [applicant.subject.email, textOf(session?.answers.business_profile, 'email')]
    .map((text) => text?.trim() ?? '')
    .find(isEmailAddress);

/**
 * The page where an applicant continues, on any device: the applicant's unguessable id opens its session, as in an
 * invitation link. Null when only the customer's own server can make a session's calls.
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
 * The mails about an event of an applicant, as the widget's `notifications` specify. An applicant that is approved,
 * rejected or asked to resubmit gets a mail at the address of its subject, or else of its answers. Each address of
 * `notifyAdminEmail` gets one when it is submitted or decided. No mail contains an answer or a reviewer's reason.
 *
 * @throws TypeError for an event without mails.
 */
export const applicantNotices = (subject: NoticeSubject): readonly ApplicantNotice[] => {
  const outcome = outcomeOf(subject.event);
  return [...toApplicant(subject, outcome), ...toAdmins(subject, outcome)];
};
