import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { CONTRACTS } from '#functions/api/contracts';
import { handler } from '#functions/api/meta/read-openapi';
import { bundleFunctions } from '#scripts/bundle/bundle';
import { listFunctions } from '#scripts/bundle/functions';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';
import { apiUrl } from '#shared/platform/api-url';
import { call } from '#tests/integration/kit/test-kit';
import { apiEvent } from '#tests/support/api-event';
import { lambdaContext } from '#tests/support/lambda-context';
import { temporaryFolder } from '#tests/support/temporary-folder';

const path = '/v1/openapi.json';

type Handler = typeof handler;

/** Where and how two texts first differ, because whole documents would obscure the report. */
const firstDifference = (one: string, other: string): readonly [string, string] | undefined => {
  if (one === other) return undefined;
  const at = [...one].findIndex((character, index) => character !== other[index]);
  const around = (text: string) => text.slice(Math.max(0, at - 60), at + 60);
  return [around(one), around(other)];
};

afterEach(() => vi.unstubAllEnvs());

describe('GET /v1/openapi.json', () => {
  test('is a valid OpenAPI 3.1 document', async () => {
    const { status, body } = await call(handler, { path });
    expect(status).toBe(200);
    const result = await new Validator().validate(body);
    expect(result).toMatchObject({ valid: true });
    expect(body.openapi).toMatch(/^3\.1\.\d+$/);
  });

  test('describes every endpoint that all stages have, each with its own operation id', async () => {
    const { body } = await call(handler, { path });
    const everywhere = CONTRACTS.filter(({ documented }) => documented !== false);
    const operations = everywhere.map(({ route, method }) => body.paths[route]?.[method.toLowerCase()]);
    expect(operations).not.toContain(undefined);
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(everywhere.length);
  });

  test('contains the address that the stage configures for the API, whatever host the request names', async () => {
    vi.stubEnv('API_URL', 'https://api.kyb.test/base');
    for (const headers of [
      {},
      { host: 'evil.example' },
      { 'x-forwarded-proto': 'http', 'x-forwarded-host': 'e.example' },
    ]) {
      expect((await call(handler, { path, headers })).body.servers).toStrictEqual([
        { url: 'https://api.kyb.test/base', description: expect.any(String) },
      ]);
    }
  });

  test("names the stage's contact for integrators", async () => {
    vi.stubEnv('SUPPORT_EMAIL', 'help@kyb.test');
    expect((await call(handler, { path })).body.info.contact).toStrictEqual({
      name: 'Support',
      email: 'help@kyb.test',
    });
  });

  test('is what npm run openapi writes for its stage, byte for byte, from sources as from the bundle', async () => {
    const folder = temporaryFolder('openapi');
    const file = join(folder, 'openapi.json');
    const options = ['--stage', 'local', '--server', apiUrl()];
    execFileSync(process.execPath, ['scripts/openapi.ts', file, ...options], { cwd: PROJECT_FOLDER });
    const written = readFileSync(file, 'utf8');
    const bodyOf = async (serving: Handler) => (await serving(apiEvent({ path }), lambdaContext())).body ?? '';

    expect(firstDifference(await bodyOf(handler), written)).toBeUndefined();

    const functions = listFunctions().filter(({ name }) => name === 'read-openapi');
    await bundleFunctions(functions, folder);
    const bundled = await import(join(folder, 'read-openapi', 'index.mjs'));
    expect(firstDifference(await bodyOf(bundled.handler), written)).toBeUndefined();
  });

  test("is far below Lambda's limit of a response, even uncompressed", async () => {
    const { body = '' } = await handler(apiEvent({ path }), lambdaContext());
    // 6 MB (AWS: Lambda quotas). The size of one operation must not grow with their number.
    expect(Buffer.byteLength(body)).toBeLessThan(1_000_000);
    expect(Buffer.byteLength(body) / CONTRACTS.length).toBeLessThan(5_000);
  });

  test('may be cached for five minutes and is compressed for clients that accept this', async () => {
    const event = apiEvent({ path, headers: { 'accept-encoding': 'gzip' } });
    const { headers, body = '', isBase64Encoded } = await handler(event, lambdaContext());
    expect(headers).toMatchObject({ 'Cache-Control': 'public, max-age=300', 'Content-Encoding': 'gzip' });
    expect(isBase64Encoded).toBe(true);
    const plain = await call(handler, { path });
    expect(JSON.parse(gunzipSync(Buffer.from(body, 'base64')).toString())).toStrictEqual(plain.body);
  });
});
