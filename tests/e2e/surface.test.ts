import { describe, expect, test } from 'vitest';
import { newClient } from './people.ts';

const api = () => newClient();

describe('the deployed API', () => {
  test('serves its own document, every route of which is deployed', async () => {
    const { status, body, headers } = await api().get<{ openapi: string; paths: Record<string, object> }>(
      '/v1/openapi.json',
    );
    expect(status).toBe(200);
    expect(body.openapi).toMatch(/^3\.1/);
    expect(headers.get('cache-control')).toContain('public');
    const operations = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => [method.toUpperCase(), path] as const),
    );
    const codeOf = async ([method, path]: readonly [string, string]): Promise<string> => {
      const response = await api().request<{ code?: string }>(method, path.replaceAll(/\{\w+\}/g, 'none'), {
        ...(method !== 'GET' && { body: {} }),
      });
      const operation = `${method} ${path}: ${response.body?.code ?? response.status}`;
      expect(response.headers.get('strict-transport-security'), operation).toBe('max-age=63072000; includeSubDomains');
      return operation;
    };
    // Ten at once: each call starts a process of its function on this machine.
    const codes: string[] = [];
    while (operations.length > 0) codes.push(...(await Promise.all(operations.splice(0, 10).map(codeOf))));
    expect(codes.filter((line) => /ROUTE_NOT_FOUND|METHOD_NOT_ALLOWED|: 5|ERROR|UNAVAILABLE/.test(line))).toEqual([]);
  });

  test('publishes the keys of its access tokens, without their private parts', async () => {
    const { status, body } = await api().get<{ keys: Record<string, string>[] }>('/.well-known/jwks.json');
    expect(status).toBe(200);
    for (const key of body.keys) {
      expect(key).toMatchObject({ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' });
      expect(key).not.toHaveProperty('d');
    }
  });

  test('responds to unknown routes in the general error body', async () => {
    const unknown = await api().get('/v1/nothing-here');
    expect(unknown.status).toBe(404);
    expect(unknown.body).toMatchObject({ success: false, status: 'error', code: 'ROUTE_NOT_FOUND' });
    const otherMethod = await api().delete('/v1/login');
    expect(otherMethod.status).toBe(405);
    expect(otherMethod.headers.get('allow')).toContain('POST');
    for (const { headers } of [unknown, otherMethod]) expect(headers.get('strict-transport-security')).toBeTruthy();
  });

  test('responds to the preflight of an embed route', async () => {
    const preflight = await api().request('OPTIONS', '/v1/widget/embed/sessions', {
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    // The local cloud responds to preflights itself, for every origin; on AWS our function does.
    expect(['*', 'https://shop.example']).toContain(preflight.headers.get('access-control-allow-origin'));
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
  });

  test("returns the request id, forbids caching, and states the caller's limit", async () => {
    const { status, headers } = await api().post('/v1/login', { email: 'nobody@example.com', password: 'wrong one' });
    expect(status).toBe(401);
    expect(headers.get('x-request-id')).toMatch(/\S/);
    expect(headers.get('cache-control')).toBe('no-store');
    for (const name of ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset']) {
      expect(Number(headers.get(name))).toBeGreaterThan(0);
    }
  });
});
