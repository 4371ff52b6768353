import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { onTestFinished } from 'vitest';
import { makeTable, type Table } from '#shared/db/operations';
import { awsClientSettings } from '#shared/platform/aws';
import { env } from '#shared/platform/env';
import { createTable } from './setup/table.ts';

/** A table for one test alone, on the emulated DynamoDB of the suite: its name, and a client for it. */
export const ownTableClient = async (): Promise<{
  readonly documents: DynamoDBDocumentClient;
  readonly tableName: string;
}> => {
  const tableName = `own-${randomUUID()}`;
  await createTable(env('AWS_ENDPOINT_URL'), tableName);
  const client = new DynamoDBClient(awsClientSettings);
  onTestFinished(() => client.destroy());
  return {
    documents: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
    tableName,
  };
};

/** A table for one test alone. */
export const ownTable = async (): Promise<Table> => {
  const { documents, tableName } = await ownTableClient();
  return makeTable(documents, tableName);
};
