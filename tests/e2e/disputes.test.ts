import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { accountOf, addCompany, openWidget, rotateApiKeys } from '#scripts/demo/journey';
import { verifySignature } from '#shared/signatures/signature';
import { newCompanyNumber } from '#tests/support/companies';
import { waitUntil } from '#tests/support/wait-until';
import { webhookReceiver } from '#tests/support/webhook-receiver';
import { deployedApi, newCustomer, register } from './people.ts';

/** Content that no text encoding survives. */
const PDF = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from([0, 255, 254, 13, 10, 128])]);

interface Dispute {
  readonly disputeId: string;
  readonly status: string;
  readonly documents: readonly { readonly url: string }[];
  readonly scoreDeltaRestored: string | null;
}

describe('a dispute', () => {
  test('is filed with a document and upheld, restores the points of the score, and is reported by signed webhooks', async () => {
    const receiver = await webhookReceiver();
    onTestFinished(() => receiver.close());
    const customer = await newCustomer();
    const { secretKey } = await rotateApiKeys(customer, 'sandbox');
    const api = deployedApi();
    const server = accountOf(api, secretKey);
    const widget = await openWidget(server);
    const { signingSecret } = await register(server, widget.id, 'disputes', receiver.url);
    const { id: vendorId } = await addCompany(server, newCompanyNumber());
    const scoreNow = async (): Promise<number> => {
      const { body } = await server.get(`/v1/monitoring/vendors/${vendorId}`);
      return (body as { data: { score: number } }).data.score;
    };

    const report = { vendorId, kind: 'litigation', source: randomUUID() };
    const simulated = await server.post('/v1/sandbox/monitoring/events', report);
    expect([simulated.status, await scoreNow()]).toEqual([201, 72]);
    const { eventId } = (simulated.body as { data: { eventId: string } }).data;

    const form = new FormData();
    form.set('vendorId', vendorId);
    form.set('eventId', eventId);
    form.set('description', 'The suit concerns a different company with a similar name.');
    form.append('documents', new Blob([PDF]), 'judgment.pdf');
    const headers = { ...api.headers, authorization: `Bearer ${secretKey}` };
    const response = await fetch(`${api.apiUrl}/v1/disputes`, { method: 'POST', headers, body: form });
    const { data: filed } = (await response.json()) as { data: Dispute };
    expect([response.status, filed.status, filed.documents.length]).toEqual([201, 'pending', 1]);
    const file = await fetch(filed.documents[0]?.url ?? '');
    expect(Buffer.from(await file.arrayBuffer()).equals(PDF)).toBe(true);

    const decision = { status: 'upheld', reviewNote: 'The court register names a different company.' };
    const decided = await server.post(`/v1/sandbox/disputes/${filed.disputeId}/decision`, decision);
    expect(decided.body).toMatchObject({ data: { status: 'upheld', scoreDeltaRestored: '8.00' } });
    expect(await scoreNow()).toBe(80);
    expect((await server.get('/v1/disputes', { query: { status: 'upheld' } })).body).toMatchObject({
      data: [{ disputeId: filed.disputeId }],
      pagination: { total: 1 },
    });

    // Each at least once.
    const events = () => new Set(receiver.received.map(({ headers: sent }) => sent['x-service-event']));
    await waitUntil(() => events().size >= 2, {
      timeoutMs: 60_000,
      what: () => `two kinds of events: ${[...events()].join(', ')}`,
    });
    for (const { headers: sent, rawBody, receivedAtMs } of receiver.received) {
      const header = String(sent['x-service-signature']);
      const nowSeconds = Math.floor(receivedAtMs / 1000);
      expect(verifySignature({ header, body: rawBody, secret: signingSecret, nowSeconds }).valid).toBe(true);
    }
    expect(events()).toEqual(new Set(['dispute.created', 'dispute.upheld']));
  });
});
