import { type DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { Item } from '#shared/db/expressions';
import { TABLE } from '#shared/db/table';
import type { Clock } from '#shared/platform/clock';

/**
 * Parts of the table that are read independently: small enough that progress is visible, and that one can quickly be
 * read again.
 */
const SEGMENTS = 64;

/** Segments that are read in parallel. */
const WORKERS = 4;

/** Milliseconds between two lines of progress. */
const PROGRESS_MS = 5_000;

/** Which items a scan returns: those that have one of some attributes, of some partitions, or of an account. */
export type ScanFilter =
  | { readonly attributes: readonly string[] }
  /** What the partition keys begin with. */
  | { readonly partitions: readonly string[] }
  | { readonly accountId: string };

/** The attributes that name the account of an item whose key does not. */
const OWNERS = ['accountId', 'ownerId', 'space'] as const;

const filterInput = (filter: ScanFilter) => {
  if ('attributes' in filter) {
    return {
      FilterExpression: filter.attributes.map((_, index) => `attribute_exists(#n${index})`).join(' OR '),
      ExpressionAttributeNames: Object.fromEntries(filter.attributes.map((name, index) => [`#n${index}`, name])),
    };
  }
  if ('partitions' in filter) {
    return {
      FilterExpression: filter.partitions.map((_, index) => `begins_with(#pk, :p${index})`).join(' OR '),
      ExpressionAttributeNames: { '#pk': TABLE.partitionKey },
      ExpressionAttributeValues: Object.fromEntries(filter.partitions.map((start, index) => [`:p${index}`, start])),
    };
  }
  return {
    FilterExpression: ['contains(#pk, :id)', ...OWNERS.map((_, index) => `#n${index} = :id`)].join(' OR '),
    ExpressionAttributeNames: {
      '#pk': TABLE.partitionKey,
      ...Object.fromEntries(OWNERS.map((name, index) => [`#n${index}`, name])),
    },
    ExpressionAttributeValues: { ':id': filter.accountId },
  };
};

/** One call of a scan. */
export interface ScanRequest {
  readonly segment: number;
  readonly segments: number;
  readonly filter: ScanFilter;
  /** The `next` of the previous page. */
  readonly after?: Record<string, unknown>;
}

/** The result of one call of a scan; `next` is present while more follows. */
export interface ScannedPage {
  readonly items: readonly Item[];
  /** Number of items that were scanned to find them. */
  readonly scanned: number;
  /** Number of read units used. */
  readonly units: number;
  readonly next?: Record<string, unknown>;
}

/** Reads one page of a segment of the table. */
export type ReadSegment = (request: ScanRequest) => Promise<ScannedPage>;

/** Read units of a page of a megabyte, read eventually consistent: its cost if the table does not report it. */
const UNITS_OF_A_PAGE = 128;

/**
 * {@link ReadSegment} of a table. Reads are eventually consistent, at half the price, because every write checks again.
 */
export const makeReadSegment =
  (client: Pick<DynamoDBDocumentClient, 'send'>, tableName: string): ReadSegment =>
  async ({ segment, segments, filter, after }) => {
    const response = await client.send(
      new ScanCommand({
        TableName: tableName,
        Segment: segment,
        TotalSegments: segments,
        ...filterInput(filter),
        ReturnConsumedCapacity: 'TOTAL',
        ...(after && { ExclusiveStartKey: after }),
      }),
    );
    return {
      items: (response.Items ?? []) as Item[],
      scanned: response.ScannedCount ?? 0,
      units: response.ConsumedCapacity?.CapacityUnits ?? UNITS_OF_A_PAGE,
      ...(response.LastEvaluatedKey && { next: response.LastEvaluatedKey }),
    };
  };

/** The effects of scanning. */
export interface ScanEffects {
  readonly readSegment: ReadSegment;
  readonly clock: Clock;
  readonly wait: (milliseconds: number) => Promise<unknown>;
  /** Prints a line of progress. */
  readonly say: (line: string) => void;
}

/** The settings of a scan. */
export interface ScanSettings {
  readonly filter: ScanFilter;
  /** The rate limit, so that customers' calls are not slowed down. */
  readonly unitsPerSecond: number;
  /** Returns the part of a progress line about the items so far. */
  readonly progress: () => string;
}

/** Waits while the used units are ahead of the rate. */
const makePace = (unitsPerSecond: number, { clock, wait }: ScanEffects) => {
  let paidUntilMs = clock();
  return async (units: number): Promise<void> => {
    paidUntilMs = Math.max(paidUntilMs, clock()) + (units / unitsPerSecond) * 1000;
    const aheadMs = paidUntilMs - clock();
    if (aheadMs > 0) await wait(aheadMs);
  };
};

/**
 * Visits every item of the table that a filter returns, at least once. For operators' commands, where no
 * index helps. It goes segment by segment, at a limited rate, with a line of progress every five seconds.
 *
 * @param visit called with each item; within a segment one after another.
 */
export const scanTable = async (
  { filter, unitsPerSecond, progress }: ScanSettings,
  effects: ScanEffects,
  visit: (item: Item) => Promise<void>,
): Promise<void> => {
  const { readSegment, clock, say } = effects;
  const pace = makePace(unitsPerSecond, effects);
  const state = { next: 0, done: 0, scanned: 0, printedAtMs: clock() };

  const printProgress = (): void => {
    if (clock() - state.printedAtMs < PROGRESS_MS) return;
    state.printedAtMs = clock();
    say(`${state.done} of ${SEGMENTS} parts of the table, ${state.scanned} items: ${progress()}`);
  };

  const readWhole = async (segment: number): Promise<void> => {
    let after: Record<string, unknown> | undefined;
    do {
      const page = await readSegment({ segment, segments: SEGMENTS, filter, ...(after && { after }) });
      state.scanned += page.scanned;
      for (const item of page.items) {
        await visit(item);
        printProgress();
      }
      printProgress();
      await pace(page.units);
      after = page.next;
    } while (after);
    state.done++;
  };

  const work = async (): Promise<void> => {
    while (state.next < SEGMENTS) await readWhole(state.next++);
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
};
