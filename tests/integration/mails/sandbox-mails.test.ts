import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/sandbox/list-sandbox-mails';
import { listSandboxMails } from '#functions/api/sandbox/list-sandbox-mails.contract';
import { emailKey } from '#shared/auth/accounts/email-key';
import { serviceTable } from '#shared/db/client';
import { put } from '#shared/db/expressions';
import { mailKeys } from '#shared/mails/keys';
import { testKit } from '#tests/integration/kit/test-kit';
import { apiKeyFor, signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { securitySuite } from '#tests/support/security-suite';
import { decided, followed, mailWorld, newAddress, newOwner } from './world.ts';

const DAY_MS = 24 * 60 * 60_000;

describe('A mail about an applicant of the sandbox', () => {
  test('is kept for its account, and nobody is mailed', async () => {
    const { accountId } = await newOwner();
    const { deliver, sent, counted, lines } = mailWorld();
    const to = newAddress();
    await deliver(decided(accountId, to));
    expect(sent).toEqual([]);
    expect(counted).toEqual(['MailsKept']);
    const { data } = (await list({ accountId })).body;
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ code: 'MAIL_KEPT', accountId, mailId: data[0].id }]);
    expect(data).toMatchObject([
      {
        id: expect.stringMatching(/^mail_/),
        to,
        subject: '[Test] Your application to Adire',
        text: expect.stringMatching(/^This is a test email/),
        html: expect.stringContaining('<p>Your application to Adire was approved.</p>'),
      },
    ]);
  });

  test("is sent, marked as a test, to the account's own address and to one that has confirmed it", async () => {
    const { accountId, email } = await newOwner();
    const { deliver, sent } = mailWorld();
    const confirmed = newAddress();
    const key = mailKeys.followerAddress(accountId, emailKey(confirmed));
    await serviceTable().write(put({ ...key, confirmedAt: '2026-11-21T14:03:27.412Z' }));
    await deliver(decided(accountId, email.toUpperCase()));
    await deliver(followed(accountId, confirmed, 'sandbox'));
    expect(sent).toMatchObject([
      { to: email.toUpperCase(), isTest: true },
      { to: confirmed, isTest: true },
    ]);
    expect((await list({ accountId })).body.data).toEqual([]);
  });

  test('is kept although another account has confirmed the address', async () => {
    const [mine, other] = [await newOwner(), await newOwner()];
    const { deliver, sent } = mailWorld();
    await deliver(decided(mine.accountId, other.email));
    expect(sent).toEqual([]);
  });

  test('from live goes to the applicant, and to followers of applicants only once their address is confirmed', async () => {
    const { accountId } = await newOwner();
    const { deliver, sent, counted } = mailWorld();
    const to = newAddress();
    await deliver(decided(accountId, to, 'live'));
    await deliver(followed(accountId, to, 'live'));
    expect(sent).toMatchObject([{ to, template: 'applicantDecided', isTest: false }]);
    expect(counted).toEqual(['MailsUnwanted unconfirmed']);
    expect((await list({ accountId })).body.data).toEqual([]);
  });
});

const list = async ({ accountId }: { accountId: string }, query: Record<string, string> = {}, nowMs = Date.now()) => {
  const kit = testKit({ clock: () => nowMs });
  return endpoint(listSandboxMails, handler.with({}, kit))(await signedInAccount({ accountId, signedInAtMs: nowMs }), {
    query,
  });
};

describe('The kept mails', () => {
  test('are listed newest first, by page, and by address in any spelling', async () => {
    const { accountId } = await newOwner();
    const { deliver, world } = mailWorld();
    const [one, other] = [newAddress(), newAddress()];
    const order = [one, other, one, other, one];
    for (const [index, to] of order.entries()) {
      world.nowMs += index;
      await deliver(decided(accountId, to));
    }
    const all = await list({ accountId }, {}, world.nowMs);
    expect(all.body.data.map(({ to }: { to: string }) => to)).toEqual(order.toReversed());
    const second = await list({ accountId }, { page: '2', limit: '2' }, world.nowMs);
    expect(second.body).toStrictEqual({
      success: true,
      data: all.body.data.slice(2, 4),
      pagination: { page: 2, limit: 2, total: 5, totalPages: 3, hasNext: true, hasPrev: true },
    });
    const ofOne = await list({ accountId }, { to: ` ${one.toUpperCase()}`, limit: '2', page: '2' }, world.nowMs);
    expect(ofOne.body.data).toStrictEqual([all.body.data[4]]);
    expect(ofOne.body.pagination.total).toBe(3);
    expect((await list({ accountId }, { page: '9' }, world.nowMs)).body.data).toEqual([]);
  });

  test('are kept for 30 days, whether or not the table has deleted them', async () => {
    const { accountId } = await newOwner();
    const { deliver, world } = mailWorld();
    const beganMs = world.nowMs;
    const to = newAddress();
    await deliver(decided(accountId, to));
    world.nowMs += DAY_MS;
    await deliver(decided(accountId, to));
    const seen = async (nowMs: number) => {
      const { data, pagination } = (await list({ accountId }, {}, nowMs)).body;
      return [data.length, pagination.total];
    };
    expect(await seen(beganMs + 29 * DAY_MS)).toEqual([2, 2]);
    expect(await seen(beganMs + 30 * DAY_MS + 1000)).toEqual([1, 1]);
    expect(await seen(beganMs + 31 * DAY_MS + 1000)).toEqual([0, 0]);
  });

  test('of several workers at the same moment are all listed', async () => {
    const { accountId } = await newOwner();
    const { deliver } = mailWorld();
    const to = newAddress();
    await Promise.all(Array.from({ length: 5 }, () => deliver(decided(accountId, to))));
    expect((await list({ accountId }, { to })).body.pagination.total).toBe(5);
  });

  test('can be read with a key of the sandbox, but not with one of live', async () => {
    const { accountId } = await newOwner();
    const { deliver } = mailWorld();
    await deliver(decided(accountId, newAddress()));
    const totals = await Promise.all(
      (['sandbox', 'live'] as const).map(async (environment) => {
        const { headers } = await apiKeyFor({ accountId }, environment);
        const { body } = await endpoint(listSandboxMails, handler)({ accountId } as never, { headers });
        return body.pagination.total;
      }),
    );
    expect(totals).toEqual([1, 0]);
  });
});

securitySuite({ contract: listSandboxMails, handler, request: () => ({}) });
