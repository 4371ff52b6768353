import { createHash, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { describe, expect, test, vi } from 'vitest';
import { serviceTable } from '#shared/db/client';
import { put, update } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import { callerKeys } from '#shared/http/caller/keys';
import { contract } from '#shared/http/contract';
import { CLAIM_LEASE_SECONDS, makeClaim } from '#shared/http/idempotency/claim-key';
import { keepResponse } from '#shared/http/idempotency/idempotency';
import { idempotencyKeys } from '#shared/http/idempotency/keys';
import { serve } from '#shared/http/serve';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { lambdaContext } from '#tests/support/lambda-context';
import { waitUntil } from '#tests/support/wait-until';
import { call, type TestKit, testKit } from './test-kit.ts';

/** An endpoint that calls an outside service before it can write. */
const order = contract({
  name: 'order',
  group: 'test',
  method: 'POST',
  route: '/v1/orders',
  summary: 'Order',
  caller: 'account',
  body: v.object({ item: v.string() }),
  success: { 200: v.object({ id: v.string() }) },
  errors: ['SOURCE_UNAVAILABLE'],
  idempotent: 'claim',
  touches: { writes: ['idempotency'] },
});

const partition = ({ accountId }: SignedInAccount): string => `TESTORDER#${accountId}`;

/** The outside service, which records its calls and responds when the test lets it. */
const outsider = () => {
  const waiting: PromiseWithResolvers<string>[] = [];
  return {
    asked: () => waiting.length,
    ask: (): Promise<string> => {
      const response = Promise.withResolvers<string>();
      waiting.push(response);
      return response.promise;
    },
    answer: (index: number) => waiting[index]?.resolve(`order-${randomUUID()}`),
    fail: (index: number) => waiting[index]?.reject(new ApiError('SOURCE_UNAVAILABLE')),
    /** Resolves when it was called this many times. */
    untilCalled: (times: number): Promise<true> =>
      waitUntil(() => waiting.length >= times, {
        intervalMs: 1,
        what: () => `call ${times} of the outside service: there were ${waiting.length}`,
      }),
  };
};

const setup = async () => {
  const clock = { nowMs: Date.now() };
  const account = await signedInAccount();
  const outside = outsider();
  const kit = testKit({ clock: () => clock.nowMs });
  const handlerOn = (used: TestKit) =>
    serve(
      order,
      {
        answer: async ({ caller }, { claim, commit }) => {
          await claim();
          const id = await outside.ask();
          const response = { status: 200, body: { id } } as const;
          const result = await commit([put({ pk: `TESTORDER#${caller.accountId}`, sk: id })], response);
          if (!result.written) throw new Error('A new order was refused');
          return response;
        },
      },
      used,
    );
  const send = (key: string | undefined, item = 'a', used = kit, remainingMs = 10_000) =>
    call((event) => handlerOn(used)(event, lambdaContext('order', remainingMs)), {
      method: 'POST',
      path: '/v1/orders',
      body: { item },
      headers: { ...account.headers, ...(key !== undefined && { 'idempotency-key': key }) },
    });
  const orders = async () => serviceTable().queryAll({ partition: partition(account) });
  return { account, outside, send, orders, clock };
};

const IN_PROGRESS = { status: 409, body: { code: 'IDEMPOTENCY_IN_PROGRESS' } };

describe('of identical requests with one key', () => {
  test('one calls outside, the others are told that it is still running, and afterwards all get its response', async () => {
    const { outside, send, orders } = await setup();
    const first = send('key');
    await outside.untilCalled(1);
    for (const response of await Promise.all([send('key'), send('key'), send('key')])) {
      expect(response).toMatchObject(IN_PROGRESS);
    }
    outside.answer(0);
    const { status, body } = await first;
    expect(status).toBe(200);
    const again = await send('key');
    expect([again.status, again.body, again.headers['Idempotency-Replayed']]).toStrictEqual([200, body, 'true']);
    expect(outside.asked()).toBe(1);
    expect(await orders()).toHaveLength(1);
  });

  test('that arrive at one moment, one is let through, however many containers serve them', async () => {
    const { outside, send, orders, clock } = await setup();
    const calls = Array.from({ length: 10 }, () => send('key', 'a', testKit({ clock: () => clock.nowMs })));
    await outside.untilCalled(1);
    // The outside service responds only after the nine others are refused. A later request would get the first one's
    // response.
    let refused = 0;
    for (const one of calls) void one.then(() => (refused += 1));
    await vi.waitFor(() => expect(refused).toBe(9), { timeout: 10_000 });
    outside.answer(0);
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.sort()).toStrictEqual([200, ...Array(9).fill(409)]);
    expect(outside.asked()).toBe(1);
    expect(await orders()).toHaveLength(1);
  });

  test('one with another body is refused while the first one runs, and after it', async () => {
    const { outside, send } = await setup();
    const first = send('key');
    await outside.untilCalled(1);
    const other = { status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } };
    expect(await send('key', 'b')).toMatchObject(other);
    outside.answer(0);
    expect((await first).status).toBe(200);
    expect(await send('key', 'b')).toMatchObject(other);
  });

  test('each calls outside if there is no key', async () => {
    const { outside, send, orders } = await setup();
    const calls = [send(undefined), send(undefined)];
    await outside.untilCalled(2);
    outside.answer(0);
    outside.answer(1);
    await Promise.all(calls);
    expect(await orders()).toHaveLength(2);
  });
});

