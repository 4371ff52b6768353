import { expect, test } from 'vitest';
import { handler } from '#functions/api/monitoring/add-watch';
import { addWatch } from '#functions/api/monitoring/add-watch.contract';
import { serviceTable } from '#shared/db/client';
import { watchesOfAccount } from '#shared/monitoring/watches/keys';
import { listWatches } from '#shared/monitoring/watches/watch-repository';
import { accountWithWallets, addEntries, entry, expectSoundLedger } from '#tests/integration/wallet/support';
import { endpoint } from '#tests/support/call';
import { insistently } from '#tests/support/insistently';
import { createUnownedCompany } from '#tests/support/watches';

const add = endpoint(addWatch, handler);

const WATCHES = 50;
const COVERED = 20;
const MONTH_KOBO = 100_000;

test('of 50 watches at once of a wallet that covers 20 months, those begin, the others are 402, and it is empty', {
  timeout: 120_000,
}, async () => {
  const account = await accountWithWallets();
  const { accountId } = account;
  const place = { accountId, environment: 'live' } as const;
  await addEntries(accountId, 'live', [entry('credit', COVERED * MONTH_KOBO)]);
  const companies = await Promise.all(Array.from({ length: WATCHES }, () => createUnownedCompany(place)));

  const responses = await Promise.all(
    companies.map(({ id: vendorId }) => insistently(() => add(account, { body: { vendorId } }))),
  );

  const statuses = Map.groupBy(responses, ({ status }) => status);
  expect([...statuses].map(([status, { length }]) => [status, length]).sort()).toStrictEqual([
    [201, COVERED],
    [402, WATCHES - COVERED],
  ]);
  expect(await listWatches(serviceTable(), place)).toHaveLength(COVERED);
  expect((await serviceTable().get(watchesOfAccount(accountId).counts))?.['live']).toBe(COVERED);
  const ledger = await expectSoundLedger(accountId, 'live');
  expect([ledger.length, ledger.at(-1)?.balanceAfterKobo]).toStrictEqual([1 + COVERED, 0]);
});
