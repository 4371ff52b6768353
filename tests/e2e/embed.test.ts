import { beforeAll, describe, expect, test } from 'vitest';
import { DEMO_WIDGET } from '#scripts/demo/onboarding';
import type { ApiClient } from '#tests/support/api-client';
import { stack } from '#tests/support/stack';
import { widgetSignature } from '#tests/support/widget-signature';
import { fromNewAddress, newClient, newCustomer } from './people.ts';

const PATH = '/v1/widget/embed/sessions';

interface GuardedWidget {
  readonly id: string;
  readonly embedLinkToken: string;
  readonly embedSigningSecret: string;
}

/** A live widget with its own guards. */
const guardedWidget = async (customer: ApiClient, security: object): Promise<GuardedWidget> => {
  const config = { ...DEMO_WIDGET.config, security: { ...DEMO_WIDGET.config.security, ...security } };
  const created = await customer.post<{ data: GuardedWidget }>('/v1/kyb/widgets', { ...DEMO_WIDGET, config });
  expect(created.status, created.text).toBe(201);
  await customer.patch(`/v1/kyb/widgets/${created.body.data.id}/status`, { status: 'live' });
  return created.body.data;
};

let customer: ApiClient;
beforeAll(async () => {
  customer = await newCustomer();
});

describe('a widget for one country', () => {
  const asks = async (token: string, headers: Record<string, string>) => {
    const { status, body } = await newClient({ 'x-edge-secret': '', ...headers }).get<{ code?: string }>(
      `/v1/widget/embed/${token}`,
    );
    return `${status} ${body.code ?? ''}`.trim();
  };

  test('trusts the country reported by the stage’s edge, and by nobody else', async () => {
    const { embedLinkToken: token } = await guardedWidget(customer, { allowedCountries: ['NG'] });
    for (const header of ['x-edge-secret', 'x-origin-verify']) {
      const edge = { [header]: stack().edgeSecret };
      expect(await asks(token, { ...edge, 'cloudfront-viewer-country': 'NG' })).toBe('200');
      expect(await asks(token, { ...edge, 'cloudfront-viewer-country': 'US' })).toBe('403 COUNTRY_NOT_ALLOWED');
    }
    for (const forged of [{}, { 'x-edge-secret': 'guessed' }, { 'x-origin-verify': 'guessed' }]) {
      expect(await asks(token, { ...forged, 'cloudfront-viewer-country': 'US' })).toBe('200');
    }
  });

  test('and one for a few addresses trusts only the address reported by the edge', async () => {
    const { embedLinkToken: token } = await guardedWidget(customer, {
      enableIpAllowlist: true,
      ipAllowlist: ['198.51.100.0/24'],
    });
    const inside = { 'cloudfront-viewer-address': '198.51.100.7:443' };
    expect(await asks(token, { ...inside, 'x-edge-secret': stack().edgeSecret })).toBe('200');
    for (const forged of [inside, { ...inside, 'x-edge-secret': 'guessed' }, { 'x-forwarded-for': '198.51.100.7' }]) {
      expect(await asks(token, forged)).toBe('403 IP_NOT_ALLOWED');
    }
  });
});

describe('a widget that requires signed requests', () => {
  const balance = async (): Promise<number> => {
    const { body } = await customer.get<{ wallet: { balanceKobo: number } }>('/v1/wallet', {
      query: { environment: 'sandbox' },
    });
    return body.wallet.balanceKobo;
  };

  test('opens one session for one signature, however many copies arrive, and charges one fee', async () => {
    const { embedLinkToken: token, embedSigningSecret } = await guardedWidget(customer, {
      requireSignedRequests: true,
    });
    const body = JSON.stringify({ token, referenceId: 'seller-1' });
    const seconds = Math.floor(Date.now() / 1000);
    const open = (path: string) =>
      newClient().request<{ code?: string }>('POST', PATH, {
        body,
        headers: {
          ...fromNewAddress(),
          'content-type': 'application/json',
          'x-widget-signature': widgetSignature({ method: 'POST', path, body }, embedSigningSecret, seconds),
        },
      });
    const before = await balance();
    expect((await open(`${PATH}/wses_01KAJ3VYB2M9D5H7N1P3Q8S6TW/submit`)).body.code).toBe('INVALID_REQUEST_SIGNATURE');
    const answers = await Promise.all(Array.from({ length: 5 }, () => open(PATH)));
    expect(answers.map(({ status, body: { code } }) => `${status} ${code ?? ''}`.trim()).sort()).toEqual([
      '201',
      ...Array(4).fill('409 SIGNATURE_REUSED'),
    ]);
    expect(before - (await balance())).toBe(50_000);
  });
});