describe('a claim', () => {
  test('is released by any refusal of its request: the key is free at once', async () => {
    const { outside, send } = await setup();
    const first = send('key');
    await outside.untilCalled(1);
    outside.fail(0);
    expect(await first).toMatchObject({ status: 503, body: { code: 'SOURCE_UNAVAILABLE' } });
    const second = send('key', 'another body');
    await outside.untilCalled(2);
    outside.answer(1);
    expect((await second).status).toBe(200);
  });

  test('of a container that died lasts until its lease ends, and not a second longer', async () => {
    const { outside, send, clock, orders } = await setup();
    // Never gets a response, because the container is gone.
    void send('key');
    await outside.untilCalled(1);
    const startedAtMs = clock.nowMs;
    clock.nowMs = startedAtMs + (CLAIM_LEASE_SECONDS - 1) * 1000;
    expect(await send('key')).toMatchObject(IN_PROGRESS);
    clock.nowMs = startedAtMs + CLAIM_LEASE_SECONDS * 1000;
    const second = send('key');
    await outside.untilCalled(2);
    outside.answer(1);
    expect((await second).status).toBe(200);
    expect(await orders()).toHaveLength(1);
  });

  test('that has expired is void: its late holder writes nothing, although nobody else has come', async () => {
    const { outside, send, clock, orders } = await setup();
    const late = send('key');
    await outside.untilCalled(1);
    clock.nowMs += CLAIM_LEASE_SECONDS * 1000;
    outside.answer(0);
    expect(await late).toMatchObject(IN_PROGRESS);
    expect(await orders()).toHaveLength(0);
    const second = send('key');
    await outside.untilCalled(2);
    outside.answer(1);
    expect((await second).status).toBe(200);
    expect(await orders()).toHaveLength(1);
  });

  test('that another request took over lets its late holder write nothing: it gets the other’s response', async () => {
    const { outside, send, clock, orders } = await setup();
    const late = send('key');
    await outside.untilCalled(1);
    clock.nowMs += CLAIM_LEASE_SECONDS * 1000;
    const second = send('key');
    await outside.untilCalled(2);
    outside.answer(1);
    const { body } = await second;
    outside.answer(0);
    const response = await late;
    expect([response.status, response.body, response.headers['Idempotency-Replayed']]).toStrictEqual([
      200,
      body,
      'true',
    ]);
    expect(await orders()).toHaveLength(1);
  });

  test('that another request holds now lets its late holder write nothing either, which does not release it', async () => {
    const { outside, send, clock, orders } = await setup();
    const late = send('key');
    await outside.untilCalled(1);
    clock.nowMs += CLAIM_LEASE_SECONDS * 1000;
    const second = send('key');
    await outside.untilCalled(2);
    outside.answer(0);
    expect(await late).toMatchObject(IN_PROGRESS);
    expect(await orders()).toHaveLength(0);
    expect(await send('key')).toMatchObject(IN_PROGRESS);
    outside.answer(1);
    expect((await second).status).toBe(200);
    expect(await orders()).toHaveLength(1);
  });

  test('is not made for a request that is refused before: a caller without permission holds no key', async () => {
    const { outside, send, account } = await setup();
    expect((await send('key', 1 as never)).status).toBe(400);
    const ended = update(callerKeys.accountSession(account.sessionId), {
      set: { endedAt: 'now' },
      when: { pk: 'exists' },
    });
    await serviceTable().write(ended);
    expect((await send('key')).status).toBe(401);
    expect(outside.asked()).toBe(0);
    const keyHash = createHash('sha256').update('key').digest('hex');
    expect(await serviceTable().get(idempotencyKeys.idempotency(account.accountId, keyHash))).toBeUndefined();
  });
});

