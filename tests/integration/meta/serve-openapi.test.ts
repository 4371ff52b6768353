import { gunzipSync } from 'node:zlib';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { CONTRACTS } from '#functions/api/contracts';
import { handler } from '#functions/api/meta/serve-openapi';
import { call } from '#tests/integration/kit/test-kit';
import { apiEvent } from '#tests/support/api-event';
import { lambdaContext } from '#tests/support/lambda-context';

const path = '/v1/openapi.json';

afterEach(() => vi.unstubAllEnvs());

describe('GET /v1/openapi.json', () => {
  test('is a valid OpenAPI 3.1 document', async () => {
    const { status, body } = await call(handler, { path });
    expect(status).toBe(200);
    const result = await new Validator().validate(body);
    expect(result).toMatchObject({ valid: true });
    expect(body.openapi).toMatch(/^3\.1\.\d+$/);
  });

  test('describes every endpoint that all stages have under its own operation id', async () => {
    const { body } = await call(handler, { path });
    const everywhere = CONTRACTS.filter(({ onlyWhere }) => onlyWhere === undefined);
    const operations = everywhere.map(({ route, method }) => body.paths[route]?.[method.toLowerCase()]);
    expect(operations).not.toContain(undefined);
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(everywhere.length);
  });

  test('names the address that the stage gives the API, whatever the request says of its own', async () => {
    vi.stubEnv('API_URL', 'https://api.kyb.test/base');
    for (const headers of [
      {},
      { host: 'evil.example' },
      { 'x-forwarded-proto': 'http', 'x-forwarded-host': 'e.example' },
    ]) {
      expect((await call(handler, { path, headers })).body.servers).toStrictEqual([
        { url: 'https://api.kyb.test/base' },
      ]);
    }
  });

  test('may be cached for five minutes and travels compressed to whoever takes that', async () => {
    const event = apiEvent({ path, headers: { 'accept-encoding': 'gzip' } });
    const { headers, body = '', isBase64Encoded } = await handler(event, lambdaContext());
    expect(headers).toMatchObject({ 'Cache-Control': 'public, max-age=300', 'Content-Encoding': 'gzip' });
    expect(isBase64Encoded).toBe(true);
    const plain = await call(handler, { path });
    expect(JSON.parse(gunzipSync(Buffer.from(body, 'base64')).toString())).toStrictEqual(plain.body);
  });
});
