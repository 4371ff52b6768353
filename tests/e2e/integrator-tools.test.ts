import { describe, expect, test } from 'vitest';
import { accountOf, createApplicant, rotateApiKeys } from '#scripts/demo/journey';
import { httpFeed } from '#scripts/listen/feed';
import { httpForward } from '#scripts/listen/forward';
import { listen } from '#scripts/listen/listen';
import { verifySignature } from '#shared/signatures/signature';
import { generateSigningSecret } from '#shared/signatures/signing-secret';
import { stack } from '#tests/support/stack';
import { type WebhookReceiver, webhookReceiver } from '#tests/support/webhook-receiver';
import { deployedApi, liveWidget, newCustomer, register } from './people.ts';

/** Whether the last request that a receiver got is signed with this secret. */
const isGenuine = ({ received }: WebhookReceiver, secret: string): boolean => {
  const last = received.at(-1);
  const nowSeconds = Math.floor(Date.now() / 1000);
  const header = String(last?.headers['x-service-signature']);
  return verifySignature({ header, body: last?.rawBody ?? '', secret, nowSeconds }).valid;
};

describe('an integrator', () => {
  test('tests a registration: a signed webhook.test arrives, and another within ten seconds is a 429', async () => {
    const customer = await newCustomer();
    const receiver = await webhookReceiver();
    const { id: widgetId } = await liveWidget(customer);
    const { id, signingSecret } = await register(customer, widgetId, 'verification', receiver.url);
    const path = `/v1/developers/webhooks/${id}/test`;
    expect((await customer.post(path, {})).body).toMatchObject({ data: { event: 'webhook.test', status: 'pending' } });
    const [delivered] = await receiver.waitFor(1, { timeoutMs: 60_000 });
    expect(JSON.parse(String(delivered?.rawBody))).toMatchObject({ event: 'webhook.test', data: { webhookId: id } });
    expect(isGenuine(receiver, signingSecret)).toBe(true);
    const sooner = await customer.post(path, {});
    expect([sooner.status, Number(sooner.headers.get('retry-after')) > 0]).toStrictEqual([429, true]);
    await receiver.close();
  });

  test('reads which events there are', async () => {
    const { body } = await (await newCustomer()).get<{ data: { event: string }[] }>('/v1/developers/event-types');
    expect(body.data.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['kyb.applicant.decision', 'webhook.test']),
    );
    expect(JSON.stringify(body.data)).toContain('"description"');
  });

  test('forwards the events of the account to a local receiver', async () => {
    const session = await newCustomer();
    const api = deployedApi();
    const { secretKey } = await rotateApiKeys(session, 'sandbox');
    const { id: widgetId } = await liveWidget(session);
    await createApplicant(accountOf(api, secretKey), widgetId);
    const receiver = await webhookReceiver();
    const secret = generateSigningSecret();
    const stop = new AbortController();
    const listening = listen({
      environment: 'sandbox',
      feed: httpFeed(stack().apiUrl, secretKey, stop.signal),
      forward: httpForward(receiver.url, stop.signal),
      // As if it had run before, and was at the beginning.
      state: { secret, after: () => 'sandbox-0', save: () => undefined },
      ...{ print: () => undefined, random: Math.random, now: Date.now, signal: stop.signal },
    });
    const [forwarded] = await receiver.waitFor(1, { timeoutMs: 60_000 });
    stop.abort();
    await listening;
    expect(JSON.parse(String(forwarded?.rawBody))).toMatchObject({ event: 'kyb.applicant.created' });
    expect(isGenuine(receiver, secret)).toBe(true);
    await receiver.close();
  });
});
