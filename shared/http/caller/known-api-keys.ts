import type { ItemReader, Table } from '#shared/db/operations';
import { boundedMap } from '#shared/platform/bounded-map';
import { type ApiKeyOwner, type ApiKeyReference, fromApiKeyItem, hourOf, useWrite } from './api-key-access.ts';
import { callerKeys } from './keys.ts';

/** Entries that each memory keeps before it forgets the oldest: about 1 MB. */
const MEMORY_ENTRIES = 5_000;

/** A use of a key that is to be recorded. */
export interface ApiKeyUse extends ApiKeyReference {
  readonly secretHash: string;
  /** The hour of its last use that is recorded; null for none. */
  readonly lastUse: string | null;
}

/** One container's cache of API keys. */
export interface KnownApiKeys {
  /**
   * The account and environment of a secret key. They never change, so they come from memory if the container has seen
   * the key before, otherwise from one read. An unknown key is not remembered, because it may be created a moment
   * later.
   */
  ownerOf(table: ItemReader, secretHash: string): Promise<ApiKeyOwner | undefined>;
  /** Whether the container knows that this hour's use of a key is recorded. Otherwise `noteUse` needs its last use. */
  isUseNoted(secretHash: string, nowMs: number): boolean;
  /**
   * Records that a key was used, to the hour, unless that is recorded.
   *
   * @throws what the write threw; then the next request tries again.
   */
  noteUse(table: Pick<Table, 'write'>, use: ApiKeyUse, nowMs: number): Promise<void>;
}

/** The cache of one container; see {@link KnownApiKeys}. */
export const makeKnownApiKeys = (): KnownApiKeys => {
  const owners = boundedMap<ApiKeyOwner>(MEMORY_ENTRIES);
  const notedHours = boundedMap<string>(MEMORY_ENTRIES);
  const isUseNoted = (secretHash: string, nowMs: number) => notedHours.get(secretHash) === hourOf(nowMs);
  return {
    isUseNoted,
    ownerOf: async (table, secretHash) => {
      const known = owners.get(secretHash);
      if (known) return known;
      const owner = fromApiKeyItem(await table.get(callerKeys.apiKey(secretHash)));
      if (owner) owners.set(secretHash, owner);
      return owner;
    },
    noteUse: async (table, use, nowMs) => {
      const { secretHash, lastUse } = use;
      if (isUseNoted(secretHash, nowMs)) return;
      const hour = hourOf(nowMs);
      // Set before the write, so that concurrent requests write once.
      notedHours.set(secretHash, hour);
      if (lastUse !== null && lastUse >= hour) return;
      try {
        await table.write(useWrite(use, hour));
      } catch (error) {
        notedHours.delete(secretHash);
        throw error;
      }
    },
  };
};
