import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { newApiKeys } from '#shared/auth/api-keys/api-keys';
import { serviceTable } from '#shared/db/client';
import { lastUseOf } from '#shared/http/caller/api-key-access';
import { callerKeys } from '#shared/http/caller/keys';
import { contract } from '#shared/http/contract';
import { serve } from '#shared/http/serve';
import { environmentSchema } from '#shared/platform/environments';
import { newId } from '#shared/platform/ids';
import { environmentOf } from '#shared/platform/scope';
import {
  apiKeyFor,
  madeUpSecretKey,
  sessionScope,
  signedInAccount,
  TEST_TAIL_KEY,
  type TestApiKey,
} from '#tests/support/accounts';
import { recordingTable } from '#tests/support/recording-table';
import { call, newAddress, type TestKit, testKit } from './test-kit.ts';

/** Half past an hour, so that no test runs across its end. */
const HALF_PAST = Math.floor(Date.now() / 3_600_000) * 3_600_000 + 1_800_000;

const HOUR_MS = 3_600_000;

/** The scope of a caller of the tests' endpoint, as its response shows it. */
const reached = contract({
  name: 'reached',
  group: 'test',
  method: 'POST',
  route: '/v1/reached',
  summary: 'What the caller reaches',
  caller: 'account',
  query: v.object({ environment: v.optional(environmentSchema) }),
  body: v.object({ environment: v.optional(environmentSchema) }),
  success: { 200: v.object({ accountId: v.string(), environments: v.array(v.string()), byDefault: v.string() }) },
  touches: {},
});

const sessionOnly = contract({ ...reached, name: 'session-only', caller: 'session' });

const handlerOf = (kit: TestKit) =>
  serve(
    reached,
    {
      load: ({ caller }, { table }) => table.get({ pk: `TESTTHING#${caller.accountId}`, sk: 'x' }),
      answer: ({ caller, query }) => {
        const { accountId, environments } = caller;
        const byDefault = environmentOf(caller, query.environment, 'live');
        return { status: 200, body: { accountId, environments: [...environments], byDefault } };
      },
    },
    kit,
  );

const sessionOnlyHandler = (kit: TestKit) =>
  serve(
    sessionOnly,
    {
      load: ({ caller }, { table }) => table.get({ pk: `TESTTHING#${caller.accountId}`, sk: 'x' }),
      answer: ({ caller }) => ({
        status: 200,
        body: { accountId: caller.accountId, environments: [], byDefault: caller.sessionId },
      }),
    },
    kit,
  );

const anAccount = () => sessionScope(newId('usr', HALF_PAST));

const bearer = (secretKey: string) => ({ authorization: `Bearer ${secretKey}` });

const send = (
  kit: TestKit,
  headers: Readonly<Record<string, string>>,
  request: { readonly query?: Record<string, string>; readonly body?: object; readonly sourceIp?: string } = {},
  handler = handlerOf(kit),
) => call(handler, { method: 'POST', body: {}, ...request, headers: { ...headers } });

const container = (nowMs = HALF_PAST) => {
  const clock = { nowMs };
  return { clock, kit: testKit({ clock: () => clock.nowMs }) };
};

const lastUse = async ({ accountId, keyId }: TestApiKey) =>
  lastUseOf(await serviceTable().get(callerKeys.apiKeyUses(accountId, 'sandbox')), keyId);

