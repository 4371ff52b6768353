import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CONTRACTS } from '#functions/api/contracts';
import type { Contract } from '#shared/http/contract';
import { emptyMemory, type Kit } from '#shared/http/kit';
import { serve } from '#shared/http/serve';
import { serveUnrouted } from '#shared/http/unrouted';
import { makeLogger } from '#shared/platform/logger';
import { type ApiEventOptions, apiEvent } from '#tests/support/api-event';
import { lambdaContext } from '#tests/support/lambda-context';

/*
 * A stage with an edge is called only through it: whoever finds the API behind it gets nothing done, and costs no read.
 */

const SECRET = 'a-secret-of-the-edge-0123456789abcdef';

beforeEach(() => {
  vi.stubEnv('WEB_ORIGINS', 'https://app.example');
  vi.stubEnv('EDGE_SECRET_HASHES', createHash('sha256').update(SECRET).digest('hex'));
  vi.stubEnv('EDGE_ONLY', 'true');
});

const setup = () => {
  const lines: string[] = [];
  const used: string[] = [];
  const measured: string[] = [];
  const forbidden = (name: string) => () => {
    used.push(name);
    throw new Error(`Used the ${name}`);
  };
  const kit: Kit = {
    ...emptyMemory(),
    table: forbidden('table'),
    limiter: forbidden('limiter'),
    clock: () => 1_795_269_804_000,
    log: makeLogger({}, (line) => lines.push(line)),
    metrics: (name) => measured.push(name),
  };
  return { kit, lines, used, measured };
};

const contractOf = (changes: Partial<Contract>): Contract => ({
  name: 'do-thing',
  group: 'test',
  method: 'POST',
  route: '/v1/test',
  summary: '',
  caller: 'public',
  success: {},
  touches: {},
  ...changes,
});

const REQUEST: ApiEventOptions = {
  method: 'POST',
  headers: { authorization: 'Bearer token', cookie: 'token=a' },
  body: '{not json',
};

describe('past the edge', () => {
  test.each(['public', 'account', 'session', 'admin', 'embed', 'provider'] as const)(
    'a call of the endpoints of %s is refused before its body is parsed and before anything is read or counted',
    async (caller) => {
      const { kit, lines, used, measured } = setup();
      const parts = { identify: async () => ({}), prove: async () => undefined, answer: () => ({ status: 200 }) };
      const endpoint = parts as unknown as Parameters<typeof serve>[1];
      const handler = serve(contractOf({ caller, limit: 'auth' }), endpoint, kit);
      const response = await handler(apiEvent(REQUEST), lambdaContext('do-thing', 20_000));
      expect(response.statusCode).toBe(403);
      expect(JSON.parse(response.body ?? '')).toMatchObject({ success: false, code: 'HOST_NOT_ALLOWED' });
      expect(response.headers).toMatchObject({ 'Cache-Control': 'no-store', 'X-Error-Code': 'HOST_NOT_ALLOWED' });
      expect(used).toEqual([]);
      expect(lines.map((line) => JSON.parse(line))).toMatchObject([
        { code: 'REQUEST_ANSWERED', statusCode: 403, errorCode: 'HOST_NOT_ALLOWED' },
      ]);
      expect(measured).toEqual([]);
    },
  );

  test.each([
    ['GET', '/v1/nothing'],
    ['DELETE', '/v1/test'],
    ['OPTIONS', '/v1/test'],
  ])('%s %s, which no endpoint takes, is refused in the same way, preflights too', async (method, path) => {
    const { kit } = setup();
    const handler = serveUnrouted([contractOf({})], kit);
    const headers = { origin: 'https://app.example' };
    expect((await handler(apiEvent({ method, path, headers }))).statusCode).toBe(403);
    const passed = await handler(apiEvent({ method, path, headers: { ...headers, 'x-origin-verify': SECRET } }));
    expect(passed.statusCode).not.toBe(403);
  });

  test('neither a wrong secret nor the hash of it helps', async () => {
    const { kit } = setup();
    const handler = serveUnrouted([], kit);
    for (const secret of ['', 'guessed', createHash('sha256').update(SECRET).digest('hex')])
      expect((await handler(apiEvent({ headers: { 'x-origin-verify': secret } }))).statusCode).toBe(403);
  });
});

test('through the edge, a call is answered', async () => {
  const { kit } = setup();
  const handler = serveUnrouted([], kit);
  expect((await handler(apiEvent({ headers: { 'x-origin-verify': SECRET } }))).statusCode).toBe(404);
});

test('a stage that is not called through its edge alone takes calls past it', async () => {
  vi.stubEnv('EDGE_ONLY', '');
  const { kit } = setup();
  expect((await serveUnrouted([], kit)(apiEvent({}))).statusCode).toBe(404);
});

test('every function of the API is served by the kit, which refuses', () => {
  const handlers = globSync('functions/api/*/*.ts')
    .map((file) => readFileSync(file, 'utf8'))
    .filter((text) => /^export const handler\b/m.test(text));
  expect(handlers).toHaveLength(CONTRACTS.length + 1);
  expect(handlers.filter((text) => !/^export const handler = serve\w*\(/m.test(text))).toEqual([]);
});
