import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/sandbox/list-sandbox-scenarios';
import { listSandboxScenarios } from '#functions/api/sandbox/list-sandbox-scenarios.contract';
import { SANDBOX_SCENARIOS, SCENARIO_FIELDS } from '#shared/sources/sandbox/scenarios';
import { signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { securitySuite } from '#tests/support/security-suite';

const list = endpoint(listSandboxScenarios, handler);

describe('Listing the scenarios of the sandbox', () => {
  test('returns every one of the simulated sources, with where it is sent and what it leads to', async () => {
    const { status, body } = await list(await signedInAccount());
    expect(status).toBe(200);
    expect(body).toStrictEqual({
      success: true,
      data: SANDBOX_SCENARIOS.map((scenario) => ({ ...scenario, where: SCENARIO_FIELDS[scenario.field] })),
    });
  });

  test.each([
    'SANDBOX_REJECT',
    'SANDBOX_REVIEW',
    'SANDBOX_RESUBMIT',
    'SANDBOX_SANCTIONS',
    'SANDBOX_PEP',
    'SANDBOX_ADVERSE',
    'SANDBOX_UNAVAILABLE',
    'RC0000001',
    'RC0000002',
    'RC0000003',
    'RC0000009',
    '00000000-0001',
    '00000000000',
    'FAIL',
    'SLOW',
  ])('names %s', async (value) => {
    const { body } = await list(await signedInAccount());
    expect(body.data).toContainEqual(expect.objectContaining({ value }));
  });

  test('returns a page with pagination on request', async () => {
    const { body } = await list(await signedInAccount(), { query: { limit: '2' } });
    expect(body.data).toHaveLength(2);
    expect(body.pagination).toMatchObject({ page: 1, limit: 2, total: SANDBOX_SCENARIOS.length, hasNext: true });
  });
});

securitySuite({ contract: listSandboxScenarios, handler, request: () => ({}) });
