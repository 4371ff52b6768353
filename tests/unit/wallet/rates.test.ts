import { describe, expect, test } from 'vitest';
import type { Item } from '#shared/db/expressions';
import type { TableReader } from '#shared/db/operations';
import { walletKeys } from '#shared/wallet/keys';
import { DEFAULT_RATES, readRate, readRates } from '#shared/wallet/rates';

/** A table that contains only rows of rates, and counts its reads. */
const tableOf = (...rows: readonly { actionKey: string; priceKobo: number; description?: string }[]) => {
  const items: Item[] = rows.map((row) => ({ ...walletKeys.rate(row.actionKey), ...row }));
  let trips = 0;
  const table: TableReader = {
    get: async (key) => {
      trips++;
      return items.find(({ sk }) => sk === key.sk);
    },
    getMany: async () => {
      throw new Error('Not called here');
    },
    query: async () => {
      throw new Error('Not called here');
    },
    queryAll: async () => {
      trips++;
      return items;
    },
  };
  return { table, trips: () => trips };
};

const PRICES = {
  kyb_session_base: 50_000,
  cac_verification: 20_000,
  tin_verification: 15_000,
  bank_account_verification: 5_000,
  directors_kyc: 20_000,
  aml_screening: 25_000,
  sanctions_screening: 10_000,
  pep_screening: 10_000,
  adverse_media_screening: 20_000,
  ubo_verification: 30_000,
  shareholders_kyc: 20_000,
  cac_status_report: 15_000,
  memart_verification: 15_000,
  tax_clearance_verification: 15_000,
  social_media_verification: 15_000,
  scuml_verification: 15_000,
  address_verification: 500_000,
  utility_bill_verification: 15_000,
  vendor_monitoring_monthly: 100_000,
  chat_per_1k_tokens: 10_000,
};

describe('Rates', () => {
  test('are the published ones if the table has no rows', async () => {
    const rates = await readRates(tableOf().table);
    expect(Object.fromEntries(rates.map(({ actionKey, priceKobo }) => [actionKey, priceKobo]))).toStrictEqual(PRICES);
    expect(rates).toStrictEqual(DEFAULT_RATES);
  });

  test('take a changed price from a row of the table, and keep all other texts', async () => {
    const { table, trips } = tableOf({ actionKey: 'pep_screening', priceKobo: 12_345 });
    const rates = await readRates(table);
    const standard = DEFAULT_RATES.find(({ actionKey }) => actionKey === 'pep_screening');
    expect(rates.find(({ actionKey }) => actionKey === 'pep_screening')).toStrictEqual({
      ...standard,
      priceKobo: 12_345,
    });
    expect(rates).toHaveLength(DEFAULT_RATES.length);
    expect(trips()).toBe(1);
  });

  test('are read individually in their current state, in one trip', async () => {
    const { table, trips } = tableOf({ actionKey: 'pep_screening', priceKobo: 0, description: 'On the house' });
    expect(await readRate(table, 'pep_screening')).toMatchObject({ priceKobo: 0, description: 'On the house' });
    expect(trips()).toBe(1);
    expect(await readRate(table, 'kyb_session_base')).toMatchObject({ priceKobo: 50_000 });
  });

  test('that are missing are a bug of the service, not a free action', async () => {
    await expect(readRate(tableOf().table, 'coffee')).rejects.toThrow(RangeError);
  });

  test.each([-1, 1.5])('with a stored price of %d kobo are refused', async (priceKobo) => {
    await expect(readRates(tableOf({ actionKey: 'pep_screening', priceKobo }).table)).rejects.toThrow();
  });
});
