import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ReadSecret } from '#shared/platform/secrets';
import { NOTHING_REHEARSED } from '#shared/sources/rehearsal';
import { sourcesOfStage } from '#shared/sources/sources-of-stage';
import { json, loopbackSource } from './loopback-source.ts';

const { signal } = new AbortController();
const QUERY = { registrationNumber: 'RC1234567', businessName: 'Acme Ltd' };
const SECRET_NAME = 'kyb-service/test/sources';

const stage = (name: string, settings: Readonly<Record<string, string>> = {}): void => {
  vi.stubEnv('STAGE', name);
  vi.stubEnv('SIMULATE_LIVE_SOURCES', settings['SIMULATE_LIVE_SOURCES'] ?? '');
  vi.stubEnv('SOURCES_SECRET_NAME', settings['SOURCES_SECRET_NAME'] ?? '');
};

const secretStore = (value: string) => {
  const requested: string[] = [];
  const read: ReadSecret = async (name) => {
    requested.push(name);
    return { current: { versionId: '1', value } };
  };
  return { asked: requested, read };
};

beforeEach(() => stage('prod'));
afterEach(() => {
  vi.unstubAllEnvs();
});

describe('The sources of a stage', () => {
  test('are those of its secret, for live', async () => {
    await using source = await loopbackSource(json({ found: false }));
    const { asked: requested, read } = secretStore(
      JSON.stringify({ registry: { baseUrl: source.baseUrl, apiKey: 'key-1' } }),
    );
    stage('prod', { SOURCES_SECRET_NAME: SECRET_NAME });
    const { ports } = await sourcesOfStage('live', read);
    expect(await ports.registry(QUERY, signal)).toEqual({ status: 'not_found' });
    expect(await ports.tax({ kind: 'jtb_tin', taxNumber: '12345678' }, signal)).toEqual({
      status: 'unavailable',
      cause: 'not_configured',
    });
    expect(requested).toEqual([SECRET_NAME]);
  });

  test('are none if the stage names no secret, and nothing is read', async () => {
    const { asked: requested, read } = secretStore('{}');
    const { ports } = await sourcesOfStage('live', read);
    expect(await ports.registry(QUERY, signal)).toEqual({ status: 'unavailable', cause: 'not_configured' });
    expect(requested).toEqual([]);
  });

  test('are simulated in the sandbox without reading the secret', async () => {
    const { asked: requested, read } = secretStore('rubbish');
    stage('prod', { SOURCES_SECRET_NAME: SECRET_NAME });
    const { ports } = await sourcesOfStage('sandbox', read);
    expect(await ports.registry(QUERY, signal)).toMatchObject({ status: 'found' });
    expect(requested).toEqual([]);
  });

  test.each(['local', 'dev', 'dev-ada'])('are simulated for live on %s when it says so', async (name) => {
    stage(name, { SIMULATE_LIVE_SOURCES: 'true' });
    const { ports } = await sourcesOfStage('live', secretStore('').read);
    expect(await ports.registry(QUERY, signal)).toMatchObject({ status: 'found' });
  });

  test.each(['staging', 'prod', 'prod-dev-ada', 'developed', ''])(
    'are never invented for live on stage "%s", whatever it says',
    async (name) => {
      stage(name, { SIMULATE_LIVE_SOURCES: 'true' });
      const { ports, rehearse } = await sourcesOfStage('live', secretStore('').read);
      expect(await ports.registry(QUERY, signal)).toEqual({ status: 'unavailable', cause: 'not_configured' });
      expect(rehearse(['SANDBOX_REJECT'], false)).toEqual(NOTHING_REHEARSED);
    },
  );

  test.each(['', 'registry=key-1', '{"registry":{"baseUrl":"ftp://x","apiKey":"key-1"}}', '{"registrar":"key-1"}'])(
    'cannot be read from a secret that contains %j, which the error does not repeat',
    async (value) => {
      stage('prod', { SOURCES_SECRET_NAME: SECRET_NAME });
      const error = await sourcesOfStage('live', secretStore(value).read).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ name: 'SourcesMisconfigured' });
      expect(String(error)).not.toContain('key-1');
    },
  );
});
