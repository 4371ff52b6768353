import type { Item, WriteOperation } from '#shared/db/expressions';
import { onLatest } from '#shared/db/latest';
import type { TransactionResult } from '#shared/db/named-operations';
import type { ItemReader } from '#shared/db/operations';
import { type ApiKeyPairs, fromApiKeyPairsItem, isPairAlive, lastUseOf } from '#shared/http/caller/api-key-access';
import { callerKeys } from '#shared/http/caller/keys';
import type { Environment } from '#shared/platform/environments';
import type { AccountEnvironment, Scope } from '#shared/platform/scope';
import { type NewApiKeys, newApiKeys, rotationWrites } from './api-keys.ts';

/** The stored pairs of an account in one environment; undefined when it has never had one. */
export const readApiKeyPairs = async (
  table: ItemReader,
  { accountId, environment }: AccountEnvironment,
): Promise<ApiKeyPairs | undefined> =>
  fromApiKeyPairsItem(await table.get(callerKeys.apiKeyPairs(accountId, environment)));

/** A pair of keys as its account sees it. */
export interface ListedApiKey {
  readonly id: string;
  readonly environment: Environment;
  readonly publishableKey: string;
  readonly secretKeyMasked: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
}

/** The pairs within a scope that work, newest first, each with its last use: one trip. */
export const readApiKeys = async (table: ItemReader, scope: Scope, nowMs: number): Promise<readonly ListedApiKey[]> => {
  const { accountId, environments } = scope;
  const listed = await Promise.all(
    environments.map(async (environment) => {
      const [found, uses] = await Promise.all([
        readApiKeyPairs(table, { accountId, environment }),
        table.get(callerKeys.apiKeyUses(accountId, environment)),
      ]);
      const alive = found?.pairs.filter((pair) => isPairAlive(pair, nowMs)) ?? [];
      return alive.map(({ secretHash: _, ...pair }) => ({
        ...pair,
        environment,
        lastUsedAt: lastUseOf(uses, pair.id),
      }));
    }),
  );
  return listed.flat().sort((one, other) => (one.id < other.id ? 1 : -1));
};

/** Writes everything together with whatever else belongs into the transaction, like `commit` of the kit. */
export type CommitRotation = (operations: readonly WriteOperation[], made: NewApiKeys) => Promise<TransactionResult>;

/**
 * Puts a new pair of keys in the place of those that an account has in one environment. Of two rotations at once one comes
 * after the other: each makes a pair, and the rules of an overlap hold between them.
 *
 * @param stored the pairs as they were read.
 * @throws TableContended when so many rotate at once that the tries are used up.
 */
export const replaceApiKeys = async (
  owner: AccountEnvironment,
  stored: ApiKeyPairs | undefined,
  expiresInHours: number,
  commit: CommitRotation,
  nowMs: number,
): Promise<NewApiKeys> => {
  const made = newApiKeys(owner.environment, nowMs);
  const { pk } = callerKeys.apiKeyPairs(owner.accountId, owner.environment);
  const attempt = async ({ pairs }: { readonly pairs: ApiKeyPairs | undefined }) => ({
    result: await commit(rotationWrites(owner, pairs, made, expiresInHours, nowMs), made),
    value: made,
  });
  const newer = (_: unknown, found: readonly (Item | undefined)[]) => {
    const moved = found.find((item) => item?.pk === pk);
    return moved && { pairs: fromApiKeyPairsItem(moved) };
  };
  const { result } = await onLatest({ pairs: stored }, attempt, newer);
  if (!result.written) throw new Error('New API keys were refused');
  return made;
};
