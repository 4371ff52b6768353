import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';

type Image = NonNullable<DynamoDBRecord['dynamodb']>['NewImage'];

/** Both are DynamoDB's attribute values; one type is written for events, the other for the SDK. */
type StoredItem = Parameters<typeof unmarshall>[0];

/** The content of an image in a record of the table's stream; undefined for one that cannot be read. */
export const readImage = (image: Image): unknown => {
  try {
    return unmarshall((image ?? {}) as StoredItem);
  } catch {
    return undefined;
  }
};
