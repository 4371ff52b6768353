import { readApiKeyPairs, replaceApiKeys } from '#shared/auth/api-key-repository';
import type { NewApiKeys } from '#shared/auth/api-keys';
import { serve } from '#shared/http/serve';
import type { Environment } from '#shared/platform/environments';
import { rotateApiKeys as contract } from './rotate-api-keys.contract.ts';

const bodyOf = (environment: Environment, { secretKey, pair: { publishableKey, createdAt } }: NewApiKeys) =>
  ({ success: true, data: { environment, publishableKey, secretKey, createdAt } }) as const;

/** POST /v1/developers/api-keys/rotate */
export const handler = serve(contract, {
  load: ({ caller, body }, { table }) =>
    readApiKeyPairs(table, { accountId: caller.accountId, environment: body.environment }),
  answer: async ({ caller: { accountId }, body, loaded: stored, meta }, { commit, log }) => {
    const { environment, expiresInHours } = body;
    const made = await replaceApiKeys(
      { accountId, environment },
      stored,
      expiresInHours,
      (operations, keys) => commit(operations, bodyOf(environment, keys)),
      meta.nowMs,
    );
    log.info('API_KEYS_ROTATED', { accountId });
    return bodyOf(environment, made);
  },
});
