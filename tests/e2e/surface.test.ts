import { describe, expect, test } from 'vitest';
import { stack } from '#tests/support/stack';
import { liveWidget, newClient, newCustomer } from './people.ts';

const api = () => newClient();

describe('the deployed API', () => {
  test('serves its own document, and every route in it is deployed', async () => {
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
      const send = () =>
        api().request<{ code?: string }>(method, path.replaceAll(/\{\w+\}/g, 'none'), {
          ...(method !== 'GET' && { body: {} }),
        });
      // MiniStack 1.5.33 loses a call if it starts workers of other functions at the same moment ("dictionary changed
      // size during iteration"). A function that really fails does so each time.
      const first = await send();
      const response = first.status === 502 ? await send() : first;
      const operation = `${method} ${path}: ${response.body?.code ?? response.status}`;
      expect(response.headers.get('strict-transport-security'), operation).toBe('max-age=63072000; includeSubDomains');
      return operation;
    };
    // Ten at once, because each call starts a process of its function on this machine.
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

  test('responds to HEAD of what browsers and monitors open as to its GET, without a body', async () => {
    const { embedLinkToken } = await liveWidget(await newCustomer());
    for (const path of ['/.well-known/jwks.json', '/v1/openapi.json', '/widget.js', `/w/${embedLinkToken}`]) {
      const [get, head] = [await api().get(path), await api().request('HEAD', path)];
      expect([head.status, head.text], path).toEqual([200, '']);
      for (const name of ['content-type', 'cache-control', 'content-security-policy'])
        expect(head.headers.get(name), `${path} ${name}`).toBe(get.headers.get(name));
    }
    const other = await api().request('HEAD', '/v1/me');
    expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET']);
  });

  const preflightFrom = (origin: string, path: string) =>
    api().request('OPTIONS', path, { headers: { origin, 'access-control-request-method': 'POST' } });

  test('responds to the preflight of an embed route for every origin, without credentials', async () => {
    const preflight = await preflightFrom('https://shop.example', '/v1/widget/embed/sessions');
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('https://shop.example');
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
  });

  test("responds to any other preflight only for the stage's web origins, with credentials", async () => {
    const [webOrigin = ''] = stack().webOrigins;
    const own = await preflightFrom(webOrigin, '/v1/login');
    expect(own.status).toBe(204);
    expect(own.headers.get('access-control-allow-origin')).toBe(webOrigin);
    expect(own.headers.get('access-control-allow-credentials')).toBe('true');
    const foreign = await preflightFrom('http://localhost:3001', '/v1/login');
    expect(foreign.status).toBe(405);
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('has only the CORS headers of the functions', async () => {
    const { headers } = await api().get('/v1/openapi.json', { headers: { origin: 'http://localhost:3001' } });
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
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
