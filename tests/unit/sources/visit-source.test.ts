import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ReadSecret } from '#shared/platform/secrets';
import { makeVisitSource } from '#shared/sources/visit-source';

const VISITS = { baseUrl: 'https://visits.example', apiKey: 'key-1', callbackSecret: 'a'.repeat(32) };

const stage = (name: string, secretName: string, simulates = ''): void => {
  vi.stubEnv('STAGE', name);
  vi.stubEnv('SIMULATE_LIVE_SOURCES', simulates);
  vi.stubEnv('SOURCES_SECRET_NAME', secretName);
};

const holding =
  (config: unknown): ReadSecret =>
  async () => ({ current: { versionId: '1', value: JSON.stringify(config) } });

const unread: ReadSecret = () => Promise.reject(new Error('The secret must not be read'));

beforeEach(() => stage('prod', 'kyb-service/test/sources'));
afterEach(() => {
  vi.unstubAllEnvs();
});

describe('The source of visits of a stage', () => {
  test('makes bookings in live if it is configured, and in the sandbox without reading the secret', async () => {
    expect(await makeVisitSource(holding({ visits: VISITS })).canBook('live')).toBe(true);
    expect(await makeVisitSource(holding({})).canBook('live')).toBe(false);
    expect(await makeVisitSource(unread).canBook('sandbox')).toBe(true);
  });

  test('is simulated for live only on local and dev', async () => {
    for (const [name, expected] of [
      ['local', true],
      ['dev', true],
      ['staging', false],
      ['prod', false],
    ] as const) {
      stage(name, '', 'true');
      expect(await makeVisitSource(unread).canBook('live'), name).toBe(expected);
    }
  });

  test('signs its callbacks with its secret, and for a while with the previous one', async () => {
    const previousCallbackSecret = 'b'.repeat(32);
    expect(await makeVisitSource(holding({ visits: VISITS })).callbackSecrets()).toStrictEqual([VISITS.callbackSecret]);
    const both = holding({ visits: { ...VISITS, previousCallbackSecret } });
    expect(await makeVisitSource(both).callbackSecrets()).toStrictEqual([
      VISITS.callbackSecret,
      previousCallbackSecret,
    ]);
    expect(await makeVisitSource(holding({})).callbackSecrets()).toStrictEqual([]);
  });

  test.each([{ callbackSecret: 'short' }, { callbackSecret: undefined }, { previousCallbackSecret: '' }])(
    'is misconfigured with %j, which the error does not repeat',
    async (change) => {
      const misconfigured = makeVisitSource(holding({ visits: { ...VISITS, ...change } }));
      await expect(misconfigured.callbackSecrets()).rejects.toThrow(
        'The secret of the sources is not their configuration',
      );
    },
  );
});
