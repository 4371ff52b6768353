import { describe, expect, test } from 'vitest';
import { createResources, Kyb } from '#client/src/kyb';
import { clientOf, failureOf, json, refuse } from './lying-server.ts';

const OK = { success: true, data: { id: 'app_1' } };

describe('a call', () => {
  test('is sent by its contract: path, query, body, credential, and a key where one is taken', async () => {
    const { kyb, received } = await clientOf((response) => json(response, 201, OK));
    await kyb.applicants.create('wgt_1', { referenceId: 'seller 42' });
    await kyb.wallet.setThreshold({ thresholdKobo: 100 }, { environment: 'sandbox' });
    const [created, set] = received;
    expect(created).toMatchObject({
      method: 'POST',
      path: '/v1/kyb/widgets/wgt_1/applicants',
      body: '{"referenceId":"seller 42"}',
      headers: {
        authorization: 'Bearer test_sk_secret',
        'content-type': 'application/json',
        accept: 'application/json',
      },
    });
    expect(created?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
    expect(created?.headers['user-agent']).toMatch(/^kyb-client\/\d/);
    expect(set).toMatchObject({ method: 'PUT', path: '/v1/wallet/threshold?environment=sandbox' });
    expect(set?.headers).not.toHaveProperty('idempotency-key');
  });

  test('returns the body, and on request the response with its headers', async () => {
    const { kyb } = await clientOf((response) =>
      json(response, 201, OK, { 'x-request-id': 'req_1', 'idempotency-replayed': 'true' }),
    );
    expect(await kyb.applicants.create('wgt_1')).toStrictEqual(OK);
    const answer = await kyb.applicants.create('wgt_1').withResponse();
    expect(answer).toMatchObject({ body: OK, status: 201, requestId: 'req_1' });
    expect(answer.headers.get('idempotency-replayed')).toBe('true');
  });

  test("does not send the credential to the applicants' runtime and to public operations", async () => {
    const { kyb, received } = await clientOf((response) => json(response, 200, OK));
    await kyb.embed.submit('wses_1', { token: 'elt_1' });
    await kyb.service.getStatus();
    expect(received.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
  });

  test('sends the key and the headers that it is given', async () => {
    const { kyb, received } = await clientOf((response) => json(response, 200, OK));
    const headers = { 'X-Widget-Signature': 't=1,v1=00' };
    await kyb.embed.openSession({ token: 'elt_1' }, { idempotencyKey: 'order-4711', headers });
    expect(received[0]?.headers).toMatchObject({ 'idempotency-key': 'order-4711', 'x-widget-signature': 't=1,v1=00' });
  });

  test('takes an address with and without a slash and /v1', async () => {
    const { url, received } = await clientOf((response) => json(response, 200, OK));
    for (const baseUrl of [url, `${url}/`, `${url}/v1`, `${url}/v1/`]) await new Kyb({ baseUrl }).service.getStatus();
    expect(new Set(received.map(({ path }) => path))).toEqual(new Set(['/v1/status']));
  });

  test.each(['', '.', '..', undefined, { id: 'wgt_1' }])('refuses the id %j, before anything is sent', async (id) => {
    const { kyb, received } = await clientOf((response) => json(response, 200, OK));
    expect(await failureOf(kyb.widgets.get(id as string))).toBeInstanceOf(TypeError);
    expect(received).toEqual([]);
  });

  test('escapes what would lead to another operation', async () => {
    const { kyb, received } = await clientOf((response) => json(response, 200, OK));
    await kyb.widgets.get('../wallet?x=1#y');
    expect(received[0]?.path).toBe('/v1/kyb/widgets/..%2Fwallet%3Fx%3D1%23y');
  });

  test('is answered in another media type', async () => {
    const { kyb, received } = await clientOf((response, index) =>
      response
        .writeHead(200, { 'content-type': index === 0 ? 'application/pdf' : 'text/html; charset=utf-8' })
        .end('%PDF'),
    );
    const report = await kyb.applicants.getReport('app_1', { accept: 'application/pdf' });
    expect(await report.text()).toBe('%PDF');
    expect(await kyb.transactions.getReceipt('txn_1')).toBe('%PDF');
    expect(received.map(({ headers }) => headers.accept)).toEqual(['application/pdf', 'text/html']);
  });
});

describe('a client', () => {
  test.each([
    [{ baseUrl: 'api.example.com' }, /https address/],
    [{ baseUrl: undefined as unknown as string }, /https address/],
    [{ baseUrl: 'https://api.example.com', key: 'test_sk_1', accessToken: 'ey' }, /either key or accessToken/],
  ])('refuses %j', (options, message) => {
    expect(() => new Kyb(options)).toThrow(message);
  });

  test('refuses a secret key in a browser, without repeating it; a session may be used there', () => {
    const baseUrl = 'https://api.example.com';
    const inBrowser = (options: object) => createResources({ baseUrl, ...options }, { isBrowser: true });
    for (const key of ['test_sk_0123', 'live_sk_0123']) {
      expect(() => inBrowser({ key })).toThrow(/must never reach a browser/);
      expect(() => inBrowser({ key })).not.toThrow(/0123/);
    }
    expect(() => inBrowser({ accessToken: 'ey' })).not.toThrow();
    expect(() => inBrowser({ key: 'test_pk_0123' })).not.toThrow();
    expect(() => inBrowser({})).not.toThrow();
  });

  test('in a browser sends no header that the API does not let pages send', async () => {
    const { kyb, received } = await clientOf((response) => json(response, 200, OK), {}, { isBrowser: false });
    const { kyb: page, received: ofPage } = await clientOf(
      (response) => json(response, 200, OK),
      { key: 'test_pk_1' },
      { isBrowser: true },
    );
    await kyb.service.getStatus();
    await page.service.getStatus();
    expect(received[0]?.headers['user-agent']).toMatch(/^kyb-client/);
    expect(ofPage[0]?.headers['user-agent']).not.toMatch(/kyb-client/);
  });
});

describe('a refusal', () => {
  test('is an error with code, status, details and request id, which narrow without a cast', async () => {
    const { kyb } = await clientOf((response) =>
      json(
        response,
        402,
        {
          success: false,
          message: 'Top up.',
          code: 'INSUFFICIENT_BALANCE',
          details: { balanceKobo: 1, requiredKobo: 2 },
        },
        { 'x-request-id': 'req_9' },
      ),
    );
    const error = await failureOf(kyb.applicants.create('wgt_1'));
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: 'KybError', message: 'Top up.', status: 402, requestId: 'req_9' });
    const { KybError } = await import('#client/src/errors');
    if (!(error instanceof KybError) || error.code !== 'INSUFFICIENT_BALANCE') throw error;
    const required: number | undefined = error.details?.requiredKobo;
    expect(required).toBe(2);
  });

  test.each([
    ['a body without a code', { success: false, message: 'Wait.' }, 'RATE_LIMITED', 'Wait.'],
    [
      'a body with its message as `error`',
      { success: false, error: 'name: Required.' },
      'VALIDATION_FAILED',
      'name: Required.',
    ],
    [
      'a body with its code as `error`',
      { success: false, error: 'EMAIL_NOT_VERIFIED', message: 'Verify.' },
      'EMAIL_NOT_VERIFIED',
      'Verify.',
    ],
  ])('has its code from the header for %s', async (_, body, code, message) => {
    const { kyb } = await clientOf((response) => json(response, 403, body, { 'x-error-code': code }));
    expect(await failureOf(kyb.wallet.get())).toMatchObject({ code, message });
  });

  test('never shows the key', async () => {
    const { kyb } = await clientOf((response) => refuse(response, 401, 'UNAUTHENTICATED'));
    const error = await failureOf(kyb.wallet.get());
    const { inspect } = await import('node:util');
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain('test_sk_secret');
  });
});

