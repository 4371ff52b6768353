import { describe, expect, test } from 'vitest';
import { requestedEnvironment, scopeIn } from '#shared/http/caller/reached-environments';
import { object } from '#shared/http/schemas/containers';
import { environmentSchema } from '#shared/platform/environments';
import type { Scope } from '#shared/platform/scope';

const key: Scope = { accountId: 'usr_1', environments: ['live'], via: 'key' };
const session: Scope = { accountId: 'usr_1', environments: ['sandbox', 'live'], via: 'session' };

const named = object({ environment: environmentSchema });
/** Endpoints by the place where they describe an environment, and the part of the API that they belong to. */
const ofCompanies = { group: 'companies' };
const ofWidgets = { group: 'kyb' };
const ofSandbox = { group: 'sandbox' };
const inQuery = { group: 'wallet', query: named };
const inBody = { group: 'kyb', body: named };

const none = { query: {}, body: {} };
const requested = (contract: Parameters<typeof requestedEnvironment>[0], scope: Scope | undefined, parts: object) =>
  requestedEnvironment(contract, scope, { ...none, ...parts });

describe("a request that names an environment beyond its caller's reach is refused", () => {
  test.each([
    ['a key, in a query', ofCompanies, key, { query: { environment: 'sandbox' } }],
    ['a key, in a body', ofCompanies, key, { body: { environment: 'sandbox' } }],
    ['a key, where the contract describes it', inQuery, key, { query: { environment: 'sandbox' } }],
    ['a key, in the part where the contract does not describe it', inQuery, key, { body: { environment: 'sandbox' } }],
    ['a session, where only live is served', ofCompanies, session, { body: { environment: 'sandbox' } }],
    ['a session, where only the sandbox is served', ofSandbox, session, { query: { environment: 'live' } }],
    ['a session, besides the part that describes it', inQuery, session, { body: { environment: 'sandbox' } }],
    [
      'a session whose parts name different ones',
      inBody,
      session,
      { query: { environment: 'live' }, body: { environment: 'sandbox' } },
    ],
    [
      'a session whose parts name different ones, where nothing describes it',
      ofWidgets,
      session,
      { query: { environment: 'live' }, body: { environment: 'sandbox' } },
    ],
  ])('%s', (_, contract, scope, parts) => {
    expect(() => requested(contract, scope, parts)).toThrow(
      expect.objectContaining({
        code: 'ENVIRONMENT_MISMATCH',
        extras: {
          details: [{ path: 'environment', message: expect.stringMatching(/^Must be (sandbox|live) /) }],
          ...(scope.via === 'key' && { sentence: expect.stringMatching(/^This is an API key of `live`/) }),
        },
      }),
    );
  });
});

describe("a request that names the caller's own environment is accepted", () => {
  test.each([
    ['a key', ofCompanies, key, { query: { environment: 'live' }, body: { environment: 'live' } }, 'live'],
    ['a session, where only live is served', ofCompanies, session, { body: { environment: 'live' } }, 'live'],
    ['a session, where both are served', ofWidgets, session, { query: { environment: 'sandbox' } }, 'sandbox'],
    ['a session, in the sandbox', ofSandbox, session, { query: { environment: 'sandbox' } }, 'sandbox'],
    ['a session, where the contract describes it', inBody, session, { body: { environment: 'sandbox' } }, undefined],
    ['no particular caller', ofCompanies, undefined, { query: { environment: 'sandbox' } }, undefined],
    ['a nested field', ofCompanies, key, { body: { data: { environment: 'sandbox' } } }, undefined],
    ['no environment', ofCompanies, key, {}, undefined],
    ['an inherited field', ofCompanies, key, { body: Object.create({ environment: 'sandbox' }) }, undefined],
  ])('%s', (_, contract, scope, parts, environment) => {
    expect(requested(contract, scope, parts)).toStrictEqual({
      problems: [],
      ...(environment !== undefined && { environment }),
    });
  });

  test('and then reaches nothing of the other environment', () => {
    expect(scopeIn(session, 'sandbox').environments).toStrictEqual(['sandbox']);
    expect(scopeIn(session, undefined)).toBe(session);
  });
});

test.each([
  ['a key', key, { body: { environment: 'production' } }],
  ['a session', session, { query: { environment: 'sandbox,live' } }],
  ['a session', session, { body: { environment: 5 } }],
  ['a session', session, { body: { environment: null } }],
  ['nobody in particular', undefined, { query: { environment: '' } }],
])('any value of %s but an environment is a problem', (_, scope, parts) => {
  expect(requested(ofCompanies, scope, parts).problems).toStrictEqual([
    { path: 'environment', message: 'Must be sandbox or live' },
  ]);
});
