import * as v from 'valibot';
import { defineMail } from './mail.ts';
import { unlinkedLine } from './quoted.ts';
import { readableTime } from './readable.ts';

const OUTCOMES = ['submitted', 'approved', 'rejected', 'requires_review'] as const;

/** What happened to an applicant. */
const WHAT_HAPPENED: Readonly<Record<(typeof OUTCOMES)[number], string>> = {
  submitted: 'was submitted',
  approved: 'was approved',
  rejected: 'was rejected',
  requires_review: 'needs a review',
};

/** To those who follow the applicants of a widget: an applicant was submitted or decided. */
export const adminNotice = defineMail({
  template: 'adminNotice',
  lane: 'mails',
  unsubscribe: { code: 5, about: 'submitted and decided applicants' },
  needsConfirmation: true,
  data: v.object({
    widgetName: v.string(),
    applicantId: v.string(),
    environment: v.string(),
    referenceId: v.nullable(v.string()),
    outcome: v.picklist(OUTCOMES),
    /** ISO 8601. */
    at: v.string(),
  }),
  subject: ({ outcome }) => `An applicant ${WHAT_HAPPENED[outcome]}`,
  text: ({ widgetName, applicantId, environment, referenceId, outcome, at }) => [
    `An applicant of your widget "${unlinkedLine(widgetName)}" ${WHAT_HAPPENED[outcome]}.`,
    '',
    `Applicant: ${applicantId}`,
    ...(referenceId === null ? [] : [`Your reference: ${unlinkedLine(referenceId)}`]),
    `Environment: ${environment}`,
    `Time: ${readableTime(at)}`,
    '',
    'You receive this email because your address is in notifyAdminEmail in the configuration of the widget.',
  ],
});
