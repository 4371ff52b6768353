import { describe, expect, test, vi } from 'vitest';
import { handler } from '#functions/api/wallet/read-pricing-rates';
import { readPricingRates } from '#functions/api/wallet/read-pricing-rates.contract';
import { serviceTable } from '#shared/db/client';
import { put } from '#shared/db/expressions';
import { walletKeys } from '#shared/wallet/keys';
import { signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { securitySuite } from '#tests/support/security-suite';

// Prices are shared by all accounts, so this file has its own table.
await vi.hoisted(async () => (await import('#tests/support/own-table')).useOwnTable());

const table = serviceTable();

const call = endpoint(readPricingRates, handler);

describe('Reading the pricing rates', () => {
  test('returns every rate in naira and kobo', async () => {
    const { status, body } = await call(await signedInAccount());
    expect(status).toBe(200);
    expect(Object.keys(body)).toStrictEqual(['success', 'rates']);
    expect(body.rates).toContainEqual({
      actionKey: 'kyb_session_base',
      price: 500,
      priceKobo: 50_000,
      description: 'Onboarding session of one applicant',
      category: 'onboarding',
    });
    expect(body.rates).toHaveLength(20);
    for (const rate of body.rates) expect(rate.price).toBe(rate.priceKobo / 100);
  });

  test('returns a changed rate at once', async () => {
    const row = {
      ...walletKeys.rate('vendor_monitoring_monthly'),
      actionKey: 'vendor_monitoring_monthly',
      priceKobo: 99_950,
    };
    await table.write(put(row, {}));
    const { body } = await call(await signedInAccount());
    const changed = body.rates.find(
      ({ actionKey }: { actionKey: string }) => actionKey === 'vendor_monitoring_monthly',
    );
    expect(changed).toMatchObject({ price: 999.5, priceKobo: 99_950 });
  });

  test('counts as a wallet read', async () => {
    const { headers } = await call(await signedInAccount());
    expect(headers).toMatchObject({ 'RateLimit-Limit': '60', 'RateLimit-Remaining': '59' });
  });
});

securitySuite({ contract: readPricingRates, handler, request: () => ({}) });
