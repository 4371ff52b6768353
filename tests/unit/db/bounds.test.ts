import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import { BoundExceeded } from '#shared/db/bound';
import { readBounded } from '#shared/db/lists/bounded-list';
import { readCountedPage } from '#shared/db/lists/counted-pages';
import { makeTable } from '#shared/db/operations';
import { toApiError } from '#shared/http/endpoint-response';
import { widgetsOfAccount } from '#shared/onboarding/widgets/keys';

const PAGE = 100;

/** A table in which no range ends, and the number of items read from it. */
const endless = () => {
  const read = { items: 0 };
  const client = {
    send: async () => {
      read.items += PAGE;
      const items = Array.from({ length: PAGE }, (_, index) => ({ pk: 'a', sk: `COUNT#live#${index}`, 0: 1 }));
      return { Items: items, LastEvaluatedKey: { pk: 'a', sk: 'b' } };
    },
  };
  return { table: makeTable(client as unknown as DynamoDBDocumentClient, 'table'), read };
};

describe('A range that never ends', () => {
  test('is read no further than its bound, and reported as too large for a response', async () => {
    const { table, read } = endless();
    const reading = table.queryAll({ partition: 'a' }, { most: 1_000, why: 'nothing' });
    const error = await reading.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(BoundExceeded);
    expect(read.items).toBe(1_100);
    expect(toApiError(error)).toMatchObject({ code: 'RESULT_TOO_LARGE' });
  });

  test('is refused as a bounded list, once it exceeds what its writes allow', async () => {
    const { table, read } = endless();
    const reading = readBounded(table, { partition: 'a' }, { most: 100, why: 'nothing' });
    await expect(reading).rejects.toThrow(BoundExceeded);
    expect(read.items).toBe(200);
  });

  test('is refused as the counts of a list, once it exceeds their bound', async () => {
    const { table, read } = endless();
    const reading = readCountedPage(table, widgetsOfAccount('usr_1'), ['live'], { page: 2, limit: 20 });
    await expect(reading).rejects.toThrow(BoundExceeded);
    expect(read.items).toBe(10_100);
  });
});
