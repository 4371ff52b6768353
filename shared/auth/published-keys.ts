import * as v from 'valibot';
import { type Condition, type Item, put } from '#shared/db/expressions';
import { keys } from '#shared/db/keys';
import type { Table, TableReader } from '#shared/db/operations';
import { deriveKey } from '#shared/platform/key-derivation';
import type { Logger } from '#shared/platform/logger';
import type { VersionedSecret } from '#shared/platform/secrets';
import type { SecretReader } from './secrets.ts';
import { publicKeysOf, type SigningKey, signingKeyOf } from './signing-keys.ts';

/**
 * How long a key is published before it signs, as long as an older one can: verifiers keep the key set for five minutes
 * (the JWKS says so), and must know a key before they meet it.
 */
export const SETTLING_SECONDS = 6 * 60;

const publishedSchema = v.object({
  keys: v.array(v.object({ kid: v.string() })),
  /** The key ids in order: what a change of the set is conditional on. */
  keySet: v.optional(v.string()),
  /** The key under which logs hash addresses: no secret of anybody's, but not to be published. */
  addressHashKey: v.optional(v.string()),
  /** When each key was first published, by key id. */
  publishedAtMs: v.optional(v.record(v.string(), v.number()), {}),
});

/** What of the signing secret is published, as far as it matters for signing. */
export type PublishedKeys = v.InferOutput<typeof publishedSchema>;

const fromKeysItem = (item: Item | undefined): PublishedKeys | undefined =>
  item === undefined ? undefined : v.parse(publishedSchema, item);

/** The signing secret and what was found published, from the first wave of a request. */
export interface SeenKeys {
  readonly secret: VersionedSecret;
  readonly published: PublishedKeys | undefined;
}

/** The key to sign with, and the version of the secret it comes from. */
export interface ReadyKey {
  readonly secret: VersionedSecret;
  readonly signingKey: SigningKey;
}

/** Makes certain that whoever meets a token of ours can verify it. */
export interface TokenKeys {
  /** Reads the secret and, once per container and version of it, what is published. */
  look(table: TableReader): Promise<SeenKeys>;
  /** Publishes what is not published yet, before anything is signed with it. No trip when nothing is to do. */
  ready(seen: SeenKeys, table: Table, nowMs: number, log: Logger): Promise<ReadyKey>;
}

const versionIdsOf = ({ current, previous }: VersionedSecret): string => `${current.versionId} ${previous?.versionId}`;

const keyIdsOf = (set: { readonly keys: readonly { readonly kid: string }[] }): string[] =>
  set.keys.map(({ kid }) => kid);

const covers = (published: PublishedKeys, secret: VersionedSecret): boolean => {
  const known = keyIdsOf(published);
  if (published.addressHashKey === undefined) return false;
  return keyIdsOf(publicKeysOf(secret)).every((kid) => known.includes(kid));
};

const MAX_ROUNDS = 5;

const ADDRESS_HASH_PURPOSE = 'address-hash';

/** Writes the key set of a secret unless it is there; concurrent publishers agree by condition. */
const publish = async (
  table: Table,
  secret: VersionedSecret,
  seen: PublishedKeys | undefined,
  nowMs: number,
  log: Logger,
): Promise<PublishedKeys> => {
  const set = publicKeysOf(secret);
  const keySet = keyIdsOf(set).join(' ');
  const addressHashKey = deriveKey(secret.current.value, ADDRESS_HASH_PURPOSE).toString('base64url');
  let found = seen;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (found && covers(found, secret)) return found;
    const before = found?.publishedAtMs ?? {};
    const publishedAtMs = Object.fromEntries(keyIdsOf(set).map((kid) => [kid, before[kid] ?? nowMs]));
    const unchanged: Condition =
      found === undefined
        ? { pk: 'missing' }
        : { keySet: found.keySet === undefined ? 'missing' : { equals: found.keySet } };
    const result = await table.write(
      put({ ...keys.signingKeys(), ...set, keySet, addressHashKey, publishedAtMs }, unchanged),
    );
    if (result.written) {
      log.info('SIGNING_KEYS_PUBLISHED', { count: set.keys.length });
      return { keys: [...set.keys], keySet, addressHashKey, publishedAtMs };
    }
    found = fromKeysItem(result.found);
  }
  throw new Error('The published signing keys keep changing');
};

/**
 * The current key, or the previous one while the current is too new for all verifiers to know it. Where neither has
 * been published for long, as on a new stage, there is nobody to wait for.
 */
const chooseKey = (secret: VersionedSecret, { publishedAtMs }: PublishedKeys, nowMs: number): SigningKey => {
  const current = signingKeyOf(secret.current);
  if (!secret.previous) return current;
  const previous = signingKeyOf(secret.previous);
  const isSettled = ({ kid }: SigningKey): boolean =>
    nowMs - (publishedAtMs[kid] ?? Number.POSITIVE_INFINITY) >= SETTLING_SECONDS * 1000;
  return isSettled(current) || !isSettled(previous) ? current : previous;
};

/** Makes the token keys of one container over its signing secret. */
export const makeTokenKeys = (readSecret: SecretReader): TokenKeys => {
  let confirmed: { readonly versions: string; readonly published: PublishedKeys } | undefined;

  const readPublished = async (table: TableReader): Promise<PublishedKeys | undefined> =>
    fromKeysItem(await table.get(keys.signingKeys()));

  return {
    look: async (table) => {
      const known = confirmed;
      const [secret, read] = await Promise.all([readSecret(), known ? undefined : readPublished(table)]);
      if (known?.versions === versionIdsOf(secret)) return { secret, published: known.published };
      return { secret, published: known ? await readPublished(table) : read };
    },

    ready: async (seen, table, nowMs, log) => {
      let { secret, published } = seen;
      if (!published || !covers(published, secret)) {
        // Another container may have published newer keys than this one knows: never put back what was rotated away.
        secret = await readSecret({ maxAgeMs: 0 });
        published = await publish(table, secret, published, nowMs, log);
      }
      confirmed = { versions: versionIdsOf(secret), published };
      return { secret, signingKey: chooseKey(secret, published, nowMs) };
    },
  };
};
