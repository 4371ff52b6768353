import type { Item } from '#shared/db/expressions';
import { env } from '#shared/platform/env';
import { fillTable } from '#tests/support/fill-table';
import type { BenchCloud } from './cloud.ts';

/** Puts many items into the table, bypassing the gateway. */
export const fill = ({ dynamoDb }: BenchCloud, items: Iterable<Item>): Promise<void> =>
  fillTable(dynamoDb, env('TABLE_NAME'), items);
