import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { awsClientSettings } from '#shared/platform/aws';
import { once } from '#shared/platform/env';
import { TextMessageRefused, TextMessagesUnavailable, type TextMessenger } from './text-messages.ts';

/** The settings of {@link makeSnsMessenger}. */
export interface SnsMessengerSettings {
  /** The name that phones show as the sender; without one, SNS chooses a number. */
  readonly senderId?: string | undefined;
  /** Makes the signal that ends one message, the client's own retries included, after this many milliseconds. */
  readonly deadline?: (milliseconds: number) => AbortSignal;
  /** Makes or returns the client; called by the first message. */
  readonly client?: () => Pick<SNSClient, 'send'>;
}

const TIMEOUT_MS = 8_000;

/**
 * What SNS throws because of the number, or of the text: the same message is refused each time. Sources: Amazon SNS API
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
 * Text messages by Amazon SNS, straight to the number. The client retries a lost response, so a message can arrive twice.
 * One that takes longer than eight seconds is given up, so that the caller's own function has time left to report it.
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
