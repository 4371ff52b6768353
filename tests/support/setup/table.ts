import { CreateTableCommand, DynamoDBClient, UpdateTimeToLiveCommand } from '@aws-sdk/client-dynamodb';
import { LOCAL_AWS_ENVIRONMENT } from '#scripts/local-cloud/environment';
import { TABLE } from '#shared/db/table';

const keySchema = (partitionKey: string, sortKey: string) => [
  { AttributeName: partitionKey, KeyType: 'HASH' as const },
  { AttributeName: sortKey, KeyType: 'RANGE' as const },
];

/**
 * Creates the service's table on an emulator, as the data stack creates it on AWS, but without its stream. Nothing here
 * reads the stream. If a table's stream begins after some ten thousand changes to other tables, every call of DynamoDB
 * Local takes ten times as long.
 */
export const createTable = async (endpoint: string, tableName: string): Promise<void> => {
  const client = new DynamoDBClient({
    endpoint,
    region: LOCAL_AWS_ENVIRONMENT.AWS_REGION,
    credentials: {
      accessKeyId: LOCAL_AWS_ENVIRONMENT.AWS_ACCESS_KEY_ID,
      secretAccessKey: LOCAL_AWS_ENVIRONMENT.AWS_SECRET_ACCESS_KEY,
    },
    maxAttempts: 10,
  });
  const keyAttributes = [TABLE, ...TABLE.indexes].flatMap(({ partitionKey, sortKey }) => [partitionKey, sortKey]);
  await client.send(
    new CreateTableCommand({
      TableName: tableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: keyAttributes.map((name) => ({ AttributeName: name, AttributeType: 'S' })),
      KeySchema: keySchema(TABLE.partitionKey, TABLE.sortKey),
      GlobalSecondaryIndexes: TABLE.indexes.map(({ name, partitionKey, sortKey, projection }) => ({
        IndexName: name,
        KeySchema: keySchema(partitionKey, sortKey),
        Projection: { ProjectionType: projection },
      })),
    }),
  );
  await client.send(
    new UpdateTimeToLiveCommand({
      TableName: tableName,
      TimeToLiveSpecification: { Enabled: true, AttributeName: TABLE.timeToLiveAttribute },
    }),
  );
  client.destroy();
};
