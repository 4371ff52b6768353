import { randomBytes } from 'node:crypto';

/** Every id prefix of the service and what it names (interface: General conventions, 3). */
export const ID_PREFIXES = {
  usr: 'account',
  adm: 'administrator',
  cmp: 'company',
  wgt: 'widget',
  app: 'applicant',
  note: 'note on an applicant',
  exp: 'export of applicants',
  wses: 'embed session',
  txn: 'wallet transaction',
  ref: 'submission reference',
  addr: 'address verification',
  doc: 'document',
  att: 'attachment',
  ver: 'check',
  clr: 'cleared list entry',
  evt: 'monitoring event',
  al: 'alert',
  dsp: 'dispute',
  obl: 'compliance obligation',
  chat: 'chat',
  msg: 'chat message',
  top: 'top-up',
  whk: 'webhook registration',
  whd: 'webhook delivery',
  sev: 'service event',
  ses: 'account session',
  key: 'API key pair',
  jti: 'access token',
  aud: 'audit entry',
  mail: 'kept mail of the sandbox',
} as const;

/** A known id prefix, without its underscore. */
export type IdPrefix = keyof typeof ID_PREFIXES;

/** Crockford's base 32: no I, L, O, U (github.com/ulid/spec). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const encode = (value: bigint, length: number): string => {
  let rest = value;
  let text = '';
  for (let i = 0; i < length; i++) {
    text = ALPHABET.charAt(Number(rest & 31n)) + text;
    rest >>= 5n;
  }
  return text;
};

/**
 * A 26-character ULID: 48 bits of time in milliseconds, then 80 bits of entropy, so that ids sort by creation.
 *
 * @param entropy 10 bytes; random unless the id must be derived.
 */
const ulid = (epochMs: number, entropy: Uint8Array = randomBytes(10)): string =>
  encode(BigInt(epochMs), 10) + encode(BigInt(`0x${Buffer.from(entropy).toString('hex')}`), 16);

/** A new time-ordered, opaque id such as `app_01J…`. */
export const newId = (prefix: IdPrefix, epochMs: number): string => `${prefix}_${ulid(epochMs)}`;

/**
 * An id that is the same for the same inputs, for records that must be written at most once however often their cause
 * is handled.
 *
 * @param entropy at least 10 bytes of a cryptographic hash; the first 10 are used.
 */
export const derivedId = (prefix: IdPrefix, epochMs: number, entropy: Uint8Array): string =>
  `${prefix}_${ulid(epochMs, entropy.subarray(0, 10))}`;

/** The latest time that an id can hold, in milliseconds since the epoch: 48 bits of it. */
export const LATEST_ID_MS = 2 ** 48 - 1;

/** The lowest id of a millisecond: every id made then or later is the same or follows it. */
export const firstIdOf = (prefix: IdPrefix, epochMs: number): string => `${prefix}_${ulid(epochMs, Buffer.alloc(10))}`;

/** The highest id of a millisecond: every id made then or before is the same or precedes it. */
export const lastIdOf = (prefix: IdPrefix, epochMs: number): string =>
  `${prefix}_${ulid(epochMs, Buffer.alloc(10, 0xff))}`;

/** The id of another kind with the ULID of this one, such as the administrator `adm_…` of an account `usr_…`. */
export const idOfSameTime = (prefix: IdPrefix, id: string): string => `${prefix}_${id.slice(id.indexOf('_') + 1)}`;

/** The time at which an id was made, in milliseconds since the epoch. @param id of the form of {@link isId}. */
export const timeOfId = (id: string): number => {
  const time = id.slice(id.indexOf('_') + 1, -16);
  return Array.from(time).reduce((sum, character) => sum * 32 + ALPHABET.indexOf(character), 0);
};

/** Whether a text has the form of an id of this kind, whether or not it exists. */
export const isId = (prefix: IdPrefix, text: string): boolean =>
  text.startsWith(`${prefix}_`) && /^[0-9A-HJKMNP-TV-Z]{26}$/.test(text.slice(prefix.length + 1));
