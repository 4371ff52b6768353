import { describe, expect, test } from 'vitest';
import { newApiKeys } from '#shared/auth/api-keys/api-keys';
import { tailKeysOf } from '#shared/auth/sessions/published-keys';
import { publicKeysOf, signingKeyOf } from '#shared/auth/sessions/signing-keys';
import type { Item } from '#shared/db/expressions';
import type { TableReader } from '#shared/db/operations';
import { hasTailBy } from '#shared/http/caller/api-key-tail';
import { callerKeys } from '#shared/http/caller/keys';
import { makePublicKeys, publicKeySet } from '#shared/http/caller/public-keys';

const versionOf = (number: number) => ({
  versionId: `v${number}`,
  value: `version-${number}-of-a-signing-secret-of-32-characters`,
});
const itemOf = (...versions: readonly number[]): Item => {
  const [current = 1, previous] = versions;
  const secret = { current: versionOf(current), ...(previous && { older: [versionOf(previous)] }) };
  const tailKeys = tailKeysOf(secret, [], 0);
  return { ...callerKeys.signingKeys(), ...publicKeysOf(secret), tailKeys, addressHashKey: `hash-key-${current}` };
};
const kidOf = (version: number): string => signingKeyOf(versionOf(version)).kid;

/** The key cache of one container over a table with one item, which a test may replace or make unreachable. */
const setup = (item: Item | undefined) => {
  const stored = { item, isDown: false };
  const reads = { count: 0 };
  const get: TableReader['get'] = async () => {
    reads.count += 1;
    if (stored.isDown) throw new Error('The table is out of reach');
    return stored.item;
  };
  const table = { get } as TableReader;
  const memory = makePublicKeys();
  const find = async (version: number, nowMs: number) =>
    (await memory.find(table, kidOf(version), nowMs)).keys.map(({ kid }) => kid);
  const isPublished = (version: number, nowMs: number) => memory.isPublished(table, kidOf(version), nowMs);
  const hashKey = (nowMs: number) => memory.addressHashKey(table, nowMs);
  const mayHaveIssued = (secretKey: string, nowMs: number) => memory.mayHaveIssued(table, secretKey, nowMs);
  return { stored, reads, find, isPublished, hashKey, mayHaveIssued };
};

describe('the public keys of a container', () => {
  test('are read once, and come from memory after that', async () => {
    const { find, isPublished, reads } = setup(itemOf(1));
    expect(await find(1, 0)).toStrictEqual([kidOf(1)]);
    expect(await find(1, 1_000)).toStrictEqual([kidOf(1)]);
    expect(await isPublished(1, 1_000)).toBe(true);
    expect(reads.count).toBe(1);
  });

  test('are read once by all requests that reach a cold container at the same moment', async () => {
    const { find, reads } = setup(itemOf(1));
    const found = await Promise.all([1, 2, 1, 3].map((version) => find(version, 0)));
    expect(found).toStrictEqual(Array(4).fill([kidOf(1)]));
    expect(reads.count).toBe(1);
  });

  test('are read again for an unknown key id, at most every ten seconds, however many such ids arrive', async () => {
    const { stored, find, reads } = setup(itemOf(1));
    await find(1, 0);
    stored.item = itemOf(2, 1);
    for (let ms = 1; ms < 10_000; ms += 100) expect(await find(2, ms)).toStrictEqual([kidOf(1)]);
    expect(reads.count).toBe(1);
    const flood = Array.from({ length: 100 }, (_, index) => find(3 + index, 10_000));
    expect(new Set((await Promise.all(flood)).flat())).toStrictEqual(new Set([kidOf(2), kidOf(1)]));
    expect(reads.count).toBe(2);
  });

  test('are looked up every ten seconds if none was ever published', async () => {
    const { find, reads } = setup(undefined);
    for (const ms of [0, 1, 9_999]) expect(await find(1, ms)).toStrictEqual([]);
    expect(reads.count).toBe(1);
    await find(1, 10_000);
    expect(reads.count).toBe(2);
  });

  test('verify without a read however old they are; whether they are still published is checked every five minutes', async () => {
    const { stored, find, isPublished, reads } = setup(itemOf(2, 1));
    await find(1, 0);
    stored.item = itemOf(3, 2);
    expect(await find(1, 3_600_000)).toContain(kidOf(1));
    expect(await isPublished(1, 299_999)).toBe(true);
    expect(reads.count).toBe(1);
    expect(await isPublished(1, 300_000)).toBe(false);
    expect(await isPublished(2, 300_000)).toBe(true);
    expect(reads.count).toBe(2);
    expect(await find(1, 300_001)).not.toContain(kidOf(1));
  });

  test('stay known while the table is unreachable, and forged key ids do not cause a read each time', async () => {
    const { stored, find, reads } = setup(itemOf(1));
    await find(1, 0);
    stored.isDown = true;
    await expect(find(2, 10_000)).rejects.toThrow('out of reach');
    expect(await find(2, 10_001)).toStrictEqual([kidOf(1)]);
    expect(await find(1, 10_001)).toStrictEqual([kidOf(1)]);
    expect(reads.count).toBe(2);
  });

  test('are read by the next request if the first read of a container failed', async () => {
    const { stored, find } = setup(itemOf(1));
    stored.isDown = true;
    await expect(find(1, 0)).rejects.toThrow('out of reach');
    stored.isDown = false;
    expect(await find(1, 1)).toStrictEqual([kidOf(1)]);
  });
});

