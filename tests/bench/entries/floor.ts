import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';

/*
 * The floor: one item read with the client that every function has, and returned as it is, without routing, validation,
 * authentication or log.
 */

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

/** Reports whether the item exists. */
export const handler = async () => {
  const TableName = process.env['TABLE_NAME'];
  const { Item } = await client.send(new GetCommand({ TableName, Key: { pk: 'FLOOR', sk: 'FLOOR' } }));
  return { statusCode: 200, body: JSON.stringify({ found: Item !== undefined }) };
};
