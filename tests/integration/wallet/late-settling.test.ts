import { expect, test } from 'vitest';
import { handler as watchHandler } from '#functions/api/monitoring/add-watch';
import { addWatch } from '#functions/api/monitoring/add-watch.contract';
import { handler as balanceHandler } from '#functions/api/sandbox/set-sandbox-wallet';
import { setSandboxWallet } from '#functions/api/sandbox/set-sandbox-wallet.contract';
import { handler as thresholdHandler } from '#functions/api/wallet/set-threshold';
import { setThreshold as setThresholdContract } from '#functions/api/wallet/set-threshold.contract';
import { serviceTable } from '#shared/db/client';
import { update } from '#shared/db/expressions';
import { isoTime } from '#shared/platform/clock';
import type { Environment } from '#shared/platform/environments';
import { walletKeys } from '#shared/wallet/keys';
import { modelThat, senderTo } from '#tests/integration/chat/world';
import type { SignedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { createChatFor } from '#tests/support/chats';
import { eventsOfAccount } from '#tests/support/outbox';
import { createUnownedCompany } from '#tests/support/watches';
import { accountWithWallets, addEntries, entry, expectSoundLedger, setThreshold } from './support.ts';

const MINUTE_MS = 60_000;

/** An account with a debit that crossed the threshold a minute ago, and that the stream has not settled. */
const lateIn = async (environment: Environment): Promise<SignedInAccount> => {
  const account = await accountWithWallets();
  const { accountId } = account;
  await addEntries(accountId, environment, [entry('credit', 10_000_000)]);
  await setThreshold(accountId, 9_999_000, environment);
  await addEntries(accountId, environment, [entry('debit', environment === 'live' ? 5_000 : 10_005_000)]);
  const { written } = await serviceTable().write(
    update(walletKeys.wallet(accountId, environment), {
      set: { 'unsettled[0]>createdAt': isoTime(Date.now() - MINUTE_MS) },
      when: { pk: 'exists' },
    }),
  );
  expect(written).toBe(true);
  expect(await eventsOfAccount(accountId, 'wallet.balance.low')).toEqual([]);
  return account;
};

const callWatch = endpoint(addWatch, watchHandler);
const callBalance = endpoint(setSandboxWallet, balanceHandler);
const callThreshold = endpoint(setThresholdContract, thresholdHandler);

const CALLS: readonly (readonly [string, Environment, (account: SignedInAccount) => Promise<{ status: number }>])[] = [
  [
    'add-watch',
    'live',
    async (account) => {
      const { id: vendorId } = await createUnownedCompany({ accountId: account.accountId, environment: 'live' });
      return callWatch(account, { body: { vendorId } });
    },
  ],
  [
    'send-message',
    'live',
    async (account) => {
      const { id } = await createChatFor(account, { environment: 'live' });
      return senderTo(modelThat(() => ({})).model)(account, id);
    },
  ],
  ['set-sandbox-wallet', 'sandbox', (account) => callBalance(account, { body: { balanceKobo: 5 } })],
  [
    'set-threshold',
    'sandbox',
    (account) => callThreshold(account, { query: { environment: 'sandbox' }, body: { thresholdKobo: 1 } }),
  ],
];

test.each(CALLS)('%s settles a debit that is late, and reports the threshold that it crossed', async (...call) => {
  const [, environment, request] = call;
  const account = await lateIn(environment);
  expect((await request(account)).status).toBeLessThan(300);
  expect(await eventsOfAccount(account.accountId, 'wallet.balance.low')).toMatchObject([
    { data: { thresholdKobo: 9_999_000 } },
  ]);
  await expectSoundLedger(account.accountId, environment);
});
