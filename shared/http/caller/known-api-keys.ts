import type { ItemReader, Table } from '#shared/db/operations';
import { boundedMap } from '#shared/platform/bounded-map';
import { type ApiKeyOwner, type ApiKeyReference, fromApiKeyItem, hourOf, useWrite } from './api-key-access.ts';
import { callerKeys } from './keys.ts';

/** Entries that each memory keeps before it forgets the oldest: about 1 MB. */
const MEMORY_ENTRIES = 5_000;

/** One container's cache of API keys. */
export interface KnownApiKeys {
  /**
   * The account and environment of a secret key. They never change, so they come from memory if the container has seen
   * the key before, otherwise from one read. An unknown key is not remembered, because it may be created a moment
   * later.
   */
  ownerOf(table: ItemReader, secretHash: string): Promise<ApiKeyOwner | undefined>;
  /**
   * Records that a key was used, to the hour. A container writes once an hour for each key.
   *
   * @throws what the write threw; then the next request tries again.
   */
  noteUse(table: Pick<Table, 'write'>, key: ApiKeyReference, nowMs: number): Promise<void>;
}

/** The cache of one container; see {@link KnownApiKeys}. */
export const makeKnownApiKeys = (): KnownApiKeys => {
  const owners = boundedMap<ApiKeyOwner>(MEMORY_ENTRIES);
  const notedHours = boundedMap<string>(MEMORY_ENTRIES);
  return {
    ownerOf: async (table, secretHash) => {
      const known = owners.get(secretHash);
      if (known) return known;
      const owner = fromApiKeyItem(await table.get(callerKeys.apiKey(secretHash)));
      if (owner) owners.set(secretHash, owner);
      return owner;
    },
    noteUse: async (table, key, nowMs) => {
      const { keyId } = key;
      const hour = hourOf(nowMs);
      if (notedHours.get(keyId) === hour) return;
      // Set before the write, so that concurrent requests write once.
      notedHours.set(keyId, hour);
      try {
        await table.write(useWrite(key, hour));
      } catch (error) {
        notedHours.delete(keyId);
        throw error;
      }
    },
  };
};
