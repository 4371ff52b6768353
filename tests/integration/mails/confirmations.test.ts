import { describe, expect, test } from 'vitest';
import { handler as confirmHandler } from '#functions/api/contact/confirm-address';
import { confirmAddress } from '#functions/api/contact/confirm-address.contract';
import { handler as showHandler } from '#functions/api/contact/show-address-confirmation';
import { showAddressConfirmation } from '#functions/api/contact/show-address-confirmation.contract';
import { handler as createHandler } from '#functions/api/kyb/create-widget';
import { createWidget } from '#functions/api/kyb/create-widget.contract';
import { handler as changeHandler } from '#functions/api/kyb/update-widget';
import { updateWidget } from '#functions/api/kyb/update-widget.contract';
import { serviceTable } from '#shared/db/client';
import { askAddress } from '#shared/mails/confirmations';
import type { MailMessage } from '#shared/mails/messages/catalogue';
import { renderMail } from '#shared/mails/messages/render-mail';
import type { ConfirmationOrder } from '#shared/mails/queue/mail-queue';
import { makeLogger } from '#shared/platform/logger';
import { MailUnavailable } from '#shared/sources/mailer';
import { testKit } from '#tests/integration/kit/test-kit';
import { signedInAccount } from '#tests/support/accounts';
import { apiEvent } from '#tests/support/api-event';
import { endpoint, requestTo } from '#tests/support/call';
import { lambdaContext } from '#tests/support/lambda-context';
import { sendMessagesBy, TEST_CAPS } from '#tests/support/mails';
import { validConfig } from '#tests/support/onboarding';
import { readTestVault } from '#tests/support/vault';
import { followed, mailWorld, newAddress, newOwner } from './world.ts';

const DAY_MS = 24 * 60 * 60_000;

/** An account, its widget endpoints, and the worker that asks addresses. */
const confirmationWorld = async (caps = TEST_CAPS) => {
  const owner = await newOwner();
  const account = await signedInAccount({ accountId: owner.accountId });
  const world = { nowMs: Date.now(), mailIsDown: false, queueIsDown: false };
  const orders: Omit<ConfirmationOrder, 'kind'>[] = [];
  const mails: MailMessage<'addressConfirmation'>[] = [];
  const codes = async (order: Omit<ConfirmationOrder, 'kind'>) => {
    if (world.queueIsDown) throw new Error('socket hang up');
    orders.push(order);
  };
  const create = endpoint(createWidget, createHandler.with({ codes, vault: readTestVault }, testKit()));
  const change = endpoint(updateWidget, changeHandler.with({ codes, vault: readTestVault }, testKit()));
  const clock = () => world.nowMs;
  const log = makeLogger({}, () => {});
  const mailer = {
    send: async (mail: MailMessage) => {
      if (world.mailIsDown) throw new MailUnavailable('TimeoutError');
      mails.push(mail as MailMessage<'addressConfirmation'>);
      return undefined;
    },
  };
  const effects = { table: serviceTable(), clock, log, metrics: () => {}, caps };
  const ask = (order: Omit<ConfirmationOrder, 'kind'>) =>
    askAddress(order, { ...effects, sendNow: sendMessagesBy({ ...effects, mailer, isSuppressed: async () => false }) });
  return {
    ...{ owner, world, orders, mails, ask },
    create: async (notifyAdminEmail: string) => {
      const notifications = { notifyAdminEmail };
      return (await create(account, { body: { name: 'Shop', config: validConfig({ notifications }) } })).body;
    },
    change: async (id: string, notifyAdminEmail: string) => {
      const { notifications } = validConfig({ notifications: { notifyAdminEmail } });
      return (await change(account, { pathParameters: { id }, body: { config: { notifications } } })).body;
    },
    /** Asks every address that has yet to be asked. */
    askAll: async () => {
      for (const order of orders.splice(0)) await ask(order);
    },
  };
};

const waits = (address: string) => ({
  path: 'config.notifications.notifyAdminEmail',
  message: expect.stringContaining(`${address} is not confirmed yet`),
});

