import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ReceivedWebhook, type WebhookReceiver, webhookReceiver } from '#tests/support/webhook-receiver';
import { liveWidget, newCustomer, register } from './people.ts';

const stripe = new Stripe('sk_test_unused');

describe('a receiver that fails twice', () => {
  let receiver: WebhookReceiver;
  let signingSecret: string;
  let attempts: readonly ReceivedWebhook[];

  beforeAll(async () => {
    receiver = await webhookReceiver();
    receiver.respondWith((_, index) => ({ status: index < 2 ? 503 : 204 }));
    const customer = await newCustomer();
    const widget = await liveWidget(customer);
    ({ signingSecret } = await register(customer, widget.id, 'kyc_widget', receiver.url));
    await customer.post(`/v1/kyb/widgets/${widget.id}/applicants`, {});
    attempts = await receiver.waitFor(3, { timeoutMs: 90_000 });
  });
  afterAll(() => receiver.close());

  test('gets the same delivery again, byte for byte', () => {
    const [first] = attempts;
    for (const { headers, rawBody } of attempts) {
      expect(headers['x-service-delivery']).toBe(first?.headers['x-service-delivery']);
      expect(rawBody.equals(first?.rawBody ?? Buffer.alloc(0))).toBe(true);
    }
  });

  test('gets it after five and then ten seconds, and no sooner', () => {
    const [first, second, third] = attempts.map(({ receivedAtMs }) => receivedAtMs);
    expect(Number(second) - Number(first)).toBeGreaterThanOrEqual(5_000);
    expect(Number(third) - Number(second)).toBeGreaterThanOrEqual(10_000);
  });

  test('gets it with a new signature each time', () => {
    for (const { headers, rawBody } of attempts) {
      const signature = String(headers['x-service-signature']);
      expect(stripe.webhooks.signature?.verifyHeader(rawBody.toString(), signature, signingSecret, 300)).toBe(true);
    }
    expect(new Set(attempts.map(({ headers }) => headers['x-service-timestamp'])).size).toBe(3);
  });
});
