import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Table } from '#shared/db/operations';
import type { ServedEndpoint } from '#shared/http/endpoint';
import { emptyMemory, serviceKit } from '#shared/http/kit';
import type { Effect } from '#shared/platform/effect';
import { env } from '#shared/platform/env';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { apiEvent } from '#tests/support/api-event';
import { requestTo } from '#tests/support/call';
import { fillTable } from '#tests/support/fill-table';
import { mayRead } from '#tests/support/function-access';
import { lambdaContext } from '#tests/support/lambda-context';
import { memoryTable } from '#tests/support/memory-table';
import { recordingTable } from '#tests/support/recording-table';
import { createTable } from '#tests/support/setup/table';
import { readTestVault } from '#tests/support/vault';
import type { ListContract } from './list-contracts.ts';
import { type Seed, type SeededList, type SeededRead, timesOf } from './seed.ts';

/** The effects that lists use to show their entries. */
const EFFECTS = {
  vault: readTestVault,
  disputeDownloads: async () => 'https://files.example.com/document',
  verificationDownloads: async () => 'https://files.example.com/document',
};

/** What a page showed, and what it read of the table. */
export interface Page {
  readonly status: number;
  readonly code: string | undefined;
  readonly ids: readonly string[];
  readonly total: number | undefined;
  readonly items: number;
  readonly readUnits: number;
}

/** A list in its own table, filled by its endpoint's seed. */
export interface FilledList extends SeededList {
  readonly account: SignedInAccount;
  /** Makes a request with this query, in addition to that of a read. */
  readonly page: (read: SeededRead, query: Readonly<Record<string, string>>) => Promise<Page>;
  /** The same over another table, without recording. */
  readonly pageOver: (table: Table, read: SeededRead, query: Readonly<Record<string, string>>) => Promise<Page>;
  readonly table: Table;
}

// biome-ignore lint/suspicious/noExplicitAny: the body of any list; the test's assertions prove what is read of it.
const entriesAt = (body: any, path: readonly string[]): readonly Readonly<Record<string, unknown>>[] =>
  path.reduce((part, name) => part[name], body);

/**
 * Fills the list of an endpoint with the product's own writes, in memory. What the endpoint may read of them is then
 * copied to the emulated DynamoDB at once.
 */
export const fillList = async (list: ListContract, seed: Seed, length: number): Promise<FilledList> => {
  const { contract } = list;
  const { handler } = (await import(`#functions/api/${contract.group}/${contract.name}`)) as {
    handler: ServedEndpoint<readonly Effect[]>;
  };
  const memory = memoryTable();
  const account = await signedInAccount({ table: memory, role: contract.caller === 'admin' ? 'admin' : 'member' });
  const seeded = await seed({ table: memory, account, ...timesOf(length) }, length);
  const tableName = `list-${randomUUID()}`;
  await createTable(env('AWS_ENDPOINT_URL'), tableName);
  await fillTable(env('AWS_ENDPOINT_URL'), tableName, memory.items().filter(mayRead(contract)));
  const { table, calls } = recordingTable(tableName);

  const serving = (over: Table) =>
    handler.with(EFFECTS as never, {
      ...serviceKit,
      ...emptyMemory(),
      table: () => over,
    });
  const readBy = async (
    served: typeof handler,
    { query: filter, as }: SeededRead,
    paging: Readonly<Record<string, string>>,
  ): Promise<Page> => {
    const request = {
      ...(seeded.pathParameters && { pathParameters: seeded.pathParameters }),
      headers: (as ?? account).headers,
      query: { ...filter, ...paging },
    };
    calls.length = 0;
    const response = await served(apiEvent(requestTo(contract, request)), lambdaContext(contract.name, 60_000));
    const body = JSON.parse(response.body ?? '{}');
    return {
      status: response.statusCode,
      code: body.code,
      ids: response.statusCode === 200 ? entriesAt(body, list.path).map((entry) => String(entry[seeded.named])) : [],
      total: body.pagination?.total,
      items: calls.reduce((sum, { found = 0 }) => sum + found, 0),
      readUnits: calls.reduce((sum, { readUnits = 0 }) => sum + readUnits, 0),
    };
  };
  const served = serving(table);
  const page: FilledList['page'] = (read, query) => readBy(served, read, query);
  // A container that has its keys and knows its callers, so that the recorded calls are the endpoint's own.
  for (const read of seeded.reads) {
    const { status, code } = await page(read, { limit: '1' });
    expect([status, code], `${contract.name} is readable`).toEqual([200, undefined]);
  }
  return { ...seeded, account, table, page, pageOver: (over, ...request) => readBy(serving(over), ...request) };
};
