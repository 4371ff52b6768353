import * as v from 'valibot';

/** The business that a mail to an applicant is sent for. */
export const applicantSender = {
  /** A name that may be shown (`businessName`), whatever the widget's brand is. */
  brandName: v.string(),
  /** The widget's contact address for questions; empty if it has none. */
  supportEmail: v.string(),
};

/** Whom an applicant may ask: the widget's contact address, if it has one. */
export const questionsTo = (brandName: string, supportEmail: string): string =>
  supportEmail === ''
    ? `Questions? Please contact ${brandName}. We sent this email on its behalf and cannot read replies to it.`
    : `Questions? Write to ${supportEmail}. We cannot read replies to this email.`;

/** A name at the beginning of a sentence. */
export const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