/** A secret API key whose tail was made with a version of the signing secret. */
const apiKeyOf = (version: number): string => {
  const [tailKey] = tailKeysOf({ current: versionOf(version) }, [], 0);
  if (!tailKey) throw new Error('There is no key');
  return newApiKeys('live', tailKey, 0).secretKey;
};

describe('the tail of an API key', () => {
  test('is checked in memory, with keys up to five minutes old', async () => {
    const { mayHaveIssued, reads } = setup(itemOf(2, 1));
    expect(
      await Promise.all([apiKeyOf(1), apiKeyOf(2), apiKeyOf(3)].map((key) => mayHaveIssued(key, 0))),
    ).toStrictEqual([true, true, false]);
    expect(await mayHaveIssued(apiKeyOf(3), 299_999)).toBe(false);
    expect(reads.count).toBe(1);
  });

  test('is checked against newly read keys before a refusal, if they are five minutes old, with one read for all requests', async () => {
    const { stored, mayHaveIssued, reads } = setup(itemOf(1));
    await mayHaveIssued(apiKeyOf(1), 0);
    stored.item = itemOf(2, 1);
    expect(await mayHaveIssued(apiKeyOf(1), 3_600_000)).toBe(true);
    expect(reads.count).toBe(1);
    const flood = await Promise.all(Array.from({ length: 50 }, () => mayHaveIssued(apiKeyOf(3), 3_600_000)));
    expect(new Set(flood)).toStrictEqual(new Set([false]));
    expect(await mayHaveIssued(apiKeyOf(2), 3_600_000)).toBe(true);
    expect(reads.count).toBe(2);
  });

  test('refuses nothing if no key of tails was ever published', async () => {
    const { mayHaveIssued } = setup(undefined);
    expect(await mayHaveIssued(apiKeyOf(1), 0)).toBe(true);
  });

  test('covers the environment and every preceding character', () => {
    const key = apiKeyOf(1);
    const tailKeys = tailKeysOf({ current: versionOf(1) }, [], 0);
    expect(hasTailBy(key, tailKeys)).toBe(true);
    for (let place = 0; place < key.length; place++) {
      const changed = `${key.slice(0, place)}${key[place] === 'x' ? 'y' : 'x'}${key.slice(place + 1)}`;
      expect(hasTailBy(changed, tailKeys), changed).toBe(false);
    }
  });
});

describe('the key of the address hashes', () => {
  test('is read together with the public keys', async () => {
    const { find, hashKey, reads } = setup(itemOf(1));
    await Promise.all([find(1, 0), hashKey(0)]);
    expect(await hashKey(1)).toBe('hash-key-1');
    expect(reads.count).toBe(1);
  });

  test('is missing, without an error, if there is none or the table is unreachable', async () => {
    const { stored, hashKey, reads } = setup(undefined);
    expect(await hashKey(0)).toBeUndefined();
    expect(await hashKey(9_999)).toBeUndefined();
    expect(reads.count).toBe(1);
    stored.isDown = true;
    expect(await hashKey(10_000)).toBeUndefined();
  });
});

describe('the stored key set', () => {
  test('is empty if there is no item', () => {
    expect(publicKeySet(undefined)).toStrictEqual({ keys: [] });
  });

  test('contains the public members of its keys and nothing else', () => {
    const [key] = publicKeysOf({ current: versionOf(1) }).keys;
    const item = { ...itemOf(1), keys: [{ ...key, d: 'private' }], note: 'x' };
    expect(publicKeySet(item)).toStrictEqual({ keys: [key] });
  });

  test('of another kind is an error, not a guess', () => {
    expect(() => publicKeySet({ ...callerKeys.signingKeys(), keys: [{ kty: 'RSA', n: 'x', e: 'AQAB' }] })).toThrow();
  });
});
