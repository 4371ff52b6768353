import * as v from 'valibot';
import { readableTime } from './mail-texts.ts';
import { quoted, unlinked, unlinkedLine } from './quoted.ts';

/** The sender towards an applicant. */
const sender = {
  /** A name that may be shown (`businessName`), whatever the widget's brand is. */
  brandName: v.string(),
  /** The address that the widget names for questions; empty where it names none. */
  supportEmail: v.string(),
};

/** To an applicant: it was approved or rejected. */
export const applicantDecidedData = v.object({ ...sender, outcome: v.picklist(['approved', 'rejected']) });

/** To an applicant: it has to answer these modules again, by their titles. */
export const applicantResubmitsData = v.object({
  ...sender,
  modules: v.array(v.string()),
  /** What the reviewer tells the applicant, in the reviewer's words. */
  message: v.optional(v.nullable(v.string())),
  /** The page where the applicant goes on, on any device. */
  address: v.optional(v.nullable(v.string())),
});

/** To those who follow the applicants of a widget. */
export const adminNoticeData = v.object({
  widgetName: v.string(),
  applicantId: v.string(),
  environment: v.string(),
  referenceId: v.nullable(v.string()),
  outcome: v.picklist(['submitted', 'approved', 'rejected', 'requires_review']),
  /** ISO 8601. */
  at: v.string(),
});

type Data<Schema extends v.GenericSchema> = v.InferOutput<Schema>;

/** Whom an applicant asks: the address that the widget names, if it does. */
const questionsTo = (brandName: string, supportEmail: string): readonly string[] => [
  supportEmail === ''
    ? `Questions? Ask ${brandName}: this mail is sent on its behalf, and nobody reads what is sent back to it.`
    : `Questions? Write to ${supportEmail}: nobody reads what is sent back to this mail.`,
  '',
];

/** What happened to an applicant, for those who follow it. */
const ADMIN_OUTCOMES: Readonly<Record<Data<typeof adminNoticeData>['outcome'], string>> = {
  submitted: 'was submitted',
  approved: 'was approved',
  rejected: 'was rejected',
  requires_review: 'needs a review',
};

/** Subject and text of the mail about a decision. */
export const applicantDecided = ({ brandName, supportEmail, outcome }: Data<typeof applicantDecidedData>) => ({
  subject: `Your application to ${brandName}`,
  text: [`Your application to ${brandName} was ${outcome}.`, '', ...questionsTo(brandName, supportEmail)].join('\n'),
});

/** Subject and text of the mail about what has to be answered again. */
export const applicantResubmits = (data: Data<typeof applicantResubmitsData>) => {
  const { brandName, supportEmail, modules, message, address } = data;
  const asked = brandName.charAt(0).toUpperCase() + brandName.slice(1);
  return {
    subject: `${asked} needs some of your details again`,
    text: [
      `${asked} needs these parts of your application again:`,
      '',
      ...modules.map((title) => `- ${title}`),
      '',
      ...(message ? ['In the words of who reviewed it:', '', ...quoted(unlinked(message)), ''] : []),
      ...(address
        ? ['Go on here, on any device. What you entered is still there:', '', address, '']
        : [
            'Open your application as you did before, answer them and submit it again. What you entered is still there.',
            '',
          ]),
      ...questionsTo(brandName, supportEmail),
    ].join('\n'),
  };
};

/** Subject and text of the mail to those who follow applicants. */
export const adminNotice = (data: Data<typeof adminNoticeData>) => {
  const { widgetName, applicantId, environment, referenceId, outcome, at } = data;
  return {
    subject: `An applicant ${ADMIN_OUTCOMES[outcome]}`,
    text: [
      `An applicant of your widget "${unlinkedLine(widgetName)}" ${ADMIN_OUTCOMES[outcome]} on`,
      `${readableTime(at)}.`,
      '',
      `Applicant: ${applicantId}`,
      ...(referenceId === null ? [] : [`Your reference: ${unlinkedLine(referenceId)}`]),
      `Environment: ${environment}`,
      '',
      'This address is mailed because the configuration of the widget names it (notifyAdminEmail).',
      '',
    ].join('\n'),
  };
};
