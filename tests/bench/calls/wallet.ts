import { createHmac } from 'node:crypto';
import { serviceTable } from '#shared/db/client';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { post } from '#shared/wallet/ledger';
import { beginTopUp } from '#shared/wallet/top-up';
import { loadWallet } from '#shared/wallet/wallet';
import { PAYSTACK_KEY } from '#tests/bench/cloud/cloud';
import type { SignedInAccount } from '#tests/support/accounts';
import { type MainCase, requestTo } from './main-case.ts';
import { accountWithWallets } from './people.ts';

const FULL_PAGE = 20;
const AMOUNT_KOBO = 50_000;

const addEntries = async ({ accountId }: SignedInAccount, count: number): Promise<void> => {
  const wallet = await loadWallet(serviceTable(), { accountId, environment: 'sandbox' });
  const entry = {
    type: 'credit',
    amountKobo: 1,
    actionKey: null,
    description: 'Wallet top-up',
    reference: null,
  } as const;
  await serviceTable().transact(post(wallet, Array<typeof entry>(count).fill(entry), Date.now()).operations);
};

/** A top-up that waits for its payment. */
const pendingTopUp = async (provider: 'simulated' | 'paystack', environment: 'sandbox' | 'live') => {
  const account = await accountWithWallets();
  const nowMs = Date.now();
  const reference = newId('top', nowMs);
  await serviceTable().write(
    beginTopUp({
      reference,
      accountId: account.accountId,
      environment,
      amountKobo: AMOUNT_KOBO,
      provider,
      authorizationUrl: `https://checkout.example/${reference}`,
      createdAt: isoTime(nowMs),
    }),
  );
  return { account, reference };
};

/** The main case of every endpoint of wallets. */
export const walletCases: Readonly<Record<string, MainCase>> = {
  'read-pricing-rates': async () => requestTo('read-pricing-rates', { headers: (await accountWithWallets()).headers }),
  'read-wallet': async () => requestTo('read-wallet', { headers: (await accountWithWallets()).headers }),
  'list-transactions': async () => {
    const account = await accountWithWallets();
    await addEntries(account, FULL_PAGE);
    return requestTo('list-transactions', {
      headers: account.headers,
      query: { environment: 'sandbox', limit: String(FULL_PAGE) },
    });
  },
  'start-top-up': async () => {
    const { headers } = await accountWithWallets();
    return requestTo('start-top-up', { headers, body: { amountKobo: AMOUNT_KOBO } });
  },
  'read-top-up': async () => {
    const { account, reference } = await pendingTopUp('simulated', 'sandbox');
    return requestTo('read-top-up', { headers: account.headers, pathParameters: { reference } });
  },
  'show-checkout': async () => {
    const { reference } = await pendingTopUp('simulated', 'sandbox');
    return requestTo('show-checkout', { pathParameters: { reference } });
  },
  'complete-checkout': async () => {
    const { reference } = await pendingTopUp('simulated', 'sandbox');
    return requestTo('complete-checkout', {
      pathParameters: { reference },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'outcome=success',
    });
  },
  'receive-paystack-callback': async () => {
    const { account, reference } = await pendingTopUp('paystack', 'live');
    const data = {
      reference: reference.replace('_', '-'),
      status: 'success',
      amount: AMOUNT_KOBO,
      currency: 'NGN',
      metadata: { accountId: account.accountId, environment: 'live' },
    };
    const body = JSON.stringify({ event: 'charge.success', data });
    const signature = createHmac('sha512', PAYSTACK_KEY).update(body).digest('hex');
    const headers = { 'x-paystack-signature': signature, 'content-type': 'application/json' };
    return requestTo('receive-paystack-callback', { headers, body });
  },
};
