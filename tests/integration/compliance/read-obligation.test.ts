import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/compliance/read-obligation';
import { readObligation } from '#functions/api/compliance/read-obligation.contract';
import { newId } from '#shared/platform/ids';
import { createObligationFor } from '#tests/support/obligations';
import { securitySuite } from '#tests/support/security-suite';
import { withObligation } from './calls.ts';

describe('reading an obligation', () => {
  test('shows it as the list does', async () => {
    const { id, read, list } = await withObligation();
    const { status, body } = await read(id);
    expect(status).toBe(200);
    expect(body).toStrictEqual({ success: true, data: (await list()).body.data[0] });
  });

  test.each(['obl_1', 'obl_#', `cmp_${newId('obl', 1).slice(4)}`, newId('obl', 1)])('%s is not found', async (id) => {
    const { read } = await withObligation();
    const { status, body } = await read(id);
    expect([status, body.code]).toStrictEqual([404, 'OBLIGATION_NOT_FOUND']);
  });
});

const requestOf = (id: string) => ({ path: `/v1/compliance/obligations/${id}`, pathParameters: { id } });

securitySuite({
  contract: readObligation,
  handler,
  environment: 'live',
  request: async (account) => requestOf((await createObligationFor(account, { environment: 'live' })).id),
  missing: () => requestOf(newId('obl', 1)),
});
