import { CompactEncrypt, compactDecrypt, importPKCS8, importSPKI } from 'jose';
import * as v from 'valibot';
import { UserError } from '#scripts/local-cloud/user-error';
import type { SecretName } from '#shared/platform/capabilities';
import { MAX_KEYS, parseKeyring, renderKeyring } from '#shared/platform/keyring';
import { type VersionedSecret, versionsOf } from '#shared/platform/secret-versions';
import type { StageSecrets } from './stage-secrets.ts';

/** RFC 7518, sections 4.3 and 5.3: the file opens with the private key alone, which nothing of the stage has. */
const KEY_ALGORITHM = 'RSA-OAEP-256';
const CONTENT_ALGORITHM = 'A256GCM';

const NAMES = ['signing', 'pepper', 'vault'] as const satisfies readonly SecretName[];

/** The secrets of a stage. */
export type Secrets = Readonly<Record<SecretName, VersionedSecret>>;

/** Something for each secret. */
const eachSecret = <Each>(make: (name: SecretName) => Each): Readonly<Record<SecretName, Each>> => ({
  signing: make('signing'),
  pepper: make('pepper'),
  vault: make('vault'),
});

/** A secret as the text that Secrets Manager holds. */
const keyringSchema = v.pipe(
  v.string(),
  v.transform((text): VersionedSecret => {
    const [current, ...older] = parseKeyring(text) ?? [];
    if (!current) throw new TypeError('A secret is no keyring');
    return { current, older };
  }),
);

/**
 * Seals secrets for whoever holds a private key, as a JSON Web Encryption (RFC 7516).
 *
 * @param publicKeyPem an RSA public key, as `openssl pkey -pubout` writes it.
 * @throws UserError for another kind of key.
 */
export const sealSecrets = async (secrets: Secrets, publicKeyPem: string): Promise<string> => {
  const key = await importSPKI(publicKeyPem, KEY_ALGORITHM).catch(() => {
    throw new UserError('This is not an RSA public key. `openssl pkey -in <private key> -pubout` writes one.');
  });
  const keyrings = eachSecret((name) => renderKeyring(versionsOf(secrets[name])));
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(keyrings)))
    .setProtectedHeader({ alg: KEY_ALGORITHM, enc: CONTENT_ALGORITHM })
    .encrypt(key);
};

/**
 * Opens what {@link sealSecrets} made.
 *
 * @throws UserError when it is something else, or sealed for another key.
 */
export const openSecrets = async (sealed: string, privateKeyPem: string): Promise<Secrets> => {
  const key = await importPKCS8(privateKeyPem, KEY_ALGORITHM).catch(() => {
    throw new UserError('This is not an RSA private key, as `openssl genpkey -algorithm RSA` writes it.');
  });
  try {
    const algorithms = { keyManagementAlgorithms: [KEY_ALGORITHM], contentEncryptionAlgorithms: [CONTENT_ALGORITHM] };
    const { plaintext } = await compactDecrypt(sealed.trim(), key, algorithms);
    return v.parse(v.object(eachSecret(() => keyringSchema)), JSON.parse(new TextDecoder().decode(plaintext)));
  } catch {
    throw new UserError('The file does not hold the secrets of a stage, or was sealed for another key.');
  }
};

/** Reads the secrets of a stage. */
export const readSecrets = async (secrets: Pick<StageSecrets, 'read'>): Promise<Secrets> => {
  const read = async (name: SecretName) => (await secrets.read(name)).secret;
  const [signing, pepper, vault] = await Promise.all([read('signing'), read('pepper'), read('vault')]);
  return { signing, pepper, vault };
};

/**
 * Puts the keys of a file before those that a stage has. Both are recognised, so nothing that the stage has made is
 * lost, and repeating it changes nothing.
 *
 * @returns how many keys each secret has now.
 * @throws UserError when a secret would hold too many keys; then none is changed.
 */
export const importSecrets = async (imported: Secrets, secrets: StageSecrets, dryRun = false): Promise<string> => {
  const present = await readSecrets(secrets);
  const merged = NAMES.map((name) => {
    const { current, older = [] } = imported[name];
    const values = new Set(versionsOf(imported[name]).map(({ value }) => value));
    const others = versionsOf(present[name]).filter(({ value }) => !values.has(value));
    return { name, secret: { current, older: [...older, ...others] } };
  });
  for (const { name, secret } of merged) {
    const count = versionsOf(secret).length;
    if (count > MAX_KEYS)
      throw new UserError(`The secret ${name} would have ${count} keys. At most ${MAX_KEYS} can be used.`);
  }
  if (!dryRun) for (const { name, secret } of merged) await secrets.write(name, secret);
  return merged.map(({ name, secret }) => `${name} has ${versionsOf(secret).length} keys`).join(', ');
};
