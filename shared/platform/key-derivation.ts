import { hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;
const KEY_ID_BYTES = 9;

const expand = (secretValue: string, info: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secretValue, '', `kyb-service/${info}`, bytes));

/**
 * Derives the 32-byte key of a secret for one purpose, with HKDF-SHA256 without salt (RFC 5869, 3.1: the input is
 * already random). Keys of different purposes reveal nothing of each other or of the secret.
 *
 * @param purpose a constant of the calling module; changing it changes the key.
 */
export const deriveKey = (secretValue: string, purpose: string): Buffer =>
  expand(secretValue, `${purpose}/key/v1`, KEY_BYTES);

/**
 * The public name of a derived key, 12 characters of base64url. It is stored beside what the key protects, so that the
 * reader can find the version of the secret. It is derived from the secret, not from its version id, so that a secret
 * restored elsewhere still opens what it sealed.
 */
export const deriveKeyId = (secretValue: string, purpose: string): string =>
  expand(secretValue, `${purpose}/key-id/v1`, KEY_ID_BYTES).toString('base64url');
