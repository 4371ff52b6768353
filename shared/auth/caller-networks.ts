import { createHmac } from 'node:crypto';
import { callerNetwork } from '#shared/http/limits/rate-limiter';
import { deriveKey } from '#shared/platform/key-derivation';
import type { SecretVersion, VersionedSecret } from '#shared/platform/secret-versions';

const PURPOSE = 'caller-network';

/** Characters of base64url: 96 bits, so that no two networks share a hash by chance. */
const HASH_CHARACTERS = 16;

/**
 * The keyed hashes under which a caller's network is remembered: by the current version of the pepper, then by earlier
 * ones. New records store the first. A stored hash belongs to this network if it equals any of them.
 */
export type NetworkHashes = readonly [current: string, ...earlier: string[]];

/** The hashes of a caller's network, which is the same as for rate limits. */
export const hashNetwork = (sourceIp: string, { current, older = [] }: VersionedSecret): NetworkHashes => {
  const hash = ({ value }: SecretVersion): string =>
    createHmac('sha256', deriveKey(value, PURPOSE))
      .update(callerNetwork(sourceIp))
      .digest('base64url')
      .slice(0, HASH_CHARACTERS);
  return [hash(current), ...older.map(hash)];
};
