import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { onTestFinished } from 'vitest';
import { makeTable, type Table } from '#shared/db/operations';
import { awsClientSettings } from '#shared/platform/aws';
import { env } from '#shared/platform/env';
import { createTable } from './setup/table.ts';

/** A table for one test alone, on the emulated DynamoDB of the suite. */
export const ownTable = async (): Promise<Table> => {
  const tableName = `own-${randomUUID()}`;
  await createTable(env('AWS_ENDPOINT_URL'), tableName);
  const client = new DynamoDBClient(awsClientSettings);
  onTestFinished(() => client.destroy());
  return makeTable(
    DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
    tableName,
  );
};
