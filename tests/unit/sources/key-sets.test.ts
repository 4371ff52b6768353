import { beforeEach, describe, expect, test } from 'vitest';
import { KeysUnavailable, makeKeySet } from '#shared/sources/key-sets';

const published = { keys: [] as { kid: string; kty: string; crv: string; x: string; y: string }[] };

const keyOf = (kid: string) => ({ kid, kty: 'EC', crv: 'P-256', x: 'x', y: 'y' });

let nowMs: number;
let fetches: number;
let fault: Error | undefined;
let held: Promise<unknown> | undefined;

const fetchKeys = async () => {
  fetches++;
  await held;
  if (fault) throw fault;
  return structuredClone(published);
};

const newKeySet = () => makeKeySet(fetchKeys, () => nowMs);

const passSeconds = (seconds: number): void => {
  nowMs += seconds * 1000;
};

beforeEach(() => {
  nowMs = Date.UTC(2026, 10, 22);
  fetches = 0;
  fault = undefined;
  held = undefined;
  published.keys = [keyOf('a')];
});

describe('the keys of a provider', () => {
  test('are fetched by the first token and kept for an hour', async () => {
    const resolverOf = newKeySet();
    expect(fetches).toBe(0);
    await resolverOf('a');
    passSeconds(3599);
    await resolverOf('a');
    expect(fetches).toBe(1);
    passSeconds(1);
    await resolverOf('a');
    expect(fetches).toBe(2);
  });

  test('are fetched once for any number of tokens at the same moment', async () => {
    const resolverOf = newKeySet();
    await Promise.all(Array.from({ length: 50 }, (_, index) => resolverOf(index % 2 ? 'a' : 'unknown')));
    expect(fetches).toBe(1);
  });

  test('are fetched again for an unknown key id, at most once in 30 seconds', async () => {
    const resolverOf = newKeySet();
    await resolverOf('a');
    for (let invented = 0; invented < 100; invented++) await resolverOf(`invented-${invented}`);
    expect(fetches).toBe(1);
    passSeconds(30);
    published.keys.push(keyOf('b'));
    const before = await resolverOf('a');
    expect(await resolverOf('b')).not.toBe(before);
    for (let invented = 0; invented < 100; invented++) await resolverOf(`invented-${invented}`);
    expect(fetches).toBe(2);
  });

  test('disappear with the next fetch if they were withdrawn', async () => {
    const resolverOf = newKeySet();
    const withA = await resolverOf('a');
    published.keys = [keyOf('b')];
    passSeconds(30);
    await resolverOf('b');
    passSeconds(30);
    expect(await resolverOf('a')).not.toBe(withA);
    expect(fetches).toBe(3);
  });
});

describe('while a provider is down', () => {
  test('known keys remain in use for a day, and no longer', async () => {
    const resolverOf = newKeySet();
    const known = await resolverOf('a');
    fault = new KeysUnavailable('unreachable');
    passSeconds(3600);
    expect(await resolverOf('a')).toBe(known);
    passSeconds(82_799);
    expect(await resolverOf('a')).toBe(known);
    passSeconds(1);
    await expect(resolverOf('a')).rejects.toThrow(KeysUnavailable);
  });

  test('an unknown key id is reported as neither valid nor invalid', async () => {
    const resolverOf = newKeySet();
    await resolverOf('a');
    fault = new KeysUnavailable('timed_out');
    passSeconds(30);
    await expect(resolverOf('b')).rejects.toThrow(KeysUnavailable);
  });

  test('the provider is called once in five seconds, whatever arrives, and used again afterwards', async () => {
    fault = new KeysUnavailable('refused');
    const resolverOf = newKeySet();
    for (let token = 0; token < 20; token++) await expect(resolverOf('a')).rejects.toThrow(KeysUnavailable);
    expect(fetches).toBe(1);
    fault = undefined;
    passSeconds(5);
    await resolverOf('a');
    expect(fetches).toBe(2);
  });

  test('every token that waits for the same fetch fails', async () => {
    let release = () => {};
    held = new Promise<void>((resolve) => {
      release = resolve;
    });
    fault = new KeysUnavailable('timed_out');
    const resolverOf = newKeySet();
    const waiting = Promise.allSettled(Array.from({ length: 10 }, () => resolverOf('a')));
    release();
    expect((await waiting).map(({ status }) => status)).toEqual(Array(10).fill('rejected'));
    expect(fetches).toBe(1);
  });

  test('a defect of the service while fetching is not an outage', async () => {
    fault = new TypeError('a defect');
    await expect(newKeySet()('a')).rejects.toThrow(TypeError);
  });
});

test.each([
  ['not an object', 'keys'],
  ['not a list', { keys: 'none' }],
  ['a list without keys', { keys: [1] }],
  ['more keys than any provider has', { keys: Array.from({ length: 51 }, (_, index) => keyOf(String(index))) }],
])('an invalid key set is treated as missing: %s', async (_, fetched) => {
  await expect(
    makeKeySet(
      async () => fetched,
      () => nowMs,
    )('a'),
  ).rejects.toThrow(KeysUnavailable);
});
