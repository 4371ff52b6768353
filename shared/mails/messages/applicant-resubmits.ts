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
    /** The titles of the modules. */
    modules: v.array(v.string()),
    /** The reviewer's message to the applicant, word for word. */
    message: v.optional(v.nullable(v.string())),
    /** The page where the applicant continues, on any device. */
    address: v.optional(v.nullable(v.string())),
  }),
  subject: ({ brandName }) => `Please update your application to ${brandName}`,
  text: ({ brandName, supportEmail, modules, message, address }) => [
    `${capitalised(brandName)} asks you to update these parts of your application:`,
    '',
    ...modules.map((title) => `- ${title}`),
    '',
    ...(message ? ['The reviewer wrote:', '', ...quoted(unlinked(message)), ''] : []),
    ...(address
      ? ['Continue here, on any device. Your earlier answers are still there:', '', address, '']
      : [
          'Open your application as you did before, update these parts and submit it again. Your earlier answers ' +
            'are still there.',
          '',
        ]),
    questionsTo(brandName, supportEmail),
  ],
});
