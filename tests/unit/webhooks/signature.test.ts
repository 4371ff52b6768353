import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { signatureHeader, verifySignature } from '#shared/signatures/signature';
import { generateSigningSecret } from '#shared/signatures/signing-secret';
import { deliveryHeaders } from '#shared/webhooks/deliveries/attempts/delivery-headers';

const stripe = new Stripe('sk_test_unused');
const verifyWithStripe = (body: string, header: string, secret: string) =>
  stripe.webhooks.signature?.verifyHeader(body, header, secret, 300);
const now = () => Math.floor(Date.now() / 1000);
const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const BODY = '{"id":"whd_01","event":"webhook.test"}';

/** Bodies of deliveries: JSON text of any value, never empty. */
const anyBody = fc.json().filter((json) => !json.includes('__proto__'));
const anySecret = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => `whsec_${Buffer.from(bytes).toString('base64')}`);
const anySeconds = fc.integer({ min: 1_000_000_000, max: 9_999_999_999 });

const delivery = (body: string, current: string, seconds: number, previous: readonly string[] = []) => ({
  deliveryId: 'whd_01J0000000000000000000000A',
  eventId: 'sev_01J0000000000000000000000B',
  event: 'kyb.applicant.decision',
  body,
  secrets: { current, previous },
  seconds,
});

describe('a signature header', () => {
  test('is the HMAC that the interface describes', () => {
    // printf '1700000000.{"id":"whd_01","event":"webhook.test"}' | openssl dgst -sha256 -hmac "$SECRET"
    expect(signatureHeader(BODY, SECRET, 1_700_000_000)).toBe(
      't=1700000000,v1=06101cdeca5ba037cdb5c92ef00534d77c65d63efa5e1cc345df102562cd4c05',
    );
  });

  test('has ten digits of seconds and lower-case hex, without a space', () => {
    fc.assert(
      fc.property(anyBody, anySecret, anySeconds, (body, secret, seconds) => {
        expect(signatureHeader(body, secret, seconds)).toMatch(/^t=\d{10},v1=[0-9a-f]{64}$/);
      }),
    );
  });

  test('is the same for a text and for its UTF-8 bytes', () => {
    const text = '{"name":"Ọ̀yọ́ ₦ 🏢"}';
    expect(signatureHeader(Buffer.from(text), SECRET, 1_700_000_000)).toBe(
      signatureHeader(text, SECRET, 1_700_000_000),
    );
  });

  test('verifies with the stripe library, tolerance 300', () => {
    fc.assert(
      fc.property(anyBody, anySecret, (body, secret) => {
        const header = signatureHeader(body, secret, now());
        expect(verifyWithStripe(body, header, secret)).toBe(true);
      }),
    );
  });
});

describe('verifySignature', () => {
  test('accepts what it signed', () => {
    fc.assert(
      fc.property(anyBody, anySecret, anySeconds, (body, secret, seconds) => {
        const header = signatureHeader(body, secret, seconds);
        expect(verifySignature({ header, body, secret, nowSeconds: seconds })).toMatchObject({ valid: true });
      }),
    );
  });

  test('accepts what the stripe library signed', () => {
    const header = stripe.webhooks.generateTestHeaderString({
      payload: BODY,
      secret: SECRET,
      timestamp: 1_700_000_000,
    });
    expect(verifySignature({ header, body: BODY, secret: SECRET, nowSeconds: 1_700_000_000 })).toMatchObject({
      valid: true,
    });
  });

  test('refuses another body, another secret and another time', () => {
    fc.assert(
      fc.property(anyBody, anyBody, anySecret, anySecret, (body, otherBody, secret, otherSecret) => {
        fc.pre(body !== otherBody && secret !== otherSecret);
        const header = signatureHeader(body, secret, 1_700_000_000);
        const input = { header, body, secret, nowSeconds: 1_700_000_000 };
        const mismatch = { valid: false, fault: 'mismatch' };
        expect(verifySignature({ ...input, body: otherBody })).toEqual(mismatch);
        expect(verifySignature({ ...input, secret: otherSecret })).toEqual(mismatch);
        expect(verifySignature({ ...input, header: header.replace('t=1700000000', 't=1700000001') })).toEqual(mismatch);
      }),
    );
  });

  test('uses the whole secret as the HMAC key, so that the decoded bytes alone do not verify', () => {
    const header = signatureHeader(BODY, SECRET.slice('whsec_'.length), 1_700_000_000);
    expect(verifySignature({ header, body: BODY, secret: SECRET, nowSeconds: 1_700_000_000 }).valid).toBe(false);
  });

  test.each([
    { age: 300, valid: true },
    { age: 301, valid: false },
    { age: -300, valid: true },
    { age: -301, valid: false },
  ])('a signature $age s old: valid $valid', ({ age, valid }) => {
    const header = signatureHeader(BODY, SECRET, 1_700_000_000);
    const verdict = verifySignature({ header, body: BODY, secret: SECRET, nowSeconds: 1_700_000_000 + age });
    expect(verdict).toMatchObject(valid ? { valid } : { valid, fault: 'outside_tolerance' });
  });

  test('refuses a time in milliseconds, although its signature is right', () => {
    const header = signatureHeader(BODY, SECRET, 1_700_000_000_000);
    expect(verifySignature({ header, body: BODY, secret: SECRET, nowSeconds: 1_700_000_000 }).valid).toBe(false);
  });

  test('accepts one right signature among several, in any order, along with other schemes', () => {
    const [time, right] = signatureHeader(BODY, SECRET, 1_700_000_000).split(',');
    const header = `v0=old,v1=${'0'.repeat(64)},${right},${time}`;
    expect(verifySignature({ header, body: BODY, secret: SECRET, nowSeconds: 1_700_000_000 })).toMatchObject({
      valid: true,
    });
  });

  const right = signatureHeader(BODY, SECRET, 1_700_000_000).split(',')[1];
  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['without a time', right],
    ['without a signature', 't=1700000000'],
    ['with two times', `t=1700000000,t=1700000000,${right}`],
    ['with a time that is not whole', `t=1700000000.5,${right}`],
    ['with a negative time', `t=-1,${right}`],
    ['with a time in hex', `t=0x6553f100,${right}`],
    ['with a space', `t=1700000000, ${right}`],
    ['with upper-case hex', `t=1700000000,${right?.toUpperCase().replace('V1', 'v1')}`],
    ['with a short signature', `t=1700000000,${right?.slice(0, -1)}`],
    ['with a malformed signature next to the right one', `t=1700000000,${right},v1=zz`],
    ['longer than any real one', `t=1700000000,${right},${'x'.repeat(512)}`],
  ])('refuses a header %s', (_, header) => {
    expect(verifySignature({ header, body: BODY, secret: SECRET, nowSeconds: 1_700_000_000 })).toEqual({
      valid: false,
      fault: 'malformed',
    });
  });

  test('never throws and never accepts, whatever the header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (header) => {
        expect(verifySignature({ header, body: BODY, secret: SECRET, nowSeconds: 1_700_000_000 }).valid).toBe(false);
      }),
    );
  });
});

