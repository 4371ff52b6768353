import { ChangeMessageVisibilityBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { awsClientSettings, regionalEndpoint } from './aws.ts';
import { onceWhileWaiting } from './while-waiting.ts';

// Uses the client's own endpoint, as every other service does. Where a queue's URL names another host, as on local
// clouds, the SDK would use that one and write a line about it into our log.
const client = onceWhileWaiting(
  () =>
    new SQSClient({
      ...awsClientSettings,
      ...regionalEndpoint('sqs'),
      useQueueUrlAsEndpoint: false,
    }),
);

/** The longest delay of a message. Source: Amazon SQS, "SendMessage", DelaySeconds. */
export const MAX_DELAY_SECONDS = 900;

/** The largest message. Source: Amazon SQS, "SendMessage", MessageBody. */
export const MAX_MESSAGE_BYTES = 1024 * 1024;

/** One message of a standard queue. */
export interface QueueMessage {
  readonly body: string;
  /** The group of the message: in a queue that falls behind, every group still gets its share (SQS fair queues). */
  readonly groupId?: string;
  /** Whole seconds, at most {@link MAX_DELAY_SECONDS}; at once when undefined. */
  readonly delaySeconds?: number;
}

/**
 * Puts a message on a queue over one client for the life of the container.
 *
 * @throws whatever the SDK throws once its own tries are used up.
 */
export const sendToQueue = async (queueUrl: string, { body, groupId, delaySeconds }: QueueMessage): Promise<void> => {
  await client().send(
    new SendMessageCommand({
      QueueUrl: queueUrl,
      MessageBody: body,
      MessageGroupId: groupId,
      DelaySeconds: delaySeconds,
    }),
  );
};

/** A message that was received, and how long it is hidden from other receivers. */
export interface HiddenMessage {
  readonly receiptHandle: string;
  /** Whole seconds from now. */
  readonly seconds: number;
}

/**
 * Changes the visibility of at most ten messages of a queue, each individually.
 *
 * @throws whatever the SDK throws once its own tries are used up. A single message that could not be hidden, such as
 * one that another worker has received since, is not an error.
 */
export const hideMessages = async (queueUrl: string, messages: readonly HiddenMessage[]): Promise<void> => {
  await client().send(
    new ChangeMessageVisibilityBatchCommand({
      QueueUrl: queueUrl,
      Entries: messages.map(({ receiptHandle, seconds }, index) => ({
        Id: String(index),
        ReceiptHandle: receiptHandle,
        VisibilityTimeout: seconds,
      })),
    }),
  );
};
