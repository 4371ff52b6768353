import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CheckoutRequest, PaymentsUnavailable } from '#shared/sources/payments';
import { isSignedByPaystack, paymentOfCallback, paystackPayments } from '#shared/sources/payments-paystack';
import { type FakePaystack, fakePaystack } from '#tests/support/fake-paystack';

const OWNER = { accountId: 'usr_01KAJ3VYB2M9D5H7N1P3Q8S6TW', environment: 'live' } as const;

const REQUEST: CheckoutRequest = {
  reference: 'top_01KAJ3WZ5T8RB6C2F4G9J1K7NV',
  amountKobo: 1_000_050,
  email: 'owner@adire.example',
  owner: OWNER,
};

const paymentsBy = ({ baseUrl, secretKey }: Pick<FakePaystack, 'baseUrl' | 'secretKey'>) =>
  paystackPayments(async () => ({ baseUrl, secretKey }));

describe('Opening a checkout at Paystack', () => {
  test('requests the amount in naira under a reference that Paystack accepts, and returns where to pay', async () => {
    await using paystack = await fakePaystack();
    const url = await paymentsBy(paystack).open(REQUEST);
    expect(url).toBe('https://checkout.example/top-01KAJ3WZ5T8RB6C2F4G9J1K7NV');
    expect(paystack.only()).toMatchObject({
      reference: 'top-01KAJ3WZ5T8RB6C2F4G9J1K7NV',
      amount: 1_000_050,
      currency: 'NGN',
      email: 'owner@adire.example',
      metadata: JSON.stringify(OWNER),
    });
  });

  test.each([
    [400, 'refused'] as const,
    [401, 'refused'] as const,
    [503, 'refused'] as const,
    ['reset', 'unreachable'] as const,
  ])('fails as unavailable if Paystack responds with %s', async (how, reason) => {
    await using paystack = await fakePaystack();
    paystack.break(how);
    const opening = paymentsBy(paystack).open(REQUEST);
    await expect(opening).rejects.toThrow(PaymentsUnavailable);
    await expect(opening).rejects.toMatchObject({ reason });
  });

  test('fails as unavailable with a wrong key, and reveals nothing of it', async () => {
    await using paystack = await fakePaystack();
    const opening = paymentsBy({ ...paystack, secretKey: 'sk_live_wrong' }).open(REQUEST);
    await expect(opening).rejects.toThrow(PaymentsUnavailable);
    await expect(opening).rejects.not.toThrow('sk_live_wrong');
  });

  test('fails as unavailable for a payer without an address', async () => {
    await using paystack = await fakePaystack();
    await expect(paymentsBy(paystack).open({ ...REQUEST, email: undefined })).rejects.toThrow(PaymentsUnavailable);
    expect(paystack.transactions.size).toBe(0);
  });
});

describe('Looking a payment up at Paystack', () => {
  test.each([
    ['success', 'success'],
    ['failed', 'failed'],
    ['reversed', 'failed'],
    ['abandoned', 'pending'],
    ['ongoing', 'pending'],
    ['pending', 'pending'],
    ['processing', 'pending'],
    ['queued', 'pending'],
  ] as const)('reads %s as %s, with the reference and the wallet as they were sent', async (theirs, ours) => {
    await using paystack = await fakePaystack();
    const payments = paymentsBy(paystack);
    await payments.open(REQUEST);
    paystack.only().status = theirs;
    expect(await payments.lookUp(REQUEST.reference)).toStrictEqual({
      reference: REQUEST.reference,
      status: ours,
      amountKobo: 1_000_050,
      currency: 'NGN',
      owner: OWNER,
      authorization: paystack.card,
      card: { brand: 'mastercard', lastFour: '8877', expiryMonth: null, expiryYear: null },
    });
  });

  test('returns nothing if Paystack does not know the payment', async () => {
    await using paystack = await fakePaystack();
    expect(await paymentsBy(paystack).lookUp(REQUEST.reference)).toBeUndefined();
  });

  test.each([401, 403, 429, 500, 'reset'] as const)(
    'fails as unavailable if Paystack responds with %s',
    async (how) => {
      await using paystack = await fakePaystack();
      paystack.break(how);
      await expect(paymentsBy(paystack).lookUp(REQUEST.reference)).rejects.toThrow(PaymentsUnavailable);
    },
  );
});

