import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { handler as meHandler } from '#functions/api/accounts/read-me';
import { readMe } from '#functions/api/accounts/read-me.contract';
import { handler as rotateHandler } from '#functions/api/api-keys/rotate-api-keys';
import { rotateApiKeys } from '#functions/api/api-keys/rotate-api-keys.contract';
import { handler as openHandler } from '#functions/api/embed/open-embed-session';
import { openEmbedSession } from '#functions/api/embed/open-embed-session.contract';
import { handler as applicantsHandler } from '#functions/api/kyb/list-applicants';
import { listApplicants } from '#functions/api/kyb/list-applicants.contract';
import { UsageError } from '#scripts/command-line/usage';
import { UserError } from '#scripts/local-cloud/user-error';
import { newApiKeys, rotationWrites } from '#shared/auth/api-keys/api-keys';
import { serviceTable } from '#shared/db/client';
import { widgetsOfAccount } from '#shared/onboarding/widgets/keys';
import { newId } from '#shared/platform/ids';
import { makeWorld, newEmail } from '#tests/integration/accounts/world';
import { embedEndpoint } from '#tests/integration/embed/call';
import { sessionCalls } from '#tests/integration/embed/session';
import { apiKeyFor, TEST_TAIL_KEY } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { createApplicantFor, createWidgetFor } from '#tests/support/onboarding';
import { operatorOn } from '#tests/support/operator';

const table = serviceTable();
const { run, audited } = operatorOn(table);
const me = endpoint(readMe, meHandler);
const applicants = endpoint(listApplicants, applicantsHandler);
const rotate = endpoint(rotateApiKeys, rotateHandler);
const open = embedEndpoint(openEmbedSession, openHandler);

const SUSPENDED = 'This account is suspended. Contact support.';

/** A person with an account, logged in, with a key of the sandbox and an open session of a form. */
const customer = async () => {
  const world = makeWorld();
  const { email, password, userId: accountId } = await world.verifiedAccount();
  const logIn = () => world.logIn({ email, password });
  const { cookies } = await logIn();
  const bearer = { headers: { authorization: `Bearer ${cookies['token']}` } };
  const key = await apiKeyFor({ accountId });
  const widget = await createWidgetFor({ accountId });
  const { session } = await createApplicantFor({ accountId }, widget);
  const visitor = sessionCalls(widget, session);
  return {
    ...{ world, email, accountId, logIn, cookies, key, widget, visitor },
    refresh: () => world.refresh({ refreshToken: cookies['refreshToken'] }),
    session: () => me(bearer),
    rotateKeys: () =>
      rotate(bearer, { headers: { 'idempotency-key': randomUUID() }, body: { environment: 'sandbox' } }),
    byKey: () => applicants({ headers: key.headers }),
    /** What each credential gets: a session, a key, a form. */
    statuses: async () => {
      const responses = [await me(bearer), await applicants({ headers: key.headers }), await visitor.read()];
      return responses.map(({ status }) => status);
    },
  };
};

