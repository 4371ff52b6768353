import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey, deriveKeyId } from './key-derivation.ts';
import { versionsOf } from './secret-versions.ts';
import type { VersionedSecret } from './secrets.ts';

const PURPOSE = 'vault';
const VERSION = 'v1';
const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A sealed text cannot be opened: damaged, of another owner, or sealed with a secret that is gone. */
export class SealedTextUnreadable extends Error {
  override readonly name = 'SealedTextUnreadable';
}

/** What the seal vouches for beside the text: its form, its key and whom it belongs to. */
const associatedData = (keyId: string, owner: string): Buffer => Buffer.from(JSON.stringify([VERSION, keyId, owner]));

/**
 * Encrypts a text for storage with AES-256-GCM under the current version of the secret.
 *
 * @param owner the id of the record that holds it; the text opens for this owner only, so a sealed text copied to
 * another record is useless there.
 * @returns `v1.<key id>.<nonce, ciphertext and tag in base64url>`, different at each call.
 */
export const seal = (plaintext: string, owner: string, secret: VersionedSecret): string => {
  const keyId = deriveKeyId(secret.current.value, PURPOSE);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, deriveKey(secret.current.value, PURPOSE), nonce, {
    authTagLength: TAG_BYTES,
  });
  cipher.setAAD(associatedData(keyId, owner));
  const body = Buffer.concat([nonce, cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${VERSION}.${keyId}.${body.toString('base64url')}`;
};

/**
 * Decrypts what {@link seal} made, under the current or the previous version of the secret.
 *
 * @throws SealedTextUnreadable for anything else; the message says nothing of the text.
 */
export const open = (sealed: string, owner: string, secret: VersionedSecret): string => {
  const [version, keyId, text, ...rest] = sealed.split('.');
  const body = Buffer.from(text ?? '', 'base64url');
  if (version !== VERSION || keyId === undefined || rest.length > 0 || body.length < NONCE_BYTES + TAG_BYTES) {
    throw new SealedTextUnreadable('A sealed text is malformed');
  }
  const sealedWith = versionsOf(secret).find(({ value }) => deriveKeyId(value, PURPOSE) === keyId);
  if (!sealedWith) throw new SealedTextUnreadable('A sealed text needs a version of the secret that is not known');

  const decipher = createDecipheriv(ALGORITHM, deriveKey(sealedWith.value, PURPOSE), body.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(associatedData(keyId, owner));
  decipher.setAuthTag(body.subarray(-TAG_BYTES));
  try {
    return decipher.update(body.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    throw new SealedTextUnreadable('A sealed text is damaged or belongs to another record');
  }
};
