import { createHmac } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { SQSEvent } from 'aws-lambda';
import { barePost } from './bare-post.ts';

/*
 * The floor of a delivery: one message read, signed, sent and recorded, without claims, retries, limits, guards or log.
 */

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

/** Delivers each message of a batch: `{id, endpoint, secret, body}`. */
export const handler = async ({ Records }: SQSEvent) => {
  await Promise.all(
    Records.map(async (record) => {
      const { id, endpoint, secret, body } = JSON.parse(record.body);
      const seconds = Math.floor(Date.now() / 1000);
      const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
      const headers = { 'content-type': 'application/json', 'x-service-signature': `t=${seconds},v1=${signature}` };
      const status = await barePost(endpoint, headers, body);
      const item = { pk: `FLOOR#${id}`, sk: 'ATTEMPT', status, sentAtSeconds: seconds };
      await client.send(new PutCommand({ TableName: process.env['TABLE_NAME'], Item: item }));
    }),
  );
  return { batchItemFailures: [] };
};
