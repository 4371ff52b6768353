import { createHash } from 'node:crypto';

/** Credentials that one container has found valid, by their hashes. */
export interface KnownCredentials {
  has(credential: string): boolean;
  add(credential: string): void;
}

/** Hashes that are kept before the oldest are forgotten: about 1 MB. */
const MEMORY_ENTRIES = 5_000;

/**
 * Makes the cache of one container. It replaces no verification: while an address is refused for its failed
 * credentials, it shows which credentials are still worth verifying.
 */
export const makeKnownCredentials = (): KnownCredentials => {
  const hashes = new Set<string>();
  const hashOf = (credential: string): string => createHash('sha256').update(credential).digest('base64url');
  return {
    has: (credential) => hashes.has(hashOf(credential)),
    add: (credential) => {
      const hash = hashOf(credential);
      // The set keeps its order: the most recent is dropped last.
      hashes.delete(hash);
      hashes.add(hash);
      const [oldest] = hashes;
      if (oldest !== undefined && hashes.size > MEMORY_ENTRIES) hashes.delete(oldest);
    },
  };
};
