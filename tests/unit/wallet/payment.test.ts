import { describe, expect, test } from 'vitest';
import { pay, requireCovered, withPayment } from '#shared/wallet/payment';
import { standardRate } from '#shared/wallet/rates';
import { fromWalletItem, openWallets, type Wallet, walletRecord } from '#shared/wallet/wallet';

const NOW_MS = Date.parse('2026-11-24T09:00:00.000Z');
const ACCOUNT_ID = 'acc_payment';

const opened = openWallets(ACCOUNT_ID, NOW_MS).sandboxWallet;
const wallet = (balanceKobo: number): Wallet => {
  if (!('item' in opened)) throw new Error('A wallet is opened by putting it');
  return { ...fromWalletItem(opened.item), balanceKobo };
};

const rate = (priceKobo: number) => {
  const standard = standardRate('tin_verification');
  if (!standard) throw new Error('There is a rate of this action');
  return { ...standard, priceKobo };
};

describe('The payment of an action', () => {
  test('names the debit, its transaction and its cost', () => {
    const paid = pay({ wallet: wallet(20_000), rate: rate(15_000) }, 'ver_1', NOW_MS);
    expect(paid.chargeKobo).toBe(15_000);
    expect(paid.transactionId).toMatch(/^txn_/);
    expect(Object.keys(paid.operations)).toEqual(['wallet']);
    expect(JSON.stringify(paid.operations)).toContain('ver_1');
  });

  test('makes no entry for a free action, and requires that the wallet has not changed', () => {
    const paid = pay({ wallet: wallet(0), rate: rate(0) }, 'ver_1', NOW_MS);
    expect([paid.chargeKobo, paid.transactionId, Object.keys(paid.operations)]).toEqual([0, null, ['wallet']]);
  });

  test('is refused with the available and the required amount', () => {
    const payment = { wallet: wallet(14_999), rate: rate(15_000) };
    const refusal = {
      code: 'INSUFFICIENT_BALANCE',
      extras: { details: { balanceKobo: 14_999, requiredKobo: 15_000 } },
    };
    expect(() => pay(payment, 'ver_1', NOW_MS)).toThrow(expect.objectContaining(refusal));
    expect(() => requireCovered(payment, NOW_MS)).toThrow(expect.objectContaining(refusal));
  });

  test('is retried with the wallet that refused it, and ends with a refusal once the balance is spent', async () => {
    const moved = { ...wallet(10_000), entryCount: 2 };
    const tried: number[] = [];
    const attempt = withPayment(
      { get: () => Promise.reject(new Error('A refusal carries the wallet')) },
      { wallet: wallet(20_000), rate: rate(15_000) },
      NOW_MS,
      async (payment) => {
        tried.push(payment.wallet.balanceKobo);
        pay(payment, 'ver_1', NOW_MS);
        const found = { ...walletRecord(moved).key, ...moved };
        return { result: { written: false, refusals: { wallet: { found } } } as const, value: undefined };
      },
    );
    await expect(attempt).rejects.toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
      extras: { details: { balanceKobo: 10_000, requiredKobo: 15_000 } },
    });
    expect(tried).toEqual([20_000, 10_000]);
  });
});
