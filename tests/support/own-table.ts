import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { onTestFinished } from 'vitest';
import { makeTable, type Table } from '#shared/db/operations';
import { awsClientSettings } from '#shared/platform/aws';
import { env } from '#shared/platform/env';
import { createTable } from './setup/table.ts';

const newTable = async (): Promise<string> => {
  const tableName = `own-${randomUUID()}`;
  await createTable(env('AWS_ENDPOINT_URL'), tableName);
  return tableName;
};

/**
 * A test's own table on the suite's emulated DynamoDB: its name, and a client for it. The client is closed with the
 * test.
 */
export const ownTableClient = async (): Promise<{
  readonly documents: DynamoDBDocumentClient;
  readonly tableName: string;
}> => {
  const tableName = await newTable();
  const client = new DynamoDBClient(awsClientSettings);
  onTestFinished(() => client.destroy());
  return {
    documents: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
    tableName,
  };
};

/** Creates a test's own table. */
export const ownTable = async (): Promise<Table> => {
  const { documents, tableName } = await ownTableClient();
  return makeTable(documents, tableName);
};

/**
 * Gives the calling test file its own service table, for tests that would see or change the data of others. Await it in
 * `vi.hoisted`, before the file imports a module that reads the table's name.
 */
export const useOwnTable = async (): Promise<void> => {
  process.env['TABLE_NAME'] = await newTable();
};
