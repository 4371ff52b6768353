import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, type BatchWriteCommandInput, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Item } from '#shared/db/expressions';

const BATCH = 25;
const AT_ONCE = 8;

/** Puts many items into a table of an emulated DynamoDB, several batches at a time, without conditions. */
export const fillTable = async (endpoint: string, tableName: string, items: Iterable<Item>): Promise<void> => {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint }), {
    marshallOptions: { removeUndefinedValues: true },
  });
  const waiting = items[Symbol.iterator]();
  const nextBatch = (): Item[] => Array.from({ length: BATCH }, () => waiting.next().value).filter(Boolean) as Item[];
  const work = async (): Promise<void> => {
    for (let batch = nextBatch(); batch.length > 0; batch = nextBatch()) {
      let requests: BatchWriteCommandInput['RequestItems'] = {
        [tableName]: batch.map((item) => ({ PutRequest: { Item: item } })),
      };
      // A call may leave some out (AWS, BatchWriteItem: UnprocessedItems).
      while (requests && Object.keys(requests).length > 0) {
        requests = (await client.send(new BatchWriteCommand({ RequestItems: requests }))).UnprocessedItems;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  client.destroy();
};
