import { randomUUID } from 'node:crypto';
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  PutCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { type Item, type Key, toWriteInput, type WriteInput, type WriteOperation } from './expressions.ts';
import { makeItemReader } from './item-reader.ts';
import {
  type NamesOf,
  namedOperations,
  type Operations,
  type Refusals,
  type TransactionResult,
} from './named-operations.ts';
import { makeRangeReader, type RangeReader, type WholeReader } from './range-reader.ts';
import { isConflict, isHalfSeen, type RetryPolicy, retryConflicts, TRANSACTION_RETRY } from './retry.ts';

/** Reads items by key: the cost does not depend on what else the owner of an item has. */
export interface ItemReader {
  /**
   * One item, strongly consistent. Undefined when missing. Items that are requested at the same moment, by any callers,
   * are read in one call.
   *
   * @throws TableUnavailable when the table leaves some of them unread after all retries.
   */
  get(key: Key): Promise<Item | undefined>;
  /** Items in one trip, strongly consistent, in the order of the keys. */
  getMany(keys: readonly Key[]): Promise<readonly (Item | undefined)[]>;
}

/** Reading the table: what is allowed before the caller is confirmed. */
export interface TableReader extends ItemReader, RangeReader {}

/** The result of one write: done, with the current item (updates only), or refused, with the item that refused. */
export type WriteResult =
  | { readonly written: true; readonly item: Item | undefined }
  | { readonly written: false; readonly found: Item | undefined };

/** Reading and writing the service's table. */
export interface Table extends TableReader {
  /** One conditional write. A refused condition is a result, not an error. */
  write(operation: WriteOperation): Promise<WriteResult>;
  /**
   * Up to 100 writes, all or none. Conflicts with other transactions are retried with jitter, a limited number of
   * times, and a refusal beside a conflict a few times. A request token ensures that a call that is repeated after a
   * lost response is applied once.
   *
   * @throws TransactionCanceledException when conflicts outlast the retries.
   */
  transact<O extends Operations>(operations: O): Promise<TransactionResult<NamesOf<O>>>;
}

/** An item as errors carry it: the document client converts responses, but not errors. */
type StoredItem = Parameters<typeof unmarshall>[0];

const foundItem = (stored: StoredItem | undefined): Item | undefined => stored && (unmarshall(stored) as Item);

interface Cancellation {
  readonly Code?: string;
  readonly Item?: StoredItem;
}

const reasonsOf = (error: unknown): readonly Cancellation[] | undefined =>
  error instanceof Error && error.name === 'TransactionCanceledException'
    ? (error as Error & { CancellationReasons?: readonly Cancellation[] }).CancellationReasons
    : undefined;

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

const transactItem = (operation: WriteOperation, input: WriteInput & { TableName: string }): TransactItem => {
  switch (operation.kind) {
    case 'put':
      return { Put: { ...input, Item: operation.item } };
    case 'update':
      return { Update: { ...input, Key: operation.key, UpdateExpression: input.UpdateExpression ?? '' } };
    case 'delete':
      return { Delete: { ...input, Key: operation.key } };
    case 'check':
      return { ConditionCheck: { ...input, Key: operation.key, ConditionExpression: input.ConditionExpression ?? '' } };
  }
};

/** Tries after which a refusal beside a conflict counts as one: another transaction takes about one of their waits. */
const MOST_HALF_SEEN = 3;

/**
 * The table over a document client.
 *
 * @param retry how conflicts are retried; tests pass one that does not wait.
 */
export const makeTable = (
  client: DynamoDBDocumentClient,
  tableName: string,
  retry: RetryPolicy = TRANSACTION_RETRY,
): Table & WholeReader => {
  const get = makeItemReader(client, tableName, retry);

  const send = (operation: WriteOperation) => {
    const input = { TableName: tableName, ...toWriteInput(operation) };
    switch (operation.kind) {
      case 'put':
        return client.send(new PutCommand({ ...input, Item: operation.item }));
      case 'update':
        return client.send(new UpdateCommand({ ...input, Key: operation.key, ReturnValues: 'ALL_NEW' }));
      case 'delete':
        return client.send(new DeleteCommand({ ...input, Key: operation.key }));
      case 'check':
        throw new TypeError('A check is part of a transaction only');
    }
  };

  return {
    get,
    getMany: (keys) => Promise.all(keys.map(get)),
    ...makeRangeReader(client, tableName),
    write: async (operation) => {
      try {
        const response = await retryConflicts(() => send(operation), retry, isConflict);
        return {
          written: true,
          item: ('Attributes' in response ? response.Attributes : undefined) as Item | undefined,
        };
      } catch (error) {
        if (error instanceof Error && error.name === 'ConditionalCheckFailedException') {
          return { written: false, found: foundItem((error as Error & { Item?: StoredItem }).Item) };
        }
        throw error;
      }
    },
    transact: async (given) => {
      const operations = namedOperations(given);
      const command = {
        // One token for all our tries, so that a try whose response was lost is not applied again by the next.
        ClientRequestToken: randomUUID(),
        TransactItems: operations.map(([, operation]) =>
          transactItem(operation, { TableName: tableName, ...toWriteInput(operation) }),
        ),
      };
      let halfSeen = 0;
      const isRepeatable = (error: unknown): boolean =>
        isConflict(error) || (isHalfSeen(error) && halfSeen++ < MOST_HALF_SEEN);
      try {
        await retryConflicts(() => client.send(new TransactWriteCommand(command)), retry, isRepeatable);
        return { written: true };
      } catch (error) {
        const reasons = reasonsOf(error);
        if (!reasons?.some(({ Code }) => Code === 'ConditionalCheckFailed')) throw error;
        return {
          written: false,
          refusals: Object.fromEntries(
            reasons.flatMap(({ Code, Item }, index) => {
              const [name] = operations[index] ?? [];
              return Code === 'ConditionalCheckFailed' && name !== undefined
                ? [[name, { found: foundItem(Item) }]]
                : [];
            }),
          ) as Refusals<never>,
        };
      }
    },
  };
};
