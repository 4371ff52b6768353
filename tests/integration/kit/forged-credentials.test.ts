import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { CONTRACTS } from '#functions/api/contracts';
import { newApiKeys } from '#shared/auth/api-keys/api-keys';
import { issueAccessToken } from '#shared/auth/sessions/access-token';
import { signingKeyOf } from '#shared/auth/sessions/signing-keys';
import type { Contract } from '#shared/http/contract';
import type { ApiHandler } from '#shared/http/endpoint';
import type { Kit } from '#shared/http/kit';
import { newEmbedToken, parseEmbedToken } from '#shared/onboarding/widgets/embed-token';
import { apiUrl } from '#shared/platform/api-url';
import { env, once } from '#shared/platform/env';
import { newId } from '#shared/platform/ids';
import type { ReadSecret } from '#shared/platform/secrets';
import { coldSecretReader, testSecrets } from '#tests/faults/outages/secret-store';
import {
  madeUpSecretKey,
  publishTestSigningKeys,
  signedInAccount,
  TEST_SIGNING_SECRET,
  TEST_TAIL_KEY,
} from '#tests/support/accounts';
import { apiEvent } from '#tests/support/api-event';
import { requestTo, type TestRequest } from '#tests/support/call';
import { exampleRequest } from '#tests/support/example-request';
import { lambdaContext } from '#tests/support/lambda-context';
import { type RecordedCall, recordingTable } from '#tests/support/recording-table';
import { newAddress } from './test-kit.ts';

// One of the valid requests changes a price, and prices are shared by all accounts, so this file has its own table.
await vi.hoisted(async () => (await import('#tests/support/own-table')).useOwnTable());

/** The serving container: its memory, and the table that it calls. */
const container = vi.hoisted(() => ({
  memory: undefined as Pick<Kit, 'publicKeys' | 'apiKeys'> | undefined,
  table: undefined as Kit['table'] | undefined,
  readSecret: undefined as ReadSecret | undefined,
  start: () => undefined as unknown,
}));

vi.mock('#shared/http/kit', async (importOriginal) => {
  const original = await importOriginal<typeof import('#shared/http/kit')>();
  const { serviceKit, emptyMemory } = original;
  container.start = () => {
    container.memory = emptyMemory();
  };
  return {
    ...original,
    serviceKit: {
      ...serviceKit,
      limiterPatienceMs: 20_000,
      table: () => container.table?.() ?? serviceKit.table(),
      get publicKeys() {
        return container.memory?.publicKeys;
      },
      get apiKeys() {
        return container.memory?.apiKeys;
      },
    },
  };
});

vi.mock('#shared/platform/secrets', async (original) => ({
  ...(await original<typeof import('#shared/platform/secrets')>()),
  readSecret: (...requested: Parameters<ReadSecret>) => container.readSecret?.(...requested),
}));

beforeAll(async () => {
  vi.stubEnv('PAYSTACK_SECRET_NAME', 'kyb-service/test/paystack');
  vi.stubEnv('SOURCES_SECRET_NAME', 'kyb-service/test/sources');
  await publishTestSigningKeys();
});

afterAll(() => {
  vi.unstubAllEnvs();
});

beforeEach(() => {
  container.table = undefined;
  container.readSecret = coldSecretReader(testSecrets(), () => false);
  container.start();
});

/** A request that an account may make, and its endpoint. */
interface Prepared {
  readonly contract: Contract;
  readonly request: TestRequest;
  readonly handler: ApiHandler;
}

const tokenOf = ({ headers = {} }: TestRequest): string => (headers['authorization'] ?? '').replace('Bearer ', '');

const withToken = (request: TestRequest, token: string): TestRequest => ({
  ...request,
  headers: { ...request.headers, authorization: `Bearer ${token}` },
});

const prepare = async (contract: Contract): Promise<Prepared> => {
  const { handler } = (await import(`#functions/api/${contract.group}/${contract.name}`)) as { handler: ApiHandler };
  const request = await exampleRequest(contract, testSecrets());
  // The tests below forge tokens, even where the example has a key.
  const isKey = tokenOf(request).startsWith('test_sk_');
  return { contract, request: isKey ? withToken(request, (await signedInAccount()).token) : request, handler };
};

const send = async ({ contract, handler }: Prepared, request: TestRequest) => {
  const { statusCode, body = '' } = await handler(
    apiEvent({ sourceIp: newAddress(), ...requestTo(contract, request) }),
    lambdaContext(contract.name, 30_000),
  );
  return { status: statusCode, body };
};