describe('the headers of an attempt', () => {
  test('are those of the interface, all with the same time', () => {
    const headers = deliveryHeaders(delivery(BODY, SECRET, 1_700_000_000));
    expect(headers).toEqual({
      'Content-Type': 'application/json',
      'X-Service-Event': 'kyb.applicant.decision',
      'X-Service-Delivery': 'whd_01J0000000000000000000000A',
      'X-Service-Event-Id': 'sev_01J0000000000000000000000B',
      'X-Service-Signature': signatureHeader(BODY, SECRET, 1_700_000_000),
      'X-Service-Timestamp': '1700000000',
      'webhook-id': 'whd_01J0000000000000000000000A',
      'webhook-timestamp': '1700000000',
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    });
  });

  test('name the request that the event follows from, and sign the same without it', () => {
    const named = deliveryHeaders({ ...delivery(BODY, SECRET, 1_700_000_000), requestId: 'JKJaXmPLvHcESHA=' });
    expect(named).toStrictEqual({
      ...deliveryHeaders(delivery(BODY, SECRET, 1_700_000_000)),
      'X-Service-Request-Id': 'JKJaXmPLvHcESHA=',
    });
  });

  test('verify with the stripe and the standardwebhooks libraries, whatever the body', () => {
    fc.assert(
      fc.property(anyBody, (body) => {
        const secret = generateSigningSecret();
        const headers = deliveryHeaders(delivery(body, secret, now()));
        const header = headers['X-Service-Signature'] ?? '';
        expect(verifyWithStripe(body, header, secret)).toBe(true);
        expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
      }),
    );
  });

  test.each([1, 2])(
    'contain one more signature for each of %i replaced secrets, and every secret verifies separately',
    (count) => {
      const [current, other] = [generateSigningSecret(), generateSigningSecret()];
      const previous = Array.from({ length: count }, generateSigningSecret);
      const headers = deliveryHeaders(delivery(BODY, current, now(), previous));
      const header = headers['X-Service-Signature'] ?? '';
      expect(header.match(/,v1=[0-9a-f]{64}/g)).toHaveLength(1 + count);
      for (const secret of [current, ...previous]) {
        expect(verifyWithStripe(BODY, header, secret)).toBe(true);
        expect(new Webhook(secret).verify(BODY, headers)).toEqual(JSON.parse(BODY));
        expect(verifySignature({ header, body: BODY, secret, nowSeconds: now() })).toMatchObject({ valid: true });
      }
      expect(() => verifyWithStripe(BODY, header, other)).toThrow();
      expect(() => new Webhook(other).verify(BODY, headers)).toThrow();
    },
  );

  test('do not verify with either library once the body has changed', () => {
    const headers = deliveryHeaders(delivery(BODY, SECRET, now()));
    const changed = BODY.replace('test', 'tost');
    const header = headers['X-Service-Signature'] ?? '';
    expect(() => verifyWithStripe(changed, header, SECRET)).toThrow();
    expect(() => new Webhook(SECRET).verify(changed, headers)).toThrow();
  });
});
