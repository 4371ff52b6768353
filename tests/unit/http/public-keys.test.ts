import { describe, expect, test } from 'vitest';
import { publicKeysOf, signingKeyOf } from '#shared/auth/signing-keys';
import type { Item, Key } from '#shared/db/expressions';
import { keys } from '#shared/db/keys';
import type { TableReader } from '#shared/db/operations';
import { makePublicKeys, publicKeySet } from '#shared/http/public-keys';

const versionOf = (number: number) => ({
  versionId: `v${number}`,
  value: `version-${number}-of-a-signing-secret-of-32-characters`,
});
const itemOf = (...versions: readonly number[]): Item => {
  const [current = 1, previous] = versions;
  const secret = { current: versionOf(current), ...(previous && { previous: versionOf(previous) }) };
  return { ...keys.signingKeys(), ...publicKeysOf(secret) };
};

/** What the memory reads of a token: the key id in its header. */
const tokenOf = (version: number): string => {
  const { kid } = signingKeyOf(versionOf(version));
  return `${Buffer.from(JSON.stringify({ alg: 'EdDSA', kid })).toString('base64url')}.e30.x`;
};

const setup = (item: Item | undefined) => {
  const stored = { item };
  const reads: Key[][] = [];
  const getMany: TableReader['getMany'] = async (wanted) => {
    reads.push([...wanted]);
    return wanted.map((key) => (key.pk === keys.signingKeys().pk ? stored.item : { ...key, beside: true }));
  };
  const remembered = makePublicKeys();
  const beside = { pk: 'SES#1', sk: 'SESSION' };
  const read = async (version: number, nowMs: number) => {
    const { jwks, items } = await remembered({ getMany } as TableReader, tokenOf(version), [beside], nowMs);
    expect(items).toStrictEqual([{ ...beside, beside: true }]);
    return jwks.keys.map(({ kid }) => kid);
  };
  const keyReads = () => reads.filter((wanted) => wanted.some(({ pk }) => pk === keys.signingKeys().pk)).length;
  return { stored, read, reads, keyReads };
};

const kidOf = (version: number): string => signingKeyOf(versionOf(version)).kid;

describe('the public keys of a container', () => {
  test('come with the first session in one trip, and from memory after that', async () => {
    const { read, reads, keyReads } = setup(itemOf(1));
    expect(await read(1, 0)).toStrictEqual([kidOf(1)]);
    expect(await read(1, 1_000)).toStrictEqual([kidOf(1)]);
    expect([reads.length, keyReads()]).toStrictEqual([2, 1]);
  });

  test('are read again for a key id that is not known, at most every ten seconds', async () => {
    const { stored, read, keyReads } = setup(itemOf(1));
    await read(1, 0);
    stored.item = itemOf(2, 1);
    for (const ms of [1, 5_000, 9_999]) await read(2, ms);
    expect(keyReads()).toBe(1);
    expect(await read(2, 10_000)).toStrictEqual([kidOf(2), kidOf(1)]);
    expect(keyReads()).toBe(2);
  });

  test('are read again every five minutes, so that a withdrawn key does not live on', async () => {
    const { stored, read, keyReads } = setup(itemOf(2, 1));
    await read(1, 0);
    stored.item = itemOf(3, 2);
    expect(await read(1, 299_999)).toContain(kidOf(1));
    expect(await read(1, 300_000)).not.toContain(kidOf(1));
    expect(keyReads()).toBe(2);
  });

  test('are looked for once in ten seconds where none were ever published', async () => {
    const { read, keyReads } = setup(undefined);
    expect(await read(1, 0)).toStrictEqual([]);
    expect(await read(1, 9_999)).toStrictEqual([]);
    expect(keyReads()).toBe(1);
  });
});

describe('the stored key set', () => {
  test('is empty where there is no item', () => {
    expect(publicKeySet(undefined)).toStrictEqual({ keys: [] });
  });

  test('shows the public members of its keys and nothing else', () => {
    const [key] = publicKeysOf({ current: versionOf(1) }).keys;
    const item = { ...itemOf(1), keys: [{ ...key, d: 'private' }], note: 'x' };
    expect(publicKeySet(item)).toStrictEqual({ keys: [key] });
  });

  test('of another kind is an error, not a guess', () => {
    expect(() => publicKeySet({ ...keys.signingKeys(), keys: [{ kty: 'RSA', n: 'x', e: 'AQAB' }] })).toThrow();
  });
});