describe('npm run ops -- suspend-account', () => {
  test('refuses every credential from the next request on, and resume-account restores each as it was', async () => {
    const { accountId, statuses, session, byKey, visitor, widget, logIn } = await customer();
    expect(await statuses()).toEqual([200, 200, 200]);

    expect(await run(['suspend-account', accountId, 'ticket 7'])).toBe(`${accountId} is suspended.`);
    for (const refused of [await session(), await byKey()]) {
      expect([refused.status, refused.body.code, refused.body.message]).toEqual([401, 'UNAUTHENTICATED', SUSPENDED]);
    }
    const read = await visitor.read();
    expect([read.status, read.body.code]).toEqual([403, 'WIDGET_NOT_LIVE']);
    expect(JSON.stringify(read.body)).not.toContain('suspend');
    const opened = await open({ body: { token: widget.embedLinkToken } });
    expect([opened.status, opened.body.code]).toEqual([403, 'WIDGET_NOT_LIVE']);
    const login = await logIn();
    expect([login.status, login.body.code, login.body.message]).toEqual([401, 'INVALID_CREDENTIALS', SUSPENDED]);
    expect(login.setCookies).toEqual([]);

    expect(await run(['resume-account', accountId])).toBe(`${accountId} is no longer suspended.`);
    expect(await statuses()).toEqual([200, 200, 200]);
    expect((await logIn()).status).toBe(200);
    expect(await audited(accountId)).toMatchObject([
      { action: 'account.resumed', after: { suspendedAt: null } },
      {
        action: 'account.suspended',
        before: { suspendedAt: null },
        after: { suspendedAt: expect.any(String), reason: 'ticket 7' },
      },
    ]);
  });

  test('refuses a refresh token, without a new one', async () => {
    const { accountId, refresh } = await customer();
    await run(['suspend-account', accountId, 'ticket 7']);
    const { status, body, cookies } = await refresh();
    expect([status, body.code, body.message]).toEqual([401, 'REFRESH_TOKEN_INVALID', SUSPENDED]);
    expect(cookies['refreshToken']).toBe('');
  });

  test('tells nothing to who has a wrong password, or a key that was rotated away', async () => {
    const { world, accountId, email, key } = await customer();
    await apiKeyFor({ accountId });
    await run(['suspend-account', accountId, 'ticket 7']);
    const wrong = await world.logIn({ email, password: 'another four plain words' });
    const nobody = await world.logIn({ email: newEmail(), password: 'another four plain words' });
    expect([wrong.status, wrong.body.message]).toEqual([nobody.status, nobody.body.message]);
    const rotated = await applicants({ headers: key.headers });
    expect([rotated.status, rotated.body.message]).not.toContain(SUSPENDED);
    expect(rotated.status).toBe(401);
  });

  test('holds also for a key whose rotation was in progress, and for one that is the first', async () => {
    for (const hasKeys of [true, false]) {
      const { userId: accountId } = await makeWorld().verifiedAccount();
      const owner = { accountId, environment: 'sandbox' } as const;
      if (hasKeys) await apiKeyFor({ accountId });
      const before = await run(['show-account', accountId]);
      expect(before).toContain(hasKeys ? 'API keys: 1' : 'API keys: none');
      await run(['suspend-account', accountId, 'ticket 7']);
      // The rotation read the keys before the suspension, and writes after it.
      const made = newApiKeys('sandbox', TEST_TAIL_KEY, Date.now());
      const late = await table.transact(rotationWrites(owner, undefined, made, 0, Date.now()));
      expect(late.written).toBe(false);
      const { headers } = await apiKeyFor({ accountId });
      expect((await applicants({ headers })).body.message).toBe(SUSPENDED);
      await run(['resume-account', accountId]);
      expect((await applicants({ headers })).status).toBe(200);
    }
  });

  test('changes nothing the second time, and nothing in a dry run', async () => {
    const { accountId, statuses } = await customer();
    expect(await run(['suspend-account', accountId, 'ticket 7'], { 'dry-run': true })).toContain('(not done: dry run)');
    expect(await statuses()).toEqual([200, 200, 200]);
    expect(await run(['resume-account', accountId])).toBe(`${accountId} is not suspended.`);
    expect(await audited(accountId)).toEqual([]);
    await run(['suspend-account', accountId, 'ticket 7']);
    expect(await run(['suspend-account', accountId, 'ticket 8'])).toContain(`${accountId} is suspended since 20`);
    expect(await audited(accountId)).toHaveLength(1);
  });

  test('closes every form of an account with many', async () => {
    const { accountId } = await customer();
    await Promise.all(Array.from({ length: 25 }, () => createWidgetFor({ accountId })));
    const last = await createWidgetFor({ accountId });
    await run(['suspend-account', accountId, 'ticket 7']);
    const stored = await table.queryAll(
      { index: 'gsi1', partition: widgetsOfAccount(accountId).cells('sandbox') },
      { most: 100, why: 'made here' },
    );
    expect(stored.map(({ suspendedAt }) => typeof suspendedAt)).toEqual(Array(27).fill('string'));
    expect((await open({ body: { token: last.embedLinkToken } })).body.code).toBe('WIDGET_NOT_LIVE');
  });
});

