import { capitalised } from './applicant-sender.ts';

/** What an applicant is texted about. */
export const TEXTED_OUTCOMES = ['approved', 'rejected', 'resubmission_requested'] as const;

/** What an applicant is texted about. */
export type TextedOutcome = (typeof TEXTED_OUTCOMES)[number];

/**
 * To an applicant's phone: one sentence, without a link. @param brandName a name that may be shown (`businessName`).
 */
export const applicantTextMessage = (outcome: TextedOutcome, brandName: string): string =>
  outcome === 'resubmission_requested'
    ? `${capitalised(brandName)} asks you to update your application: open it as you did before.`
    : `Your application to ${brandName} was ${outcome}.`;