/** Sends a request and returns its calls of the table. */
const recorded = async (prepared: Prepared, request: TestRequest) => {
  const { table, calls } = recordingTable();
  container.table = () => table;
  const response = await send(prepared, request);
  container.table = undefined;
  return { ...response, calls };
};

const ofCaller = (...callers: readonly Contract['caller'][]) =>
  CONTRACTS.filter(({ caller }) => callers.includes(caller)).map((contract) => [contract.name, contract] as const);

/** A forged token for the account of a real one, well formed, with the same claims. */
const FORGERIES: Readonly<Record<string, (header: string, payload: string) => Promise<string>>> = {
  'a signature that is too short': async (header, payload) => `${header}.${payload}.AAAA`,
  'the signature of another key under the published key id': (_, payload) => signedByOthers(payload, 'ours'),
  'the signature of an unpublished key': (_, payload) => signedByOthers(payload, 'theirs'),
};

const signedByOthers = (payload: string, kid: 'ours' | 'theirs'): Promise<string> => {
  const other = signingKeyOf({ versionId: 'other', value: 'another-signing-secret-nobody-published-01' });
  const { sub: accountId, sid: sessionId, role } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return issueAccessToken(
    { accountId, sessionId, role },
    { privateKey: other.privateKey, kid: kid === 'ours' ? signingKeyOf(TEST_SIGNING_SECRET.current).kid : other.kid },
    { issuer: apiUrl(), audience: env('TOKEN_AUDIENCE'), nowMs: Date.now() },
  );
};

const forged = async (request: TestRequest, forge: (header: string, payload: string) => Promise<string>) => {
  const [header = '', payload = ''] = tokenOf(request).split('.');
  return withToken(request, await forge(header, payload));
};

const partitions = (calls: readonly RecordedCall[]): string[] => calls.flatMap((call) => call.partitions);

/** Partitions that belong to no account: the public keys, and the counts per address. */
const isNobodys = (partition: string): boolean => partition === 'SIGNINGKEYS' || partition.startsWith('LIMIT#');

/** The keys once, the count of the failure, and the count of the surface if the endpoint is limited. */
const mostCalls = ({ limit }: Contract, isCold: boolean): number => (isCold ? 2 : 1) + (limit ? 1 : 0);

