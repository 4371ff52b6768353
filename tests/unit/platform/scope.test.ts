import { describe, expect, test } from 'vitest';
import { callerEnvironment, environmentOf, isWithin, type Scope } from '#shared/platform/scope';

const session: Scope = { accountId: 'usr_1', environments: ['sandbox', 'live'], via: 'session' };
const key: Scope = { accountId: 'usr_1', environments: ['live'], via: 'key' };

describe('whether something is within a scope', () => {
  test.each([
    [session, { accountId: 'usr_1', environment: 'sandbox' }, true],
    [session, { accountId: 'usr_1', environment: 'live' }, true],
    [session, { accountId: 'usr_2', environment: 'live' }, false],
    [key, { accountId: 'usr_1', environment: 'live' }, true],
    [key, { accountId: 'usr_1', environment: 'sandbox' }, false],
    [key, { accountId: 'usr_2', environment: 'live' }, false],
    [key, { accountId: 'usr_1' }, false],
    [session, {}, false],
  ])('%o and %o: %s', (scope, found, within) => {
    expect(isWithin(scope, found)).toBe(within);
  });
});

describe('the environment of a caller who', () => {
  test('names one is that one', () => {
    expect(environmentOf(session, 'sandbox', 'live')).toBe('sandbox');
    expect(environmentOf(key, 'live', 'sandbox')).toBe('live');
  });

  test("names none is the endpoint's default for a session, and the key's own for a key", () => {
    expect(environmentOf(session, undefined, 'live')).toBe('live');
    expect(environmentOf(key, undefined, 'sandbox')).toBe('live');
  });
});

test("data of an account without a widget belongs to live for a session, and to the key's own environment for a key", () => {
  expect(callerEnvironment(session)).toStrictEqual({ accountId: 'usr_1', environment: 'live' });
  const sandboxKey: Scope = { accountId: 'usr_1', environments: ['sandbox'], via: 'key' };
  expect(callerEnvironment(sandboxKey)).toStrictEqual({ accountId: 'usr_1', environment: 'sandbox' });
});
