import * as v from 'valibot';
import { applicantSender, questionsTo } from './applicant-sender.ts';
import { defineMail } from './mail.ts';

/** To an applicant: it was approved or rejected. */
export const applicantDecided = defineMail({
  template: 'applicantDecided',
  lane: 'mails',
  unsubscribe: null,
  data: v.object({ ...applicantSender, outcome: v.picklist(['approved', 'rejected']) }),
  subject: ({ brandName }) => `Your application to ${brandName}`,
  text: ({ brandName, supportEmail, outcome }) => [
    `Your application to ${brandName} was ${outcome}.`,
    '',
    questionsTo(brandName, supportEmail),
  ],
});
