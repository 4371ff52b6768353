import { BatchGetCommand, type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Item, Key } from './expressions.ts';
import { gathered } from './gathered.ts';
import type { RetryPolicy } from './retry.ts';

/** Maximum number of items in one `BatchGetItem`. */
const MAX_BATCH = 100;

/** The table kept leaving parts of a read undone, as it does when it is throttled. */
class TableUnavailable extends Error {
  override readonly name = 'TableUnavailable';

  constructor() {
    super('BatchGetItem left keys unprocessed');
  }
}

const nameOf = ({ pk, sk }: Key): string => `${pk}\n${sk}`;

/**
 * Reads items by key over a document client, strongly consistent. Items that are requested at the same moment share one
 * call (docs/decisions/0010).
 *
 * @returns a function that returns the item of a key, or undefined, and throws TableUnavailable when the table leaves
 * some of a batch unread after all retries.
 */
export const makeItemReader = (
  client: DynamoDBDocumentClient,
  tableName: string,
  retry: RetryPolicy,
): ((key: Key) => Promise<Item | undefined>) => {
  const readOne = async (key: Key): Promise<Item | undefined> => {
    const { Item } = await client.send(new GetCommand({ TableName: tableName, Key: key, ConsistentRead: true }));
    return Item as Item | undefined;
  };

  const readBatch = async (keys: readonly Key[]): Promise<ReadonlyMap<string, Item>> => {
    const found = new Map<string, Item>();
    let wanted: readonly Key[] = keys;
    for (let round = 0; wanted.length > 0; round++) {
      if (round > 0) await retry.wait(round);
      if (round > retry.attempts) throw new TableUnavailable();
      const response = await client.send(
        new BatchGetCommand({ RequestItems: { [tableName]: { Keys: [...wanted], ConsistentRead: true } } }),
      );
      for (const item of (response.Responses?.[tableName] ?? []) as Item[]) found.set(nameOf(item), item);
      wanted = (response.UnprocessedKeys?.[tableName]?.Keys ?? []) as Key[];
    }
    return found;
  };

  return gathered(async (keys: readonly Key[]) => {
    // A batch must not name an item twice.
    const distinct = [...new Map(keys.map((key) => [nameOf(key), key])).values()];
    const [only, ...others] = distinct;
    if (only && others.length === 0) {
      const item = await readOne(only);
      return keys.map(() => item);
    }
    const found = await readBatch(distinct);
    return keys.map((key) => found.get(nameOf(key)));
  }, MAX_BATCH);
};