describe('a secret key', () => {
  test.each(['sandbox', 'live'] as const)(
    'of %s reaches its account there, and uses that environment if none is named',
    async (environment) => {
      const account = anAccount();
      const { headers } = await apiKeyFor(account, environment);
      const { status, body } = await send(container().kit, headers);
      expect(status).toBe(200);
      expect(body).toStrictEqual({ accountId: account.accountId, environments: [environment], byDefault: environment });
    },
  );

  test.each([{ query: { environment: 'live' } }, { body: { environment: 'live' } }])(
    'is refused the other environment: %o',
    async (requested) => {
      const { headers } = await apiKeyFor(anAccount(), 'sandbox');
      const { kit } = container();
      const refused = await send(kit, headers, requested);
      expect(refused.status).toBe(400);
      expect(refused.body).toMatchObject({ code: 'ENVIRONMENT_MISMATCH' });
    },
  );

  test('is nowhere in the table, and in no line of the log', async () => {
    const account = anAccount();
    const { secretKey, headers } = await apiKeyFor(account);
    const { kit } = container();
    expect((await send(kit, headers)).status).toBe(200);
    await apiKeyFor(account);
    expect((await send(kit, headers)).status).toBe(401);
    expect(JSON.stringify(kit.lines)).not.toContain(secretKey);
    const stored = await serviceTable().getMany([
      callerKeys.apiKeyPairs(account.accountId, 'sandbox'),
      callerKeys.apiKeyUses(account.accountId, 'sandbox'),
    ]);
    expect(JSON.stringify(stored)).not.toContain(secretKey.slice(8));
  });

  test('stops at once in a container that knows it, when it is replaced', async () => {
    const account = anAccount();
    const { kit } = container();
    const first = await apiKeyFor(account);
    expect((await send(kit, first.headers)).status).toBe(200);
    const second = await apiKeyFor(account);
    expect((await send(kit, first.headers)).status).toBe(401);
    expect((await send(kit, second.headers)).status).toBe(200);
  });

  test('works alongside its successor for as long as requested, to the millisecond', async () => {
    const account = anAccount();
    const { kit, clock } = container();
    const first = await apiKeyFor(account, 'sandbox', { nowMs: clock.nowMs });
    const second = await apiKeyFor(account, 'sandbox', { nowMs: clock.nowMs, expiresInHours: 2 });
    clock.nowMs += 2 * HOUR_MS - 1;
    expect((await send(kit, first.headers)).status).toBe(200);
    clock.nowMs += 1;
    expect((await send(kit, first.headers)).status).toBe(401);
    expect((await send(kit, second.headers)).status).toBe(200);
  });

  test('ends with every earlier one when keys are rotated during an overlap', async () => {
    const account = anAccount();
    const { kit, clock } = container();
    const at = () => ({ nowMs: clock.nowMs, expiresInHours: 24 });
    const first = await apiKeyFor(account, 'sandbox', at());
    const second = await apiKeyFor(account, 'sandbox', at());
    const third = await apiKeyFor(account, 'sandbox', at());
    const statuses = [];
    for (const { headers } of [first, second, third]) statuses.push((await send(kit, headers)).status);
    expect(statuses).toStrictEqual([401, 401, 200]);
  });

  test('continues to work when the keys of the other environment are rotated', async () => {
    const account = anAccount();
    const { kit } = container();
    const [sandbox] = [await apiKeyFor(account, 'sandbox'), await apiKeyFor(account, 'live')];
    await apiKeyFor(account, 'live');
    expect((await send(kit, sandbox.headers)).status).toBe(200);
  });
});

