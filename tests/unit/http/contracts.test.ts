import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CONTRACTS } from '#functions/api/contracts';
import { statusOf } from '#shared/errors/errors';
import type { Contract } from '#shared/http/contract';
import { declaredErrors } from '#shared/http/declared-errors';
import { jsonSchema, membersOf } from '#shared/http/openapi/openapi-schema';

const cases = CONTRACTS.map((contract) => [contract.name, contract] as const);

/** Whether a dotted path names a property of a success body. */
const isAnswered = ({ success }: Contract, path: string): boolean =>
  Object.values(success).some((schema) => {
    let node: unknown = jsonSchema(schema, 'output');
    for (const name of path.split('.'))
      node = (node as { properties?: Record<string, unknown> } | undefined)?.properties?.[name];
    return node !== undefined;
  });

describe('the whole API', () => {
  test('has each name and each route once', () => {
    const names = CONTRACTS.map(({ name }) => name);
    const routes = CONTRACTS.map(({ method, route }) => `${method} ${route.replace(/\{[^}]+\}/g, '{}')}`);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(routes).size).toBe(routes.length);
  });
});

describe.each(cases)('%s', (_, contract) => {
  test('has a handler file of its name in the folder of its group', () => {
    expect(existsSync(`functions/api/${contract.group}/${contract.name}.ts`)).toBe(true);
    expect(contract.name).toMatch(/^[a-z]+(-[a-z]+)+$/);
  });

  test('describes the parameters of its route, and no others', () => {
    const inRoute = Array.from(contract.route.matchAll(/\{([^}]+)\}/g), ([, name]) => name);
    expect(
      membersOf(contract.path)
        .map(({ name }) => name)
        .sort(),
    ).toStrictEqual(inRoute.sort());
  });

  test('succeeds with success statuses and refuses with error statuses', () => {
    const successes = Object.keys(contract.success).map(Number);
    expect(successes.length).toBeGreaterThan(0);
    // A browser is told that it has a page already; programs have to be sent what they ask for.
    const possible = contract.documented === false ? [200, 201, 304] : [200, 201];
    for (const status of successes) expect(possible).toContain(status);
    expect((contract.errors ?? []).every((code) => statusOf(code) >= 400)).toBe(true);
  });

  test('has its own wording only for errors that it declares', () => {
    const responded = declaredErrors(contract).map(statusOf);
    for (const status of Object.keys(contract.errorRows ?? {})) expect(responded).toContain(Number(status));
  });

  test('has a body only where HTTP allows one', () => {
    if (contract.method === 'GET' || contract.method === 'DELETE') expect(contract.body).toBeUndefined();
  });

  test('masks only secrets that it returns', () => {
    for (const path of contract.secretFields ?? []) expect(isAnswered(contract, path), path).toBe(true);
  });

  test('honours idempotency keys only if it may write its response', () => {
    if (!contract.idempotent) return;
    expect(contract.method).toBe('POST');
    expect(contract.touches.writes).not.toBeUndefined();
  });

  test('lets only public reads be cached', () => {
    if (contract.cacheSeconds) expect([contract.method, contract.caller]).toStrictEqual(['GET', 'public']);
  });

  test('is under /v1, except well-known addresses, and the hosted page with its loader', () => {
    expect(contract.route).toMatch(/^\/((v1|\.well-known)\/|w\/\{token\}$|widget\.js$)/);
  });
});
