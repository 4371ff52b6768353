import { newerPairs, type RotatedPairs, readApiKeyPairs } from '#shared/auth/api-keys/api-key-repository';
import { type NewApiKeys, newApiKeys, rotationWrites } from '#shared/auth/api-keys/api-keys';
import { readTailKey } from '#shared/auth/sessions/published-keys';
import { onLatest } from '#shared/db/latest';
import { serve } from '#shared/http/serve';
import type { Environment } from '#shared/platform/environments';
import { rotateApiKeys as contract } from './rotate-api-keys.contract.ts';

const bodyOf = (environment: Environment, { secretKey, pair: { publishableKey, createdAt } }: NewApiKeys) =>
  ({ success: true, data: { environment, publishableKey, secretKey, createdAt } }) as const;

/** POST /v1/developers/api-keys/rotate */
export const handler = serve(contract, {
  load: async ({ caller, body, meta }, { table }) => {
    const owner = { accountId: caller.accountId, environment: body.environment };
    const [stored, tailKey] = await Promise.all([readApiKeyPairs(table, owner), readTailKey(table, meta.nowMs)]);
    return { stored, tailKey };
  },
  answer: async ({ caller: { accountId }, body, loaded, meta }, { commit, log }) => {
    const { environment, expiresInHours } = body;
    const owner = { accountId, environment };
    const made = newApiKeys(environment, loaded.tailKey, meta.nowMs);
    const response = bodyOf(environment, made);
    const attempt = async ({ stored }: RotatedPairs) => {
      const operations = rotationWrites(owner, stored, made, expiresInHours, meta.nowMs);
      return { result: await commit(operations, response), value: response };
    };
    const { result } = await onLatest({ stored: loaded.stored }, attempt, (_, found) => newerPairs(owner, found));
    if (!result.written) throw new Error('New API keys were refused');
    log.info('API_KEYS_ROTATED', { accountId });
    return response;
  },
});
