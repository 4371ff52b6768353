import type { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import { makeReadSegment, type ReadSegment, type ScannedPage, scanTable } from '#scripts/ops/scan';

/** A table with this many pages in each segment, one item in each page, and a clock that only waiting advances. */
const scanWorld = ({ pages = 1, units = 100 } = {}) => {
  const state = { nowMs: 0, waitedMs: 0, reads: 0, side: 0, mostSideBySide: 0 };
  const said: string[] = [];
  const readSegment: ReadSegment = async ({ segment, after }): Promise<ScannedPage> => {
    state.reads++;
    state.side++;
    state.mostSideBySide = Math.max(state.mostSideBySide, state.side);
    await Promise.resolve();
    state.side--;
    const page = Number(after?.['page'] ?? 0);
    const items = [{ pk: `A#${segment}`, sk: String(page) }];
    return { items, scanned: 10, units, ...(page + 1 < pages && { next: { page: page + 1 } }) };
  };
  const effects = {
    readSegment,
    clock: () => state.nowMs,
    wait: async (milliseconds: number) => {
      state.waitedMs += milliseconds;
      state.nowMs += milliseconds;
    },
    say: (line: string) => said.push(line),
  };
  return { state, said, effects };
};

const settings = { filter: { attributes: ['a'] }, unitsPerSecond: 1_000, progress: () => 'so far' };

describe('scanning the table', () => {
  test('visits every item of every page of every segment once', async () => {
    const { effects } = scanWorld({ pages: 3 });
    const seen: string[] = [];
    await scanTable(settings, effects, async ({ pk, sk }) => void seen.push(`${pk} ${sk}`));
    expect(new Set(seen).size).toBe(64 * 3);
    expect(seen).toHaveLength(64 * 3);
  });

  test('uses no more read units than allowed, however many segments it reads in parallel', async () => {
    const { effects, state } = scanWorld({ pages: 2, units: 50 });
    await scanTable(settings, effects, async () => undefined);
    expect(state.mostSideBySide).toBeGreaterThan(1);
    expect(state.mostSideBySide).toBeLessThanOrEqual(4);
    // 64 segments of two pages at 50 units each, at a thousand units a second.
    expect(state.nowMs).toBeGreaterThanOrEqual(6_400 - 200);
  });

  test('reports progress every five seconds', async () => {
    const { effects, said } = scanWorld({ pages: 2, units: 250 });
    await scanTable(settings, effects, async () => undefined);
    expect(said.length).toBeGreaterThanOrEqual(5);
    expect(said.length).toBeLessThanOrEqual(7);
    expect(said[0]).toMatch(/^\d+ of 64 parts of the table, \d+ items: so far$/);
  });

  test('reports none for a table that takes no time', async () => {
    const { effects, said } = scanWorld({ units: 0 });
    await scanTable(settings, effects, async () => undefined);
    expect(said).toEqual([]);
  });

  test('ends with the first failure', async () => {
    const { effects } = scanWorld();
    const failing = scanTable(settings, effects, () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
  });
});

test('a page is requested with its segment, and only items with one of the attributes are returned', async () => {
  const sent: unknown[] = [];
  const client = {
    send: async (command: ScanCommand) => {
      sent.push(command.input);
      return { Items: [{ pk: 'A', sk: 'B' }], ScannedCount: 7, LastEvaluatedKey: { pk: 'A' } };
    },
  } as unknown as Pick<DynamoDBDocumentClient, 'send'>;
  const page = await makeReadSegment(
    client,
    'table',
  )({ segment: 3, segments: 64, filter: { attributes: ['a', 'b'] }, after: {} });
  expect(sent).toEqual([
    {
      TableName: 'table',
      Segment: 3,
      TotalSegments: 64,
      FilterExpression: 'attribute_exists(#n0) OR attribute_exists(#n1)',
      ExpressionAttributeNames: { '#n0': 'a', '#n1': 'b' },
      ReturnConsumedCapacity: 'TOTAL',
      ExclusiveStartKey: {},
    },
  ]);
  // The maximum cost of a page, if the table does not report its cost.
  expect(page).toEqual({ items: [{ pk: 'A', sk: 'B' }], scanned: 7, units: 128, next: { pk: 'A' } });
});
