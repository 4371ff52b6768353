import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Item } from '#shared/db/expressions';
import { env } from '#shared/platform/env';
import type { BenchCloud } from './cloud.ts';

const BATCH = 25;
const AT_ONCE = 8;

/** Puts many items into the table, bypassing the gateway. */
export const fill = async ({ dynamoDb }: BenchCloud, items: Iterable<Item>): Promise<void> => {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint: dynamoDb }));
  const tableName = env('TABLE_NAME');
  const waiting = items[Symbol.iterator]();
  const nextBatch = (): Item[] => Array.from({ length: BATCH }, () => waiting.next().value).filter(Boolean) as Item[];
  const work = async (): Promise<void> => {
    for (let batch = nextBatch(); batch.length > 0; batch = nextBatch()) {
      const requests = batch.map((item) => ({ PutRequest: { Item: item } }));
      await client.send(new BatchWriteCommand({ RequestItems: { [tableName]: requests } }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  client.destroy();
};
