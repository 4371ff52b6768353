import { expect, test } from 'vitest';
import { handler } from '#functions/api/kyb/create-applicant';
import { createApplicant } from '#functions/api/kyb/create-applicant.contract';
import { serviceTable } from '#shared/db/client';
import { loadWallet } from '#shared/wallet/wallet';
import { accountWithWallets, addEntries, entry, expectSoundLedger } from '#tests/integration/wallet/support';
import { endpoint } from '#tests/support/call';
import { insistently } from '#tests/support/insistently';
import { createWidgetFor } from '#tests/support/onboarding';

const create = endpoint(createApplicant, handler);

const CHARGES = 300;
const COVERED = 100;
const FEE_KOBO = 50_000;

test('of 300 charges at once of a wallet that covers exactly 100, those succeed, the others are 402, and it is empty', {
  timeout: 180_000,
}, async () => {
  const account = await accountWithWallets();
  const { accountId } = account;
  await addEntries(accountId, 'live', [entry('credit', COVERED * FEE_KOBO)]);
  const widget = await createWidgetFor(account, { environment: 'live' });
  const pathParameters = { id: widget.id };

  const responses = await Promise.all(
    Array.from({ length: CHARGES }, (_, index) =>
      insistently(() =>
        create(account, { pathParameters, body: {}, headers: { 'idempotency-key': `charge-${index}` } }),
      ),
    ),
  );

  const statuses = Map.groupBy(responses, ({ status }) => status);
  expect([...statuses].map(([status, { length }]) => [status, length]).sort()).toEqual([
    [201, COVERED],
    [402, CHARGES - COVERED],
  ]);
  expect(new Set(statuses.get(402)?.map(({ body }) => body.code))).toEqual(new Set(['INSUFFICIENT_BALANCE']));
  const ledger = await expectSoundLedger(accountId, 'live');
  expect(ledger).toHaveLength(1 + COVERED);
  expect(new Set(ledger.map(({ reference }) => reference)).size).toBe(1 + COVERED);
  expect(await loadWallet(serviceTable(), { accountId, environment: 'live' })).toMatchObject({
    balanceKobo: 0,
    debitCount: COVERED,
  });
});
