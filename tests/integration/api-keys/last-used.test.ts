import { expect, test } from 'vitest';
import { readApiKeys } from '#shared/auth/api-keys/api-key-repository';
import { newApiKeys, rotationWrites } from '#shared/auth/api-keys/api-keys';
import { serviceTable } from '#shared/db/client';
import { hourOf, useWrite } from '#shared/http/caller/api-key-access';
import { newId } from '#shared/platform/ids';
import { TEST_TAIL_KEY } from '#tests/support/accounts';

test('the last use of a key is never before its creation, even within the same hour', async () => {
  const table = serviceTable();
  const madeAtMs = Date.parse('2026-11-23T09:40:00.000Z');
  const owner = { accountId: newId('usr', madeAtMs), environment: 'sandbox' } as const;
  const made = newApiKeys('sandbox', TEST_TAIL_KEY, madeAtMs);
  await table.transact(rotationWrites(owner, undefined, made, 0, madeAtMs));
  await table.write(useWrite({ ...owner, keyId: made.pair.id }, hourOf(madeAtMs + 60_000)));
  const scope = { accountId: owner.accountId, environments: ['sandbox'], via: 'session' } as const;
  const [listed] = await readApiKeys(table, scope, madeAtMs + 120_000);
  expect(listed?.lastUsedAt).toBe(listed?.createdAt);
});
