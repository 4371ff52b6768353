import { consume } from '#shared/consumers/consume';
import { eventOfMessage } from '#shared/events/bus-message';
import { mails } from '#shared/mails/queue/mail-queue';
import { noticeCaps } from '#shared/mails/settings';
import { mailApplicantNotices } from '#shared/onboarding/notices/mail-applicant-notices';
import { apiUrl } from '#shared/platform/api-url';
import { textSender } from '#shared/sources/stage-messenger';
import { mailApplicantNoticesConsumer } from './mail-applicant-notices.consumer.ts';

/** Mails and texts applicants, and mails those who follow them, about the events that a rule of the bus put on its queue. */
export const handler = consume(mailApplicantNoticesConsumer, {
  effects: [mails, noticeCaps, textSender],
  read: eventOfMessage,
  handle: (event, { mails: sendMail, noticeCaps: capsOfStage, textSender: messengerOfStage, ...effects }) =>
    mailApplicantNotices(event, {
      ...effects,
      sendMail,
      apiUrl: apiUrl(),
      messenger: messengerOfStage(),
      caps: capsOfStage(),
    }),
});
