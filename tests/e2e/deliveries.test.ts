import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '#scripts/demo/journey';
import { waitUntil } from '#tests/support/wait-until';
import { type WebhookReceiver, webhookReceiver } from '#tests/support/webhook-receiver';
import { liveWidget, newCustomer, register } from './people.ts';

interface Listed {
  readonly id: string;
  readonly status: string;
}

interface Page {
  readonly data: readonly Listed[];
  readonly pagination: { readonly total: number };
}

describe('when a receiver is gone, and comes back,', () => {
  let receiver: WebhookReceiver;
  let customer: Account;
  let registrationId: string;
  let widgetId: string;

  const listOf = async (query: string): Promise<Page> =>
    (await customer.get(`/v1/developers/webhooks/${registrationId}/deliveries?${query}`)).body as Page;

  /** The list follows the deliveries by about a second. */
  const listed = async (query: string, total: number): Promise<readonly Listed[]> => {
    let page: Page | undefined;
    await waitUntil(
      async () => {
        page = await listOf(query);
        return page.pagination.total === total;
      },
      { what: () => `${total} deliveries with ${query}: the list has ${page?.pagination.total}` },
    );
    return page?.data ?? [];
  };

  beforeAll(async () => {
    receiver = await webhookReceiver();
    customer = await newCustomer();
    ({ id: widgetId } = await liveWidget(customer));
    ({ id: registrationId } = await register(customer, widgetId, 'kyc_widget', receiver.url));
  });
  afterAll(() => receiver.close());

  test('its delivery fails with its fifth 410 and is listed, the next one is skipped, and both are shown with their attempts', async () => {
    receiver.respondWith({ status: 410, body: 'moved out' });
    await customer.post(`/v1/kyb/widgets/${widgetId}/applicants`, {});
    await receiver.waitFor(5, { timeoutMs: 150_000 });
    const [failed] = await listed('status=failed&event=kyb.applicant.created', 1);
    const { body } = await customer.get(`/v1/developers/deliveries/${failed?.id}`);
    expect(body).toMatchObject({
      data: {
        id: failed?.id,
        status: 'failed',
        endReason: 'gone',
        attempts: [1, 2, 3, 4, 5].map((number) => ({ number, trigger: 'scheduled', statusCode: 410 })),
      },
    });
    await customer.post(`/v1/kyb/widgets/${widgetId}/applicants`, {});
    expect(await listed('status=skipped', 1)).toHaveLength(1);
    expect(await listed('limit=1', 2)).toHaveLength(1);
    expect((await customer.post(`/v1/developers/deliveries/${failed?.id}/resend`, {})).status).toBe(409);
  });

  test('it gets the failed one again by a resend, once it is repaired and activated', async () => {
    receiver.respondWith({ status: 200, body: '' });
    const [failed] = await listed('status=failed', 1);
    expect((await customer.patch(`/v1/developers/webhooks/${registrationId}`, { isActive: true })).status).toBe(200);
    expect((await customer.post(`/v1/developers/deliveries/${failed?.id}/resend`, {})).status).toBe(200);
    const sent = await receiver.waitFor(6);
    expect(sent[5]?.headers['x-service-delivery']).toBe(failed?.id);
    expect(sent[5]?.rawBody.equals(sent[0]?.rawBody ?? Buffer.alloc(0))).toBe(true);
    expect((await listed('status=delivered', 1))[0]?.id).toBe(failed?.id);
  });

  test('and skipped ones by a recovery, which begins within five seconds', async () => {
    const [skipped] = await listed('status=skipped', 1);
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const { status, body } = await customer.post(`/v1/developers/webhooks/${registrationId}/recover`, { since });
    expect([status, body]).toStrictEqual([200, { success: true, data: { count: 1 } }]);
    const sent = await receiver.waitFor(7, { timeoutMs: 5_000 });
    expect(sent[6]?.headers['x-service-delivery']).toBe(skipped?.id);
    expect(await listed('status=delivered', 2)).toHaveLength(2);
  });
});
