import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { Item } from '#shared/db/expressions';

const BASE_62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Characters at the end of a secret key that authenticate those before them: 47 bits. */
export const TAIL_CHARACTERS = 8;

const tailKeySchema = v.object({ key: v.string(), publishedAtMs: v.number() });

/**
 * A key that the tails of secret API keys are made with, in base64url, and when it was published. It is stored in the
 * table with the public keys, because every function that proves a credential reads those anyway. It opens nothing:
 * whoever has it can make up keys that cost a read, but none that works.
 */
export type TailKey = v.InferOutput<typeof tailKeySchema>;

/** Lenient: any other content counts as none, so that a missing tail key refuses nobody. */
export const tailKeysSchema = v.fallback(v.array(tailKeySchema), []);

/** The tail keys in the item of the published keys, newest first. */
export const tailKeysIn = (item: Item | undefined): readonly TailKey[] => v.parse(tailKeysSchema, item?.['tailKeys']);

const base62 = (bits: bigint): string =>
  Array.from({ length: TAIL_CHARACTERS }, (_, place) =>
    BASE_62.charAt(Number((bits / 62n ** BigInt(place)) % 62n)),
  ).join('');

/** The tail of a secret key: a keyed hash (HMAC-SHA256) of its prefix and its random characters. */
export const apiKeyTail = (head: string, key: TailKey['key']): string =>
  base62(createHmac('sha256', Buffer.from(key, 'base64url')).update(head).digest().readBigUInt64BE());

/** Whether a text in the form of a secret key ends in the tail that one of these keys gives it. Takes constant time. */
export const hasTailBy = (secretKey: string, keys: readonly TailKey[]): boolean => {
  const [head, tail] = [secretKey.slice(0, -TAIL_CHARACTERS), Buffer.from(secretKey.slice(-TAIL_CHARACTERS))];
  return keys.some(({ key }) => timingSafeEqual(tail, Buffer.from(apiKeyTail(head, key))));
};
