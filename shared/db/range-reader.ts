import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { type Bound, BoundExceeded } from './bound.ts';
import { type Condition, type Item, toFilterInput } from './expressions.ts';
import type { IndexName } from './table.ts';

/**
 * A read of a range of one partition: of the table, strongly consistent unless it `mayLag`, or of an index, which lags
 * slightly behind the table.
 */
export interface RangeQuery {
  readonly index?: IndexName;
  readonly partition: string;
  /** Only sort keys with this prefix. */
  readonly startsWith?: string;
  /** Only sort keys between these two, both included. */
  readonly between?: readonly [string, string];
  /**
   * Only items that meet this, by attributes that are no key of what is read. A page may then be empty although more
   * follow, and `limit` counts what is read.
   */
  readonly where?: Condition;
  /** Whether writes of the last moments may be missing, for half the price. */
  readonly mayLag?: true;
  /** Highest sort key first. */
  readonly descending?: boolean;
  readonly limit?: number;
  /** The `next` of the previous page. */
  readonly after?: Record<string, unknown>;
}

/** One page of a range read; `next` is present while more may follow. */
export interface RangePage {
  readonly items: readonly Item[];
  readonly next?: Record<string, unknown>;
}

/** A range to be read whole. */
export type WholeRange = Omit<RangeQuery, 'limit' | 'after'>;

/** Reading ranges of the table. */
export interface RangeReader {
  query(range: RangeQuery): Promise<RangePage>;
  /**
   * Every item of a range, in as many pages as that takes.
   *
   * @throws BoundExceeded when there are more items than the bound allows.
   */
  queryAll(range: WholeRange, bound: Bound): Promise<readonly Item[]>;
}

/** Reading whole ranges without a bound, for tests and tools that hold the table itself. */
export interface WholeReader {
  queryAll(range: WholeRange, bound?: Bound): Promise<readonly Item[]>;
}

const rangeInput = (range: RangeQuery) => {
  const [partitionName, sortName] = range.index ? [`${range.index}pk`, `${range.index}sk`] : ['pk', 'sk'];
  const sortClause =
    range.startsWith !== undefined
      ? ' AND begins_with(#sk, :from)'
      : range.between
        ? ' AND #sk BETWEEN :from AND :to'
        : '';
  const filter = range.where && toFilterInput(range.where);
  return {
    ...(range.index && { IndexName: range.index }),
    KeyConditionExpression: `#pk = :pk${sortClause}`,
    ...filter,
    ExpressionAttributeNames: {
      ...filter?.ExpressionAttributeNames,
      '#pk': partitionName,
      ...(sortClause && { '#sk': sortName }),
    },
    ExpressionAttributeValues: {
      ...filter?.ExpressionAttributeValues,
      ':pk': range.partition,
      ...(range.startsWith !== undefined && { ':from': range.startsWith }),
      ...(range.between && { ':from': range.between[0], ':to': range.between[1] }),
    },
    ScanIndexForward: !range.descending,
    ...(range.limit !== undefined && { Limit: range.limit }),
    ...(range.after && { ExclusiveStartKey: range.after }),
    // Indexes do not support consistent reads.
    ...(!range.index && !range.mayLag && { ConsistentRead: true }),
  };
};

/** Reads ranges over a document client. */
export const makeRangeReader = (client: DynamoDBDocumentClient, tableName: string): RangeReader & WholeReader => {
  const query: RangeReader['query'] = async (range) => {
    const page = await client.send(new QueryCommand({ TableName: tableName, ...rangeInput(range) }));
    return {
      items: (page.Items ?? []) as Item[],
      ...(page.LastEvaluatedKey && { next: page.LastEvaluatedKey }),
    };
  };

  const queryAll: WholeReader['queryAll'] = async (range, bound) => {
    const items: Item[] = [];
    let after: Record<string, unknown> | undefined;
    do {
      const page: RangePage = await query({ ...range, ...(after && { after }) });
      for (const item of page.items) items.push(item);
      if (bound && items.length > bound.most) throw new BoundExceeded(bound);
      after = page.next;
    } while (after);
    return items;
  };

  return { query, queryAll };
};
