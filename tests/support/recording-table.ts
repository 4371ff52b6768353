import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { makeTable, type Table } from '#shared/db/operations';
import { awsClientSettings } from '#shared/platform/aws';
import { env } from '#shared/platform/env';
import { queryUnits, readUnits, type StoredItem } from '#tests/bench/cloud/units';
import { isCount } from './counted-lists.ts';

/** A DynamoDB call as it was sent. */
export interface RecordedCall {
  /** Its name in the API: `GetItem`. */
  readonly operation: string;
  /** The partitions that it named, one for each item or list, in order. */
  readonly partitions: readonly string[];
  /** The number of items that it found, without those that count a list; unknown until there is a response. */
  found?: number;
  /** The read units that it would take on AWS, calculated; 0 for a write. */
  readUnits?: number;
}

interface Output {
  readonly Item?: object;
  readonly Items?: readonly object[];
  readonly Responses?: Readonly<Record<string, readonly object[]>>;
}

/** Where calls are recorded, the found items have already been converted. */
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
  // Only a query's expression tells which of its values is the partition, so all of them are recorded.
  if (operation === 'Query') return Object.values(input.ExpressionAttributeValues ?? {}).flatMap(({ S }) => S ?? []);
  const batched = Object.values(input.RequestItems ?? {}).flatMap(({ Keys }) => Keys);
  const transacted = (input.TransactItems ?? []).flatMap((item) =>
    Object.values(item).flatMap((part) => partitionsOf('part', part)),
  );
  const own = [input.Key, input.Item, ...batched].flatMap((key) => key?.pk?.S ?? []);
  return [...own, ...transacted];
};

/**
 * A table, by default the service's, and every call that it makes. Reads requested at the same moment count as one
 * call, and so do all tries of a call.
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
      call.found = found.filter(({ sk }) => !isCount(String(sk?.['S']))).length;
      call.readUnits = unitsOf(operation, args.input as CallInput, found);
      return result;
    },
    { step: 'build', name: 'record' },
  );
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  return { table: makeTable(documents, tableName), calls };
};
