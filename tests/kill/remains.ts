import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Stack } from '#scripts/local-cloud/stack';
import { makeTable } from '#shared/db/operations';
import type { WholeRange } from '#shared/db/range-reader';
import { eventLists, OUTBOX_SHARDS, UNPUBLISHED_SHARDS } from '#shared/events/keys';
import { DUE_SHARDS, deliveryLists } from '#shared/webhooks/deliveries/keys';
import { localClientSettings } from '#tests/support/local-client-settings';

/** The unfinished work in a deployed stack, counted by place. Empty places are left out. */
export type Remains = Readonly<Record<string, number>>;

/** Messages of a queue, whether they are visible, delayed or with a worker. */
const messagesIn = async ({ endpoint }: Stack, queueUrl: string): Promise<number> => {
  const response = await fetch(`${endpoint}/_ministack/sqs/messages?QueueUrl=${encodeURIComponent(queueUrl)}`);
  if (!response.ok) throw new Error(`Reading the messages of ${queueUrl} answered ${response.status}`);
  const { messages } = (await response.json()) as {
    messages: Record<string, Record<string, Record<string, unknown[]>>>;
  };
  const lists = Object.values(messages).flatMap((regions) => Object.values(regions).flatMap(Object.values));
  if (lists.length !== 1) throw new Error(`There is no queue ${queueUrl}`);
  return lists.flat().length;
};

const shards = (count: number, partition: (shard: number) => string): readonly string[] =>
  Array.from({ length: count }, (_, shard) => partition(shard));

/** Counts what waits in queues, dead-letter queues, the outbox, and the table's indexes of events and open deliveries. */
export const remainsOf = async (stack: Stack): Promise<Remains> => {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient(localClientSettings(stack.endpoint)));
  const table = makeTable(client, stack.tableName);
  const itemsIn = async (partitions: readonly string[], range: Omit<WholeRange, 'partition'>): Promise<number> => {
    const found = await Promise.all(partitions.map((partition) => table.queryAll({ ...range, partition })));
    return found.flat().length;
  };
  const [swept, counted] = [{ index: 'gsi4' }, { index: 'gsi2' }] as const;
  const unpublished = { where: { publishedAt: 'missing', setAsideAt: 'missing' } } as const;
  try {
    const counts: Record<string, number> = {
      'unpublished events': await itemsIn(shards(OUTBOX_SHARDS, eventLists.outbox), unpublished),
      'events to look at again': await itemsIn(shards(UNPUBLISHED_SHARDS, eventLists.unpublishedEvents), swept),
      'open deliveries': await itemsIn(shards(DUE_SHARDS, deliveryLists.due), swept),
      'abandoned deliveries': await itemsIn([deliveryLists.abandonedDeliveries], counted),
    };
    for (const [name, url] of Object.entries(stack.queues))
      counts[`messages in ${name}`] = await messagesIn(stack, url);
    return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
  } finally {
    client.destroy();
  }
};
