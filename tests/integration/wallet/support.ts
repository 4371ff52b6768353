import { expect } from 'vitest';
import { serviceTable } from '#shared/db/client';
import type { Contract } from '#shared/http/contract';
import type { ApiHandler } from '#shared/http/endpoint';
import type { ApiResponse } from '#shared/http/response';
import { isoTime } from '#shared/platform/clock';
import type { Environment } from '#shared/platform/environments';
import { newId } from '#shared/platform/ids';
import { paystackPayments } from '#shared/sources/payments-paystack';
import { type NewEntry, post } from '#shared/wallet/ledger';
import type { LedgerEntry } from '#shared/wallet/ledger-entry';
import { reserve } from '#shared/wallet/reserve';
import { beginTopUp } from '#shared/wallet/top-up';
import { loadWallet, openWallets } from '#shared/wallet/wallet';
import { changeSettings } from '#shared/wallet/wallet-settings';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { apiEvent } from '#tests/support/api-event';
import { requestTo, type TestRequest } from '#tests/support/call';
import type { FakePaystack } from '#tests/support/fake-paystack';
import { lambdaContext } from '#tests/support/lambda-context';
import { readLedger, settleNow } from '#tests/support/ledgers';

const table = serviceTable();

/** Opens both wallets of an account. Default: now. */
export const openBoth = async (accountId: string, atMs: number = Date.now()): Promise<void> => {
  await table.transact(openWallets(accountId, atMs));
};

/** The id of an account that has only wallets. */
export const walletOwner = async (): Promise<string> => {
  const accountId = newId('usr', Date.now());
  await openBoth(accountId);
  return accountId;
};

/** A signed-in account with both wallets. */
export const accountWithWallets = async (openedAtMs?: number): Promise<SignedInAccount> => {
  const account = await signedInAccount();
  await openBoth(account.accountId, openedAtMs);
  return account;
};

/** An entry with only its direction and amount. */
export const entry = (type: NewEntry['type'], amountKobo: number): NewEntry => ({
  type,
  amountKobo,
  actionKey: type === 'debit' ? 'kyb_session_base' : null,
  description: type === 'debit' ? 'Onboarding session of one applicant' : 'Wallet top-up',
  reference: null,
});

/** Adds entries to a wallet, all at the same time. */
export const addEntries = async (
  accountId: string,
  environment: Environment,
  entries: readonly NewEntry[],
  atMs: number = Date.now(),
): Promise<void> => {
  const wallet = await loadWallet(table, { accountId, environment });
  const result = await table.transact(post(wallet, entries, atMs).operations);
  if (!result.written) throw new Error('The wallet has moved on');
};

/** Puts a hold on a part of a wallet from a given time on, as a message of a chat does. */
export const hold = async (accountId: string, environment: Environment, amountKobo: number, atMs = Date.now()) => {
  const wallet = await loadWallet(table, { accountId, environment });
  return reserve(table, wallet, newId('msg', atMs), () => amountKobo, atMs);
};

/** Sets the threshold whose crossing is reported. */
export const setThreshold = async (accountId: string, thresholdKobo: number, environment: Environment = 'sandbox') => {
  await settleNow({ accountId, environment });
  const wallet = await loadWallet(table, { accountId, environment });
  const { operation } = changeSettings(wallet, { lowBalanceThresholdKobo: thresholdKobo }, Date.now());
  const { written } = await table.write(operation);
  if (!written) throw new Error('The threshold was not set');
};

/** A whole ledger, oldest first. */
export const ledgerOf = (accountId: string, environment: Environment): Promise<LedgerEntry[]> =>
  readLedger({ accountId, environment });

/** The sum of a ledger. */
export const sumOf = (ledger: readonly LedgerEntry[]): number =>
  ledger.reduce((sum, { type, amountKobo }) => sum + (type === 'credit' ? amountKobo : -amountKobo), 0);

/** The credits of a ledger that have a reference, in order: those of top-ups. */
export const topUpsIn = (ledger: readonly LedgerEntry[]): readonly LedgerEntry[] =>
  ledger.filter(({ type, reference }) => type === 'credit' && reference !== null);

/**
 * Expects what holds for every wallet at any time: its ledger sums to its balance, its entries are numbered without
 * gaps, and the balance was never negative.
 */
export const expectSoundLedger = async (accountId: string, environment: Environment): Promise<LedgerEntry[]> => {
  const ledger = await ledgerOf(accountId, environment);
  const wallet = await loadWallet(table, { accountId, environment });
  expect(wallet.balanceKobo).toBe(sumOf(ledger));
  expect(wallet.entryCount).toBe(ledger.length);
  expect(ledger.map(({ sequence }) => sequence)).toEqual(ledger.map((_, index) => index + 1));
  expect(Math.min(0, ...ledger.map(({ balanceAfterKobo }) => balanceAfterKobo))).toBe(0);
  return ledger;
};

/** An endpoint called in process, as an anonymous caller calls it. */
export const publicEndpoint =
  (contract: Contract, handler: ApiHandler) =>
  async (request: TestRequest): Promise<ApiResponse> =>
    handler(apiEvent(requestTo(contract, request)), lambdaContext(contract.name));

/** The header of a form sent by a browser. */
export const FORM_HEADERS = { 'content-type': 'application/x-www-form-urlencoded' };

/** A signed-in account's top-up of 50,000 kobo that waits for its payment at Paystack. */
export const topUpAtPaystack = async (paystack: FakePaystack) => {
  const account = await accountWithWallets();
  const payments = paystackPayments(async () => paystack);
  const reference = newId('top', Date.now());
  const owner = { accountId: account.accountId, environment: 'live' } as const;
  const amountKobo = 50_000;
  const authorizationUrl = await payments.open({ reference, amountKobo, email: 'owner@adire.example', owner });
  const createdAt = isoTime(Date.now());
  await table.write(beginTopUp({ reference, ...owner, amountKobo, provider: 'paystack', authorizationUrl, createdAt }));
  return { account, reference, payments };
};
