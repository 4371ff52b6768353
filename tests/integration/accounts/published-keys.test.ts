import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from 'vitest';
import { newApiKeys } from '#shared/auth/api-keys/api-keys';
import { readSigningKeys, readTailKey, readyKey, SETTLING_SECONDS } from '#shared/auth/sessions/published-keys';
import { publicKeysOf, signingKeyOf } from '#shared/auth/sessions/signing-keys';
import type { SecretReader } from '#shared/auth/stage-secrets';
import { put } from '#shared/db/expressions';
import { makeTable, type Table } from '#shared/db/operations';
import { hasTailBy, tailKeysIn } from '#shared/http/caller/api-key-tail';
import { callerKeys } from '#shared/http/caller/keys';
import { publicKeySet } from '#shared/http/caller/public-keys';
import { env } from '#shared/platform/env';
import { makeLogger } from '#shared/platform/logger';
import type { Metrics } from '#shared/platform/metrics';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { createTable } from '#tests/support/setup/table';
import { freshSecret, rotated } from '#tests/unit/auth/secret-fixtures';
import { googleContainer, useIssuer } from './google-world.ts';
import { makeWorld } from './world.ts';

const { issuer } = useIssuer();

const NOW_MS = 1_780_000_000_000;

/** This file has its own table, because the key set is one item that other tests also write. */
let table: Table;
let reads: number;
let lines: string[];
let measured: string[];
let secret: VersionedSecret;

beforeEach(async () => {
  const tableName = `keys-${randomUUID()}`;
  await createTable(env('AWS_ENDPOINT_URL'), tableName);
  const real = makeTable(DynamoDBDocumentClient.from(new DynamoDBClient()), tableName);
  table = {
    ...real,
    get: (key) => {
      reads++;
      return real.get(key);
    },
  };
  reads = 0;
  lines = [];
  measured = [];
  secret = freshSecret();
});

const log = makeLogger({}, (line) => lines.push(line));
const metrics: Metrics = (name) => void measured.push(name);
const kidOf = (version: VersionedSecret['current']): string => signingKeyOf(version).kid;
const publishedSet = async () => publicKeySet(await table.get(callerKeys.signingKeys()));

/** A container that knows the secret as of its last read, and can read it again. */
const container = () => {
  let cached = secret;
  const signing: SecretReader = async ({ maxAgeMs } = {}) => {
    if (maxAgeMs === 0) cached = secret;
    return cached;
  };
  return {
    issue: async (nowMs = NOW_MS): Promise<string> => {
      const ready = await readyKey(await readSigningKeys(table, signing), signing, { table, log, metrics }, nowMs);
      return ready.signingKey.kid;
    },
    /** Five minutes pass, after which the secret is read again. */
    forget: (): void => {
      cached = secret;
    },
  };
};

describe('published signing keys', () => {
  test('are published before the first token is signed', async () => {
    expect(await container().issue()).toBe(kidOf(secret.current));
    expect(await publishedSet()).toEqual(publicKeysOf(secret));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('"SIGNING_KEYS_PUBLISHED"');
  });

  test('are written once for all containers, and compared whenever a token is issued', async () => {
    const containers = Array.from({ length: 10 }, container);
    const kids = await Promise.all(containers.map(({ issue }) => issue()));
    expect(new Set(kids)).toEqual(new Set([kidOf(secret.current)]));
    const before = reads;
    await Promise.all(containers.map(({ issue }) => issue()));
    expect(reads).toBe(before + 10);
    expect(lines).toHaveLength(1);
  });

  test('after a rotation of the secret both keys are published, and the new one signs once every verifier knows it', async () => {
    const { issue, forget } = container();
    await issue();
    const before = secret.current;
    secret = rotated(secret);
    forget();

    const rotatedAtMs = NOW_MS + 60 * 60_000;
    expect(await issue(rotatedAtMs)).toBe(kidOf(before));
    expect(await publishedSet()).toEqual(publicKeysOf(secret));
    expect(await container().issue(rotatedAtMs + SETTLING_SECONDS * 1000 - 1)).toBe(kidOf(before));
    expect(await issue(rotatedAtMs + SETTLING_SECONDS * 1000)).toBe(kidOf(secret.current));
    expect(await container().issue(rotatedAtMs + SETTLING_SECONDS * 1000)).toBe(kidOf(secret.current));
  });

  test('include every key of the tails of API keys there ever was: a new one is used once every container knows it', async () => {
    const { issue, forget } = container();
    await issue();
    const first = await readTailKey(table, NOW_MS);
    const { secretKey } = newApiKeys('live', first, NOW_MS);
    const settlingMs = SETTLING_SECONDS * 1000;
    let nowMs = NOW_MS;
    for (let rotation = 1; rotation <= 4; rotation++) {
      const before = await readTailKey(table, nowMs);
      // The oldest key is removed from the secret, as an operator prunes it.
      secret = rotated({ current: secret.current });
      forget();
      nowMs += 60 * 60_000;
      await issue(nowMs);
      expect(await readTailKey(table, nowMs + settlingMs - 1)).toStrictEqual(before);
      nowMs += settlingMs;
      expect((await readTailKey(table, nowMs)).key).not.toBe(before.key);
    }
    const tailKeys = tailKeysIn(await table.get(callerKeys.signingKeys()));
    expect(tailKeys).toHaveLength(5);
    expect(hasTailBy(secretKey, tailKeys)).toBe(true);
    expect(hasTailBy(secretKey, tailKeys.slice(0, -1))).toBe(false);
  });

  test('are not restored by a container that does not know of the rotation yet', async () => {
    secret = rotated(secret);
    const behind = container();
    await behind.issue();
    const cold = container();
    secret = rotated(secret);
    await container().issue();
    const published = await table.get(callerKeys.signingKeys());

    await behind.issue();
    await cold.issue();
    expect(await table.get(callerKeys.signingKeys())).toEqual(published);
    expect(await publishedSet()).toEqual(publicKeysOf(secret));
  });

  test('sign with the current key, if the secret was rotated before anybody logged in', async () => {
    secret = rotated(secret);
    expect(await container().issue()).toBe(kidOf(secret.current));
    expect(await publishedSet()).toEqual(publicKeysOf(secret));
  });
});

