import { createHash, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { type Item, update, type WriteOperation } from '#shared/db/expressions';
import { isoTime } from '#shared/platform/clock';
import { ENVIRONMENTS } from '#shared/platform/environments';
import type { AccountEnvironment } from '#shared/platform/scope';
import { callerKeys } from './keys.ts';

/**
 * The form of a secret key: the name of its environment, 143 random bits in base 62, and the tail that authenticates
 * both.
 */
const SECRET_KEY = /^(?:test|live)_sk_[0-9A-Za-z]{32}$/;

/** Whether a text has the form of a secret key. A publishable key does not: it identifies, but authorises nothing. */
export const isSecretKey = (text: string): boolean => SECRET_KEY.test(text);

/** The hash that a secret key is stored under. A key has 143 random bits, so no slower hash is needed. */
export const secretKeyHash = (secretKey: string): string => createHash('sha256').update(secretKey).digest('base64url');

const ownerSchema = v.object({ accountId: v.string(), environment: v.picklist(ENVIRONMENTS) });

/** The account and environment of a secret key. They never change while the key exists. */
export type ApiKeyOwner = v.InferOutput<typeof ownerSchema>;

/** Parses the item under the hash of a key; undefined for an unknown key. */
export const fromApiKeyItem = (item: Item | undefined): ApiKeyOwner | undefined =>
  item === undefined ? undefined : v.parse(ownerSchema, item);

const pairSchema = v.object({
  /** `key_` */
  id: v.string(),
  secretHash: v.string(),
  publishableKey: v.string(),
  secretKeyMasked: v.string(),
  createdAt: v.string(),
  /** When it stops working beside its successor; null for the newest one. */
  expiresAt: v.nullable(v.string()),
});

/** A pair of keys as its account stores it. The secret itself is stored nowhere. */
export type ApiKeyPair = v.InferOutput<typeof pairSchema>;

const pairsSchema = v.object({
  ...ownerSchema.entries,
  pairs: v.array(pairSchema),
  /** As in the account's access, so that confirming a key needs one read. */
  suspendedAt: v.optional(v.string()),
});

/**
 * Every pair of an account in one environment that may work, newest first. They are one item, so that one read returns
 * all.
 */
export type ApiKeyPairs = v.InferOutput<typeof pairsSchema>;

/** Parses the stored pairs of an account in one environment. */
export const parseApiKeyPairs = (item: Item): ApiKeyPairs => v.parse(pairsSchema, item);

/** Parses the stored pairs of an account in one environment; undefined when it has never had one. */
export const fromApiKeyPairsItem = (item: Item | undefined): ApiKeyPairs | undefined => item && parseApiKeyPairs(item);

/** Whether a pair has not expired. */
export const isPairAlive = ({ expiresAt }: ApiKeyPair, nowMs: number): boolean =>
  expiresAt === null || Date.parse(expiresAt) > nowMs;

const isSameHash = (one: string, other: string): boolean => {
  const [oneBytes, otherBytes] = [Buffer.from(one), Buffer.from(other)];
  return oneBytes.length === otherBytes.length && timingSafeEqual(oneBytes, otherBytes);
};

/** The working pair whose secret has this hash; undefined when it was rotated away or its overlap is over. */
export const workingPair = (
  stored: ApiKeyPairs | undefined,
  secretHash: string,
  nowMs: number,
): ApiKeyPair | undefined =>
  stored?.pairs.find((pair) => isSameHash(pair.secretHash, secretHash) && isPairAlive(pair, nowMs));

/** The beginning of the hour of a moment, which is the precision of a key's last use. */
export const hourOf = (nowMs: number): string => isoTime(Math.floor(nowMs / 3_600_000) * 3_600_000);

/** A key with its account and environment. */
export interface ApiKeyReference extends AccountEnvironment {
  /** `key_` */
  readonly keyId: string;
}

/** The hour in which a key was last used, from the item of its account's uses; null if it never was. */
export const lastUseOf = (uses: Item | undefined, keyId: string): string | null =>
  v.parse(v.nullable(v.string()), uses?.[keyId] ?? null);

/** The write that records a key's use. It refuses when a use in this hour or later was already recorded. */
export const useWrite = ({ accountId, environment, keyId }: ApiKeyReference, hour: string): WriteOperation =>
  update(callerKeys.apiKeyUses(accountId, environment), {
    set: { [keyId]: hour },
    when: { [keyId]: { missingOr: { below: hour } } },
  });