describe('a server that is not the API', () => {
  test.each([
    ['HTML', 200, { 'content-type': 'text/html' }, '<h1>Sign in to the Wi-Fi</h1>', /\(200\) was text\/html/],
    ['no content type', 200, {}, '{"success":true}', /was no content type/],
    ['JSON that is cut off', 200, { 'content-type': 'application/json' }, '{"success":true,"da', /cut off/],
    ['JSON that is no object', 200, { 'content-type': 'application/json' }, '"ok"', /cut off/],
    ['a 404 of a proxy', 404, { 'content-type': 'text/html' }, '<h1>nginx</h1>', /\(404\) was text\/html/],
  ])('is told apart: %s', async (_, status, headers, body, message) => {
    const { kyb, received } = await clientOf((response) => response.writeHead(status, headers).end(body));
    const error = await failureOf(kyb.wallet.get());
    expect(error).toMatchObject({ code: 'UNEXPECTED_RESPONSE', status, message: expect.stringMatching(message) });
    expect(received).toHaveLength(1);
  });

  test.each([301, 302, 303, 307, 308])('leads nowhere by a %i: the credential stays', async (status) => {
    const elsewhere = await clientOf((response) => json(response, 200, OK));
    const { kyb } = await clientOf((response) => response.writeHead(status, { location: elsewhere.url }).end());
    expect(await failureOf(kyb.applicants.create('wgt_1'))).toMatchObject({ code: 'UNEXPECTED_RESPONSE', status });
    expect(elsewhere.received).toEqual([]);
  });
});
