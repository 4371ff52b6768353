import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { awsClientSettings } from '#shared/platform/aws';
import { once } from '#shared/platform/env';
import { TextMessageRefused, TextMessagesUnavailable, type TextMessenger } from './text-messages.ts';

/** The settings of {@link makeSnsMessenger}. */
export interface SnsMessengerSettings {
  /** The name that phones show as the sender; without one, SNS chooses a number. */
  readonly senderId?: string | undefined;
  /** Makes the signal that aborts one message, including the client's retries, after this many milliseconds. */
  readonly deadline?: (milliseconds: number) => AbortSignal;
  /** Makes or returns the client; called for the first message. */
  readonly client?: () => Pick<SNSClient, 'send'>;
}

const TIMEOUT_MS = 8_000;

/**
 * Errors of SNS about the number or the text: the same message is refused every time. Sources: Amazon SNS API
 * Reference, "Publish" and "Common Errors".
 */
const REFUSALS: readonly string[] = [
  'InvalidParameterException',
  'InvalidParameterValueException',
  'OptedOutException',
  'ValidationException',
];

const snsClient = once(() => new SNSClient(awsClientSettings));

const timeoutSignal = (milliseconds: number): AbortSignal => AbortSignal.timeout(milliseconds);

const attribute = (value: string) => ({ DataType: 'String', StringValue: value });

/**
 * Sends text messages with Amazon SNS, directly to a number. The client retries when a response is lost, so a message
 * can arrive twice. A message that takes longer than eight seconds is abandoned, so that the calling function has time
 * left to report it.
 */
export const makeSnsMessenger = ({
  senderId,
  deadline = timeoutSignal,
  client = snsClient,
}: SnsMessengerSettings): TextMessenger => ({
  send: async ({ to, text }) => {
    const command = new PublishCommand({
      PhoneNumber: to,
      Message: text,
      MessageAttributes: {
        'AWS.SNS.SMS.SMSType': attribute('Transactional'),
        ...(senderId !== undefined && { 'AWS.SNS.SMS.SenderID': attribute(senderId) }),
      },
    });
    try {
      await client().send(command, { abortSignal: deadline(TIMEOUT_MS) });
    } catch (error) {
      const reason = error instanceof Error ? error.name : 'UnknownError';
      throw REFUSALS.includes(reason) ? new TextMessageRefused(reason) : new TextMessagesUnavailable(reason);
    }
  },
});