describe('a claim with other writes', () => {
  const table = serviceTable();

  const request = (fingerprint = 'a', keyHash = randomUUID()) => ({
    scope: 'usr_test',
    ...{ keyHash, fingerprint },
    nowMs: Date.now(),
  });

  const claimOf = (answering: ReturnType<typeof request> | undefined) => {
    const held = { answering };
    return { held, claim: makeClaim(table, held) };
  };

  const other = () => ({ pk: `TESTORDER#${randomUUID()}`, sk: 'HOLD' });
  const recordOf = ({ scope, keyHash }: ReturnType<typeof request>) =>
    table.get(idempotencyKeys.idempotency(scope, keyHash));

  test('makes all of them with it', async () => {
    const [key, asked] = [other(), request()];
    expect(await claimOf(asked).claim({ hold: put(key) })).toEqual({ written: true });
    expect([await table.get(key), (await recordOf(asked)) !== undefined]).toEqual([key, true]);
  });

  test('that one of them refuses leaves the key free, returns the refusal, and can be made again', async () => {
    const [key, asked] = [other(), request()];
    await table.write(put({ ...key, taken: true }));
    const { claim, held } = claimOf(asked);
    expect(await claim({ hold: put(key) })).toEqual({
      written: false,
      refusals: { hold: { found: { ...key, taken: true } } },
    });
    expect(await recordOf(asked)).toBeUndefined();
    expect(await claim({ hold: put(key, { taken: 'exists' }) })).toEqual({ written: true });
    expect(await recordOf(asked)).toMatchObject({ claimId: (held.answering as { claimId?: string }).claimId });
  });

  test.each([
    ['the same request', 'a', 'IDEMPOTENCY_IN_PROGRESS'],
    ['another request', 'b', 'IDEMPOTENCY_KEY_REUSED'],
  ])('of a key that %s has reports that, makes none of them, and is not released', async (_, fingerprint, code) => {
    const [free, taken, first] = [other(), other(), request()];
    await table.write(put(taken));
    await claimOf(first).claim();
    for (const operations of [{ hold: put(free) }, { hold: put(free), taken: put(taken) }]) {
      const { claim, held } = claimOf({ ...first, fingerprint });
      await expect(claim(operations)).rejects.toMatchObject({ code });
      expect([held.answering, await table.get(free)]).toEqual([undefined, undefined]);
    }
  });

  test('of a key with a response returns that, whatever else is refused', async () => {
    const [taken, first] = [other(), request()];
    await table.write(put(taken));
    const response = { status: 200, body: { id: 'one' }, cookies: [], headers: {} };
    await table.write(keepResponse(first, response, [], first.nowMs));
    await expect(claimOf(first).claim({ taken: put(taken) })).rejects.toMatchObject({
      response: { status: 200, body: { id: 'one' }, headers: { 'Idempotency-Replayed': 'true' } },
    });
  });

  test('without a key makes only them', async () => {
    const key = other();
    const { claim } = claimOf(undefined);
    expect([await claim(), await claim({ hold: put(key) })]).toEqual([{ written: true }, { written: true }]);
    expect(await claim({ hold: put(key) })).toMatchObject({ written: false, refusals: { hold: { found: key } } });
  });
});

