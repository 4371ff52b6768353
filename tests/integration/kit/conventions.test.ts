import { describe, expect, test, vi } from 'vitest';
import { CONTRACTS } from '#functions/api/contracts';
import { isAccountKind } from '#shared/http/caller/caller-kinds';
import type { Contract } from '#shared/http/contract';
import type { ApiHandler } from '#shared/http/endpoint';
import { isOpenedByBrowsers } from '#shared/http/schemas/unknown-parameters';
import type { ReadSecret } from '#shared/platform/secrets';
import { coldSecretReader, testSecrets } from '#tests/faults/outages/secret-store';
import { apiKeyFor, signedInAccount } from '#tests/support/accounts';
import { endpoint, type TestRequest } from '#tests/support/call';
import { multipart } from '#tests/support/multipart-request';

/*
 * What holds for every endpoint before it inspects its own data: one test per rule, over all contracts. A provider's
 * request is trusted only once its signature holds, and is tested with its endpoint.
 */

vi.mock('#shared/platform/secrets', async (original) => {
  const readSecret: ReadSecret = (...asked) => coldSecretReader(testSecrets(), () => false)(...asked);
  return { ...(await original<typeof import('#shared/platform/secrets')>()), readSecret };
});

const named = (contracts: readonly Contract[]) => contracts.map((contract) => [contract.name, contract] as const);
const endpoints = CONTRACTS.filter((contract) => contract.caller !== 'provider' && !isOpenedByBrowsers(contract));
const ofAccounts = endpoints.filter(({ caller }) => isAccountKind(caller));
const forKeys = endpoints.filter(({ caller }) => caller === 'account');
const withBody = (contracts: readonly Contract[]) => contracts.filter(({ body }) => body !== undefined);

const account = await signedInAccount({ role: 'admin' });
const liveKey = { ...account, ...(await apiKeyFor(account, 'live')) };

const send = async (contract: Contract, caller: typeof account, request: TestRequest) => {
  const { handler } = (await import(`#functions/api/${contract.group}/${contract.name}`)) as { handler: ApiHandler };
  const pathParameters = Object.fromEntries(
    Array.from(contract.route.matchAll(/\{([^}+]+)\+?\}/g), ([, name = '']) => [name, 'none']),
  );
  return endpoint(contract, handler)(caller, { pathParameters, ...request });
};

/** A body that is also wrong in other ways. Where nothing else is reported without a company, it names one. */
const bodyOf = async (contract: Contract, more: Record<string, string> = {}): Promise<TestRequest> => {
  const fields = { companyId: 'none', ...more };
  if (!contract.body) return {};
  return contract.consumes === 'multipart' ? multipart(fields, undefined) : { body: fields };
};

test.each(named(endpoints))('%s names a query parameter that it does not have', async (_, contract) => {
  const {
    status,
    body: refusal,
    headers,
  } = await send(contract, account, {
    query: { colour: 'blue' },
    ...(await bodyOf(contract)),
  });
  expect(status).toBe(400);
  expect(JSON.stringify(refusal)).toContain('colour');
  expect(headers['X-Error-Code']).toBe('VALIDATION_FAILED');
});

describe('a live key that says sandbox is refused, whether or not the endpoint takes an environment:', () => {
  const refusedNaming = async (contract: Contract, request: TestRequest): Promise<void> => {
    const { status, body: refusal, headers } = await send(contract, liveKey, request);
    expect([status, headers['X-Error-Code']]).toStrictEqual([400, 'ENVIRONMENT_MISMATCH']);
    expect(JSON.stringify(refusal)).toContain('environment');
  };

  test.each(named(forKeys))('%s, in the query', async (_, contract) => {
    await refusedNaming(contract, { query: { environment: 'sandbox' }, ...(await bodyOf(contract)) });
  });

  test.each(named(withBody(forKeys)))('%s, in the body', async (_, contract) => {
    await refusedNaming(contract, await bodyOf(contract, { environment: 'sandbox' }));
  });
});

test.each(named(forKeys))("%s accepts a key's own environment", async (_, contract) => {
  const { body: refusal } = await send(contract, liveKey, {
    query: { environment: 'live', colour: 'blue' },
    ...(await bodyOf(contract)),
  });
  expect(JSON.stringify(refusal)).toContain('colour');
  expect(JSON.stringify(refusal)).not.toContain('environment:');
  expect(JSON.stringify(refusal)).not.toContain('"path":"environment","message":"Must');
});

