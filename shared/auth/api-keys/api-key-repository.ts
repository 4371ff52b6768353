import type { Item } from '#shared/db/expressions';
import { recordAmong, type StoredRecord } from '#shared/db/latest';
import type { ItemReader } from '#shared/db/operations';
import {
  type ApiKeyPairs,
  fromApiKeyPairsItem,
  isPairAlive,
  lastUseOf,
  parseApiKeyPairs,
} from '#shared/http/caller/api-key-access';
import { callerKeys } from '#shared/http/caller/keys';
import type { Environment } from '#shared/platform/environments';
import type { AccountEnvironment, Scope } from '#shared/platform/scope';

/** The stored pairs of an account in one environment; undefined when it has never had one. */
export const readApiKeyPairs = async (
  table: ItemReader,
  { accountId, environment }: AccountEnvironment,
): Promise<ApiKeyPairs | undefined> =>
  fromApiKeyPairsItem(await table.get(callerKeys.apiKeyPairs(accountId, environment)));

/** The stored pairs of an account in one environment, for transactions that start from them. */
export const apiKeyPairsRecord = ({ accountId, environment }: AccountEnvironment): StoredRecord<ApiKeyPairs> => ({
  key: callerKeys.apiKeyPairs(accountId, environment),
  from: parseApiKeyPairs,
});

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

/**
 * The hour of a last use, or the creation if later: a use is recorded by its hour, which may have begun before the key
 * was made.
 */
const notBefore = (createdAt: string, lastUse: string | null): string | null =>
  lastUse !== null && lastUse < createdAt ? createdAt : lastUse;

/** The working pairs within a scope, newest first, each with its last use, in one trip. */
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
        lastUsedAt: notBefore(pair.createdAt, lastUseOf(uses, pair.id)),
      }));
    }),
  );
  return listed.flat().sort((one, other) => (one.id < other.id ? 1 : -1));
};

/** The pairs that a rotation is based on; undefined when an account has never had one. */
export interface RotatedPairs {
  readonly stored: ApiKeyPairs | undefined;
}

/**
 * The current pairs of an account in one environment, from the items that refused the writes of a rotation
 * (`rotationWrites`); undefined when they did not refuse. Concurrent rotations take effect one after another, so the
 * rules of an overlap hold between them.
 */
export const newerPairs = (
  { accountId, environment }: AccountEnvironment,
  found: readonly (Item | undefined)[],
): RotatedPairs | undefined => {
  const from = (item: Item): RotatedPairs => ({ stored: fromApiKeyPairsItem(item) });
  return recordAmong({ key: callerKeys.apiKeyPairs(accountId, environment), from }, found);
};
