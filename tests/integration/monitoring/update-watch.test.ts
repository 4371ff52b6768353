import { describe, expect, test } from 'vitest';
import { handler as listHandler } from '#functions/api/monitoring/list-watches';
import { listWatches } from '#functions/api/monitoring/list-watches.contract';
import { handler } from '#functions/api/monitoring/update-watch';
import { updateWatch } from '#functions/api/monitoring/update-watch.contract';
import { newId } from '#shared/platform/ids';
import { accountWithWallets, addEntries, entry, openBoth } from '#tests/integration/wallet/support';
import type { SignedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { createCompanyFor } from '#tests/support/companies';
import { securitySuite } from '#tests/support/security-suite';
import { beginWatchFor } from '#tests/support/watches';

const call = endpoint(updateWatch, handler);
const list = endpoint(listWatches, listHandler);

const label = (account: SignedInAccount, vendorId: string, body: unknown) =>
  call(account, { pathParameters: { vendorId }, body });

/** The vendor that an account begins to watch. */
const watchedBy = async (accountId: string): Promise<string> => {
  await addEntries(accountId, 'live', [entry('credit', 100_000)]);
  return (await beginWatchFor({ accountId, environment: 'live' })).vendorId;
};

/** A vendor that an account watches. */
const watched = async () => {
  const account = await accountWithWallets();
  return { account, vendorId: await watchedBy(account.accountId) };
};

describe('changing the label of a watched vendor', () => {
  test('sets it, or removes it with null, and reads show the change', async () => {
    const { account, vendorId } = await watched();
    const set = await label(account, vendorId, { label: ' Cloth ' });
    expect([set.status, set.body.data.label, set.body.data.vendorId]).toEqual([200, 'Cloth', vendorId]);
    expect((await list(account)).body.data).toMatchObject([{ vendorId, label: 'Cloth', active: true }]);
    const removed = await label(account, vendorId, { label: null });
    expect([removed.status, removed.body.data.label]).toEqual([200, null]);
    expect((await list(account)).body.data).toMatchObject([{ vendorId, label: null }]);
    expect((await label(account, vendorId, { label: null })).status).toBe(200);
  });

  test('makes the vendor findable by the label', async () => {
    const { account, vendorId } = await watched();
    await label(account, vendorId, { label: 'Étoffes d’été' });
    const found = async (search: string) => (await list(account, { query: { search } })).body.pagination.total;
    expect([await found('etoffes'), await found('wool')]).toEqual([1, 0]);
    await label(account, vendorId, { label: null });
    expect(await found('etoffes')).toBe(0);
  });

  test('is refused with the problem, and for an owner who does not watch it', async () => {
    const { account, vendorId } = await watched();
    for (const body of [{}, { label: '' }, { label: 'n'.repeat(121) }, { label: 7 }]) {
      const { status, body: refusal } = await label(account, vendorId, body);
      expect([status, refusal.details[0].path]).toEqual([400, 'label']);
    }
    const company = await createCompanyFor(account, { environment: 'live' });
    expect((await label(account, company.id, { label: 'Mine' })).body.code).toBe('VENDOR_NOT_FOUND');
  });
});

securitySuite({
  contract: updateWatch,
  handler,
  environment: 'live',
  request: async ({ accountId }) => {
    await openBoth(accountId);
    return { pathParameters: { vendorId: await watchedBy(accountId) }, body: { label: 'Cloth' } };
  },
  missing: () => ({ pathParameters: { vendorId: newId('cmp', Date.now()) }, body: { label: 'Cloth' } }),
});