test.each(named(endpoints))('%s knows the environment that a session reaches', async (_, contract) => {
  const environment = contract.group === 'sandbox' ? 'sandbox' : 'live';
  const { body: refusal } = await send(contract, account, {
    query: { environment, colour: 'blue' },
    ...(await bodyOf(contract, isAccountKind(contract.caller) ? { environment } : {})),
  });
  expect(JSON.stringify(refusal)).toContain('colour');
  expect(JSON.stringify(refusal)).not.toMatch(/"path":"environment"|environment:/);
});

test.each(named(ofAccounts))('%s names an environment that does not exist', async (_, contract) => {
  const { status, body: refusal } = await send(contract, account, {
    query: { environment: 'production' },
    ...(await bodyOf(contract)),
  });
  expect(status).toBe(400);
  expect(JSON.stringify(refusal)).toContain('environment');
});

const ONLY_LIVE = ['companies', 'verification', 'monitoring', 'alerts', 'disputes', 'chat', 'compliance'];

test.each(named(ofAccounts.filter(({ group }) => ONLY_LIVE.includes(group))))(
  '%s serves a session only live, and refuses one that says sandbox',
  async (_, contract) => {
    const { status, headers } = await send(contract, account, {
      query: { environment: 'sandbox' },
      ...(await bodyOf(contract)),
    });
    expect([status, headers['X-Error-Code']]).toStrictEqual([400, 'ENVIRONMENT_MISMATCH']);
  },
);

describe('a list', () => {
  /** The properties of a contract's 200, each unwrapped, and whether it may be missing. */
  const membersOf = ({
    success,
  }: Contract): ReadonlyMap<string, { readonly type: string; readonly isOptional: boolean }> => {
    interface Schema {
      readonly type: string;
      readonly entries?: Readonly<Record<string, Schema>>;
      readonly wrapped?: Schema;
    }
    const { entries = {} } = (success[200] ?? {}) as Schema;
    return new Map(
      Object.entries(entries).map(([name, schema]) => [
        name,
        { type: (schema.wrapped ?? schema).type, isOptional: schema.wrapped !== undefined },
      ]),
    );
  };

  /** A feed that is read on from an event, and a key set with a standardised form. */
  const NOT_BY_PAGES = ['list-events', 'read-signing-keys'];

  const lists = CONTRACTS.filter(
    (contract) =>
      contract.method === 'GET' &&
      !NOT_BY_PAGES.includes(contract.name) &&
      [...membersOf(contract)].some(([name, { type }]) => type === 'array' || name === 'pagination'),
  );
  const withoutPath = lists.filter(({ route }) => !route.includes('{'));

  test('is the response of most of these', () => {
    expect(lists.length).toBeGreaterThan(15);
    expect(withoutPath.length).toBeGreaterThan(10);
  });

  test.each(named(lists))(
    '%s takes a page and a limit within their bounds, and names both beyond them',
    async (_, contract) => {
      for (const [page, limit] of [
        ['0', '101'],
        ['-1', '0'],
        ['x', 'x'],
      ] as const) {
        const { status, body: refusal } = await send(contract, account, { query: { page, limit } });
        expect(status).toBe(400);
        expect(JSON.stringify(refusal)).toContain('page must be');
        expect(JSON.stringify(refusal)).toContain('limit must be');
      }
    },
  );

  test.each(named(withoutPath))(
    '%s returns pagination if a page is requested, and otherwise the whole list',
    async (_, contract) => {
      const environment = contract.group === 'sandbox' ? 'sandbox' : 'live';
      const page = await send(contract, account, { query: { page: '2', limit: '1', environment } });
      expect(page.status).toBe(200);
      expect(page.body.pagination).toMatchObject({ page: 2, limit: 1, hasPrev: true });
      const whole = await send(contract, account, { query: { environment } });
      expect(whole.status).toBe(200);
      const isWhole = membersOf(contract).get('pagination')?.isOptional === true;
      if (isWhole) expect(whole.body).not.toHaveProperty('pagination');
      else expect(whole.body.pagination).toMatchObject({ page: 1, limit: 20, hasPrev: false });
    },
  );
});
