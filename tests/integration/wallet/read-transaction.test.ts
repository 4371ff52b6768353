import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/wallet/read-transaction';
import { readTransaction } from '#functions/api/wallet/read-transaction.contract';
import { serviceTable } from '#shared/db/client';
import { newId } from '#shared/platform/ids';
import { findTransaction } from '#shared/wallet/ledger-pages';
import { transactionView } from '#shared/wallet/views';
import { apiKeyFor } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { settleNow } from '#tests/support/ledgers';
import { securitySuite } from '#tests/support/security-suite';
import { accountWithWallets, addEntries, entry, ledgerOf, openBoth } from './support.ts';

const call = endpoint(readTransaction, handler);
const read = (account: Parameters<typeof call>[0], id: string) => call(account, { pathParameters: { id } });

const OPENED_AT_MS = Date.parse('2026-11-18T12:00:00.000Z');

/** An account whose sandbox wallet was debited three times at one moment, a day after it was opened. */
const debited = async () => {
  const account = await accountWithWallets(OPENED_AT_MS);
  const entries = [entry('debit', 1_000), entry('debit', 2_000), entry('debit', 3_000)];
  await addEntries(account.accountId, 'sandbox', entries, OPENED_AT_MS + 86_400_000);
  return { account, ledger: await ledgerOf(account.accountId, 'sandbox') };
};

describe('Reading a transaction', () => {
  test('returns what the list shows of it, even if several have the same time', async () => {
    const { account, ledger } = await debited();
    for (const line of ledger) {
      const { status, body } = await read(account, line.id);
      expect(status).toBe(200);
      expect(body).toStrictEqual({ success: true, data: transactionView(line) });
    }
  });

  test('finds one among the newest that the index does not list yet', async () => {
    const { account, ledger } = await debited();
    await settleNow({ accountId: account.accountId, environment: 'sandbox' });
    const newest = ledger.at(-1);
    const table = serviceTable();
    const behind: typeof table = {
      ...table,
      query: async (range) => (range.index ? { items: [] } : table.query(range)),
    };
    const owners = [{ accountId: account.accountId, environment: 'sandbox' } as const];
    expect(await findTransaction(behind, owners, String(newest?.id))).toStrictEqual(newest);
  });

  test("gives the same response for another account's, for one of the other environment of a key, and for a missing one", async () => {
    const [{ ledger }, { account }] = await Promise.all([debited(), debited()]);
    const live = await apiKeyFor(account, 'live');
    const own = (await ledgerOf(account.accountId, 'sandbox'))[0]?.id;
    const none = await read(account, newId('txn', OPENED_AT_MS));
    expect(none.status).toBe(404);
    expect(none.body).toMatchObject({ code: 'TRANSACTION_NOT_FOUND' });
    const others = await read(account, String(ledger.at(-1)?.id));
    expect(others.body).toStrictEqual(none.body);
    const ofKey = await read({ ...account, headers: live.headers }, String(own));
    expect(ofKey.body).toStrictEqual(none.body);
  });

  test.each(['txn_1', 'app_01KAJ3W8Q0V6XK4T8E2Z9C5R7P', 'txn_ZZZZZZZZZZZZZZZZZZZZZZZZZZ', 'txn_01#'])(
    'does not find %s',
    async (id) => {
      const { status } = await read(await accountWithWallets(), id);
      expect(status).toBe(404);
    },
  );

  test('costs one trip, with a query for each of its wallets', async () => {
    const { account, ledger } = await debited();
    const table = serviceTable();
    let queries = 0;
    const counted: typeof table = {
      ...table,
      query: (range) => {
        queries++;
        return table.query(range);
      },
    };
    const owners = (['sandbox', 'live'] as const).map((environment) => ({ accountId: account.accountId, environment }));
    await findTransaction(counted, owners, String(ledger[1]?.id));
    expect(queries).toBe(2);
  });
});

securitySuite({
  contract: readTransaction,
  handler,
  request: async ({ accountId }) => {
    await openBoth(accountId);
    return { pathParameters: { id: String((await ledgerOf(accountId, 'sandbox'))[0]?.id) } };
  },
});
