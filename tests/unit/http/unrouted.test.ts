import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { CallerKind, Contract, Method } from '#shared/http/contract';
import { serveUnrouted } from '#shared/http/unrouted';
import { makeLogger } from '#shared/platform/logger';
import { apiEvent } from '#tests/support/api-event';

/** The web origins of these tests' stage. */
const OWN_ORIGIN = 'https://app.example';

beforeEach(() => vi.stubEnv('WEB_ORIGINS', OWN_ORIGIN));

const route = (method: Method, path: string, caller: CallerKind = 'account'): Contract => ({
  name: `${method}-${path}`,
  group: 'test',
  method,
  route: path,
  summary: '',
  caller,
  success: {},
  touches: {},
});

const CONTRACTS = [
  route('GET', '/v1/things'),
  route('POST', '/v1/things'),
  route('GET', '/v1/things/{id}'),
  route('PATCH', '/v1/things/{id}/status'),
  route('GET', '/v1/embed/{token}', 'embed'),
  route('POST', '/v1/embed/sessions', 'embed'),
  route('PATCH', '/v1/embed/sessions/{sessionId}/answers', 'embed'),
];

const setup = () => {
  const lines: string[] = [];
  const measured: string[] = [];
  const kit = {
    clock: () => 1_795_269_804_000,
    log: makeLogger({}, (line) => lines.push(line)),
    metrics: (name: string) => measured.push(name),
  };
  const handler = serveUnrouted(CONTRACTS, kit);
  const call = async (method: string, path: string, headers: Record<string, string> = {}) => {
    const { statusCode, headers: responded = {}, body } = await handler(apiEvent({ method, path, headers }));
    return { status: statusCode, headers: responded, body };
  };
  return { call, lines, measured };
};

const { call } = setup();

describe('404: no route', () => {
  test.each([
    '/',
    '/v1',
    '/v1/thing',
    '/v1/things/',
    '/v1/things/a/b',
    '/v1/things//status',
    '/V1/things',
    '/v1/things.json',
    '/v1xthings',
  ])('%s', async (path) => {
    expect((await call('GET', path)).status).toBe(404);
  });

  test('a contract that this stage does not deploy does not exist', async () => {
    expect((await call('GET', '/v1/things')).status).toBe(404);
  });

  test('a preflight of a missing route is refused as well', async () => {
    expect((await call('OPTIONS', '/v1/nothing', { origin: 'https://shop.example' })).status).toBe(404);
  });
});

describe('405: another method', () => {
  test.each([
    ['DELETE', '/v1/things', 'GET, POST'],
    ['PUT', '/v1/things/thing_1', 'GET'],
    ['GET', '/v1/things/thing_1/status', 'PATCH'],
    ['OPTIONS', '/v1/things', 'GET, POST'],
    ['TRACE', '/v1/things', 'GET, POST'],
  ])('%s %s allows %s', async (method, path, allowed) => {
    const { status, headers } = await call(method, path);
    expect(status).toBe(405);
    expect(headers['Allow']).toBe(allowed);
  });

  test('if a literal and a parameter both match, the methods of both are allowed', async () => {
    expect((await call('DELETE', '/v1/embed/sessions')).headers['Allow']).toBe('GET, POST');
  });

  test('the response to HEAD has no content', async () => {
    const { status, headers, body } = await call('HEAD', '/v1/things');
    expect({ status, body, allow: headers['Allow'] }).toStrictEqual({ status: 405, body: '', allow: 'GET, POST' });
  });

  test('a page may read the refusal of an embed route', async () => {
    const { headers } = await call('DELETE', '/v1/embed/sessions', { origin: 'https://shop.example' });
    expect(headers['Access-Control-Allow-Origin']).toBe('https://shop.example');
    const other = await call('DELETE', '/v1/things', { origin: 'https://shop.example' });
    expect(other.headers['Access-Control-Allow-Origin']).toBeUndefined();
    const own = await call('DELETE', '/v1/things', { origin: OWN_ORIGIN });
    expect(own.headers).toMatchObject({
      'Access-Control-Allow-Origin': OWN_ORIGIN,
      'Access-Control-Allow-Credentials': 'true',
    });
  });
});

describe('preflights of other routes', () => {
  test("204 for the service's web origins, with the methods and headers of the route and with credentials", async () => {
    const { status, headers, body } = await call('OPTIONS', '/v1/things', {
      origin: OWN_ORIGIN,
      'access-control-request-method': 'POST',
    });
    expect(status).toBe(204);
    expect(body).toBeUndefined();
    expect(headers).toMatchObject({
      Vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
      'Access-Control-Allow-Origin': OWN_ORIGIN,
      'Access-Control-Allow-Credentials': 'true',
      'Access-Control-Allow-Methods': 'GET, POST',
      'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, X-Sandbox-Error',
      'Access-Control-Max-Age': '600',
    });
  });

  test('405 for any other origin, which may not read it', async () => {
    const { status, headers } = await call('OPTIONS', '/v1/things', { origin: 'https://shop.example' });
    expect(status).toBe(405);
    expect(Object.keys(headers).filter((name) => name.startsWith('Access-Control'))).toStrictEqual([]);
  });

  test("404 if there is no route, for the service's web origins too", async () => {
    expect((await call('OPTIONS', '/v1/nothing', { origin: OWN_ORIGIN })).status).toBe(404);
  });
});

describe('preflights of the embed runtime', () => {
  test('204 for any named origin, with the methods and headers of the route and without credentials', async () => {
    const { status, headers, body } = await call('OPTIONS', '/v1/embed/sessions/wses_1/answers', {
      origin: 'https://shop.example',
      'access-control-request-method': 'PATCH',
    });
    expect(status).toBe(204);
    expect(body).toBeUndefined();
    expect(headers).toStrictEqual({
      'Cache-Control': 'no-store',
      'X-Request-Id': expect.any(String),
      'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
      'Access-Control-Allow-Origin': 'https://shop.example',
      'Access-Control-Allow-Methods': 'PATCH',
      'Access-Control-Allow-Headers': 'Content-Type, Idempotency-Key, X-Widget-Signature, X-Sandbox-Error',
      'Access-Control-Max-Age': '600',
    });
  });

  test.each([{}, { origin: 'null' }])('%j is not an origin that is allowed', async (headers) => {
    const response = await call('OPTIONS', '/v1/embed/sessions', headers);
    expect(response.headers['Access-Control-Allow-Origin']).toBeUndefined();
  });
});

describe('the log', () => {
  test('has one line per request, with its id and without its path', async () => {
    const { call: callLogged, lines, measured } = setup();
    const { headers } = await callLogged('GET', '/v1/a-path-with-jane@example.com');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      code: 'REQUEST_ANSWERED',
      requestId: headers['X-Request-Id'],
      route: '$default',
      statusCode: 404,
      errorCode: 'ROUTE_NOT_FOUND',
    });
    expect(lines.join()).not.toContain('jane');
    expect(measured).toStrictEqual([]);
  });
});
