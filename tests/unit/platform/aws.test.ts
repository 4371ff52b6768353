import { afterEach, describe, expect, test, vi } from 'vitest';

const timeouts = async () => {
  vi.resetModules();
  return (await import('#shared/platform/aws')).AWS_TIMEOUTS;
};

afterEach(() => void vi.unstubAllEnvs());

describe('every AWS client', () => {
  test('gives up a connection after three seconds and a response after five', async () => {
    vi.stubEnv('AWS_PATIENCE_SECONDS', '');
    expect(await timeouts()).toStrictEqual({
      connectionTimeout: 3_000,
      requestTimeout: 5_000,
      throwOnRequestTimeout: true,
    });
  });

  test('waits as long as a stage on an emulator is configured', async () => {
    vi.stubEnv('AWS_PATIENCE_SECONDS', '25');
    expect(await timeouts()).toMatchObject({ connectionTimeout: 25_000, requestTimeout: 25_000 });
  });
});
