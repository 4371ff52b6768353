import * as v from 'valibot';
import type { SecretReader } from '#shared/auth/stage-secrets';
import { type Condition, type Item, put } from '#shared/db/expressions';
import type { ItemReader, Table, TableReader } from '#shared/db/operations';
import { type TailKey, tailKeysIn, tailKeysSchema } from '#shared/http/caller/api-key-tail';
import { callerKeys } from '#shared/http/caller/keys';
import { addressHashKeySchema, publicKeySetSchema } from '#shared/http/caller/public-keys';
import { deriveKey } from '#shared/platform/key-derivation';
import type { Logger } from '#shared/platform/logger';
import type { Metrics } from '#shared/platform/metrics';
import { type VersionedSecret, versionsOf } from '#shared/platform/secret-versions';
import { publicKeysOf, type SigningKey, signingKeyOf } from './signing-keys.ts';

/**
 * How long a key is published before it signs, if an older key can sign meanwhile. Verifiers keep the key set for five
 * minutes (as the JWKS allows), and must know a key before they meet it.
 */
export const SETTLING_SECONDS = 6 * 60;

/** Lenient: anything but a key set is to be replaced, not to fail on. */
const publishedSchema = v.object({
  keys: v.fallback(publicKeySetSchema.entries.keys, []),
  /** The key ids in order, which a change of the set is conditional on. */
  keySet: v.optional(v.unknown()),
  addressHashKey: addressHashKeySchema,
  tailKeys: tailKeysSchema,
  /** When each key was first published, by key id. */
  publishedAtMs: v.fallback(v.optional(v.record(v.string(), v.number()), {}), {}),
});

/** The published part of the signing secret, as far as signing depends on it. */
export type PublishedKeys = v.InferOutput<typeof publishedSchema>;

const fromKeysItem = (item: Item | undefined): PublishedKeys | undefined =>
  item === undefined ? undefined : v.parse(publishedSchema, item);

/** The signing secret and the published keys as they were read in the first wave of a request. */
export interface SeenKeys {
  readonly secret: VersionedSecret;
  readonly published: PublishedKeys | undefined;
}

/** The key to sign with, and the version of the secret that it comes from. */
export interface ReadyKey {
  readonly secret: VersionedSecret;
  readonly signingKey: SigningKey;
}

/** The effects of publishing. */
interface PublishEffects {
  readonly table: Table;
  readonly log: Logger;
  readonly metrics: Metrics;
}

const isKeyOf = (
  set: { readonly keys: readonly { readonly kid: string; readonly x: string }[] },
  { kid, x }: { readonly kid: string; readonly x: string },
): boolean => set.keys.some((key) => key.kid === kid && key.x === x);

const ADDRESS_HASH_PURPOSE = 'address-hash';

/** The key under which logs hash addresses, derived from a signing secret. */
export const addressHashKeyOf = ({ current }: VersionedSecret): string =>
  deriveKey(current.value, ADDRESS_HASH_PURPOSE).toString('base64url');

const API_KEY_TAIL_PURPOSE = 'api-key-tail';

/**
 * The tail keys of API keys, newest first: those of a signing secret, then those that were published before. None is
 * ever withdrawn, even if its secret is, because an API key works until its account replaces it.
 */
export const tailKeysOf = (
  secret: VersionedSecret,
  published: readonly TailKey[],
  nowMs: number,
): readonly TailKey[] => {
  const ours = versionsOf(secret).map(({ value }) => deriveKey(value, API_KEY_TAIL_PURPOSE).toString('base64url'));
  const earlier = published.filter(({ key }) => !ours.includes(key));
  const publishedAtMs = (key: string) => published.find((known) => known.key === key)?.publishedAtMs ?? nowMs;
  return [...ours.map((key) => ({ key, publishedAtMs: publishedAtMs(key) })), ...earlier];
};

/** Whether the published keys are exactly those of the secret. */
const isExact = (published: PublishedKeys, secret: VersionedSecret): boolean => {
  const ours = publicKeysOf(secret);
  const isSame = published.keys.length === ours.keys.length && ours.keys.every((key) => isKeyOf(published, key));
  const [newest] = tailKeysOf(secret, [], 0);
  const hasTailKey = published.tailKeys[0]?.key === newest?.key;
  return isSame && hasTailKey && published.addressHashKey === addressHashKeyOf(secret);
};

/**
 * Whether somebody else wrote the published keys. Then they are not a key set, or ours are all there with others among
 * them, or one of ours has another coordinate. After a rotation there are others too, but then the new key is missing.
 */
