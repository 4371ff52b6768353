import { describe, expect, test } from 'vitest';
import { verifySignature } from '#shared/signatures/signature';
import { type WebhookReceiver, webhookReceiver } from '#tests/support/webhook-receiver';
import { liveWidget, newCustomer, register } from './people.ts';

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
});
