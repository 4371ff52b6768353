import { describe, expect, test } from 'vitest';
import { readEmailOf } from '#shared/auth/accounts/account';
import { authKeys } from '#shared/auth/keys';
import { serviceTable } from '#shared/db/client';
import { put } from '#shared/db/expressions';
import type { ServiceEvent } from '#shared/events/outbox';
import type { OutgoingMail, SendMail } from '#shared/mails/queue/mail-queue';
import { makeLogger } from '#shared/platform/logger';
import { post, withWallet } from '#shared/wallet/ledger';
import { loadWallet } from '#shared/wallet/wallet';
import { mailWalletNotice } from '#shared/wallet/wallet-notices';
import { settleNow } from '#tests/support/ledgers';
import { eventsOfAccount } from '#tests/support/outbox';
import { addEntries, entry, setThreshold, walletOwner } from './support.ts';

const table = serviceTable();
const EMAIL = 'owner@adire.example';

/** The owner of a sandbox wallet of 10,000,000 kobo with this threshold. */
const ownerWith = async (thresholdKobo: number): Promise<string> => {
  const accountId = await walletOwner();
  await table.write(put({ ...authKeys.account(accountId), accountId, email: EMAIL }));
  await setThreshold(accountId, thresholdKobo);
  return accountId;
};

const debit = async (accountId: string, amountKobo: number): Promise<void> => {
  const wallet = await loadWallet(table, { accountId, environment: 'sandbox' });
  await withWallet(wallet, async (current) => {
    const { operations } = post(current, [entry('debit', amountKobo)], Date.now());
    return { result: await table.transact(operations), value: undefined };
  });
};

/** The crossings of a wallet, which are found when its entries are settled. */
const crossingsOf = async (accountId: string): Promise<ServiceEvent[]> => {
  await settleNow({ accountId, environment: 'sandbox' });
  return eventsOfAccount(accountId, 'wallet.balance.low');
};

/** The mails that workers order. */
const mailWorld = () => {
  const mails: OutgoingMail[] = [];
  const sendMail: SendMail<'mails'> = async (mail) => void mails.push(mail);
  const emailOf = (accountId: string) => readEmailOf(table, { accountId });
  const effects = { emailOf, log: makeLogger({}, () => {}) };
  return { mails, mail: (event: ServiceEvent) => mailWalletNotice(event, { ...effects, sendMail }) };
};

describe('The owner of a wallet is mailed about a low balance', () => {
  test('for the one debit of many at once that crosses the threshold', async () => {
    const accountId = await ownerWith(9_990_000);
    await Promise.all(Array.from({ length: 20 }, () => debit(accountId, 1_000)));
    expect(await crossingsOf(accountId)).toMatchObject([
      { environment: 'sandbox', widgetId: null, data: { thresholdKobo: 9_990_000, balanceKobo: 9_989_000 } },
    ]);
  });

  test('again after the balance was back at the threshold', async () => {
    const accountId = await ownerWith(9_990_000);
    await debit(accountId, 20_000);
    await debit(accountId, 1_000);
    await addEntries(accountId, 'sandbox', [entry('credit', 11_000)]);
    expect(await crossingsOf(accountId)).toHaveLength(1);
    await debit(accountId, 1);
    expect(await crossingsOf(accountId)).toMatchObject([{}, { data: { balanceKobo: 9_989_999 } }]);
  });

  test('by the threshold in force when it is posted, although it was computed before that changed', async () => {
    const accountId = await ownerWith(0);
    const stale = await loadWallet(table, { accountId, environment: 'sandbox' });
    await setThreshold(accountId, 9_995_000);
    await withWallet(stale, async (current) => {
      const { operations } = post(current, [entry('debit', 10_000)], Date.now());
      return { result: await table.transact(operations), value: undefined };
    });
    expect(await crossingsOf(accountId)).toMatchObject([{ data: { thresholdKobo: 9_995_000 } }]);
  });

  test('not if mails are off', async () => {
    const accountId = await ownerWith(9_990_000);
    await setThreshold(accountId, 0);
    await debit(accountId, 10_000_000);
    expect(await crossingsOf(accountId)).toEqual([]);
  });
});

describe('The mail about a crossing', () => {
  const crossing = async (): Promise<ServiceEvent> => {
    const accountId = await ownerWith(9_990_000);
    await debit(accountId, 20_000);
    const [event] = await crossingsOf(accountId);
    if (!event) throw new Error('Nothing was crossed');
    return event;
  };

  test('is ordered under the id of its event, however often that arrives, so that one is sent', async () => {
    const world = mailWorld();
    const event = await crossing();
    for (const _ of [1, 2]) await world.mail(event);
    const ordered = {
      id: event.eventId,
      mail: {
        to: EMAIL,
        template: 'lowBalance',
        data: {
          environment: 'sandbox',
          balanceKobo: 9_980_000,
          thresholdKobo: 9_990_000,
          crossedAt: event.occurredAt,
        },
      },
      accountId: event.accountId,
    };
    expect(world.mails).toEqual([ordered, ordered]);
  });

  test('is dropped if the account no longer has an address', async () => {
    const world = mailWorld();
    const event = await crossing();
    await world.mail({ ...event, accountId: await walletOwner() });
    expect(world.mails).toEqual([]);
  });

  test('is not sent for events of another kind', async () => {
    const event = await crossing();
    await expect(mailWorld().mail({ ...event, type: 'kyb.applicant.created' })).rejects.toThrow(TypeError);
  });
});
