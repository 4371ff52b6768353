import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type Message,
  paginateListQueues,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';

/** A queue of a stage. */
export interface StageQueue {
  /** Without the prefix of the stage, such as `plans-dlq`. */
  readonly name: string;
  readonly url: string;
}

/** A message that was received, and is hidden from others. */
export interface ReceivedMessage {
  readonly body: string;
  readonly receiptHandle: string;
  readonly sentAtMs: number;
  /** The group that it was sent with. */
  readonly groupId?: string | undefined;
}

/** The queues of a stage, as an operator reads and empties them. */
export interface StageQueues {
  /** Every queue of the stage, by name. */
  list(): Promise<readonly StageQueue[]>;
  /** About how many messages a queue holds, with those that are hidden. */
  count(queue: StageQueue): Promise<number>;
  /** Up to ten messages, which are then hidden for a minute; none when there are none. */
  receive(queue: StageQueue): Promise<readonly ReceivedMessage[]>;
  /** Shows received messages to others again, at once. */
  release(queue: StageQueue, messages: readonly ReceivedMessage[]): Promise<void>;
  /** Sends a message to another queue, and then deletes it from its own. */
  move(message: ReceivedMessage, from: StageQueue, to: StageQueue): Promise<void>;
}

/** Longer than ten messages take to send again. */
const HIDDEN_SECONDS = 60;

/** The most that SQS returns at once. */
const BATCH_SIZE = 10;

const received = ({ Body = '', ReceiptHandle = '', Attributes }: Message): ReceivedMessage => ({
  body: Body,
  receiptHandle: ReceiptHandle,
  sentAtMs: Number(Attributes?.SentTimestamp),
  groupId: Attributes?.MessageGroupId,
});

/**
 * {@link StageQueues} over SQS.
 *
 * @param prefix that of the names of the stage's queues.
 */
export const makeStageQueues = (client: SQSClient, prefix: string): StageQueues => ({
  list: async () => {
    const urls: string[] = [];
    for await (const { QueueUrls = [] } of paginateListQueues(
      { client, pageSize: 1000 },
      { QueueNamePrefix: prefix },
    )) {
      urls.push(...QueueUrls);
    }
    const queues = urls.map((url) => ({ name: url.slice(url.lastIndexOf('/') + 1 + prefix.length), url }));
    return queues.sort((one, other) => (one.name < other.name ? -1 : 1));
  },

  count: async ({ url }) => {
    const { Attributes = {} } = await client.send(
      new GetQueueAttributesCommand({
        QueueUrl: url,
        AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
      }),
    );
    return (
      Number(Attributes.ApproximateNumberOfMessages ?? 0) +
      Number(Attributes.ApproximateNumberOfMessagesNotVisible ?? 0)
    );
  },

  receive: async ({ url }) => {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: url,
        MaxNumberOfMessages: BATCH_SIZE,
        VisibilityTimeout: HIDDEN_SECONDS,
        // Asks all servers of the queue, so that no messages means that there are none.
        WaitTimeSeconds: 1,
        MessageSystemAttributeNames: ['SentTimestamp', 'MessageGroupId'],
      }),
    );
    return Messages.map(received);
  },

  release: async ({ url }, messages) => {
    if (messages.length === 0) return;
    await client.send(
      new ChangeMessageVisibilityBatchCommand({
        QueueUrl: url,
        Entries: messages.map(({ receiptHandle }, index) => ({
          Id: String(index),
          ReceiptHandle: receiptHandle,
          VisibilityTimeout: 0,
        })),
      }),
    );
  },

  move: async ({ body, groupId, receiptHandle }, from, to) => {
    await client.send(new SendMessageCommand({ QueueUrl: to.url, MessageBody: body, MessageGroupId: groupId }));
    await client.send(new DeleteMessageCommand({ QueueUrl: from.url, ReceiptHandle: receiptHandle }));
  },
});
