import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '#shared/platform/key-derivation';
import type { SecretVersion, VersionedSecret } from '#shared/platform/secret-versions';
import { versionsOf } from '#shared/platform/secret-versions';
import { UNSUBSCRIBABLE, UNSUBSCRIBABLE_KINDS, type UnsubscribableKind } from './unsubscribable.ts';

/** The mails that a link ends: those of a kind to an address. */
export interface Subscription {
  readonly kind: UnsubscribableKind;
  /** The address as it is in keys: SHA-256 of its normalised form, in hex. */
  readonly emailKey: string;
}

/** How long a link works at least, unless the secret leaks: bulk senders must honour theirs for 60 days. */
export const LINK_DAYS = 60;

/*
 * The token is base64url of: a version byte, the kind's code (1), the address's key (32 bytes), the proof (32). The 66
 * bytes need no padding, so no two texts decode to one token.
 */
const VERSION = 1;
const KIND_AT = 1;
const ADDRESS_AT = 2;
const PROOF_AT = 34;
const TOKEN_FORM = /^[A-Za-z0-9_-]{88}$/;
const ADDRESS_FORM = /^[0-9a-f]{64}$/;
const PURPOSE = 'unsubscribe-link';

const proofOf = (head: Uint8Array, version: SecretVersion): Buffer =>
  createHmac('sha256', deriveKey(version.value, PURPOSE)).update(head).digest();

/**
 * The token of the link that ends mails of a kind to an address. It is always the same for the same key of the pepper.
 * It does not expire, and reveals only the hash of the address.
 */
export const unsubscribeToken = ({ kind, emailKey }: Subscription, { current }: VersionedSecret): string => {
  if (!ADDRESS_FORM.test(emailKey)) throw new RangeError('A link needs the key of an address');
  const head = Buffer.from([VERSION, UNSUBSCRIBABLE[kind].code, ...Buffer.from(emailKey, 'hex')]);
  return Buffer.concat([head, proofOf(head, current)]).toString('base64url');
};

/**
 * The mails that a link ends. Undefined for a token that no key of the pepper has made. Every comparison takes the same
 * time, whatever its result.
 */
export const readUnsubscribeToken = (token: string, pepper: VersionedSecret): Subscription | undefined => {
  if (!TOKEN_FORM.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  const [head, proof] = [bytes.subarray(0, PROOF_AT), bytes.subarray(PROOF_AT)];
  const isOurs = versionsOf(pepper).some((version) => timingSafeEqual(proofOf(head, version), proof));
  const kind = UNSUBSCRIBABLE_KINDS.find((one) => UNSUBSCRIBABLE[one].code === bytes[KIND_AT]);
  if (!isOurs || bytes[0] !== VERSION || kind === undefined) return undefined;
  return { kind, emailKey: head.toString('hex', ADDRESS_AT) };
};
