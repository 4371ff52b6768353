import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiError } from '#shared/errors/api-error';
import { ERROR_ROW, MESSAGE_ROW } from '#shared/http/error-rows';
import { requestMeta } from '#shared/http/request';
import { renderError, renderResponse } from '#shared/http/response';
import { apiEvent } from '#tests/support/api-event';

const metaWith = (headers: Record<string, string> = {}) => requestMeta(apiEvent({ headers }), 0);
const responded = (body: unknown, headers: Record<string, string> = {}) => ({
  status: 200,
  body,
  cookies: [],
  headers,
});
const json = { caller: 'account' } as const;
const count = { limit: 10, remaining: 3, resetSeconds: 42, exceeded: false };

describe('a success', () => {
  test('has its status, its JSON and the headers of every response', () => {
    const meta = metaWith();
    expect(renderResponse(json, meta, { ...responded({ a: 1 }), status: 201 }, undefined)).toStrictEqual({
      statusCode: 201,
      headers: {
        'Content-Type': 'application/json',
        'Cache-Control': 'no-store',
        'X-Request-Id': meta.requestId,
        'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
        'X-Content-Type-Options': 'nosniff',
        Vary: 'Origin',
      },
      body: '{"a":1}',
      isBase64Encoded: false,
    });
  });

  test('to HEAD has the headers of its GET and no content, compressed or not', () => {
    const large = { text: 'a'.repeat(5_000) };
    for (const encoding of ['identity', 'gzip']) {
      const event = apiEvent({ headers: { 'accept-encoding': encoding } });
      const meta = requestMeta(event, 0);
      const full = renderResponse(json, meta, responded(large), undefined);
      const head = renderResponse(json, { ...meta, method: 'HEAD' }, responded(large), undefined);
      expect(head).toStrictEqual({ ...full, body: '', isBase64Encoded: false });
    }
    const refused = renderError(json, { ...metaWith(), method: 'HEAD' }, new ApiError('WIDGET_NOT_FOUND'), undefined);
    expect([refused.statusCode, refused.body]).toStrictEqual([404, '']);
  });

  test('has what its handler adds, the limit and the cookies', () => {
    const result = { ...responded({}, { Location: '/v1/x' }), cookies: ['a=1', 'b=2'] };
    const { headers, cookies } = renderResponse(json, metaWith(), result, count);
    expect(headers).toMatchObject({ Location: '/v1/x', 'RateLimit-Limit': '10', 'RateLimit-Remaining': '3' });
    expect(cookies).toStrictEqual(['a=1', 'b=2']);
  });

  test('of a page is the page', () => {
    const { headers, body } = renderResponse(
      { ...json, produces: 'html' },
      metaWith(),
      responded('<h1>Hi</h1>'),
      undefined,
    );
    expect([headers?.['Content-Type'], body]).toStrictEqual(['text/html; charset=utf-8', '<h1>Hi</h1>']);
  });
});

describe('compression', () => {
  const large = { text: 'x'.repeat(2_000) };
  const isCompressed = (acceptEncoding: string | undefined, body: unknown = large): boolean => {
    const meta = metaWith(acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding });
    const response = renderResponse(json, meta, responded(body), undefined);
    expect(response.isBase64Encoded).toBe(response.headers?.['Content-Encoding'] === 'gzip');
    return response.isBase64Encoded === true;
  };

  test.each([
    ['gzip', true],
    ['GZIP', true],
    ['x-gzip', true],
    ['br, gzip', true],
    ['deflate, gzip;q=1.0, *;q=0.5', true],
    ['gzip; q=0.001', true],
    ['gzip ;q=0.5', true],
    ['*', true],
    ['br;q=1, *;q=0.1', true],
    [undefined, false],
    ['', false],
    ['identity', false],
    ['br, deflate', false],
    ['gzip;q=0', false],
    ['gzip;q=0.000', false],
    ['gzip; q=0', false],
    ['*, gzip;q=0', false],
    ['*;q=0', false],
    ['gzipped', false],
    ['gzip;q=nonsense', false],
  ])('for Accept-Encoding %j: %j', (acceptEncoding, compressed) => {
    expect(isCompressed(acceptEncoding)).toBe(compressed);
  });

  test('also compresses pages that refuse', () => {
    const html = `<p>${'This widget is paused. '.repeat(200)}</p>`;
    const error = new ApiError('WIDGET_NOT_FOUND', { page: { html, headers: { 'Content-Type': 'text/html' } } });
    const meta = metaWith({ 'accept-encoding': 'br, gzip' });
    const { headers, body = '', isBase64Encoded } = renderError({ ...json, produces: 'html' }, meta, error, undefined);
    expect(headers).toMatchObject({ 'Content-Encoding': 'br', Vary: expect.stringContaining('Accept-Encoding') });
    expect(isBase64Encoded).toBe(true);
    expect(brotliDecompressSync(Buffer.from(body, 'base64')).toString()).toBe(html);
  });

  test('begins above a thousand bytes', () => {
    const ofBytes = (bytes: number): string => 'x'.repeat(bytes - 2);
    expect(isCompressed('gzip', ofBytes(1_000))).toBe(false);
    expect(isCompressed('gzip', ofBytes(1_001))).toBe(true);
  });

  test.each([
    ['br, gzip', 'br'],
    ['gzip, deflate, br;q=0.1', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['*', 'gzip'],
    ['identity', undefined],
  ])('of a page for Accept-Encoding %j is %s', (acceptEncoding, coding) => {
    const text = '<p>Ada</p>'.repeat(200);
    const meta = metaWith({ 'accept-encoding': acceptEncoding });
    const { headers, body } = renderResponse({ ...json, produces: 'html' }, meta, responded(text), undefined);
    expect(headers?.['Content-Encoding']).toBe(coding);
    if (coding === 'br') expect(brotliDecompressSync(Buffer.from(body ?? '', 'base64')).toString()).toBe(text);
  });

  test('is reversible', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 200 }), (body) => {
        const response = renderResponse(json, metaWith({ 'accept-encoding': 'gzip' }), responded(body), undefined);
        const bytes = Buffer.from(response.body ?? '', response.isBase64Encoded ? 'base64' : 'utf8');
        const text = response.isBase64Encoded ? gunzipSync(bytes).toString() : bytes.toString();
        expect(JSON.parse(text)).toStrictEqual(body);
      }),
    );
  });

  test('is declared to caches wherever it might be applied', () => {
    const varyOf = (headers: Record<string, string>, body: unknown, caller: 'account' | 'embed' = 'account') =>
      renderResponse({ caller }, metaWith(headers), responded(body), undefined).headers?.['Vary'];
    expect(varyOf({}, large)).toBe('Origin, Accept-Encoding');
    expect(varyOf({ 'accept-encoding': 'gzip' }, large)).toBe('Origin, Accept-Encoding');
    expect(varyOf({}, {})).toBe('Origin');
    expect(varyOf({}, large, 'embed')).toBe('Origin, Accept-Encoding');
  });
});

