import { createHash, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { serviceTable } from '#shared/db/client';
import { put, update } from '#shared/db/expressions';
import { namedOperations, type Refusals } from '#shared/db/named-operations';
import type { Table } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import { contract } from '#shared/http/contract';
import type { ApiHandler } from '#shared/http/endpoint';
import { idempotencyKeys } from '#shared/http/idempotency/keys';
import { serve } from '#shared/http/serve';
import { apiKeyFor, type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { call, testKit, warmUp } from './test-kit.ts';
import { createThingHandler, SECRET_PREFIX, thingKey } from './things.ts';

const path = '/v1/things';
const handler = createThingHandler(testKit());

const create = (
  account: Pick<SignedInAccount, 'headers'>,
  key: string | undefined,
  body: unknown = { name: 'a' },
  by = handler,
) =>
  call(by, {
    method: 'POST',
    path,
    body,
    headers: { ...account.headers, ...(key !== undefined && { 'idempotency-key': key }) },
  });

const thingsOf = ({ accountId }: SignedInAccount) =>
  serviceTable().queryAll({ partition: thingKey(accountId, 'x').pk });

const keptResponses = async (account: SignedInAccount, key: string) => {
  const keyHash = createHash('sha256').update(key).digest('hex');
  return serviceTable().get(idempotencyKeys.idempotency(account.accountId, keyHash));
};

describe('the same key with the same request', () => {
  test('gets the first response and creates nothing more', async () => {
    const account = await signedInAccount();
    const first = await create(account, 'key-1');
    const again = await create(account, 'key-1');
    expect(again.status).toBe(201);
    expect(again.body.data).toMatchObject({ id: first.body.data.id, name: 'a' });
    expect(first.headers).not.toHaveProperty('Idempotency-Replayed');
    expect(again.headers['Idempotency-Replayed']).toBe('true');
    expect(await thingsOf(account)).toHaveLength(1);
  });

  test.each([
    ['its names in another order', '{ "tag": "a",\n "name": "a" }'],
    ['other whitespace', '{"name":"a","tag":"a"}\n'],
    ['other escapes', '{"name":"\\u0061","tag":"a"}'],
  ])('gets it even with %s: a body is compared by its values', async (how, body) => {
    const account = await signedInAccount();
    const first = await create(account, how, '{"name":"a","tag":"a"}');
    const again = await create(account, how, body);
    expect([again.status, again.body.data.id]).toStrictEqual([201, first.body.data.id]);
    expect(await thingsOf(account)).toHaveLength(1);
    const other = await create(account, how, '{"name":"a","tag":"b"}');
    expect(other.body.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  test('shows secrets masked, because the stored response contains none', async () => {
    const account = await signedInAccount();
    const { body } = await create(account, 'key-secret');
    const { secret } = body.data;
    const again = await create(account, 'key-secret');
    expect(again.body.data.secret).toBe(`${SECRET_PREFIX}****${secret.slice(-4)}`);
    const kept = await keptResponses(account, 'key-secret');
    expect(kept).toBeDefined();
    expect(JSON.stringify(kept)).not.toContain(secret.slice(SECRET_PREFIX.length));
  });

  test('creates one thing in 50 concurrent requests, and all get the same response', async () => {
    const account = await signedInAccount();
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => create(account, 'key-race', { name: 'b' }, createThingHandler(testKit()))),
    );
    expect(new Set(responses.map(({ status }) => status))).toStrictEqual(new Set([201]));
    expect(new Set(responses.map(({ body }) => body.data.id)).size).toBe(1);
    expect(responses.filter(({ headers }) => headers['Idempotency-Replayed'] === undefined)).toHaveLength(1);
    expect(await thingsOf(account)).toHaveLength(1);
  });

  test('is a new request after 24 hours', async () => {
    const account = await signedInAccount();
    const startedAtMs = Date.now();
    const first = await create(account, 'key-old');
    const kept = await keptResponses(account, 'key-old');
    const seconds = Number(kept?.['expiresAtSeconds']) - startedAtMs / 1000;
    expect(seconds).toBeGreaterThan(86_399);
    expect(seconds).toBeLessThan(86_460);
    // The table still has it a day later, because DynamoDB deletes expired items only some time afterwards.
    const key = { pk: String(kept?.['pk']), sk: String(kept?.['sk']) };
    const expired = { expiresAtSeconds: Math.floor(startedAtMs / 1000) };
    await serviceTable().write(update(key, { set: expired, when: { pk: 'exists' } }));
    const later = await create(account, 'key-old', { name: 'another body' });
    expect(later.status).toBe(201);
    expect(later.body.data.id).not.toBe(first.body.data.id);
  });
});

describe('a key', () => {
  test('with another body is refused with 422', async () => {
    const account = await signedInAccount();
    await create(account, 'key-2');
    const other = await create(account, 'key-2', { name: 'other' });
    expect(other.status).toBe(422);
    expect(other.body).toStrictEqual({
      success: false,
      status: 'error',
      message: 'This Idempotency-Key was already used with a different request. Use a new key.',
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
    expect(await thingsOf(account)).toHaveLength(1);
  });

  test('with another body is refused even if the two race', async () => {
    const account = await signedInAccount();
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => create(account, 'key-3', { name: `body ${index % 2}` })),
    );
    expect(await thingsOf(account)).toHaveLength(1);
    const [thing] = await thingsOf(account);
    responses.forEach(({ status }, index) => {
      expect(status).toBe(`body ${index % 2}` === thing?.['name'] ? 201 : 422);
    });
  });

  test('with another path is refused with 422', async () => {
    const account = await signedInAccount();
    await create(account, 'key-path');
    const headers = { ...account.headers, 'idempotency-key': 'key-path' };
    const other = await call(handler, { method: 'POST', path: '/v1/other-things', body: { name: 'a' }, headers });
    expect(other.status).toBe(422);
  });

  test('with another query is refused with 422, and with the same one in another order is the same request', async () => {
    const account = await signedInAccount();
    const headers = { ...account.headers, 'idempotency-key': 'key-query' };
    const requested = (query: Record<string, string>) =>
      call(handler, { method: 'POST', path, body: { name: 'a' }, headers, query });
    const first = await requested({ environment: 'live', tag: '1' });
    expect((await requested({ tag: '1', environment: 'live' })).body.data.id).toBe(first.body.data.id);
    for (const query of [{ environment: 'live', tag: '2' }, {}]) {
      expect(await requested(query)).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
    }
  });

  test("of an account's sandbox is separate from that of its live environment, and from that of its session", async () => {
    const account = await signedInAccount();
    const callers = [await apiKeyFor(account, 'sandbox'), await apiKeyFor(account, 'live'), account];
    const key = randomUUID();
    const made: unknown[] = [];
    for (const caller of callers) {
      const { status, body, headers } = await create(caller, key);
      expect([status, headers['Idempotency-Replayed']]).toStrictEqual([201, undefined]);
      made.push(body.data.id);
    }
    expect(new Set(made).size).toBe(3);
    const again: unknown[] = [];
    for (const caller of callers) again.push((await create(caller, key)).body.data.id);
    expect(again).toStrictEqual(made);
    // Another request under the same key is refused where it was used, and is new elsewhere.
    const other = randomUUID();
    const [sandbox, live] = callers;
    expect(sandbox && (await create(sandbox, other)).status).toBe(201);
    expect(live && (await create(live, other, { name: 'b' })).status).toBe(201);
    expect(sandbox && (await create(sandbox, other, { name: 'b' })).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  test("of one account is separate from another's", async () => {
    const [one, other] = await Promise.all([signedInAccount(), signedInAccount()]);
    const first = await create(one, 'key-4');
    const second = await create(other, 'key-4');
    expect(second.body.data.id).not.toBe(first.body.data.id);
  });

  test.each([
    ['0 characters is refused', '', 400],
    ['1 character is accepted', 'k', 201],
    ['255 characters is accepted', 'k'.repeat(255), 201],
    ['256 characters is refused', 'k'.repeat(256), 400],
  ])('of %s', async (_, key, status) => {
    const account = await signedInAccount();
    const response = await create(account, key);
    expect(response.status).toBe(status);
    if (status === 400) expect(response.body).toMatchObject({ code: 'IDEMPOTENCY_KEY_INVALID' });
  });

  test('of any characters is accepted, because it is never part of a key in the table', async () => {
    const account = await signedInAccount();
    const first = await create(account, '#SES#x');
    expect((await create(account, '#SES#x')).body.data.id).toBe(first.body.data.id);
  });

  test('is free again if its first request was refused', async () => {
    const account = await signedInAccount();
    expect((await create(account, 'key-5', { name: '' })).status).toBe(400);
    expect((await create(account, 'key-5')).status).toBe(201);
  });

  test('is not needed: without one each request creates', async () => {
    const account = await signedInAccount();
    await create(account, undefined);
    await create(account, undefined);
    expect(await thingsOf(account)).toHaveLength(2);
  });

  test('is ignored by endpoints that create nothing', async () => {
    const touch = contract({
      name: 'touch',
      group: 'test',
      method: 'POST',
      route: '/v1/touch',
      summary: 'Does nothing',
      caller: 'account',
      success: { 200: v.object({ success: v.literal(true) }) },
      touches: {},
    });
    const kit = testKit();
    await warmUp(kit);
    const touchHandler = serve(touch, { answer: () => ({ status: 200, body: { success: true } }) }, kit);
    const account = await signedInAccount();
    const headers = { ...account.headers, 'idempotency-key': 'k'.repeat(300) };
    expect((await call(touchHandler, { method: 'POST', headers })).status).toBe(200);
    expect(kit.calls).toStrictEqual(['getMany']);
  });
});

describe("an endpoint's writes and its stored response", () => {
  /** Spends from a purse of 100. After one request, the rest is not enough for another. */
  const spend = contract({
    name: 'spend',
    group: 'test',
    method: 'POST',
    route: '/v1/spend',
    summary: 'Spend',
    caller: 'account',
    success: { 200: v.object({ spentKobo: v.number() }) },
    idempotent: 'commit',
    touches: { writes: ['idempotency'] },
  });

  const purse = ({ accountId }: { accountId: string }) => ({ pk: `TESTPURSE#${accountId}`, sk: 'PURSE' });

  const spendHandler = (table: () => Table = serviceTable): ApiHandler =>
    serve(
      spend,
      {
        answer: async ({ caller }, { commit }) => {
          const take = update(purse(caller), { add: { kobo: -60 }, when: { kobo: { atLeast: 60 } } });
          const response = { status: 200, body: { spentKobo: 60 } } as const;
          const result = await commit([take], response);
          if (!result.written) throw new ApiError('INSUFFICIENT_BALANCE');
          return response;
        },
      },
      testKit({ table }),
    );

  const withPurse = async () => {
    const account = await signedInAccount();
    await serviceTable().write(put({ ...purse(account), kobo: 100 }));
    const pay = (key: string, by = spendHandler()) =>
      call(by, { method: 'POST', headers: { ...account.headers, 'idempotency-key': key } });
    const leftKobo = async () => (await serviceTable().get(purse(account)))?.['kobo'];
    return { pay, leftKobo };
  };

  test('succeed or fail together: a refused write stores no response', async () => {
    const { pay, leftKobo } = await withPurse();
    const first = randomUUID();
    expect((await pay(first)).status).toBe(200);
    const second = randomUUID();
    expect((await pay(second)).status).toBe(402);
    expect((await pay(second)).status).toBe(402);
    expect(await leftKobo()).toBe(40);
  });

  test("give a request whose own first run used up what it needs that run's response", async () => {
    const { pay, leftKobo } = await withPurse();
    const key = randomUUID();
    const responses = await Promise.all(Array.from({ length: 20 }, () => pay(key)));
    expect(new Set(responses.map(({ status }) => status))).toStrictEqual(new Set([200]));
    expect(await leftKobo()).toBe(40);
  });

  test('do so even if the endpoint refuses because of what it read, before it tries to write', async () => {
    const { pay, leftKobo } = await withPurse();
    const key = randomUUID();
    const spentMeanwhile = serve(
      spend,
      {
        answer: async () => {
          expect((await pay(key)).status).toBe(200);
          throw new ApiError('INSUFFICIENT_BALANCE');
        },
      },
      testKit(),
    );
    const response = await pay(key, spentMeanwhile);
    expect(response.status).toBe(200);
    expect(response.headers['Idempotency-Replayed']).toBe('true');
    expect(await leftKobo()).toBe(40);
  });

  test('do so even if the table names only one of the refused conditions', async () => {
    const { pay, leftKobo } = await withPurse();
    const key = randomUUID();
    const blind = serviceTable();
    // The first reads were before the first run's writes, and the transaction reports only the purse.
    const late: Table = {
      ...blind,
      get: async (wanted) => (wanted.sk === 'RESPONSE' && reads++ === 0 ? undefined : blind.get(wanted)),
      transact: async (operations) => {
        const result = await blind.transact(operations);
        const [first] = namedOperations(operations);
        const named = result.written ? [] : Object.entries(result.refusals).filter(([name]) => name === first?.[0]);
        return result.written ? result : { ...result, refusals: Object.fromEntries(named) as Refusals<never> };
      },
    };
    let reads = 0;
    expect((await pay(key)).status).toBe(200);
    expect(
      (
        await pay(
          key,
          spendHandler(() => late),
        )
      ).status,
    ).toBe(200);
    expect(await leftKobo()).toBe(40);
  });

  test('end in a 409 if a first request still conflicts after every retry', async () => {
    const { pay, leftKobo } = await withPurse();
    const conflict = Object.assign(new Error('conflict'), {
      name: 'TransactionCanceledException',
      CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }],
    });
    const busy = { ...serviceTable(), transact: () => Promise.reject(conflict) };
    const response = await pay(
      randomUUID(),
      spendHandler(() => busy),
    );
    expect(response.status).toBe(409);
    expect(response.body).toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
    expect(await leftKobo()).toBe(100);
  });
});