/** The key pair of an attacker who can write the item, published beside the service's. */
const foreignKey = () => signingKeyOf(freshSecret().current).publicKey;

const write = async (item: Record<string, unknown>): Promise<void> => {
  const current = await table.get(callerKeys.signingKeys());
  await table.write(put({ ...current, ...callerKeys.signingKeys(), ...item }, {}));
};

describe('published keys that somebody else wrote', () => {
  const attacks: readonly [string, () => Promise<void>][] = [
    ['an added key', async () => write({ keys: [...publicKeysOf(secret).keys, foreignKey()] })],
    [
      'a foreign key under the published key id',
      async () => write({ keys: [{ ...foreignKey(), kid: kidOf(secret.current) }] }),
    ],
    [
      'an added key, and a changed list of key ids',
      async () => write({ keys: [...publicKeysOf(secret).keys, foreignKey()], keySet: 'x' }),
    ],
    [
      'an added key, and a list of key ids that is not a text',
      async () => write({ keys: [...publicKeysOf(secret).keys, foreignKey()], keySet: 7 }),
    ],
    ['no keys at all', async () => write({ keys: [] })],
    ['rubbish', async () => write({ keys: 'none', publishedAtMs: 'never' })],
  ];

  test.each(attacks)('%s: removed with the next token, and reported', async (_name, attack) => {
    const { issue } = container();
    await issue();
    await attack();
    expect(await issue()).toBe(kidOf(secret.current));
    expect(await publishedSet()).toEqual(publicKeysOf(secret));
    expect(lines.filter((line) => line.includes('"SIGNING_KEYS_TAMPERED"'))).toHaveLength(1);
    expect(measured).toEqual(['SigningKeysTampered']);
  });

  test('a rotation is not tampering, whichever container sees it first', async () => {
    const { issue, forget } = container();
    for (let round = 0; round < 3; round++) {
      await issue(NOW_MS + round * 60 * 60_000);
      secret = rotated(secret);
      await container().issue(NOW_MS + round * 60 * 60_000 + 1);
      forget();
    }
    expect(await publishedSet()).toEqual(publicKeysOf(secret));
    expect(measured).toEqual([]);
  });

  test.each(['logs in', 'logs in with a code', 'signs in with Google', 'refreshes'])(
    'are removed if somebody %s',
    async (how) => {
      const world = makeWorld(table);
      secret = world.secrets.signing;
      const { email, password } = await world.verifiedAccount();
      const login = await world.logIn({ email, password });
      const ways: Readonly<Record<string, () => Promise<{ readonly status: number }>>> = {
        'logs in': () => world.logIn({ email, password }),
        'logs in with a code': async () => world.logInWithCode({ email, code: await world.newLoginCode(email) }),
        'signs in with Google': async () => googleContainer({ table }).signIn(await issuer().idToken(email)),
        refreshes: () => world.refresh({ refreshToken: login.cookies['refreshToken'] }),
      };
      await write({ keys: [...publicKeysOf(secret).keys, foreignKey()] });
      expect((await ways[how]?.())?.status).toBe(200);
      expect(await publishedSet()).toEqual(publicKeysOf(secret));
    },
  );
});
