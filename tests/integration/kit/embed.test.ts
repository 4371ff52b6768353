import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { describe, expect, test, vi } from 'vitest';
import { serviceTable } from '#shared/db/client';
import { put } from '#shared/db/expressions';
import { ApiError } from '#shared/errors/api-error';
import { contract } from '#shared/http/contract';
import type { ApiHandler } from '#shared/http/endpoint';
import { serve } from '#shared/http/serve';
import { call, testKit } from './test-kit.ts';

/** An endpoint of the embed runtime, which needs no account and identifies its caller by the request. */
const save = contract({
  name: 'save',
  group: 'test',
  method: 'POST',
  route: '/v1/embed/save',
  summary: 'Save',
  caller: 'embed',
  body: v.object({ token: v.string(), origin: v.optional(v.literal('refused')) }),
  success: { 201: v.object({ widget: v.string(), id: v.string() }) },
  idempotent: 'commit',
  touches: { writes: ['idempotency'] },
});

/** Revoked tokens. */
const revoked = new Set<string>();

const saveHandler = (): ApiHandler =>
  serve(
    save,
    {
      identify: async ({ body }) => {
        if (body.token === 'rubbish' || revoked.has(body.token)) throw new ApiError('INVALID_EMBED_TOKEN');
        if (body.origin === 'refused') throw new ApiError('ORIGIN_NOT_ALLOWED');
        return { widget: body.token };
      },
      idempotencyScope: ({ body }) => body.token,
      answer: async ({ caller }, { commit }) => {
        const id = randomUUID();
        const response = { status: 201, body: { widget: caller.widget, id } } as const;
        await commit([put({ pk: `TESTSAVE#${id}`, sk: 'SAVE' })], response);
        return response;
      },
    },
    testKit(),
  );

const send = (body: unknown, headers: Record<string, string> = {}, sourceIp = '192.0.2.7') =>
  call(saveHandler(), { method: 'POST', path: '/v1/embed/save', body, headers, sourceIp });

describe('an embed endpoint', () => {
  test('gets the caller that it identified itself, and needs no account', async () => {
    const token = randomUUID();
    const { status, body } = await send({ token });
    expect([status, body.widget]).toStrictEqual([201, token]);
  });

  test('reports problems of the body before those of the caller', async () => {
    expect((await send({})).status).toBe(400);
    expect((await send({ token: 'rubbish' })).status).toBe(401);
  });

  test('stores responses under an idempotency key for each of its scopes', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    const key = { 'idempotency-key': 'key' };
    const first = await send({ token: one }, key);
    expect((await send({ token: one }, key)).body).toStrictEqual(first.body);
    expect((await send({ token: other }, key)).body.id).not.toBe(first.body.id);
  });

  test('gives a visitor nothing of what another one from elsewhere did under the same key', async () => {
    const token = randomUUID();
    const key = { 'idempotency-key': 'guessable' };
    const first = await send({ token }, key, '2001:db8:0:1200::1');
    const elsewhere = await send({ token }, key, '2001:db8:0:1300::1');
    expect(elsewhere.status).toBe(201);
    expect(elsewhere.body.id).not.toBe(first.body.id);
    expect((await send({ token }, key, '2001:db8:0:12ff::9')).body).toStrictEqual(first.body);
  });

  test('does not replay a response to a caller who lost access', async () => {
    const token = randomUUID();
    const key = { 'idempotency-key': 'key' };
    expect((await send({ token }, key)).status).toBe(201);
    revoked.add(token);
    expect((await send({ token }, key)).status).toBe(401);
  });
});

describe('the load of an embed endpoint', () => {
  /** An endpoint that reads an item in parallel with the slow proof of its caller. */
  const loading = () => {
    const computed: string[] = [];
    const kit = testKit();
    const item = { pk: `TESTBESIDE#${randomUUID()}`, sk: 'ITEM' };
    const proof = Promise.withResolvers<void>();
    const handler = serve(
      save,
      {
        identify: async ({ body }) => {
          await proof.promise;
          if (body.token === 'rubbish')
            throw new ApiError('INVALID_EMBED_TOKEN', { failedCredential: 'unknown_token' });
          return { widget: body.token };
        },
        load: async (_, { table }) => {
          const read = await Promise.all([table.get(item), table.getMany([item])]);
          computed.push('from what was read');
          return read;
        },
        answer: ({ caller: { widget }, loaded: [one] }) => {
          return { status: 201, body: { widget, id: String(one?.['id']) } };
        },
      },
      kit,
    );
    const sendToken = (token: string) => call(handler, { method: 'POST', path: '/v1/embed/save', body: { token } });
    return { computed, kit, item, proof, sendToken };
  };

  test('is made in parallel with the proof of its caller, and used once that holds', async () => {
    const { computed, kit, item, proof, sendToken } = loading();
    await serviceTable().write(put({ ...item, id: 'there' }));
    const sent = sendToken('good');
    await vi.waitUntil(() => kit.calls.includes('getMany'));
    expect([kit.calls, computed]).toStrictEqual([['get', 'getMany'], []]);
    proof.resolve();
    expect((await sent).body).toMatchObject({ id: 'there' });
    expect(computed).toHaveLength(1);
  });

  test('is never used for a caller whose proof fails', async () => {
    const { computed, proof, sendToken } = loading();
    proof.resolve();
    expect((await sendToken('rubbish')).status).toBe(401);
    expect(computed).toStrictEqual([]);
  });

  test('cannot be a list', async () => {
    const listing = serve(
      save,
      {
        identify: async ({ body }) => ({ widget: body.token }),
        load: (_, { table }) => Promise.resolve('query' in table || 'queryAll' in table),
        answer: ({ caller: { widget }, loaded }) => ({ status: 201, body: { widget, id: String(loaded) } }),
      },
      testKit(),
    );
    const { body } = await call(listing, { method: 'POST', path: '/v1/embed/save', body: { token: 'good' } });
    expect(body.id).toBe('false');
  });
});

describe('a page of another origin', () => {
  const origin = 'https://shop.example';

  test('may read successes and refusals, without credentials', async () => {
    for (const body of [{ token: randomUUID() }, {}, { token: 'rubbish' }]) {
      const { headers } = await send(body, { origin });
      expect(headers).toMatchObject({ 'Access-Control-Allow-Origin': origin, Vary: 'Origin' });
      expect(headers['Access-Control-Expose-Headers']).toMatch(/X-Request-Id.*Retry-After/);
      expect(headers).not.toHaveProperty('Access-Control-Allow-Credentials');
    }
  });

  test('may not read the refusal of its own origin', async () => {
    const { status, headers } = await send({ token: randomUUID(), origin: 'refused' }, { origin });
    expect(status).toBe(403);
    expect(headers).not.toHaveProperty('Access-Control-Allow-Origin');
    expect(headers['Vary']).toBe('Origin');
  });

  test('without a usable origin gets no headers', async () => {
    const { headers } = await send({ token: randomUUID() }, { origin: 'null' });
    expect(headers).not.toHaveProperty('Access-Control-Allow-Origin');
  });
});
