import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/admin/list-audit-entries';
import { listAuditEntries } from '#functions/api/admin/list-audit-entries.contract';
import { setRole } from '#scripts/ops/make-admin';
import { readAuditPage } from '#shared/audit/audit-pages';
import { readUnverifiedClaims } from '#shared/http/caller/access-token-verifier';
import type { AccountRole } from '#shared/http/caller/account-access';
import { makeWorld, newEmail } from '#tests/integration/accounts/world';
import { call, testKit } from '#tests/integration/kit/test-kit';
import { requestTo } from '#tests/support/call';
import { ownTable } from '#tests/support/own-table';

/** Accounts, an operator and the audit endpoint on a test's own table. */
const setup = async () => {
  const table = await ownTable();
  const world = makeWorld(table);
  const audit = handler.with({}, testKit({ table: () => table }));
  return {
    ...world,
    setRole: (email: string, role: AccountRole, userName = 'ops') =>
      setRole({ email, role, userName }, { table, clock: world.now }),
    /** Lists the audit entries with the access token of a login. */
    list: (cookies: Readonly<Record<string, string>>) =>
      call(audit, requestTo(listAuditEntries, { headers: { authorization: `Bearer ${cookies['token']}` } })),
    entries: async () => (await readAuditPage(table, {}, { page: 1, limit: 100 })).entries,
  };
};

describe('npm run make-admin', () => {
  test('takes effect with the next request of an open session, in both directions, and leaves an audit entry each time', async () => {
    const { verifiedAccount, logIn, setRole: set, list } = await setup();
    const { email, password, userId } = await verifiedAccount();
    const { cookies } = await logIn({ email, password });
    expect((await list(cookies)).status).toBe(403);

    expect(await set(` ${email.toUpperCase()} `, 'admin', 'ada')).toBe(`${userId} is now an administrator.`);
    const { status, body } = await list(cookies);
    expect(status).toBe(200);
    expect(body.data).toMatchObject([
      {
        by: 'operator:ada',
        action: 'role.changed',
        target: userId,
        before: { role: 'member' },
        after: { role: 'admin' },
        requestId: null,
      },
    ]);

    expect(await set(email, 'member')).toBe(`${userId} is no longer an administrator.`);
    const refused = await list(cookies);
    expect([refused.status, refused.body.code]).toStrictEqual([403, 'FORBIDDEN']);
  });

  test('the access token of the next login names the role', async () => {
    const { verifiedAccount, logIn, setRole: set } = await setup();
    const { email, password } = await verifiedAccount();
    await set(email, 'admin');
    const { cookies } = await logIn({ email, password });
    expect(readUnverifiedClaims(cookies['token'] ?? '')).toMatchObject({ role: 'admin' });
  });

  test('repeated, changes nothing, says so, and leaves no entry', async () => {
    const { verifiedAccount, setRole: set, entries } = await setup();
    const { email, userId } = await verifiedAccount();
    expect(await set(email, 'member')).toBe(`${userId} is not an administrator.`);
    await set(email, 'admin');
    expect(await set(email, 'admin')).toBe(`${userId} is already an administrator.`);
    expect(await entries()).toHaveLength(1);
  });

  test('run ten times at once, takes effect once for one account, and for each of ten accounts', async () => {
    const { verifiedAccount, setRole: set, entries } = await setup();
    const { email } = await verifiedAccount();
    await Promise.all(Array.from({ length: 10 }, () => set(email, 'admin')));
    expect(await entries()).toHaveLength(1);

    const accounts = await Promise.all(Array.from({ length: 10 }, () => verifiedAccount()));
    await Promise.all(accounts.map((account) => set(account.email, 'admin')));
    const made = await entries();
    expect(made.map(({ number }) => number)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(new Set(made.slice(0, 10).map(({ target }) => target))).toEqual(
      new Set(accounts.map(({ userId }) => userId)),
    );
    const times = made.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...new Set(times)].sort().reverse());
  });

  test('refuses an invalid address or one without a verified account, in one line', async () => {
    const { signUp, setRole: set, entries } = await setup();
    const pending = newEmail();
    await signUp({ email: pending, password: 'four plain words here' });
    for (const email of [newEmail(), pending]) {
      await expect(set(email, 'admin')).rejects.toThrow(
        `There is no verified account with the email address ${email}.`,
      );
    }
    await expect(set('ada', 'admin')).rejects.toThrow('ada is not an email address.');
    expect(await entries()).toEqual([]);
  });
});
