import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { awsClientSettings } from './aws.ts';
import { once } from './env.ts';

// By the client's own endpoint, as every other service: where a queue's URL names another host, as local clouds do, the
// SDK would follow that one and write a line about it into our log.
const client = once(() => new SQSClient({ ...awsClientSettings, useQueueUrlAsEndpoint: false }));

/** The longest delay of a message. Source: Amazon SQS, "SendMessage", DelaySeconds. */
export const MAX_DELAY_SECONDS = 900;

/** One message of a standard queue. */
export interface QueueMessage {
  /** Ids only: a queue is no place for content. */
  readonly body: string;
  /** Whose message it is: of a queue that falls behind, every group still gets its share (SQS fair queues). */
  readonly groupId: string;
  /** Whole seconds, at most {@link MAX_DELAY_SECONDS}. */
  readonly delaySeconds: number;
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