describe('Charging a card at Paystack', () => {
  const CHARGE = { reference: REQUEST.reference, amountKobo: 50_000, owner: OWNER } as const;

  test.each([
    ['success', 'success'],
    ['failed', 'failed'],
    ['pending', 'pending'],
    ['paused', 'pending'],
  ] as const)('reads %s as %s', async (theirs, ours) => {
    await using paystack = await fakePaystack();
    paystack.habits.outcome = theirs;
    const payment = await paymentsBy(paystack).charge({ ...CHARGE, authorization: paystack.card });
    expect(payment).toMatchObject({ reference: CHARGE.reference, status: ours, amountKobo: 50_000, currency: 'NGN' });
    expect(paystack.only()).toMatchObject({ amount: 50_000, currency: 'NGN', metadata: JSON.stringify(OWNER) });
  });

  test('twice under one reference makes one payment, and returns its status both times', async () => {
    await using paystack = await fakePaystack();
    const payments = paymentsBy(paystack);
    const first = await payments.charge({ ...CHARGE, authorization: paystack.card });
    paystack.habits.outcome = 'failed';
    expect(await payments.charge({ ...CHARGE, authorization: paystack.card })).toStrictEqual(first);
    expect(paystack.charges).toHaveLength(2);
    expect(paystack.transactions.size).toBe(1);
  });

  test('fails if Paystack refuses the card, or there is none', async () => {
    await using paystack = await fakePaystack();
    const payments = paymentsBy(paystack);
    const refused = await payments.charge({ ...CHARGE, authorization: { ...paystack.card, code: 'AUTH_gone' } });
    expect(refused.status).toBe('failed');
    expect((await payments.charge({ ...CHARGE, authorization: undefined })).status).toBe('failed');
    expect(paystack.transactions.size).toBe(0);
  });

  test.each([401, 403, 429, 500, 'reset'] as const)(
    'has no known outcome if Paystack responds with %s',
    async (how) => {
      await using paystack = await fakePaystack();
      paystack.break(how);
      const charging = paymentsBy(paystack).charge({ ...CHARGE, authorization: paystack.card });
      await expect(charging).rejects.toThrow(PaymentsUnavailable);
      await expect(charging).rejects.not.toThrow(paystack.card.code);
    },
  );

  test('has no known outcome if the response is lost', async () => {
    await using paystack = await fakePaystack();
    paystack.habits.loseResponse = true;
    const charging = paymentsBy(paystack).charge({ ...CHARGE, authorization: paystack.card });
    await expect(charging).rejects.toThrow(PaymentsUnavailable);
    expect(paystack.only().status).toBe('success');
  });
});

describe('A callback of Paystack', () => {
  const data = { reference: 'top-01KAJ3WZ5T8RB6C2F4G9J1K7NV', status: 'success', amount: 10_000, currency: 'NGN' };
  const payment = {
    reference: 'top_01KAJ3WZ5T8RB6C2F4G9J1K7NV',
    status: 'success',
    amountKobo: 10_000,
    currency: 'NGN',
  };

  test('reports a payment, and its wallet if the metadata names it', () => {
    const card = { authorization_code: 'AUTH_1', reusable: true };
    const customer = { email: 'payer@adire.example' };
    expect(
      paymentOfCallback({ event: 'charge.success', data: { ...data, authorization: card, customer } }),
    ).toStrictEqual({
      ...payment,
      authorization: { code: 'AUTH_1', email: 'payer@adire.example' },
      card: { brand: null, lastFour: null, expiryMonth: null, expiryYear: null },
    });
    const once = { ...card, reusable: false };
    for (const authorization of [once, {}, null, 'AUTH_1', { reusable: true }]) {
      const body = { event: 'charge.success', data: { ...data, authorization, customer } };
      expect(paymentOfCallback(body)).toStrictEqual(payment);
    }
    for (const metadata of [OWNER, JSON.stringify(OWNER)]) {
      expect(paymentOfCallback({ event: 'charge.success', data: { ...data, metadata } })).toStrictEqual({
        ...payment,
        owner: OWNER,
      });
    }
    const strange = [
      undefined,
      null,
      '',
      0,
      'text',
      '{"accountId":"x"}',
      { accountId: 'usr_1#2', environment: 'live' },
    ];
    for (const metadata of strange) {
      expect(paymentOfCallback({ event: 'charge.success', data: { ...data, metadata } })).toStrictEqual(payment);
    }
  });

  test.each([
    ['of another kind', { event: 'charge.dispute.create', data }],
    ['without data', { event: 'charge.success' }],
    ['with an invalid amount', { event: 'charge.success', data: { ...data, amount: 0.5 } }],
    ['that is not an object', 'charge.success'],
  ])('%s reports no payment', (_, body) => {
    expect(paymentOfCallback(body)).toBeUndefined();
  });

  const rawBody = JSON.stringify({ event: 'charge.success', data });
  const signature = createHmac('sha512', 'sk_live_current').update(rawBody).digest('hex');

  test('is signed over its raw body with the current or the previous key', () => {
    expect(isSignedByPaystack(rawBody, signature, ['sk_live_current'])).toBe(true);
    expect(isSignedByPaystack(rawBody, signature, ['sk_live_new', 'sk_live_current'])).toBe(true);
  });

  test.each([
    ['no signature', rawBody, undefined],
    ['an empty signature', rawBody, ''],
    ['a text that is not hex', rawBody, 'signature'],
    ['half of the signature', rawBody, signature.slice(0, 64)],
    ['the signature with a suffix', rawBody, `${signature}00`],
    ['the signature of another body', `${rawBody} `, signature],
    ['a signature by HMAC-SHA256', rawBody, createHmac('sha256', 'sk_live_current').update(rawBody).digest('hex')],
  ])('with %s is refused', (_, body, given) => {
    expect(isSignedByPaystack(body, given, ['sk_live_current'])).toBe(false);
  });

  test('is trusted for its own body and key, whatever they contain, and for nothing else', () => {
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(
        text,
        text,
        fc.string({ minLength: 1 }),
        fc.string({ minLength: 1 }),
        (body, other, key, otherKey) => {
          const signed = createHmac('sha512', key).update(body).digest('hex');
          expect(isSignedByPaystack(body, signed, [key])).toBe(true);
          expect(isSignedByPaystack(other, signed, [key])).toBe(Buffer.from(other).equals(Buffer.from(body)));
          expect(isSignedByPaystack(body, signed, [otherKey])).toBe(otherKey === key);
          expect(isSignedByPaystack(body, other, [key])).toBe(false);
        },
      ),
    );
  });

  test('is refused if there is no key', () => {
    expect(isSignedByPaystack(rawBody, signature, [])).toBe(false);
    expect(isSignedByPaystack(rawBody, createHmac('sha512', '').update(rawBody).digest('hex'), [])).toBe(false);
  });
});