describe('the size of a response', () => {
  const render = (text: string, headers: Record<string, string> = {}) =>
    renderResponse(json, metaWith(headers), responded(text), undefined);
  const tooLarge = new ApiError('RESULT_TOO_LARGE');

  test('may be 5 MB and not a byte more', () => {
    expect(render('x'.repeat(4_999_998)).body).toHaveLength(5_000_000);
    expect(() => render('x'.repeat(4_999_999))).toThrow(tooLarge);
  });

  test('counts bytes, not characters', () => {
    expect(() => render('€'.repeat(1_700_000))).toThrow(tooLarge);
  });

  test('may be exceeded before compression', () => {
    expect(render('x'.repeat(20_000_000), { 'accept-encoding': 'gzip' }).isBase64Encoded).toBe(true);
  });

  test('also applies after compression', () => {
    // Random bits as base64: gzip leaves three quarters of them, and their base64 transport adds a third.
    const noise = randomBytes(4_500_000).toString('base64');
    expect(() => render(noise, { 'accept-encoding': 'gzip' })).toThrow(tooLarge);
  });

  test('stays below the 6 MiB that Lambda carries even if its JSON is escaped once more', () => {
    // Each quote takes two bytes in the response's JSON and four in the JSON around it.
    const quotes = (bytes: number): string => '"'.repeat(bytes / 2 - 1);
    const fits = renderResponse(json, metaWith(), responded(quotes(3_000_000)), undefined);
    expect(Buffer.byteLength(JSON.stringify(fits))).toBeLessThan(6 * 1024 * 1024);
    expect(() => render(quotes(3_200_000))).toThrow(tooLarge);
  });
});

describe('a refusal', () => {
  test('has the status and the body of its code and is never stored', () => {
    const meta = metaWith();
    const response = renderError({ ...json, cacheSeconds: 300 }, meta, new ApiError('WIDGET_NOT_FOUND'), count);
    expect(response).toMatchObject({
      statusCode: 404,
      headers: { 'Cache-Control': 'no-store', 'X-Request-Id': meta.requestId, 'RateLimit-Remaining': '3' },
      isBase64Encoded: false,
    });
    expect(JSON.parse(response.body ?? '')).toMatchObject({ code: 'WIDGET_NOT_FOUND' });
    expect(response).not.toHaveProperty('cookies');
  });

  test("has the keys of its endpoint's row for its status", () => {
    const contract = { ...json, errorRows: { 404: MESSAGE_ROW, 500: ERROR_ROW } } as const;
    const bodyOf = (error: ApiError) => JSON.parse(renderError(contract, metaWith(), error, undefined).body ?? '');
    expect(Object.keys(bodyOf(new ApiError('WIDGET_NOT_FOUND')))).toStrictEqual(['message']);
    expect(Object.keys(bodyOf(new ApiError('INTERNAL_ERROR')))).toStrictEqual(['success', 'error']);
    expect(Object.keys(bodyOf(new ApiError('FORBIDDEN')))).toStrictEqual(['success', 'status', 'message', 'code']);
  });

  test('has the headers and cookies that were thrown with it', () => {
    const error = new ApiError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: 7, cookies: ['token='] });
    expect(renderError(json, metaWith(), error, undefined)).toMatchObject({
      headers: { 'Retry-After': '7' },
      cookies: ['token='],
    });
  });
});
