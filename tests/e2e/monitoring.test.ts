import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { accountOf, openWidget, rotateApiKeys } from '#scripts/demo/journey';
import { verifySignature } from '#shared/signatures/signature';
import { newCompanyNumber } from '#tests/support/companies';
import { waitUntil } from '#tests/support/wait-until';
import { webhookReceiver } from '#tests/support/webhook-receiver';
import { deployedApi, newCustomer, register } from './people.ts';

interface Listed {
  readonly data: readonly { readonly alertId: string; readonly eventId: string; readonly severity: string }[];
  readonly pagination: { readonly total: number };
}

describe('a watched vendor', () => {
  test('is paid for, alerts its watcher once by list and signed webhooks, and is gone once it is removed', async () => {
    const receiver = await webhookReceiver();
    onTestFinished(() => receiver.close());
    const customer = await newCustomer();
    const { secretKey } = await rotateApiKeys(customer, 'sandbox');
    const server = accountOf(deployedApi(), secretKey);
    const { id: appId } = await openWidget(server);
    const { signingSecret } = await register(server, appId, 'trust_monitor', receiver.url);
    const balanceKobo = async (): Promise<number> =>
      (await server.get<{ wallet: { balanceKobo: number } }>('/v1/wallet')).body.wallet.balanceKobo;
    const before = await balanceKobo();

    const rcNumber = newCompanyNumber();
    const watched = await server.post<{ data: { vendorId: string } }>('/v1/monitoring/watchlist', { rcNumber });
    const { vendorId } = watched.body.data;
    expect(watched.status).toBe(201);
    expect(watched.body).toMatchObject({ data: { rcNumber, score: 80, status: 'active', riskTier: 'LOW' } });
    const again = await server.post('/v1/monitoring/watchlist', { vendorId });
    expect([again.status, before - (await balanceKobo())]).toEqual([200, 100_000]);

    const report = { vendorId, kind: 'adverse_media', severity: 'HIGH', source: randomUUID(), headline: 'A raid' };
    const simulated = await server.post<{ data: { eventId: string } }>('/v1/sandbox/monitoring/events', report);
    const { eventId } = simulated.body.data;
    const repeated = await server.post<{ data: { eventId: string } }>('/v1/sandbox/monitoring/events', report);
    expect([simulated.status, repeated.status, repeated.body.data.eventId]).toEqual([201, 200, eventId]);

    const unread = { query: { read: 'false', vendorId, severity: 'HIGH' } };
    const alerts = async (): Promise<Listed> => (await server.get<Listed>('/v1/monitoring/alerts', unread)).body;
    await waitUntil(async () => (await alerts()).pagination.total > 0, { timeoutMs: 60_000, what: 'the alert' });
    const { data, pagination } = await alerts();
    expect([pagination.total, data[0]?.eventId]).toEqual([1, eventId]);
    const read = await server.patch(`/v1/monitoring/alerts/${data[0]?.alertId}/read`);
    expect(read.body).toMatchObject({ data: { read: true, vendorId, eventId } });
    expect((await alerts()).pagination.total).toBe(0);

    const list = await server.get('/v1/monitoring/watchlist', { query: { riskTier: 'LOW' } });
    expect(list.body).toMatchObject({
      data: [{ vendorId, score: 65, previousScore: 80, hasAlerts: true, unreadAlerts: 0 }],
      pagination: { total: 1 },
    });
    const history = await server.get(`/v1/monitoring/vendors/${vendorId}/score-history`);
    expect(history.body).toMatchObject({
      data: {
        points: [
          { scoreBefore: null, scoreAfter: 80 },
          { eventId, scoreBefore: 80, scoreAfter: 65 },
        ],
      },
    });
    const mentions = await server.get('/v1/monitoring/media-mentions', { query: { hasAlerts: 'true' } });
    expect(mentions.body).toMatchObject({ data: [{ eventId, headline: 'A raid', sentiment: 'negative' }] });

    // Each at least once.
    const kinds = ['monitoring.alert.created', 'monitoring.media_mention.detected', 'monitoring.score.changed'];
    const events = () => new Set(receiver.received.map(({ headers }) => headers['x-service-event']));
    await waitUntil(() => events().size >= kinds.length, {
      timeoutMs: 60_000,
      what: () => `three kinds of events: ${[...events()].join(', ')}`,
    });
    expect([...events()].sort()).toEqual(kinds);
    for (const { headers, rawBody, receivedAtMs } of receiver.received) {
      const header = String(headers['x-service-signature']);
      const nowSeconds = Math.floor(receivedAtMs / 1000);
      expect(verifySignature({ header, body: rawBody, secret: signingSecret, nowSeconds }).valid).toBe(true);
    }

    expect((await server.delete(`/v1/monitoring/watchlist/${vendorId}`)).status).toBe(200);
    expect((await server.get(`/v1/monitoring/vendors/${vendorId}`)).status).toBe(404);
    expect((await server.delete(`/v1/monitoring/watchlist/${vendorId}`)).status).toBe(404);
  });
});