const open = async (
  contract: typeof showAddressConfirmation | typeof confirmAddress,
  token: string,
  nowMs = Date.now(),
) => {
  const isForm = contract.method === 'POST';
  const handler = (isForm ? confirmHandler : showHandler).with({}, testKit({ clock: () => nowMs }));
  const request = requestTo(contract, {
    pathParameters: { token },
    ...(isForm && { body: '', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  });
  const { statusCode, body = '', headers = {} } = await handler(apiEvent(request), lambdaContext('test', 20_000));
  return { statusCode, body, headers };
};

const tokenOf = (mail: MailMessage<'addressConfirmation'> | undefined): string =>
  mail?.data.address.split('/').at(-1) ?? '';

describe('An address of an administrator', () => {
  test('is mailed once it has been confirmed with the form of its link, and not by opening the link', async () => {
    const { owner, create, change, askAll, mails } = await confirmationWorld();
    const to = newAddress();
    const { data, warnings } = await create(`Ada <${to.toUpperCase()}>, ${owner.email}`);
    expect(warnings).toEqual([waits(to)]);
    await askAll();
    expect(mails.map((mail) => mail.to)).toEqual([to]);
    const { deliver, sent } = mailWorld();
    await open(showAddressConfirmation, tokenOf(mails[0]));
    await deliver(followed(owner.accountId, to, 'live'));
    expect(sent).toEqual([]);
    const shown = await open(showAddressConfirmation, tokenOf(mails[0]));
    expect([shown.statusCode, shown.body]).toEqual([200, expect.stringContaining('<form method="post">')]);
    expect(shown.headers).toMatchObject({
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    });
    for (const _ of [1, 2]) expect((await open(confirmAddress, tokenOf(mails[0]))).statusCode).toBe(200);
    await deliver(followed(owner.accountId, to, 'live'));
    await deliver(followed(owner.accountId, to, 'sandbox'));
    expect(sent.map((mail) => mail.to)).toEqual([to, to]);
    expect(await change(data.id, to)).not.toHaveProperty('warnings');
    await askAll();
    expect(mails).toHaveLength(1);
  });

  test('is asked at most once a day, however often the widget is saved or the order arrives', async () => {
    const { create, change, ask, askAll, mails, orders, world } = await confirmationWorld();
    const to = newAddress();
    const { data } = await create(to);
    const [order] = orders;
    await askAll();
    expect((await change(data.id, to)).warnings).toEqual([waits(to)]);
    await askAll();
    if (order) await ask(order);
    expect(mails).toHaveLength(1);
    world.nowMs += DAY_MS;
    await change(data.id, to);
    await askAll();
    expect(mails).toHaveLength(2);
  });

  test('is asked by the same order once the mail service is back', async () => {
    const { create, ask, mails, orders, world } = await confirmationWorld();
    await create(newAddress());
    const [order] = orders;
    if (!order) throw new Error('Nothing was ordered');
    world.mailIsDown = true;
    await expect(ask(order)).rejects.toThrow(MailUnavailable);
    world.mailIsDown = false;
    await ask(order);
    await ask(order);
    expect(mails).toHaveLength(1);
  });

  test('is asked by at most as many accounts a day as a recipient may have notices', async () => {
    const to = newAddress();
    const asked: number[] = [];
    for (let number = 0; number < 3; number++) {
      const { create, askAll, mails } = await confirmationWorld({ ...TEST_CAPS, recipient: 2 });
      await create(to);
      await askAll();
      asked.push(mails.length);
    }
    expect(asked).toEqual([1, 1, 0]);
  });

  test('does not affect the saving of the widget while nothing can be queued', async () => {
    const { create, world } = await confirmationWorld();
    world.queueIsDown = true;
    const to = newAddress();
    expect(await create(to)).toMatchObject({ success: true, warnings: [waits(to)] });
  });

  test('is not confirmed with a token that is unknown, malformed or older than three days', async () => {
    const { create, askAll, mails, owner } = await confirmationWorld();
    const to = newAddress();
    await create(to);
    await askAll();
    const token = tokenOf(mails[0]);
    const answers = [
      await open(confirmAddress, 'x'.repeat(43)),
      await open(confirmAddress, 'short'),
      await open(confirmAddress, token, Date.now() + 3 * DAY_MS + 1000),
      await open(showAddressConfirmation, token, Date.now() + 3 * DAY_MS + 1000),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400]);
    const { deliver, sent } = mailWorld();
    await deliver(followed(owner.accountId, to, 'live'));
    expect(sent).toEqual([]);
  });
});

test('the mail that asks names the account without a link to it, and has its own link alone on a line', async () => {
  const address = 'https://api.example.com/v1/mail-addresses/confirm/abc';
  const data = { address, accountEmail: 'win@evil.example', validDays: 3 };
  const { subject, text, html } = renderMail({ to: 'ada@example.com', template: 'addressConfirmation', data });
  expect(subject).toBe('Confirm this email address');
  expect(text.split('\n')).toContain(address);
  expect(text).toContain('win[at]evil[.]example');
  expect(html.match(/<a /g)).toHaveLength(1);
});
