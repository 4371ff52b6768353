import { expect, test } from 'vitest';
import { newClient, newCustomer } from './people.ts';

interface Transaction {
  readonly id: string;
  readonly amountKobo: number;
  readonly reference: string | null;
}

test('a payment is found by its reference and has a receipt, and its card is shown until it is removed', async () => {
  const customer = await newCustomer();
  const query = { environment: 'sandbox' };
  const none = await customer.get('/v1/wallet/saved-card', { query });
  expect(none.status).toBe(404);

  const started = await customer.post<{ data: { reference: string } }>(
    '/v1/wallet/top-up',
    { amountKobo: 750_000 },
    { query },
  );
  const { reference } = started.body.data;
  const paid = await newClient().post(`/v1/wallet/checkout/${reference}`, 'outcome=success', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect([started.status, paid.status]).toEqual([200, 200]);

  const listed = await customer.get<{ transactions: Transaction[]; pagination: { total: number } }>(
    '/v1/wallet/transactions',
    { query: { ...query, reference } },
  );
  expect(listed.body).toMatchObject({ transactions: [{ reference, amountKobo: 750_000 }], pagination: { total: 1 } });
  const [found] = listed.body.transactions;
  const path = `/v1/wallet/transactions/${found?.id}`;
  const one = await customer.get(path);
  expect([one.status, JSON.stringify(one.body)]).toEqual([200, expect.stringContaining(reference)]);
  const receipt = await customer.get<string>(`${path}/receipt`);
  expect([receipt.status, receipt.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
  expect(receipt.text).toContain(reference);
  const stranger = await newCustomer();
  for (const address of [path, `${path}/receipt`]) expect((await stranger.get(address)).status).toBe(404);

  const card = await customer.get('/v1/wallet/saved-card', { query });
  expect([card.status, JSON.stringify(card.body)]).toEqual([200, expect.stringMatching(/"lastFour":"\d{4}"/)]);
  const removed = await customer.delete('/v1/wallet/saved-card', { query });
  const after = await customer.get('/v1/wallet/saved-card', { query });
  expect([removed.status, after.status]).toEqual([200, 404]);
}, 120_000);
