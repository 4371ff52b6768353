import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { awsClientSettings, regionalEndpoint } from '#shared/platform/aws';
import { env, once } from '#shared/platform/env';
import { makeTable, type Table } from './operations.ts';
import type { WholeReader } from './range-reader.ts';

/**
 * The service's table, named by `TABLE_NAME`, over one client for the life of the container.
 * Undefined attributes are left out of what is written.
 */
export const serviceTable: () => Table & WholeReader = once(() =>
  makeTable(
    DynamoDBDocumentClient.from(new DynamoDBClient({ ...awsClientSettings, ...regionalEndpoint('dynamodb') }), {
      marshallOptions: { removeUndefinedValues: true },
    }),
    env('TABLE_NAME'),
  ),
);
