import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeLogger } from '#shared/platform/logger';
import { makeSecretReader, SecretUnavailable } from '#shared/platform/secrets';

const client = new SecretsManagerClient({ region: 'eu-west-1' });
const secretsManager = mockClient(client);

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
      previous: { versionId: 'v1', value: V1.SecretString },
    });
  });

  test('has no previous version until it is rotated', async () => {
    stage('AWSPREVIOUS').rejects(notFound);
    const { read } = setUp();
    expect(await read('stage/signing')).toEqual({ current: { versionId: 'v2', value: V2.SecretString } });
  });

  test('has no previous version when a rotation under way shows one version at both stages', async () => {
    stage('AWSPREVIOUS').resolves(V2);
    const { read } = setUp();
    expect(await read('stage/signing')).not.toHaveProperty('previous');
  });

  test('asks for both versions at once', async () => {
    const order: string[] = [];
    let answerCurrent: (() => void) | undefined;
    stage('AWSCURRENT').callsFake(() => {
      order.push('current');
      return new Promise((resolve) => {
        answerCurrent = () => resolve(V2);
      });
    });
    stage('AWSPREVIOUS').callsFake(async () => {
      order.push('previous');
      answerCurrent?.();
      return V1;
    });
    const { read } = setUp();
    await read('stage/signing');
    expect(order).toEqual(['current', 'previous']);
  });
});

describe('the cache', () => {
  test('answers for five minutes and then reads again', async () => {
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

  test('is passed by for who asks for a newer read', async () => {
    const { read } = setUp();
    await read('stage/signing');
    stage('AWSCURRENT').resolves({ ...V2, VersionId: 'v3' });
    expect((await read('stage/signing', { maxAgeMs: 0 })).current.versionId).toBe('v3');
    expect((await read('stage/signing')).current.versionId).toBe('v3');
  });
});

describe('when Secrets Manager fails', () => {
  test('the known value goes on serving, with one line in the log that holds no secret', async () => {
    const { read, time, lines } = setUp();
    const before = await read('stage/signing');
    stage('AWSCURRENT').rejects(new Error(`outage while reading ${V2.SecretString}`));
    time.nowMs += FIVE_MINUTES_MS;
    expect(await read('stage/signing')).toEqual(before);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('SECRET_STALE');
    expect(lines[0]).not.toContain(V2.SecretString);
  });

  test('it is asked again half a minute later, not by every request', async () => {
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

  test('a failure of the previous version alone is a failure, not a secret without one', async () => {
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
  ])('a secret that is %s is refused without showing it', async (_, answer) => {
    stage('AWSCURRENT').resolves(answer);
    const { read } = setUp();
    const refusal = await read('stage/signing').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(SecretUnavailable);
    expect(String(refusal)).not.toContain('changeme');
  });
});