const isTampered = (published: PublishedKeys, secret: VersionedSecret): boolean => {
  const ours = publicKeysOf(secret);
  const foreign = published.keys.filter((key) => !isKeyOf(ours, key));
  const isOurId = ({ kid }: { readonly kid: string }) => ours.keys.some((key) => key.kid === kid);
  const isComplete = ours.keys.every((key) => isKeyOf(published, key));
  return published.keys.length === 0 || foreign.some(isOurId) || (foreign.length > 0 && isComplete);
};

const unchangedSince = (found: PublishedKeys | undefined): Condition => {
  if (found === undefined) return { pk: 'missing' };
  const { keySet } = found;
  if (keySet === undefined) return { keySet: 'missing' };
  return typeof keySet === 'string' ? { keySet: { equals: keySet } } : { pk: 'exists' };
};

const MAX_ROUNDS = 5;

/** Writes the key set of a secret unless it is there. A condition makes concurrent publishers agree. */
const publish = async (
  { table, log, metrics }: PublishEffects,
  secret: VersionedSecret,
  seen: PublishedKeys | undefined,
  nowMs: number,
): Promise<PublishedKeys> => {
  const set = publicKeysOf(secret);
  const keySet = set.keys.map(({ kid }) => kid).join(' ');
  const addressHashKey = addressHashKeyOf(secret);
  let found = seen;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (found && isExact(found, secret)) return found;
    const before = found?.publishedAtMs ?? {};
    const publishedAtMs = Object.fromEntries(set.keys.map(({ kid }) => [kid, before[kid] ?? nowMs]));
    const tailKeys = tailKeysOf(secret, found?.tailKeys ?? [], nowMs);
    const item = { ...callerKeys.signingKeys(), ...set, keySet, addressHashKey, tailKeys, publishedAtMs };
    const result = await table.write(put(item, unchangedSince(found)));
    if (result.written) {
      log.info('SIGNING_KEYS_PUBLISHED', { count: set.keys.length });
      if (found && isTampered(found, secret)) {
        log.error('SIGNING_KEYS_TAMPERED', { count: found.keys.length });
        metrics('SigningKeysTampered', 1);
      }
      return { keys: [...set.keys], keySet, addressHashKey, tailKeys: [...tailKeys], publishedAtMs };
    }
    found = fromKeysItem(result.found);
  }
  throw new Error('The published signing keys keep changing');
};

/**
 * The current key, or the previous one while the current key is too new for all verifiers to know it. If neither has
 * been published for long, as on a new stage, there is no verifier to wait for.
 */
const chooseKey = (secret: VersionedSecret, { publishedAtMs }: PublishedKeys, nowMs: number): SigningKey => {
  const current = signingKeyOf(secret.current);
  const [before] = secret.older ?? [];
  if (!before) return current;
  const previous = signingKeyOf(before);
  const isSettled = ({ kid }: SigningKey): boolean =>
    nowMs - (publishedAtMs[kid] ?? Number.POSITIVE_INFINITY) >= SETTLING_SECONDS * 1000;
  return isSettled(current) || !isSettled(previous) ? current : previous;
};

/**
 * Reads the signing secret and the published keys, whenever a token is issued, in parallel with other reads. A key that
 * somebody else wrote there is removed by the next login or refresh. Verifiers, which keep the set for five minutes,
 * forget it that long after.
 */
export const readSigningKeys = async (table: TableReader, readSecret: SecretReader): Promise<SeenKeys> => {
  const [secret, item] = await Promise.all([readSecret(), table.get(callerKeys.signingKeys())]);
  return { secret, published: fromKeysItem(item) };
};

/**
 * Returns the key to sign with, such that verifiers can verify our tokens and no others. It publishes exactly the keys
 * of the secret before anything is signed with one. Takes no trip when they are already published.
 */
export const readyKey = async (
  { secret: known, published: seen }: SeenKeys,
  readSecret: SecretReader,
  effects: PublishEffects,
  nowMs: number,
): Promise<ReadyKey> => {
  if (seen && isExact(seen, known)) return { secret: known, signingKey: chooseKey(known, seen, nowMs) };
  // Another container may have published newer keys than this one knows. Never restore what was rotated away.
  const secret = await readSecret({ maxAgeMs: 0 });
  const published = await publish(effects, secret, seen, nowMs);
  return { secret, signingKey: chooseKey(secret, published, nowMs) };
};

/**
 * Reads the key that the tail of a new API key is made with: the newest one that every container already knows, or on a
 * new stage the only one. While nothing is published, nobody has a session either.
 */
export const readTailKey = async (table: ItemReader, nowMs: number): Promise<TailKey> => {
  const tailKeys = tailKeysIn(await table.get(callerKeys.signingKeys()));
  const tailKey =
    tailKeys.find(({ publishedAtMs }) => nowMs - publishedAtMs >= SETTLING_SECONDS * 1000) ?? tailKeys.at(-1);
  if (!tailKey) throw new Error('No key for the tails of API keys is published');
  return tailKey;
};
