import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { beforeEach, describe, expect, test } from 'vitest';
import { renderKeyring } from '#shared/platform/keyring';
import { makeLogger } from '#shared/platform/logger';
import { makeSecretReader, SecretUnavailable } from '#shared/platform/secrets';
import { mockAws } from '#tests/support/mock-aws';

const client = new SecretsManagerClient({ region: 'eu-west-1' });
const secretsManager = mockAws(client);

const FIVE_MINUTES_MS = 300_000;
const V1 = { VersionId: 'v1', SecretString: 'first value of at least 32 characters' };
const V2 = { VersionId: 'v2', SecretString: 'second value of at least 32 characters' };
const notFound = new ResourceNotFoundException({ message: 'no such stage', $metadata: {} });

const stage = (VersionStage: 'AWSCURRENT' | 'AWSPREVIOUS') =>
  secretsManager.on(GetSecretValueCommand, { SecretId: 'stage/signing', VersionStage });

const setUp = () => {
  const time = { nowMs: 1_700_000_000_000 };
  const lines: string[] = [];
  let clientsMade = 0;
  const read = makeSecretReader(
    () => {
      clientsMade++;
      return client;
    },
    () => time.nowMs,
    makeLogger({}, (line) => lines.push(line)),
  );
  return { read, time, lines, clientsMade: () => clientsMade };
};

const callCount = () => secretsManager.commandCalls(GetSecretValueCommand).length;

beforeEach(() => {
  secretsManager.reset();
  stage('AWSCURRENT').resolves(V2);
  stage('AWSPREVIOUS').resolves(V1);
});

describe('a secret', () => {
  test('is read with its current and its previous version', async () => {
    const { read } = setUp();
    expect(await read('stage/signing')).toEqual({
      current: { versionId: 'v2', value: V2.SecretString },
      older: [{ versionId: 'v1', value: V1.SecretString }],
    });
  });

  test('has no previous version until it is rotated', async () => {
    stage('AWSPREVIOUS').rejects(notFound);
    const { read } = setUp();
    expect(await read('stage/signing')).toEqual({ current: { versionId: 'v2', value: V2.SecretString } });
  });

  test('has no previous version while a rotation shows one version at both stages', async () => {
    stage('AWSPREVIOUS').resolves(V2);
    const { read } = setUp();
    expect(await read('stage/signing')).not.toHaveProperty('older');
  });

  test('requests both versions at once', async () => {
    const order: string[] = [];
    let returnCurrent: (() => void) | undefined;
    stage('AWSCURRENT').callsFake(() => {
      order.push('current');
      return new Promise((resolve) => {
        returnCurrent = () => resolve(V2);
      });
    });
    stage('AWSPREVIOUS').callsFake(async () => {
      order.push('previous');
      returnCurrent?.();
      return V1;
    });
    const { read } = setUp();
    await read('stage/signing');
    expect(order).toEqual(['current', 'previous']);
  });
});

