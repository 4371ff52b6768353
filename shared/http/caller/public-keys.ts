import * as v from 'valibot';
import type { Item } from '#shared/db/expressions';
import type { ItemReader, TableReader } from '#shared/db/operations';
import { component, described } from '#shared/platform/described';
import { hasTailBy, type TailKey, tailKeysIn } from './api-key-tail.ts';
import { callerKeys } from './keys.ts';

/** The set of public keys as it is stored and published. */
export const publicKeySetSchema = component(
  v.object({
    keys: described(
      v.array(
        component(
          v.object({
            kty: described(v.literal('OKP'), 'The key type.'),
            crv: described(v.literal('Ed25519'), 'The curve of the key.'),
            x: described(v.string(), 'The public key, in base64url.'),
            kid: described(v.string(), 'The id of the key, as in the `kid` header of a token.'),
            alg: described(v.literal('EdDSA'), 'The signature algorithm.'),
            use: described(v.literal('sig'), 'The use of the key: it verifies signatures.'),
          }),
          'JsonWebKey',
          'A public key (RFC 8037).',
        ),
      ),
      'The keys that tokens may currently be signed with.',
    ),
  }),
  'JsonWebKeySet',
  'A JSON Web Key Set (RFC 7517).',
);

/** A public key of the set. */
export type PublicSigningKey = PublicKeySet['keys'][number];

/** A JSON Web Key Set (RFC 7517) of Ed25519 public keys. */
export type PublicKeySet = v.InferOutput<typeof publicKeySetSchema>;

/** How long after a read an unknown key id is decided from memory. This bounds what forged key ids cost a container. */
const RECHECK_MS = 10_000;

/**
 * How long a known key is trusted before the table is read again. After that, a withdrawn key is refused everywhere.
 */
const TRUST_MS = 5 * 60_000;

/** Parses the item of the public signing keys. A missing item means that no token was ever issued. */
export const publicKeySet = (item: Item | undefined): PublicKeySet =>
  item === undefined ? { keys: [] } : v.parse(publicKeySetSchema, item);

/** Reads the public signing keys, strongly consistent. */
export const readPublicKeySet = async (table: ItemReader): Promise<PublicKeySet> =>
  publicKeySet(await table.get(callerKeys.signingKeys()));

/**
 * Stored with the published keys but not part of the key set: the key under which logs hash addresses. Lenient: any
 * other content counts as none.
 */
export const addressHashKeySchema = v.fallback(v.optional(v.string()), undefined);

const addressHashKeyOf = (item: Item | undefined): string | undefined =>
  v.parse(addressHashKeySchema, item?.['addressHashKey']);

/** One container's cache of the public signing keys. */
export interface PublicKeys {
  /**
   * The keys to verify a signature with. They come from memory if it has the key id. The table is read when nothing was
   * read yet, or when the last read for an unknown key id was ten seconds ago. Concurrent calls share one read.
   */
  find(table: TableReader, keyId: string, nowMs: number): Promise<PublicKeySet>;
  /**
   * Whether a cached key is still published. The answer is kept for five minutes, then read again, in the same call as
   * other concurrent reads.
   */
  isPublished(table: TableReader, keyId: string, nowMs: number): Promise<boolean>;
  /**
   * Whether a text in the form of a secret API key may have been issued by this stage: its tail matches one of the
   * published tail keys, or none was ever published. A tail key is used no sooner than five minutes after it is
   * published. Therefore only an older set is read again before a key is refused: one read in five minutes, however
   * many keys are made up.
   */
  mayHaveIssued(table: TableReader, secretKey: string, nowMs: number): Promise<boolean>;
  /** The key that addresses are hashed with for logs. Undefined when there is none yet or it cannot be read. */
  addressHashKey(table: TableReader, nowMs: number): Promise<string | undefined>;
}

interface Known {
  readonly jwks: PublicKeySet;
  readonly tailKeys: readonly TailKey[];
  readonly addressHashKey: string | undefined;
  readonly readAtMs: number;
}

const has = ({ keys }: PublicKeySet, keyId: string): boolean => keys.some(({ kid }) => kid === keyId);

/** The cache of one container; see {@link PublicKeys}. */
export const makePublicKeys = (): PublicKeys => {
  let known: Known | undefined;
  let triedAtMs = Number.NEGATIVE_INFINITY;
  let inFlight: Promise<Known> | undefined;

  const readNow = async (table: TableReader, nowMs: number): Promise<Known> => {
    const item = await table.get(callerKeys.signingKeys());
    const tailKeys = tailKeysIn(item);
    known = { jwks: publicKeySet(item), tailKeys, addressHashKey: addressHashKeyOf(item), readAtMs: nowMs };
    return known;
  };

  const read = (table: TableReader, nowMs: number): Promise<Known> => {
    triedAtMs = nowMs;
    inFlight ??= readNow(table, nowMs).finally(() => {
      inFlight = undefined;
    });
    return inFlight;
  };

  /** The cached keys, unless they lack something that a new read may return. */
  const knownUnless = async (missing: (known: Known) => boolean, table: TableReader, nowMs: number): Promise<Known> => {
    const isEnough = known !== undefined && (!missing(known) || nowMs - triedAtMs < RECHECK_MS);
    return known !== undefined && isEnough ? known : read(table, nowMs);
  };

  /** The cached keys if they are less than five minutes old, otherwise those of a new read. */
  const readRecently = async (table: TableReader, nowMs: number): Promise<Known> => {
    const isFresh = known !== undefined && nowMs - known.readAtMs < TRUST_MS;
    return known !== undefined && isFresh ? known : read(table, nowMs);
  };

  return {
    find: async (table, keyId, nowMs) => (await knownUnless(({ jwks }) => !has(jwks, keyId), table, nowMs)).jwks,
    isPublished: async (table, keyId, nowMs) => has((await readRecently(table, nowMs)).jwks, keyId),
    mayHaveIssued: async (table, secretKey, nowMs) => {
      if (known && hasTailBy(secretKey, known.tailKeys)) return true;
      const { tailKeys } = await readRecently(table, nowMs);
      return tailKeys.length === 0 || hasTailBy(secretKey, tailKeys);
    },
    addressHashKey: (table, nowMs) =>
      knownUnless(({ addressHashKey }) => addressHashKey === undefined, table, nowMs).then(
        ({ addressHashKey }) => addressHashKey,
        () => undefined,
      ),
  };
};
