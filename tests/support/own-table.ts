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
 * A table for one test alone, on the emulated DynamoDB of the suite: its name, and a client for it, which ends with the
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

/** A table for one test alone. */
export const ownTable = async (): Promise<Table> => {
  const { documents, tableName } = await ownTableClient();
  return makeTable(documents, tableName);
};

/**
 * Makes the service's table one of the calling test file alone, for what would be seen or changed by the tests of others.
 * To be awaited in `vi.hoisted`, before the file imports what reads the table's name.
 */
export const useOwnTable = async (): Promise<void> => {
  process.env['TABLE_NAME'] = await newTable();
};
