import { beforeAll, describe, expect, test } from 'vitest';
import { type Account, accountOf, addCompany, rotateApiKeys } from '#scripts/demo/journey';
import { newCompanyNumber } from '#tests/support/companies';
import { waitUntil } from '#tests/support/wait-until';
import { webhookReceiver } from '#tests/support/webhook-receiver';
import { deployedApi, liveWidget, newCustomer, register } from './people.ts';

const ADDRESS = {
  business_name: 'Adire Market Limited',
  business_mobile: '0803 123 4567',
  first_name: 'Ada',
  last_name: 'Obi',
  mobile: '0805 765 4321',
  landmark: 'Opposite the central mosque',
  lga: 'Lagos Island',
  city: 'Lagos',
  state: 'Lagos',
};

interface Entity {
  readonly entity: {
    readonly status: string;
    readonly reference_id: string;
    readonly data?: { readonly result: string };
  };
}

interface Shown {
  readonly wallet: { readonly balanceKobo: number };
}

describe('on a deployed stage the address of a company', () => {
  let customer: Account;
  let server: Account;
  let companyId: string;

  beforeAll(async () => {
    customer = await newCustomer();
    const { secretKey } = await rotateApiKeys(customer, 'sandbox');
    server = accountOf(deployedApi(), secretKey);
    ({ id: companyId } = await addCompany(server, newCompanyNumber()));
  });

  const submit = async (street: string): Promise<string> => {
    const { status, body, text } = await server.post<Entity>('/v1/physicalAddress', { companyId, street, ...ADDRESS });
    expect(status, text).toBe(200);
    expect(body.entity.status).toBe('pending');
    return body.entity.reference_id;
  };

  const ended = (reference: string) =>
    waitUntil(
      async () => {
        const { body } = await server.get<Entity>(`/v1/physicalAddress?reference_id=${reference}`);
        return body.entity.status !== 'pending' && body.entity;
      },
      { timeoutMs: 60_000, intervalMs: 250, what: `the visit ${reference}` },
    );

  const balance = async () => (await server.get<Shown>('/v1/wallet')).body.wallet.balanceKobo;

  test('is visited by itself, and reported to the registrations of the account', async () => {
    const receiver = await webhookReceiver();
    try {
      await register(customer, (await liveWidget(customer)).id, 'verification', receiver.url);
      const before = await balance();
      const reference = await submit('12 Broad Street');
      expect(await ended(reference)).toMatchObject({ status: 'completed', data: { result: 'verified' } });
      expect(before - (await balance())).toBe(500_000);
      const [received] = await receiver.waitFor(1, { timeoutMs: 60_000 });
      const { event, data } = JSON.parse(String(received?.rawBody));
      expect(event).toBe('verification.address.completed');
      expect(data).toMatchObject({ verificationReference: reference, companyId, status: 'passed', widgetId: null });
      const { body } = await server.get<Entity>(`/v1/physicalAddress?companyId=${companyId}`);
      expect(body.entity.reference_id).toBe(reference);
    } finally {
      await receiver.close();
    }
  });

  test('that cannot be visited is refunded', async () => {
    const before = await balance();
    expect(await ended(await submit('UNREACHABLE creek'))).toMatchObject({ status: 'failed' });
    expect(await balance()).toBe(before);
  });

  test('that stays pending is completed on request', async () => {
    const reference = await submit('SLOW lane');
    const path = `/v1/sandbox/address-verifications/${reference}/complete`;
    const { status, body } = await server.post<Entity>(path, { outcome: 'not_verified' });
    expect([status, body.entity.data?.result]).toStrictEqual([200, 'not_verified']);
  });
});
