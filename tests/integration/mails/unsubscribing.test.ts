import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { handler as showHandler } from '#functions/api/contact/show-unsubscribing';
import { showUnsubscribing } from '#functions/api/contact/show-unsubscribing.contract';
import { handler as unsubscribeHandler } from '#functions/api/contact/update-subscription';
import { updateSubscription } from '#functions/api/contact/update-subscription.contract';
import { emailKey } from '#shared/auth/accounts/email-key';
import type { OutgoingMail } from '#shared/mails/queue/mail-queue';
import { readUnsubscribeToken, unsubscribeToken } from '#shared/mails/unsubscribe-token';
import { testKit } from '#tests/integration/kit/test-kit';
import { apiEvent } from '#tests/support/api-event';
import { requestTo } from '#tests/support/call';
import { lambdaContext } from '#tests/support/lambda-context';
import { decided, followed, mailWorld, newAddress, newOwner, TEST_PEPPER } from './world.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const ONE_CLICK = 'List-Unsubscribe=One-Click';

const effects = { pepper: async () => TEST_PEPPER };

const answerOf = async (
  handler: typeof showHandler | typeof unsubscribeHandler,
  request: Parameters<typeof apiEvent>[0],
) => {
  const {
    statusCode,
    body = '',
    headers = {},
  } = await handler.with(effects, testKit())(apiEvent(request), lambdaContext('test', 20_000));
  return { statusCode, body, headers };
};

const show = (token: string) => answerOf(showHandler, requestTo(showUnsubscribing, { query: { token } }));

const post = (token: string, body = ONE_CLICK, headers: Record<string, string> = FORM) =>
  answerOf(unsubscribeHandler, requestTo(updateSubscription, { query: { token }, body, headers }));

const lowBalance = (to: string): OutgoingMail & { id: string } => ({
  id: randomUUID(),
  mail: {
    to,
    template: 'lowBalance',
    data: { environment: 'live', balanceKobo: 1, thresholdKobo: 2, crossedAt: '2026-11-21T14:03:27.412Z' },
  },
  accountId: 'usr_1',
});

const stopped = (to: string): OutgoingMail & { id: string } => ({
  id: randomUUID(),
  mail: {
    to,
    template: 'autoTopUpStopped',
    data: { environment: 'live', amountKobo: 1, failureCount: 3, stoppedAt: '2026-11-21T14:03:27.412Z' },
  },
});

/** A mail that was sent, and the token of its link. */
const mailed = async () => {
  const world = mailWorld();
  const owner = await newOwner();
  await world.deliver(lowBalance(owner.email));
  const url = new URL(world.sent[0]?.unsubscribeUrl ?? '');
  return { ...world, owner, url, token: url.searchParams.get('token') ?? '' };
};

describe('A mail with an unsubscribe link', () => {
  test('has the link of its kind and address, which mandatory mails do not have', async () => {
    const { deliver, sent, owner, url, token } = await mailed();
    expect(`${url.origin}${url.pathname}`).toBe('https://api.example.com/v1/mails/unsubscribe');
    expect(readUnsubscribeToken(token, TEST_PEPPER)).toEqual({ kind: 'lowBalance', emailKey: emailKey(owner.email) });
    await deliver(decided(owner.accountId, owner.email, 'live'));
    await deliver(stopped(owner.email));
    expect(sent.slice(1).map(({ unsubscribeUrl }) => unsubscribeUrl)).toEqual([undefined, undefined]);
  });

  test('is not sent any more once a mail program has posted the link, is counted, and others are still sent', async () => {
    const { deliver, sent, counted, lines, owner, token } = await mailed();
    for (const _ of [1, 2]) {
      const { statusCode, body } = await post(token);
      expect([statusCode, body]).toEqual([200, expect.stringContaining('You are unsubscribed')]);
    }
    await deliver(lowBalance(owner.email.toUpperCase()));
    expect(sent).toHaveLength(1);
    expect(counted).toContain('MailsUnwanted unsubscribed');
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ code: 'MAIL_NOT_SENT', reason: 'unsubscribed', accountId: 'usr_1' }),
    );
    expect(lines.join('')).not.toContain('@');
    await deliver(followed(owner.accountId, owner.email, 'live'));
    await deliver(stopped(owner.email));
    await deliver(lowBalance(newAddress()));
    expect(sent.slice(1).map(({ template }) => template)).toEqual(['adminNotice', 'autoTopUpStopped', 'lowBalance']);
  });

  test('is also ended by a multipart body, which RFC 8058 prefers', async () => {
    const { deliver, sent, owner, token } = await mailed();
    const body = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';
    expect((await post(token, body, { 'content-type': 'multipart/form-data; boundary=b' })).statusCode).toBe(200);
    await deliver(lowBalance(owner.email));
    expect(sent).toHaveLength(1);
  });

  test('is not ended by opening its link, however often: the page has a button for that', async () => {
    const { deliver, sent, owner, token } = await mailed();
    for (const _ of [1, 2]) {
      const shown = await show(token);
      expect(shown.statusCode).toBe(200);
      expect(shown.body.match(/<button/g)).toHaveLength(1);
      expect(shown.body).toContain('name="List-Unsubscribe" value="One-Click"');
      expect(shown.body).not.toContain('@');
      expect(shown.headers).toMatchObject({
        'Content-Security-Policy': expect.stringContaining("form-action 'self'"),
        'Referrer-Policy': 'no-referrer',
      });
    }
    await deliver(lowBalance(owner.email));
    expect(sent).toHaveLength(2);
  });

  test('is sent again once its reader has subscribed again with the button of the page that confirms the end', async () => {
    const { deliver, sent, owner, token } = await mailed();
    const ended = await post(token);
    expect((await show(token)).body).toBe(ended.body);
    const value = /name="List-Unsubscribe" value="([^"]+)"/.exec(ended.body)?.[1] ?? '';
    for (const _ of [1, 2]) {
      const begun = await post(token, new URLSearchParams({ 'List-Unsubscribe': value }).toString());
      expect([begun.statusCode, begun.body]).toEqual([200, expect.stringContaining('You are subscribed')]);
    }
    await deliver(lowBalance(owner.email));
    expect(sent).toHaveLength(2);
  });

  test('is not ended by a token that is forged, truncated or of another kind, nor by another body', async () => {
    const { deliver, sent, owner, token } = await mailed();
    const forged = unsubscribeToken(
      { kind: 'lowBalance', emailKey: emailKey(owner.email) },
      { current: { versionId: 'v1', value: 'x'.repeat(40) } },
    );
    const other = Buffer.from(token, 'base64url');
    other[1] = 1;
    for (const wrong of [forged, token.slice(0, -1), other.toString('base64url'), 'A'.repeat(99), 'A'.repeat(5000)]) {
      expect([(await post(wrong)).statusCode, (await show(wrong)).statusCode]).toEqual([400, 400]);
    }
    for (const body of ['', 'List-Unsubscribe=Yes', 'x=One-Click'])
      expect((await post(token, body)).statusCode).toBe(400);
    expect((await post(token, ONE_CLICK, { 'content-type': 'text/plain' })).statusCode).toBe(415);
    await deliver(lowBalance(owner.email));
    expect(sent).toHaveLength(2);
  });

  test('waits while it is unknown whether it has been ended', async () => {
    const { deliver, sent, owner, world } = await mailed();
    world.pepperFault = new Error('The store is down');
    const order = lowBalance(owner.email);
    await expect(deliver(order)).rejects.toThrow('The store is down');
    world.pepperFault = undefined;
    await deliver(order);
    expect(sent).toHaveLength(2);
  });
});