describe('a keyring', () => {
  const KEYS = [
    { versionId: 'c', value: 'third key of at least 32 characters long' },
    { versionId: 'b', value: 'second key of at least 32 characters ...' },
    { versionId: 'a', value: V1.SecretString },
  ];
  const ring = (keys = KEYS) => ({ VersionId: 'v9', SecretString: renderKeyring(keys) });

  test('returns every key that it contains, newest first, whatever its earlier versions', async () => {
    stage('AWSCURRENT').resolves(ring());
    const { read } = setUp();
    expect(await read('stage/signing')).toEqual({ current: KEYS[0], older: KEYS.slice(1) });
  });

  test('needs no previous version', async () => {
    stage('AWSCURRENT').resolves(ring());
    stage('AWSPREVIOUS').rejects(new Error('throttled'));
    const { read } = setUp();
    expect((await read('stage/signing')).older).toHaveLength(2);
  });

  test('does not bring back a removed key', async () => {
    stage('AWSCURRENT').resolves(ring(KEYS.slice(0, 1)));
    stage('AWSPREVIOUS').resolves(ring());
    const { read } = setUp();
    expect(await read('stage/signing')).toEqual({ current: KEYS[0], older: [] });
  });

  test('is still recognised after a text replaced it', async () => {
    stage('AWSPREVIOUS').resolves(ring());
    const { read } = setUp();
    expect(await read('stage/signing')).toEqual({
      current: { versionId: 'v2', value: V2.SecretString },
      older: KEYS,
    });
  });

  test.each([
    ['no keys', '{"keys": []}'],
    ['a key that is too short', '{"keys": [{"id": "a", "value": "changeme"}]}'],
    ['a key without an id', JSON.stringify({ keys: [{ value: V1.SecretString }] })],
    ['texts instead of keys', JSON.stringify({ keys: [V1.SecretString] })],
    ['more keys than anybody keeps', renderKeyring(Array.from({ length: 101 }, () => KEYS[0] as (typeof KEYS)[0]))],
  ])('with %s is refused, not taken for a text, and not shown', async (_, SecretString) => {
    stage('AWSCURRENT').resolves({ VersionId: 'v9', SecretString: SecretString.padEnd(64) });
    const { read } = setUp();
    const refusal = await read('stage/signing').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(SecretUnavailable);
    expect(String(refusal)).not.toContain('changeme');
    expect(String(refusal)).not.toContain(V1.SecretString);
  });

  test('is distinguished from other JSON, such as the settings of a provider', async () => {
    const SecretString = JSON.stringify({ secretKey: 'sk_live_of_at_least_32_characters___' });
    stage('AWSCURRENT').resolves({ VersionId: 'v9', SecretString });
    const { read } = setUp();
    expect((await read('stage/signing')).current.value).toBe(SecretString);
  });
});

describe('an unknown key', () => {
  test('causes a new read, however recent the copy in memory is', async () => {
    const { read, time } = setUp();
    await read('stage/signing');
    stage('AWSCURRENT').resolves({ ...V2, VersionId: 'v3' });
    time.nowMs += 1;
    expect((await read('stage/signing', { renew: true })).current.versionId).toBe('v3');
  });

  test('causes at most one read in ten seconds, however many unknown keys arrive', async () => {
    const { read, time } = setUp();
    await read('stage/signing');
    const before = callCount();
    for (let n = 0; n < 100; n++) await read('stage/signing', { renew: true });
    expect(callCount() - before).toBe(2);
    time.nowMs += 9_999;
    await read('stage/signing', { renew: true });
    expect(callCount() - before).toBe(2);
    time.nowMs += 1;
    await read('stage/signing', { renew: true });
    expect(callCount() - before).toBe(4);
  });

  test('shares this read with all others at the same moment', async () => {
    const { read } = setUp();
    await read('stage/signing');
    stage('AWSCURRENT').resolves({ ...V2, VersionId: 'v3' });
    const before = callCount();
    const renewed = await Promise.all(Array.from({ length: 50 }, () => read('stage/signing', { renew: true })));
    expect(renewed.map(({ current }) => current.versionId)).toEqual(Array(50).fill('v3'));
    expect(callCount() - before).toBe(2);
  });

  test('keeps the copy in memory while the store is unreachable', async () => {
    const { read } = setUp();
    const known = await read('stage/signing');
    stage('AWSCURRENT').rejects(new Error('outage'));
    expect(await read('stage/signing', { renew: true })).toEqual(known);
  });
});

