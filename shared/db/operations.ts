import { randomUUID } from 'node:crypto';
import {
  BatchGetCommand,
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { type Item, type Key, toWriteInput, type WriteInput, type WriteOperation } from './expressions.ts';
import { gathered } from './gathered.ts';
import { isConflict, type RetryPolicy, retryConflicts, TRANSACTION_RETRY } from './retry.ts';
import type { IndexName } from './table.ts';

/** A range read of one partition of the table or of an index. */
export interface RangeQuery {
  readonly index?: IndexName;
  readonly partition: string;
  /** Only sort keys that start so. */
  readonly startsWith?: string;
  /** Only sort keys between these two, both included. */
  readonly between?: readonly [string, string];
  /** Highest sort key first. */
  readonly descending?: boolean;
  readonly limit?: number;
  /** The `next` of the page before. */
  readonly after?: Record<string, unknown>;
  /** Strongly consistent; on the table only, indexes have no such read. */
  readonly consistent?: boolean;
}

/** One page of a range read; `next` is there while more may follow. */
export interface RangePage {
  readonly items: readonly Item[];
  readonly next?: Record<string, unknown>;
}

/** What may be done before the caller is known for certain: reading. */
export interface TableReader {
  /**
   * One item, strongly consistent. Undefined when missing. Items that are asked for at the same moment, from wherever,
   * are read in one call.
   *
   * @throws TableUnavailable when the table leaves some of them unread however often it is asked.
   */
  get(key: Key): Promise<Item | undefined>;
  /** Items in one trip, strongly consistent, in the order of the keys. */
  getMany(keys: readonly Key[]): Promise<readonly (Item | undefined)[]>;
  query(range: RangeQuery): Promise<RangePage>;
  /** Every item of a range, however many pages that takes. */
  queryAll(range: Omit<RangeQuery, 'limit' | 'after'>): Promise<readonly Item[]>;
}

/** The outcome of one write: done with the item as it is now (updates only), or refused with the item that refused. */
export type WriteResult =
  | { readonly written: true; readonly item: Item | undefined }
  | { readonly written: false; readonly found: Item | undefined };

/** The outcome of a transaction: all done, or none, with what refused at the place of its operation. */
export type TransactionResult =
  | { readonly written: true }
  | { readonly written: false; readonly refusals: readonly (Refusal | undefined)[] };

/** One operation's refused condition and the item that was found instead. */
export interface Refusal {
  readonly found: Item | undefined;
}

/** Reading and writing the service's table. */
export interface Table extends TableReader {
  /** One conditional write. A refused condition is a result, not an error. */
  write(operation: WriteOperation): Promise<WriteResult>;
  /**
   * Up to 100 writes, all or none. Conflicts with other transactions are tried again with jitter within a bound; the
   * request token makes a repeated call after a lost answer apply once.
   *
   * @throws TransactionCanceledException when conflicts outlast the retries.
   */
  transact(operations: readonly WriteOperation[]): Promise<TransactionResult>;
}

/** Items that one `BatchGetItem` may ask for. */
const MAX_BATCH = 100;

/** The table went on leaving parts of a read undone, as it does when it is throttled. */
class TableUnavailable extends Error {
  override readonly name = 'TableUnavailable';

  constructor() {
    super('BatchGetItem left keys unprocessed');
  }
}

/** An item as errors carry it: the document client translates answers, but not errors. */
type StoredItem = Parameters<typeof unmarshall>[0];

const nameOf = ({ pk, sk }: Key): string => `${pk}\n${sk}`;

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

const rangeInput = (range: RangeQuery) => {
  const [partitionName, sortName] = range.index ? [`${range.index}pk`, `${range.index}sk`] : ['pk', 'sk'];
  const sortClause =
    range.startsWith !== undefined
      ? ' AND begins_with(#sk, :from)'
      : range.between
        ? ' AND #sk BETWEEN :from AND :to'
        : '';
  return {
    ...(range.index && { IndexName: range.index }),
    KeyConditionExpression: `#pk = :pk${sortClause}`,
    ExpressionAttributeNames: { '#pk': partitionName, ...(sortClause && { '#sk': sortName }) },
    ExpressionAttributeValues: {
      ':pk': range.partition,
      ...(range.startsWith !== undefined && { ':from': range.startsWith }),
      ...(range.between && { ':from': range.between[0], ':to': range.between[1] }),
    },
    ScanIndexForward: !range.descending,
    ...(range.limit !== undefined && { Limit: range.limit }),
    ...(range.after && { ExclusiveStartKey: range.after }),
    ...(!range.index && { ConsistentRead: range.consistent ?? true }),
  };
};

/**
 * The table over a document client.
 *
 * @param retry how conflicts are tried again; tests pass one that does not wait.
 */
export const makeTable = (
  client: DynamoDBDocumentClient,
  tableName: string,
  retry: RetryPolicy = TRANSACTION_RETRY,
): Table => {
  const query = async (range: RangeQuery): Promise<RangePage> => {
    const page = await client.send(new QueryCommand({ TableName: tableName, ...rangeInput(range) }));
    return {
      items: (page.Items ?? []) as Item[],
      ...(page.LastEvaluatedKey && { next: page.LastEvaluatedKey }),
    };
  };

  const queryAll: TableReader['queryAll'] = async (range) => {
    const items: Item[] = [];
    let after: Record<string, unknown> | undefined;
    do {
      const page: RangePage = await query({ ...range, ...(after && { after }) });
      items.push(...page.items);
      after = page.next;
    } while (after);
    return items;
  };

  const getOne = async (key: Key): Promise<Item | undefined> => {
    const { Item } = await client.send(new GetCommand({ TableName: tableName, Key: key, ConsistentRead: true }));
    return Item as Item | undefined;
  };

  const getBatch = async (keys: readonly Key[]): Promise<ReadonlyMap<string, Item>> => {
    const found = new Map<string, Item>();
    let wanted: readonly Key[] = keys;
    for (let round = 0; wanted.length > 0; round++) {
      if (round > 0) await retry.wait(round);
      if (round > retry.attempts) throw new TableUnavailable();
      const answer = await client.send(
        new BatchGetCommand({ RequestItems: { [tableName]: { Keys: [...wanted], ConsistentRead: true } } }),
      );
      for (const item of (answer.Responses?.[tableName] ?? []) as Item[]) found.set(nameOf(item), item);
      wanted = (answer.UnprocessedKeys?.[tableName]?.Keys ?? []) as Key[];
    }
    return found;
  };

  const get = gathered(async (keys: readonly Key[]) => {
    // A batch must not name an item twice.
    const distinct = [...new Map(keys.map((key) => [nameOf(key), key])).values()];
    const [only, ...others] = distinct;
    if (only && others.length === 0) {
      const item = await getOne(only);
      return keys.map(() => item);
    }
    const found = await getBatch(distinct);
    return keys.map((key) => found.get(nameOf(key)));
  }, MAX_BATCH);

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
        throw new TypeError('A check stands in a transaction only');
    }
  };

  return {
    get,
    getMany: (keys) => Promise.all(keys.map(get)),
    query,
    queryAll,
    write: async (operation) => {
      try {
        const answer = await retryConflicts(() => send(operation), retry, isConflict);
        return { written: true, item: ('Attributes' in answer ? answer.Attributes : undefined) as Item | undefined };
      } catch (error) {
        if (error instanceof Error && error.name === 'ConditionalCheckFailedException') {
          return { written: false, found: foundItem((error as Error & { Item?: StoredItem }).Item) };
        }
        throw error;
      }
    },
    transact: async (operations) => {
      const command = {
        // One token for all our tries, so that a try whose answer was lost is not applied again by the next.
        ClientRequestToken: randomUUID(),
        TransactItems: operations.map((operation) =>
          transactItem(operation, { TableName: tableName, ...toWriteInput(operation) }),
        ),
      };
      try {
        await retryConflicts(() => client.send(new TransactWriteCommand(command)), retry, isConflict);
        return { written: true };
      } catch (error) {
        const reasons = reasonsOf(error);
        if (!reasons?.some(({ Code }) => Code === 'ConditionalCheckFailed')) throw error;
        return {
          written: false,
          refusals: reasons.map(({ Code, Item }) =>
            Code === 'ConditionalCheckFailed' ? { found: foundItem(Item) } : undefined,
          ),
        };
      }
    },
  };
};
