import { type MessageHeader, SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { awsClientSettings } from '#shared/platform/aws';
import { once } from '#shared/platform/env';
import { type Mailer, MailRefused, MailUnavailable } from './mailer.ts';

/** The settings of {@link makeSesMailer}. */
export interface SesMailerSettings {
  /** The verified address that mails come from. */
  readonly sender: string;
  /** The configuration set that reports the bounces and complaints of its mails. */
  readonly configurationSet: string;
  /** Makes the signal that aborts one mail, including the client's retries, after this many milliseconds. */
  readonly deadline?: (milliseconds: number) => AbortSignal;
  /** Makes or returns the client; called for the first mail. */
  readonly client?: () => Pick<SESv2Client, 'send'>;
}

const TIMEOUT_MS = 8_000;

/**
 * Whether SES permanently refuses this mail, because of its address or its content. An unverified sender has the same
 * error name, but is for the operator to mend. Source: Amazon SES API v2 Reference, "SendEmail".
 */
const isRefusal = ({ name, message }: Error): boolean =>
  name === 'BadRequestException' || (name === 'MessageRejected' && !/not verified/i.test(message));

/** The headers that make mail programs show a one-click unsubscribe button. Source: RFC 8058, 3.1. */
const unsubscribeHeaders = (unsubscribeUrl: string): MessageHeader[] => [
  { Name: 'List-Unsubscribe', Value: `<${unsubscribeUrl}>` },
  { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
];

const sesClient = once(() => new SESv2Client(awsClientSettings));

const timeoutSignal = (milliseconds: number): AbortSignal => AbortSignal.timeout(milliseconds);

/**
 * A mailer on Amazon SES. The client retries when a response is lost, so a mail can arrive twice. A mail that takes
 * longer than eight seconds is abandoned, so that the calling function has time left to report it.
 */
export const makeSesMailer = ({
  sender,
  configurationSet,
  deadline = timeoutSignal,
  client = sesClient,
}: SesMailerSettings): Mailer => ({
  send: async ({ to, subject, text, html, unsubscribeUrl }) => {
    const command = new SendEmailCommand({
      FromEmailAddress: sender,
      ConfigurationSetName: configurationSet,
      Destination: { ToAddresses: [to] },
      Content: {
        Simple: {
          Subject: { Data: subject, Charset: 'UTF-8' },
          Body: { Text: { Data: text, Charset: 'UTF-8' }, Html: { Data: html, Charset: 'UTF-8' } },
          ...(unsubscribeUrl !== undefined && { Headers: unsubscribeHeaders(unsubscribeUrl) }),
        },
      },
    });
    try {
      const { MessageId: mailId } = await client().send(command, { abortSignal: deadline(TIMEOUT_MS) });
      // The id may have the form of an address, as in the header Message-ID: then only the part before the domain is
      // used.
      return mailId?.split('@')[0];
    } catch (error) {
      if (!(error instanceof Error)) throw new MailUnavailable('UnknownError');
      throw isRefusal(error) ? new MailRefused(error.name) : new MailUnavailable(error.name);
    }
  },
});
