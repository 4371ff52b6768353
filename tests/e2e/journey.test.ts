import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '#scripts/demo/journey';
import { type WebhookReceiver, webhookReceiver } from '#tests/support/webhook-receiver';
import { assessed, liveWidget, newCustomer, register, submitApplicant } from './people.ts';

const stripe = new Stripe('sk_test_unused');

interface LedgerEntry {
  readonly type: 'credit' | 'debit';
  readonly amountKobo: number;
  readonly balanceAfterKobo: number;
  readonly actionKey: string | null;
}

describe('a customer onboards a business', () => {
  let customer: Account;
  let receiver: WebhookReceiver;
  let submitted: { applicantId: string; referenceId: string };
  const secrets = new Map<string, string>();

  beforeAll(async () => {
    [customer, receiver] = await Promise.all([newCustomer(), webhookReceiver()]);
    const widget = await liveWidget(customer);
    for (const serviceType of ['kyc_widget', 'verification']) {
      const { signingSecret } = await register(customer, widget.id, serviceType, `${receiver.url}/${serviceType}`);
      secrets.set(serviceType, signingSecret);
    }
    submitted = await submitApplicant(customer, widget, 'Ada Provisions Limited');
  });
  afterAll(() => receiver.close());

  test('and the applicant is approved, each module with its result and its charge', async () => {
    const applicant = await assessed(customer, submitted.applicantId);
    expect(applicant).toMatchObject({ status: 'approved', riskScore: 0, decidedAt: expect.any(String) });
    expect(applicant.modules).toEqual([
      expect.objectContaining({ moduleId: 'business_profile', status: 'passed', chargeKobo: 0 }),
      expect.objectContaining({ moduleId: 'cac_verification', status: 'passed', chargeKobo: 20_000 }),
      expect.objectContaining({ moduleId: 'tin_verification', status: 'passed', chargeKobo: 15_000 }),
    ]);
    expect(applicant.totalSpentKobo).toBe(85_000);
    expect(applicant.timeline.map(({ status }) => status)).toEqual([
      'created',
      'in_progress',
      'submitted',
      'processing',
      'approved',
    ]);
  });

  test('and the wallet paid exactly for that, with a ledger that sums to its balance', async () => {
    const query = { environment: 'sandbox' };
    const { body: wallet } = await customer.get<{ wallet: { balanceKobo: number } }>('/v1/wallet', { query });
    const { body: ledger } = await customer.get<{ transactions: LedgerEntry[] }>('/v1/wallet/transactions', { query });
    expect(wallet.wallet.balanceKobo).toBe(10_000_000 - 85_000);
    expect(ledger.transactions[0]?.balanceAfterKobo).toBe(wallet.wallet.balanceKobo);
    const sum = ledger.transactions.reduce(
      (total, { type, amountKobo }) => total + (type === 'credit' ? amountKobo : -amountKobo),
      0,
    );
    expect(sum).toBe(wallet.wallet.balanceKobo);
    expect(ledger.transactions.map(({ actionKey }) => actionKey)).toEqual(
      expect.arrayContaining(['kyb_session_base', 'cac_verification', 'tin_verification']),
    );
  });

  test("and the customer's system receives each event once, with a signature that stripe and standardwebhooks verify", async () => {
    const received = await receiver.waitFor(5, { timeoutMs: 60_000 });
    const types = received.map(({ headers }) => headers['x-service-event']);
    expect(types.toSorted()).toEqual([
      'kyb.applicant.created',
      'kyb.applicant.decision',
      'kyb.applicant.submitted',
      'verification.cac.completed',
      'verification.tin.completed',
    ]);
    for (const { headers, rawBody, path, method, receivedAtMs } of received) {
      const secret = secrets.get(path.split('/').at(-1) ?? '') ?? '';
      const signature = String(headers['x-service-signature']);
      const text = rawBody.toString();
      const envelope = JSON.parse(text);
      expect(method).toBe('POST');
      expect(headers['content-type']).toBe('application/json');
      expect(signature).toMatch(/^t=\d{10},v1=[0-9a-f]{64}$/);
      expect(signature).toContain(`t=${headers['x-service-timestamp']},`);
      expect(Math.abs(receivedAtMs / 1000 - Number(headers['x-service-timestamp']))).toBeLessThan(15);
      expect(stripe.webhooks.signature?.verifyHeader(text, signature, secret, 300)).toBe(true);
      expect(new Webhook(secret).verify(text, headers as Record<string, string>)).toEqual(envelope);
      expect(envelope).toMatchObject({
        id: headers['x-service-delivery'],
        event: headers['x-service-event'],
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
        data: { applicantId: submitted.applicantId },
      });
      expect(envelope.id).toMatch(/^whd_/);
      expect(path).toBe(`/webhooks/${envelope.event.startsWith('kyb.') ? 'kyc_widget' : 'verification'}`);
    }
  });

  test('and the decision matches the API', async () => {
    const decision = receiver.received.find(({ headers }) => headers['x-service-event'] === 'kyb.applicant.decision');
    expect(JSON.parse(String(decision?.rawBody)).data).toMatchObject({
      applicantId: submitted.applicantId,
      submissionReference: submitted.referenceId,
      status: 'approved',
      riskScore: 0,
    });
    expect(String(decision?.rawBody)).not.toContain('Ada Provisions');
  });
});
