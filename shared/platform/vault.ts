import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { effect } from './effect.ts';
import { env } from './env.ts';
import { deriveKey, deriveKeyId } from './key-derivation.ts';
import type { SecretVersion, VersionedSecret } from './secret-versions.ts';
import { versionsOf } from './secret-versions.ts';
import { type Freshness, type ReadSecret, readSecret } from './secrets.ts';
import { doWhileWaiting } from './while-waiting.ts';

const PURPOSE = 'vault';
const VERSION = 'v1';
const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SEALED_FORM = /^v1\.([\w-]{12})\.([\w-]{38,})$/;

/** A sealed text cannot be opened: it is damaged, belongs to another owner, or was sealed with a key that is gone. */
export class SealedTextUnreadable extends Error {
  override readonly name = 'SealedTextUnreadable';
}

/** Reads the secret that texts are sealed with, by default from memory. */
export type ReadVault = (freshness?: Freshness) => Promise<VersionedSecret>;

/**
 * Makes the {@link ReadVault} of the stage, of the secret that `VAULT_SECRET_NAME` names. A previous version is read
 * with `renew` only, because a sealed text names the key that it needs.
 *
 * @returns a function that throws SecretUnavailable.
 */
export const makeReadVault =
  (read: ReadSecret): ReadVault =>
  (freshness) =>
    read(env('VAULT_SECRET_NAME'), { ...freshness, currentOnly: freshness?.renew === undefined });

/**
 * Reads the secret and seals something while a container waits for its first call, because its first request needs the
 * secret in a later one. The first seal derives the keys and loads the cipher, which takes most of a millisecond.
 */
const aheadOfRequests = (read: ReadVault): ReadVault => {
  doWhileWaiting(async () => seal('', '', await read()));
  return read;
};

/** The effect of the capability `vault`. */
export const vault = effect('vault', aheadOfRequests(makeReadVault(readSecret)));

interface VaultKey {
  readonly id: string;
  readonly key: Buffer;
}

const derived = new WeakMap<SecretVersion, VaultKey>();

/** Derives the keys of a version once per container, because a page of sealed texts needs them for each text. */
const vaultKeyOf = (version: SecretVersion): VaultKey => {
  const known = derived.get(version);
  if (known) return known;
  const made = { id: deriveKeyId(version.value, PURPOSE), key: deriveKey(version.value, PURPOSE) };
  derived.set(version, made);
  return made;
};

/** The name of the key that a version of the secret seals with, as sealed texts carry it. */
export const vaultKeyId = (version: SecretVersion): string => vaultKeyOf(version).id;

/** The name of the key that a text was sealed with; undefined for a text that is not sealed. */
export const sealedKeyId = (text: string): string | undefined => SEALED_FORM.exec(text)?.[1];

/** What the seal authenticates besides the text: its format, its key and its owner. */
const associatedData = (keyId: string, owner: string): Buffer => Buffer.from(JSON.stringify([VERSION, keyId, owner]));

/**
 * Encrypts a text, or bytes, for storage with AES-256-GCM under the current version of the secret.
 *
 * @param owner the id of the record that holds it; the text opens for this owner only, so a sealed text copied to
 * another record is useless there.
 * @returns `v1.<key id>.<nonce, ciphertext and tag in base64url>`, different at each call.
 */
export const seal = (plaintext: string | Uint8Array, owner: string, { current }: VersionedSecret): string => {
  const { id, key } = vaultKeyOf(current);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(associatedData(id, owner));
  const body = Buffer.concat([nonce, cipher.update(Buffer.from(plaintext)), cipher.final(), cipher.getAuthTag()]);
  return `${VERSION}.${id}.${body.toString('base64url')}`;
};

/**
 * Decrypts what {@link seal} made, under any version of the secret.
 *
 * @returns undefined when it was sealed with a key that the secret does not have.
 * @throws SealedTextUnreadable for anything but a complete sealed text of this owner; its message reveals nothing of
 * it.
 */
export const openSealedWith = (sealed: string, owner: string, secret: VersionedSecret): string | undefined =>
  openBytesWith(sealed, owner, secret)?.toString('utf8');

/** {@link openSealedWith} of bytes. */
const openBytesWith = (sealed: string, owner: string, secret: VersionedSecret): Buffer | undefined => {
  const [, keyId = '', text = ''] = SEALED_FORM.exec(sealed) ?? [];
  if (keyId === '') throw new SealedTextUnreadable('A sealed text is malformed');
  const sealedWith = versionsOf(secret)
    .map(vaultKeyOf)
    .find(({ id }) => id === keyId);
  if (!sealedWith) return undefined;

  const body = Buffer.from(text, 'base64url');
  const decipher = createDecipheriv(ALGORITHM, sealedWith.key, body.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(associatedData(keyId, owner));
  decipher.setAuthTag(body.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(body.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    throw new SealedTextUnreadable('A sealed text is damaged or belongs to another record');
  }
};

/**
 * Opens a sealed text of this stage. A text sealed with a newer version of the secret than this container has read is
 * opened after another read. No other code detects an outdated copy of the vault's secret.
 *
 * @throws SealedTextUnreadable; SecretUnavailable.
 */
export const openSealed = async (sealed: string, owner: string, read: ReadVault): Promise<string> =>
  (await openSealedBytes(sealed, owner, read)).toString('utf8');

/**
 * {@link openSealed} of bytes.
 *
 * @throws SealedTextUnreadable; SecretUnavailable.
 */
export const openSealedBytes = async (sealed: string, owner: string, read: ReadVault): Promise<Buffer> => {
  const bytes = openBytesWith(sealed, owner, await read()) ?? openBytesWith(sealed, owner, await read({ renew: true }));
  if (bytes === undefined) throw new SealedTextUnreadable('A sealed text needs a key that its secret does not have');
  return bytes;
};
