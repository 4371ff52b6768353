import { ApiError } from '#shared/errors/api-error';
import { once } from '#shared/platform/env';
import { refuseSuspended } from './account-access.ts';
import type { ApiKeyCaller, ProofContext, ProvenCredential } from './account-caller.ts';
import { type ApiKeyOwner, fromApiKeyPairsItem, lastUseOf, secretKeyHash, workingPair } from './api-key-access.ts';
import { callerKeys } from './keys.ts';

/** Reads, strongly consistent, whether a key still works. One item holds it and every other pair. */
const confirmApiKey = async (
  { accountId, environment }: ApiKeyOwner,
  secretHash: string,
  { table, nowMs }: ProofContext,
): Promise<ApiKeyCaller> => {
  const stored = fromApiKeyPairsItem(await table.get(callerKeys.apiKeyPairs(accountId, environment)));
  const pair = workingPair(stored, secretHash, nowMs);
  if (!stored || !pair) {
    throw new ApiError('UNAUTHENTICATED', { failedCredential: 'ended_api_key', concerns: { accountId } });
  }
  refuseSuspended(stored);
  return { accountId, environment, environments: [environment], via: 'key', keyId: pair.id };
};

/**
 * Proves a secret key. Its tail is checked first, which refuses a made-up key without reading anything that it names.
 * Then its hash is looked up, under which its account and environment are stored; a container that has seen the key
 * before needs no read. Nothing of the account is read earlier.
 *
 * @throws ApiError UNAUTHENTICATED for a made-up or unknown key; API_KEY_NOT_ALLOWED for one that works where only a
 * session is accepted.
 */
export const proveApiKey = async (secretKey: string, context: ProofContext): Promise<ProvenCredential> => {
  const { apiKeys, contract, publicKeys, table, nowMs } = context;
  if (!(await publicKeys.mayHaveIssued(table, secretKey, nowMs))) {
    throw new ApiError('UNAUTHENTICATED', { failedCredential: 'made_up_api_key' });
  }
  const secretHash = secretKeyHash(secretKey);
  const owner = await apiKeys.ownerOf(table, secretHash);
  if (!owner) throw new ApiError('UNAUTHENTICATED', { failedCredential: 'unknown_api_key' });
  const confirm = () => confirmApiKey(owner, secretHash, context);
  if (contract.caller !== 'account') {
    // Whether it works is checked first, so that one that does not gets the same refusal as any other invalid
    // credential.
    await confirm();
    throw new ApiError('API_KEY_NOT_ALLOWED');
  }
  const { accountId, environment } = owner;
  const confirmed = once(async () => {
    // Read together with the key, because most cold containers find a key that another has noted in this hour.
    const uses = apiKeys.isUseNoted(secretHash, nowMs)
      ? undefined
      : table.get(callerKeys.apiKeyUses(accountId, environment));
    const [caller, noted] = await Promise.all([confirm(), uses]);
    return { caller, noted };
  });
  return {
    caller: { accountId, environments: [environment], via: 'key' },
    confirm: async () => (await confirmed()).caller,
    noteUse: async (written) => {
      const {
        caller: { keyId },
        noted,
      } = await confirmed();
      const lastUse = lastUseOf(noted, keyId);
      await apiKeys.noteUse(written, { accountId, environment, keyId, secretHash, lastUse }, nowMs);
    },
  };
};
