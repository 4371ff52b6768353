import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { handler as rendererHandler } from '#functions/api/meta/serve-docs-renderer';
import { serveDocsRenderer } from '#functions/api/meta/serve-docs-renderer.contract';
import { handler as pageHandler } from '#functions/api/meta/show-docs';
import { showDocs } from '#functions/api/meta/show-docs.contract';
import { apiEvent } from '#tests/support/api-event';
import { requestTo } from '#tests/support/call';
import { lambdaContext } from '#tests/support/lambda-context';

const page = (headers: Record<string, string> = {}, method = 'GET') =>
  pageHandler(apiEvent({ ...requestTo(showDocs, { headers }), method }), lambdaContext('docs'));

const renderer = (query: Record<string, string> = {}, headers: Record<string, string> = {}, method = 'GET') =>
  rendererHandler(apiEvent({ ...requestTo(serveDocsRenderer, { query, headers }), method }), lambdaContext('renderer'));

/** The version of the script that the page names. */
const namedVersion = async () =>
  /src="docs\/renderer\.js\?version=([0-9a-f]{32})"/.exec((await page()).body ?? '')?.[1] ?? '';

describe('GET /v1/docs', () => {
  test('runs its own scripts alone and connects to its own host alone', async () => {
    const { statusCode, headers = {}, body = '' } = await page();
    expect([statusCode, headers['Content-Type']]).toEqual([200, 'text/html; charset=utf-8']);
    const [, script = ''] = /<script type="module">(.*?)<\/script>\n<\/body>/s.exec(body) ?? [];
    const hash = createHash('sha256').update(script).digest('base64');
    const policy = String(headers['Content-Security-Policy']);
    expect(policy).toContain(`default-src 'none'; script-src 'self' 'sha256-${hash}';`);
    expect(policy).toContain("connect-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe-eval');
    expect(policy.replace("style-src 'unsafe-inline'", '')).not.toContain('unsafe');
    expect(body).not.toMatch(/https?:\/\/(?!scalar\.com\/)/);
  });

  test('is asked for each time, and not sent again to a browser that has it', async () => {
    const { headers = {} } = await page();
    expect(headers).toMatchObject({ 'Cache-Control': 'no-cache', ETag: expect.stringMatching(/^W\/"[0-9a-f]{32}"$/) });
    const tag = String(headers['ETag']);
    for (const known of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
      const again = await page({ 'if-none-match': known });
      expect([again.statusCode, again.body, again.headers?.['ETag']], known).toEqual([304, '', tag]);
    }
    expect((await page({ 'if-none-match': 'W/"other"' })).statusCode).toBe(200);
  });

  test('is small', async () => {
    const { body = '', headers } = await page({ 'accept-encoding': 'br' });
    expect(headers).toMatchObject({ 'Content-Encoding': 'br', Vary: 'Accept-Encoding' });
    expect(Buffer.from(body, 'base64').length).toBeLessThan(6_000);
  });
});

describe('GET /v1/docs/renderer.js', () => {
  test('is the script that the page names, and may be kept for ever at the address that has its hash', async () => {
    const version = await namedVersion();
    const {
      statusCode,
      headers,
      body = '',
      isBase64Encoded,
    } = await renderer({ version }, { 'accept-encoding': 'br' });
    expect(headers).toMatchObject({
      'Content-Type': 'text/javascript; charset=utf-8',
      'Content-Encoding': 'br',
      'Cache-Control': 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding',
    });
    expect([statusCode, isBase64Encoded]).toEqual([200, true]);
    const script = brotliDecompressSync(Buffer.from(body, 'base64')).toString();
    expect(createHash('sha256').update(script).digest('hex').slice(0, 32)).toBe(version);
    // Lambda's limit is 6 MB.
    expect(body.length).toBeLessThan(2_000_000);
  });

  test('is the same for callers without Brotli, within the limit of a response', async () => {
    const packed = await renderer({}, { 'accept-encoding': 'gzip, br' });
    const script = brotliDecompressSync(Buffer.from(packed.body ?? '', 'base64')).toString();
    const zipped = await renderer({}, { 'accept-encoding': 'gzip, br;q=0' });
    expect(zipped.headers).toMatchObject({ 'Content-Encoding': 'gzip' });
    expect(gunzipSync(Buffer.from(zipped.body ?? '', 'base64')).toString() === script).toBe(true);
    const plain = await renderer();
    expect(plain.headers).not.toHaveProperty('Content-Encoding');
    expect([plain.isBase64Encoded, plain.body === script]).toEqual([false, true]);
  });

  test('is kept nowhere as another version than it is', async () => {
    for (const query of [{}, { version: '0'.repeat(32) }] as const) {
      const { statusCode, headers } = await renderer(query);
      expect([statusCode, headers?.['Cache-Control']]).toEqual([200, 'no-cache']);
    }
  });

  test('is announced by HEAD without a body', async () => {
    const { statusCode, body, isBase64Encoded } = await renderer({}, { 'accept-encoding': 'br' }, 'HEAD');
    expect([statusCode, body, isBase64Encoded]).toEqual([200, '', false]);
  });
});
