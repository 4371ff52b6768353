import { describe, expect, test } from 'vitest';
import { newId } from '#shared/platform/ids';
import { signatureHeader } from '#shared/signatures/signature';
import {
  addressAccount,
  CALLBACK_SECRET,
  callBack,
  eventsOf,
  money,
  PRICE_KOBO,
  read,
  stored,
  submitted,
  VISITING,
} from './world.ts';

const nowSeconds = () => Math.floor(Date.now() / 1000);

const FOUND = {
  status: 'completed',
  result: 'not_verified',
  reason: 'Nobody knew the business there',
  location: '6.4541, 3.3947',
  photos: ['https://visits.example/1.jpg', 'https://visits.example/2.jpg'],
} as const;

describe('A callback of the visit source', () => {
  test('completes the verification, with its event', async () => {
    const account = await addressAccount('live');
    const reference = await submitted(account);
    expect(await callBack({ reference, ...FOUND })).toStrictEqual({ status: 200, body: { success: true } });
    const { body } = await read(account, { reference_id: reference });
    const { status, ...data } = FOUND;
    expect(body.entity).toMatchObject({ status, data });
    expect(await eventsOf(account, 'verification.address.completed')).toMatchObject([
      {
        environment: 'live',
        data: { status: 'failed', reasonCodes: ['address_not_verified'], companyId: account.companyId },
      },
    ]);
    expect(await money(account)).toMatchObject({ spentKobo: PRICE_KOBO, entries: ['debit'] });
  });

  test('fails a visit that was not possible, and refunds it', async () => {
    const account = await addressAccount('live');
    const reference = await submitted(account);
    const report = { reference, status: 'failed', reason: 'The street is flooded' };
    expect(await callBack(report)).toMatchObject({ status: 200 });
    expect(await stored(reference)).toMatchObject({ status: 'failed', reason: 'The street is flooded', result: null });
    expect(await money(account)).toMatchObject({ balanceKobo: 10_000_000, spentKobo: 0, entries: ['debit', 'credit'] });
  });

  test('that arrives again, even ten times at once, changes nothing more', async () => {
    const account = await addressAccount('live');
    const reference = await submitted(account);
    const report = { reference, status: 'failed' };
    const responses = await Promise.all(Array.from({ length: 10 }, () => callBack(report)));
    expect(new Set(responses.map(({ status }) => status))).toStrictEqual(new Set([200]));
    expect(await callBack(report)).toMatchObject({ status: 200 });
    expect(await money(account)).toStrictEqual({
      balanceKobo: 10_000_000,
      ledgerKobo: 10_000_000,
      spentKobo: 0,
      entries: ['debit', 'credit'],
    });
    expect(await eventsOf(account, 'verification.address.completed')).toHaveLength(1);
  });

  test('that contradicts the first is 409 and changes nothing', async () => {
    const account = await addressAccount('live');
    const reference = await submitted(account);
    await callBack({ reference, ...FOUND });
    const before = await stored(reference);
    for (const other of [{ status: 'failed' }, { status: 'completed', result: 'verified' }]) {
      expect(await callBack({ reference, ...other })).toMatchObject({
        status: 409,
        body: { code: 'ADDRESS_VERIFICATION_ENDED' },
      });
    }
    expect(await stored(reference)).toStrictEqual(before);
    expect(await money(account)).toMatchObject({ entries: ['debit'] });
  });

  test('and another that contradicts it, at the same moment: one takes effect, the other is a 409', async () => {
    for (const _ of [1, 2, 3]) {
      const account = await addressAccount('live');
      const reference = await submitted(account);
      const responses = await Promise.all([
        callBack({ reference, ...FOUND }),
        callBack({ reference, status: 'failed' }),
      ]);
      expect(responses.map(({ status }) => status).sort()).toStrictEqual([200, 409]);
      const { status } = await stored(reference);
      const { entries, balanceKobo, ledgerKobo, spentKobo } = await money(account);
      expect(entries).toStrictEqual(status === 'failed' ? ['debit', 'credit'] : ['debit']);
      expect(balanceKobo).toBe(ledgerKobo);
      expect(10_000_000 - balanceKobo).toBe(spentKobo);
      expect(await eventsOf(account, 'verification.address.completed')).toHaveLength(1);
    }
  });

  test('may be signed with the previous secret while the source changes it', async () => {
    const account = await addressAccount('live');
    const reference = await submitted(account);
    const both = { ...VISITING, callbackSecrets: async () => ['a-newer-secret', CALLBACK_SECRET] };
    expect(await callBack({ reference, ...FOUND }, {}, both)).toMatchObject({ status: 200 });
  });
});

describe('A callback of the visit source is refused', () => {
  test.each([
    ['another secret', { secret: 'another-secret' }],
    ['a signature that is six minutes old', { atSeconds: nowSeconds() - 360 }],
    ['a signature from the future', { atSeconds: nowSeconds() + 360 }],
    ['no signature', { header: '' }],
    ['the signature of another body', { header: signatureHeader('{}', CALLBACK_SECRET, nowSeconds()) }],
  ])('401: with %s, and nothing is read', async (_, signing) => {
    const account = await addressAccount('live');
    const reference = await submitted(account);
    expect(await callBack({ reference, ...FOUND }, signing)).toMatchObject({
      status: 401,
      body: { code: 'INVALID_CALLBACK_SIGNATURE' },
    });
    expect(await stored(reference)).toMatchObject({ status: 'pending' });
  });

  test('401: on a stage without a visit source', async () => {
    const none = { ...VISITING, callbackSecrets: async () => [] };
    expect(await callBack({ reference: newId('addr', Date.now()), ...FOUND }, {}, none)).toMatchObject({ status: 401 });
  });

  test('404: for an unknown reference, and for one of the sandbox', async () => {
    const sandbox = await submitted(await addressAccount('sandbox'));
    for (const reference of [newId('addr', Date.now()), sandbox, 'rubbish', 'a#b']) {
      expect(await callBack({ reference, ...FOUND })).toMatchObject({
        status: 404,
        body: { code: 'ADDRESS_VERIFICATION_NOT_FOUND' },
      });
    }
    expect(await stored(sandbox)).toMatchObject({ status: 'pending' });
  });

  test.each([
    ['without a status', { status: undefined }, 'status'],
    ['with a status that only the service sets', { status: 'pending' }, 'status'],
    ['completed without a result', { result: undefined }, 'result'],
    ['with another result', { result: 'maybe' }, 'result'],
    ['with too many photos', { photos: Array.from({ length: 21 }, () => 'https://visits.example/1.jpg') }, 'photos'],
    ['with a photo that is a script', { photos: ['javascript:alert(1)'] }, 'photos.0'],
    ['with a photo over plain http', { photos: ['http://visits.example/1.jpg'] }, 'photos.0'],
    ['with a long reason', { reason: 'x'.repeat(501) }, 'reason'],
  ])('400: %s', async (_, change, path) => {
    const account = await addressAccount('live');
    const reference = await submitted(account);
    expect(await callBack({ reference, ...FOUND, ...change })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', details: [{ path }] },
    });
    expect(await stored(reference)).toMatchObject({ status: 'pending' });
  });

  test('400 and 413: for a body that is not JSON, and one that is too large', async () => {
    expect(await callBack('{"reference":')).toMatchObject({ status: 400, body: { code: 'MALFORMED_JSON' } });
    expect(await callBack({ reason: 'x'.repeat(100_001) })).toMatchObject({ status: 413 });
  });
});