describe.each(ofCaller('account', 'session', 'admin'))('%s', (_, contract) => {
  const preparing = once(() => prepare(contract));

  test('with a forged token reads nothing of the account that it names, in a bounded number of calls', async () => {
    const prepared = await preparing();
    for (const [name, forge] of Object.entries(FORGERIES)) {
      const request = await forged(prepared.request, forge);
      container.start();
      for (const isCold of [true, false]) {
        const { status, calls } = await recorded(prepared, request);
        expect(status, name).toBe(401);
        expect(partitions(calls).filter((partition) => !isNobodys(partition))).toStrictEqual([]);
        expect(calls.length, name).toBeLessThanOrEqual(mostCalls(contract, isCold));
      }
    }
    // The same request with the valid token reads items of the account, so the recorder would have seen them.
    const { calls } = await recorded(prepared, prepared.request);
    expect(partitions(calls).some((partition) => !isNobodys(partition))).toBe(true);
  });

  test('with a made-up secret key makes no call except for the limit of its surface, and reads the published keys when cold', async () => {
    const prepared = await preparing();
    container.start();
    for (const isCold of [true, false]) {
      const { status, calls } = await recorded(prepared, withToken(prepared.request, madeUpSecretKey('sandbox')));
      expect(status).toBe(401);
      const read = partitions(calls).filter((partition) => !partition.startsWith('LIMIT#'));
      expect(read).toStrictEqual(isCold ? ['SIGNINGKEYS'] : []);
      expect(calls.length).toBeLessThanOrEqual((isCold ? 1 : 0) + (contract.limit ? 1 : 0));
    }
  });

  test("with an unknown secret key reads only that key's item, and nothing of any account", async () => {
    const prepared = await preparing();
    const request = withToken(prepared.request, newApiKeys('sandbox', TEST_TAIL_KEY, Date.now()).secretKey);
    container.start();
    for (const isCold of [true, false]) {
      const { status, calls } = await recorded(prepared, request);
      expect(status).toBe(401);
      const others = partitions(calls).filter((partition) => !isNobodys(partition));
      expect(others).toStrictEqual([expect.stringMatching(/^APIKEY#/)]);
      expect(calls.length).toBeLessThanOrEqual(mostCalls(contract, isCold) + 1);
    }
  });

  test('with a forged token does not parse the rest of the request', async () => {
    const prepared = await preparing();
    const request = await forged(prepared.request, async (header, payload) => `${header}.${payload}.AAAA`);
    const unreadable = { ...request, body: '{"', query: { page: 'x', environment: 'x' } };
    expect((await recorded(prepared, unreadable)).status).toBe(401);
  });
});

/** The same request with another embed token, in the body or in the query. */
const withEmbedToken = (request: TestRequest, replace: (token: string) => string): TestRequest =>
  JSON.parse(JSON.stringify(request).replace(/elt_\w+/, replace));

/** A token that names a real widget and its account, but lacks its secret. */
const guessed = (token: string): string => {
  const claimed = parseEmbedToken(token);
  if (!claimed) throw new Error('Not an embed token');
  return newEmbedToken(claimed);
};

const nobodys = (): string =>
  newEmbedToken({ widgetId: newId('wgt', Date.now()), accountId: newId('usr', Date.now()) });

/** The calls by family, without the ids: `GetItem WGT`. */
const shapes = (calls: readonly RecordedCall[]): string[] =>
  calls
    .map(({ operation, partitions }) => [operation, ...partitions.map((key) => key.split('#')[0]).sort()].join(' '))
    .sort();

const ITEMS_BESIDE_THE_WIDGET = 5;

/** The endpoints for which an unknown token is a widget that is not found. */
const SHOW_A_WIDGET = ['read-embed-widget', 'show-hosted-page'];

describe.each(ofCaller('embed'))('%s', (_, contract) => {
  test('with a forged token makes the same few reads of items whether or not there is such a widget', async () => {
    const prepared = await prepare(contract);
    const real = withEmbedToken(prepared.request, guessed);
    await recorded(prepared, withEmbedToken(prepared.request, nobodys));
    const [ofReal, ofNobody] = [
      await recorded(prepared, real),
      await recorded(prepared, withEmbedToken(prepared.request, nobodys)),
    ];
    expect(ofReal.status).toBe(SHOW_A_WIDGET.includes(contract.name) ? 404 : 401);
    expect([ofReal.status, ofReal.body]).toStrictEqual([ofNobody.status, ofNobody.body]);
    expect(shapes(ofReal.calls)).toStrictEqual(shapes(ofNobody.calls));

    const reads = ofReal.calls.filter(({ operation }) => operation !== 'UpdateItem');
    expect(reads).toHaveLength(1);
    expect(reads[0]?.operation).toMatch(/^(Batch)?GetItem$/);
    expect(partitions(reads).length).toBeLessThanOrEqual(1 + ITEMS_BESIDE_THE_WIDGET);
    const written = partitions(ofReal.calls.filter((call) => !reads.includes(call)));
    expect(written.length).toBeLessThanOrEqual(mostCalls(contract, false));
    expect(written.every((partition) => partition.startsWith('LIMIT#'))).toBe(true);
  });

  test('with a malformed token reads nothing of anybody', async () => {
    const prepared = await prepare(contract);
    for (const text of ['rubbish', `elt_${'A'.repeat(83)}`, '__proto__']) {
      const { status, calls } = await recorded(
        prepared,
        withEmbedToken(prepared.request, () => text),
      );
      expect(status).toBe(SHOW_A_WIDGET.includes(contract.name) ? 404 : 401);
      expect(partitions(calls).every(isNobodys)).toBe(true);
      expect(calls.length).toBeLessThanOrEqual(mostCalls(contract, true));
    }
  });
});

describe.each(ofCaller('provider'))('%s', (_, contract) => {
  test('with a forged signature neither parses the request nor reads what it names', async () => {
    const prepared = await prepare(contract);
    const headers = Object.fromEntries(
      Object.entries(prepared.request.headers ?? {}).map(([name, value]) => [name, value.replace(/^./, 'x')]),
    );
    for (const body of [prepared.request.body, '{"']) {
      const { status, calls } = await recorded(prepared, { ...prepared.request, headers, body });
      expect(status).toBe(401);
      expect(partitions(calls).every(isNobodys)).toBe(true);
      expect(calls.length).toBeLessThanOrEqual(mostCalls(contract, true));
    }
  });
});

test('every contract requires one of the credentials above, or none', () => {
  const tried = ofCaller('account', 'session', 'admin', 'embed', 'provider').length;
  expect(tried + ofCaller('public').length).toBe(CONTRACTS.length);
  expect(tried).toBeGreaterThan(20);
});