describe('the cache', () => {
  test('is used for five minutes and then read again', async () => {
    const { read, time } = setUp();
    await read('stage/signing');
    time.nowMs += FIVE_MINUTES_MS - 1;
    await read('stage/signing');
    expect(callCount()).toBe(2);
    stage('AWSCURRENT').resolves({ ...V2, VersionId: 'v3' });
    time.nowMs += 1;
    expect((await read('stage/signing')).current.versionId).toBe('v3');
    expect(callCount()).toBe(4);
  });

  test('makes no client before the first read', async () => {
    const { read, clientsMade } = setUp();
    expect(clientsMade()).toBe(0);
    await read('stage/signing');
    expect(clientsMade()).toBeGreaterThan(0);
  });

  test('lets fifty callers at the same moment share one read', async () => {
    const { read } = setUp();
    const secrets = await Promise.all(Array.from({ length: 50 }, () => read('stage/signing')));
    expect(callCount()).toBe(2);
    expect(new Set(secrets).size).toBe(1);
  });

  test('keeps secrets apart by name', async () => {
    secretsManager
      .on(GetSecretValueCommand, { SecretId: 'stage/pepper', VersionStage: 'AWSCURRENT' })
      .resolves(V1)
      .on(GetSecretValueCommand, { SecretId: 'stage/pepper', VersionStage: 'AWSPREVIOUS' })
      .rejects(notFound);
    const { read } = setUp();
    expect((await read('stage/signing')).current.versionId).toBe('v2');
    expect((await read('stage/pepper')).current.versionId).toBe('v1');
  });

  test('is bypassed by a request for a newer version', async () => {
    const { read } = setUp();
    await read('stage/signing');
    stage('AWSCURRENT').resolves({ ...V2, VersionId: 'v3' });
    expect((await read('stage/signing', { maxAgeMs: 0 })).current.versionId).toBe('v3');
    expect((await read('stage/signing')).current.versionId).toBe('v3');
  });
});

describe('when Secrets Manager fails', () => {
  test('the known value is still used, with one log line that does not contain it', async () => {
    const { read, time, lines } = setUp();
    const before = await read('stage/signing');
    stage('AWSCURRENT').rejects(new Error(`outage while reading ${V2.SecretString}`));
    time.nowMs += FIVE_MINUTES_MS;
    expect(await read('stage/signing')).toEqual(before);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('SECRET_STALE');
    expect(lines[0]).not.toContain(V2.SecretString);
  });

  test('it is called again half a minute later, not by every request', async () => {
    const { read, time } = setUp();
    await read('stage/signing');
    stage('AWSCURRENT').rejects(new Error('outage'));
    time.nowMs += FIVE_MINUTES_MS;
    await read('stage/signing');
    const calls = callCount();
    time.nowMs += 29_999;
    await read('stage/signing');
    await read('stage/signing', { maxAgeMs: 0 });
    expect(callCount()).toBe(calls);
    stage('AWSCURRENT').resolves({ ...V2, VersionId: 'v3' });
    time.nowMs += 1;
    expect((await read('stage/signing')).current.versionId).toBe('v3');
  });

  test('a failure of only the previous version is a failure, not a secret without one', async () => {
    stage('AWSPREVIOUS').rejects(new Error('throttled'));
    const { read } = setUp();
    await expect(read('stage/signing')).rejects.toThrow(SecretUnavailable);
  });

  test('the first read throws, and the next tries again', async () => {
    stage('AWSCURRENT').rejectsOnce(new Error('outage')).resolves(V2);
    const { read } = setUp();
    await expect(read('stage/signing')).rejects.toThrow(SecretUnavailable);
    expect((await read('stage/signing')).current.versionId).toBe('v2');
  });

  test('a secret that does not exist is unavailable', async () => {
    stage('AWSCURRENT').rejects(notFound);
    const { read } = setUp();
    await expect(read('stage/signing')).rejects.toThrow(SecretUnavailable);
  });

  test.each([
    ['binary', { VersionId: 'v2', SecretBinary: Buffer.alloc(64) }],
    ['too short to derive keys from', { VersionId: 'v2', SecretString: 'changeme' }],
  ])('a secret that is %s is refused without showing it', async (_, response) => {
    stage('AWSCURRENT').resolves(response);
    const { read } = setUp();
    const refusal = await read('stage/signing').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(SecretUnavailable);
    expect(String(refusal)).not.toContain('changeme');
  });
});
