import { afterEach, describe, expect, test, vi } from 'vitest';
import { handler } from '#functions/api/meta/read-status';
import { API_VERSION } from '#shared/http/api-version';
import { call } from '#tests/integration/kit/test-kit';

const path = '/v1/status';

afterEach(() => vi.unstubAllEnvs());

describe('GET /v1/status', () => {
  test('names only the version, the stage and the Region that respond', async () => {
    vi.stubEnv('STAGE', 'staging');
    vi.stubEnv('AWS_REGION', 'af-south-1');
    const { status, body, headers } = await call(handler, { path });
    expect([status, body]).toStrictEqual([
      200,
      { success: true, data: { version: API_VERSION, stage: 'staging', region: 'af-south-1' } },
    ]);
    expect(headers).toMatchObject({ 'Cache-Control': 'no-store' });
  });

  test('refuses a parameter that it does not have', async () => {
    const { status, body } = await call(handler, { path, query: { verbose: 'true' } });
    expect([status, body.code]).toStrictEqual([400, 'VALIDATION_FAILED']);
  });
});
