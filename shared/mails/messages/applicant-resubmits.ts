import * as v from 'valibot';
import { applicantSender, capitalised, questionsTo } from './applicant-sender.ts';
import { defineMail } from './mail.ts';
import { quoted, unlinked } from './quoted.ts';

/** To an applicant: it has to answer modules again. */
export const applicantResubmits = defineMail({
  template: 'applicantResubmits',
  lane: 'mails',
  unsubscribe: null,
  data: v.object({
    ...applicantSender,
    /** By their titles. */
    modules: v.array(v.string()),
    /** What the reviewer tells the applicant, in the reviewer's words. */
    message: v.optional(v.nullable(v.string())),
    /** The page where the applicant continues, on any device. */
    address: v.optional(v.nullable(v.string())),
  }),
  subject: ({ brandName }) => `${capitalised(brandName)} needs some of your details again`,
  text: ({ brandName, supportEmail, modules, message, address }) => [
    `${capitalised(brandName)} needs these parts of your application again:`,
    '',
    ...modules.map((title) => `- ${title}`),
    '',
    ...(message ? ['The reviewer wrote:', '', ...quoted(unlinked(message)), ''] : []),
    ...(address
      ? ['Continue here, on any device. What you entered is still there:', '', address, '']
      : [
          'Open your application as you did before, correct these parts and submit it again. What you entered is still there.',
          '',
        ]),
    questionsTo(brandName, supportEmail),
  ],
});
