import { describe, expect, test } from 'vitest';
import { makeReadCounts, type ReadCounts } from '#shared/companies/read-counts';
import type { WriteOperation } from '#shared/db/expressions';
import { makeLogger } from '#shared/platform/logger';

const START_MS = 1_800_000_000_000;

const readerOf = (accountId: string, environment: 'live' | 'sandbox' = 'live') => ({ accountId, environment });

/** The counts of one container, and the writes that it made for each company. */
const container = () => {
  const written: (readonly [string, Readonly<Record<string, number>> | undefined])[] = [];
  const codes: string[] = [];
  const state = { fails: false, nowMs: START_MS };
  const countReads = makeReadCounts();
  const write = async (operation: WriteOperation) => {
    if (state.fails) throw new Error('the table is down');
    if (operation.kind === 'update') written.push([operation.key.pk, operation.add]);
    return { written: true, item: undefined } as const;
  };
  const read = (companyIds: readonly string[], reader = readerOf('usr_a'), count: keyof ReadCounts = 'viewCount') =>
    countReads(
      { count, companies: companyIds.map((id) => ({ id, ownerId: 'usr_owner' })), reader },
      { table: { write }, log: makeLogger({}, (line) => void codes.push(JSON.parse(line).code)), nowMs: state.nowMs },
    );
  return { written, codes, state, read };
};

describe('Reads of a company by another account', () => {
  test('are written at the first read, then gathered for a minute and written with the first read after it', async () => {
    const { written, state, read } = container();
    for (let second = 0; second < 60; second++) {
      state.nowMs = START_MS + second * 1000;
      await read(['cmp_1']);
    }
    expect(written).toEqual([['CMPREADS#cmp_1', { viewCount: 1 }]]);
    state.nowMs = START_MS + 60_000;
    await read(['cmp_1']);
    expect(written.slice(1)).toEqual([['CMPREADS#cmp_1', { viewCount: 60 }]]);
  });

  test('are gathered for each count separately, whoever reads', async () => {
    const { written, state, read } = container();
    for (const accountId of ['usr_a', 'usr_b', 'usr_c']) {
      await read(['cmp_1'], readerOf(accountId));
      await read(['cmp_1'], readerOf(accountId), 'searchViewCount');
    }
    state.nowMs += 60_000;
    await read(['cmp_1']);
    expect(written.map(([, add]) => add)).toEqual([{ viewCount: 1 }, { searchViewCount: 1 }, { viewCount: 3 }]);
  });

  test('are not counted for its owner or in a sandbox', async () => {
    const { written, read } = container();
    await read(['cmp_1'], readerOf('usr_owner'));
    await read(['cmp_1'], readerOf('usr_a', 'sandbox'));
    expect(written).toEqual([]);
  });

  test('are ten writes for a hundred companies at once, and the rest are written by later reads', async () => {
    const { written, read } = container();
    const hundred = Array.from({ length: 100 }, (_, index) => `cmp_${index}`);
    await read(hundred);
    expect(written).toHaveLength(10);
    for (let i = 0; i < 9; i++) await read(hundred);
    expect(new Set(written.map(([key]) => key)).size).toBe(100);
  });

  test('fail no read if they cannot be written, are logged, and are written a minute later', async () => {
    const { written, codes, state, read } = container();
    state.fails = true;
    await read(['cmp_1']);
    await read(['cmp_1']);
    expect(codes).toEqual(['READS_NOT_COUNTED']);
    state.fails = false;
    state.nowMs += 60_000;
    await read(['cmp_1']);
    expect(written).toEqual([['CMPREADS#cmp_1', { viewCount: 3 }]]);
  });

  test("do not fill a container's memory: it forgets the oldest company beyond its limit", async () => {
    const { written, state, read } = container();
    await read(['cmp_old']);
    await read(['cmp_old']);
    for (let i = 0; i < 1_000; i++) await read([`cmp_${i}`]);
    state.nowMs += 60_000;
    await read(['cmp_old']);
    expect(written.at(-1)).toEqual(['CMPREADS#cmp_old', { viewCount: 1 }]);
  });
});
