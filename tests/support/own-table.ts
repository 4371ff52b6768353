import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { onTestFinished } from 'vitest';
import { makeTable, type Table } from '#shared/db/operations';
import { awsClientSettings } from '#shared/platform/aws';
import { env } from '#shared/platform/env';
import { createTable } from './setup/table.ts';

/**
 * A table for one test alone, on the emulated DynamoDB of the suite: its name, and a client for it.
 *
 * @param atEnd takes what ends the client; by default it is done when the test has finished.
 */
export const ownTableClient = async (
  atEnd: (end: () => void) => void = onTestFinished,
): Promise<{
  readonly documents: DynamoDBDocumentClient;
  readonly tableName: string;
}> => {
  const tableName = `own-${randomUUID()}`;
  await createTable(env('AWS_ENDPOINT_URL'), tableName);
  const client = new DynamoDBClient(awsClientSettings);
  atEnd(() => client.destroy());
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

/** A table for one test file alone, and what ends it: for `beforeAll`, which returns that. */
export const ownTableOfFile = async (): Promise<{ readonly table: Table; readonly end: () => void }> => {
  const ends: (() => void)[] = [];
  const { documents, tableName } = await ownTableClient((end) => ends.push(end));
  return { table: makeTable(documents, tableName), end: () => ends.forEach((end) => void end()) };
};
