import * as v from 'valibot';
import type { Item, Key } from '#shared/db/expressions';
import { keys } from '#shared/db/keys';
import type { TableReader } from '#shared/db/operations';
import { readKeyId } from './access-token-verifier.ts';

/** The set of public keys as it is stored and published. */
export const publicKeySetSchema = v.object({
  keys: v.array(
    v.object({
      kty: v.literal('OKP'),
      crv: v.literal('Ed25519'),
      x: v.string(),
      kid: v.string(),
      alg: v.literal('EdDSA'),
      use: v.literal('sig'),
    }),
  ),
});

/** A JSON Web Key Set (RFC 7517) of Ed25519 public keys. */
export type PublicKeySet = v.InferOutput<typeof publicKeySetSchema>;

/** How long an unknown key id is answered from memory before the table is asked again. */
const RECHECK_MS = 10_000;

/** How long a known key is trusted before the table is asked again: after this a withdrawn key is dead everywhere. */
const TRUST_MS = 5 * 60_000;

/** Parses the item of the public signing keys; missing means that no token was ever issued. */
export const publicKeySet = (item: Item | undefined): PublicKeySet =>
  item === undefined ? { keys: [] } : v.parse(publicKeySetSchema, item);

/** Reads other items together with the public keys, the latter from memory when they are known. */
export type PublicKeys = (
  table: TableReader,
  token: string,
  beside: readonly Key[],
  nowMs: number,
) => Promise<{ jwks: PublicKeySet; items: readonly (Item | undefined)[] }>;

/**
 * Keeps the public signing keys for five minutes; then they are read again in the same trip as what is beside them. A
 * token with a key id that memory does not know makes one new read, at most every ten seconds, so that rotated keys are
 * found and forged key ids cost nothing.
 */
export const makePublicKeys = (): PublicKeys => {
  let known: { jwks: PublicKeySet; readAtMs: number } | undefined;

  return async (table, token, beside, nowMs) => {
    const keyId = readKeyId(token);
    const trustedMs = known?.jwks.keys.some(({ kid }) => kid === keyId) ? TRUST_MS : RECHECK_MS;
    if (known && nowMs - known.readAtMs < trustedMs) return { jwks: known.jwks, items: await table.getMany(beside) };
    const [keysItem, ...items] = await table.getMany([keys.signingKeys(), ...beside]);
    known = { jwks: publicKeySet(keysItem), readAtMs: nowMs };
    return { jwks: known.jwks, items };
  };
};