describe('while the table is unreachable', () => {
  const failing = (writes: (call: number) => 'fail' | 'hang' | 'lose' | 'repeat' | 'pass') => {
    const table = serviceTable();
    let count = 0;
    const write: Table['write'] = async (operation) => {
      const fate = writes(count++);
      if (fate === 'fail') throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
      if (fate === 'hang') return new Promise(() => undefined);
      const result = await table.write(operation);
      // As the client does if it gets no response to its first try.
      if (fate === 'repeat') return table.write(operation);
      if (fate === 'lose') throw Object.assign(new Error('late'), { name: 'TimeoutError' });
      return result;
    };
    return { ...table, write };
  };

  /** The kit of a container whose writes behave like this. */
  const kitOver = (clock: { readonly nowMs: number }, writes: Parameters<typeof failing>[0]) =>
    testKit({ clock: () => clock.nowMs, table: () => failing(writes) });

  test('for the claim, the outside service is not called: 503, and the next try calls it', async () => {
    const { outside, send, clock } = await setup();
    const broken = kitOver(clock, () => 'fail');
    expect(await send('key', 'a', broken)).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
    expect(outside.asked()).toBe(0);
    const next = send('key');
    await outside.untilCalled(1);
    outside.answer(0);
    expect((await next).status).toBe(200);
  });

  test('for the response to the claim, the key is released: 503, and the next try succeeds', async () => {
    const { outside, send, clock } = await setup();
    const broken = kitOver(clock, (index) => (index === 0 ? 'lose' : 'pass'));
    expect(await send('key', 'a', broken)).toMatchObject({ status: 503 });
    const next = send('key');
    await outside.untilCalled(1);
    outside.answer(0);
    expect((await next).status).toBe(200);
  });

  test('for the release, the caller gets the response within the time of the request', async () => {
    const { send, clock } = await setup();
    const broken = kitOver(clock, (index) => (index === 0 ? 'lose' : 'hang'));
    expect(await send('key', 'a', broken, 1_500)).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
  });

  test('for only the first response to the claim, no caller notices: the repeated write is refused by its own claim', async () => {
    const { outside, send, clock } = await setup();
    const broken = kitOver(clock, (index) => (index === 0 ? 'repeat' : 'pass'));
    const first = send('key', 'a', broken);
    await outside.untilCalled(1);
    outside.answer(0);
    expect((await first).status).toBe(200);
  });

  test('for the release too, its refusal is still returned and the key is free after the lease', async () => {
    const { outside, send, clock } = await setup();
    const broken = kitOver(clock, (index) => (index === 0 ? 'pass' : 'fail'));
    const first = send('key', 'a', broken);
    await outside.untilCalled(1);
    outside.fail(0);
    expect(await first).toMatchObject({ status: 503, body: { code: 'SOURCE_UNAVAILABLE' } });
    expect(broken.lines).toContainEqual(expect.objectContaining({ code: 'CLAIM_NOT_RELEASED', level: 'warn' }));
    expect(await send('key')).toMatchObject(IN_PROGRESS);
    clock.nowMs += CLAIM_LEASE_SECONDS * 1000;
    const next = send('key');
    await outside.untilCalled(2);
    outside.answer(1);
    expect((await next).status).toBe(200);
  });
});