describe('the table calls of a key', () => {
  test('are one trip in a warm container, and two more in a cold one: for the keys of tails and for the owner', async () => {
    const { table, calls } = recordingTable();
    const kit = testKit({ clock: () => HALF_PAST, table: () => table });
    const account = anAccount();
    const { headers } = await apiKeyFor(account);
    await send(kit, headers);
    const reads = () => calls.filter(({ operation }) => operation !== 'UpdateItem').map(({ partitions }) => partitions);
    expect(reads()).toHaveLength(3);
    expect(reads().slice(0, 2)).toStrictEqual([['SIGNINGKEYS'], [expect.stringMatching(/^APIKEY#/)]]);
    calls.length = 0;
    await send(kit, headers);
    expect(calls.map(({ operation }) => operation)).toStrictEqual(['BatchGetItem']);
    expect(reads()[0]).toContain(`APIKEYS#${account.accountId}#sandbox`);
  });

  test('are none for a made-up key in a warm container, and only the published keys in a cold one', async () => {
    const { table, calls } = recordingTable();
    const kit = testKit({ clock: () => HALF_PAST, table: () => table });
    const { secretKey, headers } = await apiKeyFor(anAccount());
    const last = secretKey.endsWith('A') ? 'B' : 'A';
    const madeUp = [
      madeUpSecretKey('sandbox'),
      madeUpSecretKey('live'),
      `${secretKey.slice(0, -1)}${last}`,
      secretKey.replace('test_', 'live_'),
      secretKey.slice(0, -1),
      `${secretKey}A`,
      `${secretKey.slice(0, -1)}é`,
    ];
    const tried = async () => {
      calls.length = 0;
      for (const text of madeUp) expect((await send(kit, bearer(text))).status, text).toBe(401);
      return calls.flatMap(({ partitions }) => partitions);
    };
    expect(await tried()).toStrictEqual(['SIGNINGKEYS']);
    expect(await tried()).toStrictEqual([]);
    expect((await send(kit, headers)).status).toBe(200);
    expect(await tried()).toStrictEqual([]);
  });

  test('are one for an unknown key of this stage, and none for any account', async () => {
    const { table, calls } = recordingTable();
    const kit = testKit({ table: () => table });
    const { secretKey } = newApiKeys('live', TEST_TAIL_KEY, HALF_PAST);
    expect((await send(kit, bearer(secretKey))).status).toBe(401);
    const read = calls.filter(({ operation }) => operation.includes('Get')).flatMap(({ partitions }) => partitions);
    expect(read.filter((partition) => !/^(APIKEY#|SIGNINGKEYS)/.test(partition))).toStrictEqual([]);
  });

  test('include another read if it was missing before: a key that is made a moment later works', async () => {
    const { kit } = container();
    const account = anAccount();
    const made = newApiKeys('live', TEST_TAIL_KEY, HALF_PAST);
    expect(await kit.apiKeys.ownerOf(serviceTable(), made.pair.secretHash)).toBeUndefined();
    const { headers } = await apiKeyFor(account, 'live', { made });
    expect((await send(kit, headers)).status).toBe(200);
  });

  test('write its last use once an hour, to the hour', async () => {
    const { kit, clock } = container();
    const key = await apiKeyFor(anAccount());
    const { headers } = key;
    const writes = () => kit.calls.filter((name) => name === 'write').length;
    await Promise.all([send(kit, headers), send(kit, headers), send(kit, headers)]);
    expect(writes()).toBe(1);
    expect(await lastUse(key)).toBe(new Date(HALF_PAST - 1_800_000).toISOString());
    clock.nowMs += HOUR_MS;
    await send(kit, headers);
    await send(kit, headers);
    expect(writes()).toBe(2);
    expect(await lastUse(key)).toBe(new Date(HALF_PAST + 1_800_000).toISOString());
  });

  test('write nothing in another container, which reads the last use together with the key', async () => {
    const key = await apiKeyFor(anAccount());
    await send(container().kit, key.headers);
    const { table, calls } = recordingTable();
    const kit = testKit({ clock: () => HALF_PAST, table: () => table });
    await send(kit, key.headers);
    await send(kit, key.headers);
    const ofUses = calls.filter(({ partitions }) =>
      partitions.some((partition) => partition.startsWith('APIKEYUSES#')),
    );
    expect(ofUses.map(({ operation }) => operation)).toStrictEqual(['BatchGetItem']);
    expect(ofUses[0]?.partitions).toContain(`APIKEYS#${key.accountId}#sandbox`);
  });

  test('note the first use of a new key beside one of the same account that was used', async () => {
    const { kit } = container();
    const account = anAccount();
    const first = await apiKeyFor(account, 'sandbox', { nowMs: HALF_PAST });
    await send(kit, first.headers);
    const second = await apiKeyFor(account, 'sandbox', { nowMs: HALF_PAST, expiresInHours: 2 });
    await send(container().kit, second.headers);
    expect(await lastUse(second)).toBe(new Date(HALF_PAST - 1_800_000).toISOString());
  });

  test('move no last use back, even by a clock that is behind', async () => {
    const key = await apiKeyFor(anAccount());
    const { headers } = key;
    await send(container().kit, headers);
    await send(container(HALF_PAST - 2 * HOUR_MS).kit, headers);
    expect(await lastUse(key)).toBe(new Date(HALF_PAST - 1_800_000).toISOString());
  });

  test('fail no request if its last use cannot be written, and the next request tries again', async () => {
    const outage = { lasts: true };
    const write: ReturnType<typeof serviceTable>['write'] = (operation) =>
      outage.lasts ? Promise.reject(new Error('down')) : serviceTable().write(operation);
    const kit = testKit({ clock: () => HALF_PAST, table: () => ({ ...serviceTable(), write }) });
    const key = await apiKeyFor(anAccount());
    const { headers } = key;
    expect((await send(kit, headers)).status).toBe(200);
    expect(kit.lines).toContainEqual(expect.objectContaining({ code: 'API_KEY_USE_NOT_NOTED' }));
    outage.lasts = false;
    expect((await send(kit, headers)).status).toBe(200);
    expect(await lastUse(key)).not.toBeNull();
  });
});

describe('a key that does not work', () => {
  const failures = ({ lines }: TestKit) => lines.filter(({ code }) => code === 'AUTHENTICATION_FAILED');

  test('is recorded like any failed credential', async () => {
    const { kit } = container();
    const account = anAccount();
    const sourceIp = newAddress();
    const ended = await apiKeyFor(account);
    expect((await send(kit, ended.headers)).status).toBe(200);
    await apiKeyFor(account);
    expect((await send(kit, ended.headers, { sourceIp })).status).toBe(401);
    expect((await send(kit, bearer(newApiKeys('live', TEST_TAIL_KEY, HALF_PAST).secretKey), { sourceIp })).status).toBe(
      401,
    );
    expect((await send(kit, bearer(madeUpSecretKey('live')), { sourceIp })).status).toBe(401);
    expect((await send(kit, bearer(ended.publishableKey), { sourceIp })).status).toBe(401);
    expect(failures(kit)).toStrictEqual([
      expect.objectContaining({ reason: 'ended_api_key', accountId: account.accountId }),
      expect.objectContaining({ reason: 'unknown_api_key' }),
      expect.objectContaining({ reason: 'made_up_api_key' }),
      expect.objectContaining({ reason: 'malformed' }),
    ]);
    expect(failures(kit)[1]).not.toHaveProperty('accountId');
  });
});

describe('an endpoint only for sessions', () => {
  test('reads nothing for the account of a key, whether it works or not', async () => {
    const { kit } = container();
    const handler = sessionOnlyHandler(kit);
    const account = anAccount();
    const { headers } = await apiKeyFor(account);
    expect((await send(kit, headers, {}, handler)).body).toMatchObject({ code: 'API_KEY_NOT_ALLOWED' });
    // The published keys and the key's own two items, and no others.
    expect(kit.calls).toStrictEqual(['get', 'get', 'get']);
    await apiKeyFor(account);
    expect((await send(kit, headers, {}, handler)).status).toBe(401);
  });

  test('works for a session', async () => {
    const { kit } = container(Date.now());
    const { headers, sessionId } = await signedInAccount();
    expect((await send(kit, headers, {}, sessionOnlyHandler(kit))).body).toMatchObject({ byDefault: sessionId });
  });
});
