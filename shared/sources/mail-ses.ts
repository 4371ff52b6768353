import { type MessageHeader, SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { awsClientSettings } from '#shared/platform/aws';
import { once } from '#shared/platform/env';
import { type Mailer, MailRefused, MailUnavailable } from './mailer.ts';

/** The settings of {@link makeSesMailer}. */
export interface SesMailerSettings {
  /** The verified address that mails come from. */
  readonly sender: string;
  /** The configuration set that has the bounces and complaints of its mails reported. */
  readonly configurationSet: string;
  /** Makes the signal that ends one mail, the client's own retries included, after this many milliseconds. */
  readonly deadline?: (milliseconds: number) => AbortSignal;
  /** Makes or returns the client; called by the first mail. */
  readonly client?: () => Pick<SESv2Client, 'send'>;
}

const TIMEOUT_MS = 8_000;

/**
 * Whether SES refuses this one mail, each time that it is sent: its address is none, or its content. A sender that is not
 * verified has the same name, and is mended by the operator. Source: Amazon SES API v2 Reference, "SendEmail".
 */
const isRefusal = ({ name, message }: Error): boolean =>
  name === 'BadRequestException' || (name === 'MessageRejected' && !/not verified/i.test(message));

/** What has mail programs show a button that ends the mails, without a page being opened. Source: RFC 8058, 3.1. */
const unsubscribeHeaders = (unsubscribeUrl: string): MessageHeader[] => [
  { Name: 'List-Unsubscribe', Value: `<${unsubscribeUrl}>` },
  { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
];

const sesClient = once(() => new SESv2Client(awsClientSettings));

const timeoutSignal = (milliseconds: number): AbortSignal => AbortSignal.timeout(milliseconds);

/**
 * A mailer on Amazon SES. The client retries a lost response, so a mail can arrive twice. A mail that takes longer than
 * eight seconds is given up, so that the caller's own function has time left to report it.
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
      // Where it has the form of an address, as of the header Message-ID, the id is the part before the domain.
      return mailId?.split('@')[0];
    } catch (error) {
      if (!(error instanceof Error)) throw new MailUnavailable('UnknownError');
      throw isRefusal(error) ? new MailRefused(error.name) : new MailUnavailable(error.name);
    }
  },
});
