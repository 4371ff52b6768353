import { describe, expect, test } from 'vitest';
import { UserError } from '#scripts/local-cloud/user-error';
import { setAddressBudget } from '#scripts/ops/address-budget';
import { readCapKobo } from '#shared/addresses/address-budget';
import { readAuditPage } from '#shared/audit/audit-pages';
import { newId } from '#shared/platform/ids';
import { makeWorld } from '#tests/integration/accounts/world';
import { ownTable } from '#tests/support/own-table';

const STAGE_CAP_KOBO = 10_000_000;

/** An account and an operator on a test's own table. */
const setup = async () => {
  const table = await ownTable();
  const { verifiedAccount, now } = makeWorld(table);
  const { userId: accountId } = await verifiedAccount();
  return {
    accountId,
    set: (cap: string, account = accountId) =>
      setAddressBudget({ accountId: account, cap, dryRun: false, userName: 'ada' }, { table, clock: now }),
    cap: () => readCapKobo(table, accountId, STAGE_CAP_KOBO),
    entries: async () => (await readAuditPage(table, {}, { page: 1, limit: 100 })).entries,
  };
};

describe('npm run ops -- set-address-budget', () => {
  test("sets an account's own cap, changes it and removes it, with an audit entry each time", async () => {
    const { accountId, set, cap, entries } = await setup();
    expect(await cap()).toBe(STAGE_CAP_KOBO);
    expect(await set('25000000')).toBe(
      `${accountId} may spend at most 25000000 kobo on address verifications in a month now.`,
    );
    expect(await cap()).toBe(25_000_000);
    await set('0');
    expect(await cap()).toBe(0);
    expect(await set('stage')).toContain('as much as the stage allows');
    expect(await cap()).toBe(STAGE_CAP_KOBO);
    const common = { by: 'operator:ada', action: 'address_budget.changed', target: accountId, requestId: null };
    expect(await entries()).toMatchObject([
      { ...common, before: { capKobo: 0 }, after: { capKobo: null } },
      { ...common, before: { capKobo: 25_000_000 }, after: { capKobo: 0 } },
      { ...common, before: { capKobo: null }, after: { capKobo: 25_000_000 } },
    ]);
  });

  test('without a change leaves no audit entry', async () => {
    const { set, entries } = await setup();
    expect(await set('stage')).toMatch(/ already\.$/);
    await set('5');
    expect(await set('5')).toMatch(/ already\.$/);
    expect(await entries()).toHaveLength(1);
  });

  test('by two operators at once takes effect one after the other', async () => {
    const { set, cap, entries } = await setup();
    await Promise.all(['1', '2', '3', '4'].map((amount) => set(amount)));
    const all = await entries();
    expect(all).toHaveLength(4);
    expect(all.at(0)?.after).toStrictEqual({ capKobo: await cap() });
    expect(all.map(({ before }) => before?.['capKobo']).slice(0, 3)).toStrictEqual(
      all.map(({ after }) => after?.['capKobo']).slice(1),
    );
  });

  test('is refused for an unknown account, and for an invalid amount', async () => {
    const { set, cap, entries } = await setup();
    for (const account of [newId('usr', Date.now()), 'usr_1', 'a#b']) {
      await expect(set('1', account)).rejects.toThrow(UserError);
    }
    for (const amount of ['', '-1', '1.5', '1e6', 'much', '9'.repeat(17)])
      await expect(set(amount)).rejects.toThrow(UserError);
    expect([await cap(), await entries()]).toStrictEqual([STAGE_CAP_KOBO, []]);
  });
});