describe('npm run ops -- end-sessions', () => {
  test('ends every session at once; a new login and the keys work', async () => {
    const { accountId, session, refresh, byKey, logIn } = await customer();
    const report = `Every session of ${accountId} has ended`;
    expect(await run(['end-sessions', accountId], { 'dry-run': true })).toBe(`${report} (not done: dry run).`);
    expect((await session()).status).toBe(200);
    expect(await run(['end-sessions', accountId])).toBe(`${report}.`);
    expect([(await session()).status, (await refresh()).status]).toEqual([401, 401]);
    expect([(await byKey()).status, (await logIn()).status]).toEqual([200, 200]);
    expect(await audited(accountId)).toMatchObject([
      { action: 'sessions.ended', before: { sessionsValidFrom: 0 }, after: { sessionsValidFrom: 1 } },
    ]);
  });
});

describe('npm run ops -- revoke-keys', () => {
  test('ends the keys of one environment; the owner can create new ones', async () => {
    const { accountId, key, byKey, rotateKeys } = await customer();
    const live = await apiKeyFor({ accountId }, 'live');
    expect(await run(['revoke-keys', accountId, 'sandbox'])).toBe(
      `${key.keyId} of ${accountId} in sandbox no longer work.`,
    );
    expect([(await byKey()).status, (await applicants({ headers: live.headers })).status]).toEqual([401, 200]);
    expect(await run(['revoke-keys', accountId, 'sandbox'])).toBe(`${accountId} has no API keys in sandbox.`);
    expect(await audited(accountId)).toMatchObject([
      { action: 'api_keys.revoked', before: { environment: 'sandbox', keys: key.keyId } },
    ]);
    const { status, body } = await rotateKeys();
    expect(status).toBe(201);
    const headers = { authorization: `Bearer ${body.data.secretKey}` };
    expect((await applicants({ headers })).status).toBe(200);
  });

  test('names an environment that does not exist', async () => {
    const { accountId } = await customer();
    await expect(run(['revoke-keys', accountId, 'test'])).rejects.toThrow('test is neither sandbox nor live.');
  });
});

describe('npm run ops -- show-account', () => {
  test('shows by id or address what support needs, and no secret', async () => {
    const { accountId, email, key, cookies } = await customer();
    const shown = await run(['show-account', accountId]);
    expect(await run(['show-account', ` ${email.toUpperCase()}`])).toBe(shown);
    expect(shown).toContain(`${accountId} ${email}, verified 20`);
    expect(shown).toMatch(/role: member\nsuspended: no\nsessions: 1\n {2}ses_/);
    expect(shown).toContain(`${key.keyId} sandbox test_sk_****${key.secretKey.slice(-4)} since`);
    expect(shown).toContain('sandbox: 9950000 kobo, 2 transactions, automatic top-ups off');
    expect(shown).toMatch(/companies: 0 sandbox, 0 live$/);
    for (const secret of [key.secretKey, cookies['token'], cookies['refreshToken']])
      expect(shown).not.toContain(secret);
    await run(['suspend-account', accountId, 'ticket 7']);
    expect(await run(['show-account', accountId])).toContain('suspended: since 20');
  });

  test.each(['show-account', 'end-sessions', 'resume-account'])(
    '%s names an account that does not exist',
    async (command) => {
      for (const named of [newId('usr', Date.now()), 'nobody', 'usr_#']) {
        await expect(run([command, named])).rejects.toThrow(new UserError(`Account ${named} does not exist.`));
      }
    },
  );

  test('names an address without an account', async () => {
    await expect(run(['show-account', newEmail()])).rejects.toThrow('There is no verified account');
  });
});

describe('a command that changes the stage prod', () => {
  test.each([[['suspend-account', 'usr_1', 'ticket 7']], [['recover-deliveries']], [['rotate-secret', 'vault']]])(
    '%j needs --yes-prod, except for a dry run',
    (words) => {
      const refused = new UsageError('This changes the stage prod. Add --yes-prod to do it.');
      expect(() => run(words, { stage: 'prod' })).toThrow(refused);
    },
  );
});
