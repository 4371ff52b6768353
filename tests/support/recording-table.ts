import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { makeTable, type Table } from '#shared/db/operations';
import { awsClientSettings } from '#shared/platform/aws';
import { env } from '#shared/platform/env';
import { queryUnits, readUnits, type StoredItem } from '#tests/bench/cloud/units';

/** A call of DynamoDB as it was sent. */
export interface RecordedCall {
  /** The API's name of it: `GetItem`. */
  readonly operation: string;
  /** The partitions that it named, one for each item or list, in order. */
  readonly partitions: readonly string[];
  /** Items that it found; unknown until there was a response. */
  found?: number;
  /** Read units that it took on AWS, calculated; 0 for a write. */
  readUnits?: number;
}

interface Output {
  readonly Item?: object;
  readonly Items?: readonly object[];
  readonly Responses?: Readonly<Record<string, readonly object[]>>;
}

/** Where calls are recorded, what they found has been converted already. */
const foundBy = ({ Item, Items = [], Responses = {} }: Output): readonly StoredItem[] =>
  [...(Item ? [Item] : []), ...Items, ...Object.values(Responses).flat()].map(
    (item) => marshall(item, { removeUndefinedValues: true }) as unknown as StoredItem,
  );

const unitsOf = (operation: string, input: CallInput, found: readonly StoredItem[]): number => {
  if (operation === 'Query') return queryUnits(found, input.ConsistentRead === true);
  if (!operation.endsWith('GetItem')) return 0;
  const requested = partitionsOf(operation, input).length;
  return found.reduce((sum, item) => sum + readUnits(item), (requested - found.length) * readUnits(undefined));
};

interface StoredKey {
  readonly pk?: { readonly S?: string };
}

interface CallInput {
  readonly ConsistentRead?: boolean;
  readonly Key?: StoredKey;
  readonly Item?: StoredKey;
  readonly RequestItems?: Readonly<Record<string, { readonly Keys: readonly StoredKey[] }>>;
  readonly TransactItems?: readonly Readonly<Record<string, CallInput>>[];
  readonly ExpressionAttributeValues?: Readonly<Record<string, { readonly S?: string }>>;
}

const partitionsOf = (operation: string, input: CallInput): string[] => {
  // Only a query's expression tells which of its values is the partition: all of them are recorded.
  if (operation === 'Query') return Object.values(input.ExpressionAttributeValues ?? {}).flatMap(({ S }) => S ?? []);
  const batched = Object.values(input.RequestItems ?? {}).flatMap(({ Keys }) => Keys);
  const transacted = (input.TransactItems ?? []).flatMap((item) =>
    Object.values(item).flatMap((part) => partitionsOf('part', part)),
  );
  const own = [input.Key, input.Item, ...batched].flatMap((key) => key?.pk?.S ?? []);
  return [...own, ...transacted];
};

/**
 * A table, by default the service's, and every call that it makes: reads requested at one moment are one call, and so are
 * all tries.
 */
export const recordingTable = (
  tableName = env('TABLE_NAME'),
): { readonly table: Table; readonly calls: RecordedCall[] } => {
  const calls: RecordedCall[] = [];
  const client = new DynamoDBClient(awsClientSettings);
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const operation = String(context.commandName).replace(/Command$/, '');
      const call: RecordedCall = { operation, partitions: partitionsOf(operation, args.input as CallInput) };
      calls.push(call);
      const result = await next(args);
      const found = foundBy(result.output as Output);
      call.found = found.length;
      call.readUnits = unitsOf(operation, args.input as CallInput, found);
      return result;
    },
    { step: 'build', name: 'record' },
  );
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  return { table: makeTable(documents, tableName), calls };
};
