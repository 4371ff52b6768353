import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/wallet/show-receipt';
import { showReceipt } from '#functions/api/wallet/show-receipt.contract';
import { newId } from '#shared/platform/ids';
import { receiptPage } from '#shared/wallet/receipt-page';
import type { SignedInAccount } from '#tests/support/accounts';
import { apiEvent } from '#tests/support/api-event';
import { requestTo } from '#tests/support/call';
import { lambdaContext } from '#tests/support/lambda-context';
import { securitySuite } from '#tests/support/security-suite';
import { accountWithWallets, addEntries, entry, ledgerOf, openBoth } from './support.ts';

const AT_MS = Date.parse('2026-11-30T23:30:00.000Z');

const show = ({ headers }: SignedInAccount, id: string) =>
  handler(apiEvent(requestTo(showReceipt, { headers, pathParameters: { id } })), lambdaContext(showReceipt.name));

/** An account whose sandbox wallet was charged 1,234.50 naira. */
const charged = async () => {
  const account = await accountWithWallets(AT_MS - 1_000);
  const charge = { ...entry('debit', 123_450), reference: 'app_01KAJ3W8Q0V6XK4T8E2Z9C5R7M' };
  await addEntries(account.accountId, 'sandbox', [charge], AT_MS);
  const [, line] = await ledgerOf(account.accountId, 'sandbox');
  if (!line) throw new Error('Nothing was charged');
  return { account, line };
};

describe('A receipt', () => {
  test('is a page with all that bookkeeping needs, marked as one of test money', async () => {
    const { account, line } = await charged();
    const { statusCode, headers, body = '' } = await show(account, line.id);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' });
    expect(headers?.['Content-Security-Policy']).toContain("default-src 'none'");
    for (const fact of [
      line.id,
      account.accountId,
      '2026-12-01 00:30:00 (Lagos)',
      'NGN 1,234.50 (123,450 kobo)',
      'NGN 100,000.00 (10,000,000 kobo)',
      'NGN 98,765.50 (9,876,550 kobo)',
      'kyb_session_base',
      'Onboarding session of one applicant',
      'app_01KAJ3W8Q0V6XK4T8E2Z9C5R7M',
      'sandbox',
      'Test money: nothing was paid.',
    ]) {
      expect(body).toContain(fact);
    }
  });

  test('for live money is not marked, leaves out missing data, and escapes what people wrote', async () => {
    const { line } = await charged();
    const page = receiptPage(
      { ...line, environment: 'live', type: 'credit', actionKey: null, reference: null },
      { email: 'owner@adire.example', companyName: '<b>Adire & Sons</b>' },
    );
    expect(page).not.toContain('Test money');
    expect(page).not.toContain('Action<');
    expect(page).not.toContain('Reference<');
    expect(page).not.toContain('<b>');
    expect(page).toContain('&lt;b&gt;Adire &amp; Sons');
    expect(page).toContain('NGN 97,531.00 (9,753,100 kobo)');
  });

  test("of another account's transaction is the same 404 as for a missing one", async () => {
    const [{ line }, { account }] = await Promise.all([charged(), charged()]);
    const [others, none] = await Promise.all([show(account, line.id), show(account, newId('txn', AT_MS))]);
    expect(none.statusCode).toBe(404);
    expect(none.headers).toMatchObject({ 'X-Error-Code': 'TRANSACTION_NOT_FOUND' });
    expect(others.statusCode).toBe(404);
    expect(others.body).toBe(none.body);
  });
});

securitySuite({
  contract: showReceipt,
  handler,
  request: async ({ accountId }) => {
    await openBoth(accountId);
    return { pathParameters: { id: String((await ledgerOf(accountId, 'sandbox'))[0]?.id) } };
  },
});
