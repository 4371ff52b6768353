import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/monitoring/remove-watch';
import { removeWatch } from '#functions/api/monitoring/remove-watch.contract';
import { findCompany } from '#shared/companies/transfer';
import { serviceTable } from '#shared/db/client';
import { watchesOfAccount } from '#shared/monitoring/watches/keys';
import { findWatch } from '#shared/monitoring/watches/watch-repository';
import { newId } from '#shared/platform/ids';
import { addEntries, entry, openBoth, walletOwner } from '#tests/integration/wallet/support';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { createCompanyFor } from '#tests/support/companies';
import { securitySuite } from '#tests/support/security-suite';
import { beginWatchFor } from '#tests/support/watches';
import { DAY_MS, MONTH_KOBO, watchSince } from './renewal-world.ts';

const call = endpoint(removeWatch, handler);
const table = serviceTable();

const remove = (account: SignedInAccount, vendorId: string) => call(account, { pathParameters: { vendorId } });

const countOf = async (accountId: string) => (await table.get(watchesOfAccount(accountId).counts))?.['live'];

/** A watch of an account with a session. */
const watched = async (startMs: number = Date.now()) => {
  const world = await watchSince(startMs, 0);
  const account = await signedInAccount({ accountId: world.place.accountId });
  return { world, account, vendorId: world.vendorId };
};

describe('removing a watch', () => {
  test('ends it at once, without a refund: it is not notified, not counted, and not charged any more', async () => {
    const { world, account, vendorId } = await watched();
    await world.credit(3);
    const dueMs = await world.dueMs();
    expect((await remove(account, vendorId)).body).toStrictEqual({
      success: true,
      message: 'You no longer watch this vendor.',
    });
    expect([await world.isWatcher(), await world.activeWatches(), await countOf(account.accountId)]).toStrictEqual([
      false,
      0,
      0,
    ]);
    await world.run(dueMs);
    expect(await world.chargedMonths()).toBe(1);
    const again = await remove(account, vendorId);
    expect([again.status, again.body.code]).toStrictEqual([404, 'VENDOR_NOT_FOUND']);
  });

  test('that is paused does not lower its vendor’s count, because it was not counted', async () => {
    const { world, account, vendorId } = await watched(Date.parse('2027-01-10T09:00:00.000Z'));
    const other = { accountId: await walletOwner(), environment: 'live' } as const;
    await addEntries(other.accountId, 'live', [entry('credit', MONTH_KOBO)]);
    await beginWatchFor(other, Date.now(), await findCompany(table, vendorId));
    const dueMs = await world.dueMs();
    await world.run(dueMs);
    await world.run(dueMs + 3 * DAY_MS);
    expect(await world.activeWatches()).toBe(1);
    expect([(await remove(account, vendorId)).status, await world.activeWatches()]).toStrictEqual([200, 1]);
    expect((await findWatch(table, other, vendorId))?.status).toBe('active');
  });

  test('twenty times at once ends it once', async () => {
    const { world, account, vendorId } = await watched();
    await world.credit(1);
    const second = await beginWatchFor(world.place);
    const responses = await Promise.all(Array.from({ length: 20 }, () => remove(account, vendorId)));
    expect(responses.map(({ status }) => status).sort()).toStrictEqual([200, ...Array(19).fill(404)]);
    expect([await countOf(account.accountId), await world.activeWatches()]).toStrictEqual([1, 0]);
    expect(await findWatch(table, world.place, second.vendorId)).toBeDefined();
  });

  test('that does not exist is the same 404, whatever the vendor is', async () => {
    const { vendorId } = await watched();
    const account = await signedInAccount();
    const own = await createCompanyFor(account, { environment: 'live' });
    const responses = [];
    for (const id of [vendorId, own.id, newId('cmp', Date.now()), 'cmp_x', 'a#b']) {
      const { status, body } = await remove(account, id);
      responses.push(JSON.stringify([status, body]));
    }
    expect(new Set(responses).size).toBe(1);
    expect(responses[0]).toContain('VENDOR_NOT_FOUND');
  });
});

securitySuite({
  contract: removeWatch,
  handler,
  environment: 'live',
  request: async ({ accountId }) => {
    await openBoth(accountId);
    await addEntries(accountId, 'live', [entry('credit', 100_000)]);
    const { vendorId } = await beginWatchFor({ accountId, environment: 'live' });
    return { pathParameters: { vendorId } };
  },
  missing: () => ({ pathParameters: { vendorId: newId('cmp', Date.now()) } }),
});
