import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { handler } from '#functions/api/kyb/create-applicant';
import { createApplicant } from '#functions/api/kyb/create-applicant.contract';
import { makeTable, type Table } from '#shared/db/operations';
import { awsClientSettings } from '#shared/platform/aws';
import { env } from '#shared/platform/env';
import { addressAccount, money, submit } from '#tests/integration/addresses/world';
import { accountWithWallets, addEntries, entry, expectSoundLedger } from '#tests/integration/wallet/support';
import { endpoint, type ReadResponse } from '#tests/support/call';
import { createWidgetFor } from '#tests/support/onboarding';

const wire = vi.hoisted(() => ({ table: undefined as Table | undefined }));

vi.mock('#shared/http/kit', async (original) => {
  const kit = await original<typeof import('#shared/http/kit')>();
  const { serviceKit } = kit;
  return { ...kit, serviceKit: { ...serviceKit, table: () => wire.table ?? serviceKit.table() } };
});

afterEach(() => {
  wire.table = undefined;
});

/** How long the table takes for a transaction, as on a wallet with many concurrent writes. */
const BUSY_MS = 300;

interface BusyTable {
  readonly table: Table;
  /** Transactions that were sent. */
  readonly sent: () => number;
  /** Those of them that were sent after this many had been made. */
  readonly sentAfter: (made: number) => number;
}

/** The service's table, with slow transactions. */
const busyTable = (): BusyTable => {
  const sentAt: number[] = [];
  let made = 0;
  const client = new DynamoDBClient(awsClientSettings);
  client.middlewareStack.add(
    (next, context) => async (args) => {
      if (context.commandName !== 'TransactWriteItemsCommand') return next(args);
      sentAt.push(made);
      await sleep(BUSY_MS);
      const result = await next(args);
      made += 1;
      return result;
    },
    { step: 'finalizeRequest', priority: 'low', name: 'busy' },
  );
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  return {
    table: makeTable(documents, env('TABLE_NAME')),
    sent: () => sentAt.length,
    sentAfter: (count) => sentAt.filter((before) => before >= count).length,
  };
};

/** The number of responses of each status and code. */
const outcomes = (responses: readonly ReadResponse[]): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(responses, ({ status, body }) => `${status} ${body.code ?? ''}`.trim())].map(([name, all]) => [
      name,
      all.length,
    ]),
  );

describe('Among simultaneous requests on a busy wallet, one that will be refused', () => {
  test('is refused as soon as this is known: 30 charges of a wallet that covers ten', async () => {
    const account = await accountWithWallets();
    await addEntries(account.accountId, 'live', [entry('credit', 500_000)]);
    const widget = await createWidgetFor(account, { environment: 'live' });
    const busy = busyTable();
    wire.table = busy.table;
    const create = endpoint(createApplicant, handler);

    const responses = await Promise.all(
      Array.from({ length: 30 }, () => create(account, { pathParameters: { id: widget.id }, body: {} })),
    );

    wire.table = undefined;
    expect(outcomes(responses)).toEqual({ '201': 10, '402 INSUFFICIENT_BALANCE': 20 });
    expect(await expectSoundLedger(account.accountId, 'live')).toHaveLength(11);
    // A request that has waited begins no transaction that can only be refused, unless it has just looked.
    expect(busy.sentAfter(10)).toBeLessThan(4);
    expect(busy.sent()).toBeLessThan(30 * 8);
  });

  test('is refused as soon as this is known: 15 visits of which the month’s budget pays three', async () => {
    const account = await addressAccount('live');
    const PRICE_KOBO = 500_000;
    const busy = busyTable();
    wire.table = busy.table;

    const responses = await Promise.all(
      Array.from({ length: 15 }, () => submit(account, {}, {}, { addressBudget: () => 3 * PRICE_KOBO })),
    );

    wire.table = undefined;
    expect(outcomes(responses)).toEqual({ '200': 3, '402 MONTHLY_BUDGET_EXCEEDED': 12 });
    expect(await money(account)).toMatchObject({
      balanceKobo: 10_000_000 - 3 * PRICE_KOBO,
      ledgerKobo: 10_000_000 - 3 * PRICE_KOBO,
      spentKobo: 3 * PRICE_KOBO,
    });
    expect(busy.sentAfter(3)).toBeLessThan(4);
    expect(busy.sent()).toBeLessThan(15 * 8);
  });
});
