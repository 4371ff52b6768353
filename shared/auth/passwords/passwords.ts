import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { text } from '#shared/http/schemas/texts';
import { deriveKey, deriveKeyId } from '#shared/platform/key-derivation';
import type { SecretVersion, VersionedSecret } from '#shared/platform/secret-versions';
import { versionsOf } from '#shared/platform/secret-versions';
import { PASSWORD_COST } from './password-cost.ts';

/** Minimum characters of a password. */
export const MIN_PASSWORD_LENGTH = 8;

/** Maximum characters of a password. */
export const MAX_PASSWORD_LENGTH = 128;

/**
 * A password that an account may choose: 8-128 characters of any kind and composition (OWASP ASVS 5.0, 6.2).
 * `isCommonPassword` checks whether it is too common. Only functions that set passwords import that check.
 */
export const passwordSchema = text(MAX_PASSWORD_LENGTH, { minLength: MIN_PASSWORD_LENGTH });

/**
 * A stored password hash cannot be checked, because it is malformed, or peppered with a secret that is gone. A fault of
 * ours.
 */
export class PasswordUnverifiable extends Error {
  override readonly name = 'PasswordUnverifiable';
}

const SALT_BYTES = 16;
const HASH_BYTES = 32;
const PURPOSE = 'password-pepper';

const HASH_FORM =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2}),keyid=([\w-]{12})\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;

const argon2Async = promisify(argon2);

type Cost = Pick<Argon2Parameters, 'memory' | 'passes' | 'parallelism'>;

interface StoredHash {
  readonly cost: Cost;
  readonly pepperId: string;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

/** Different keyboards send the same password as different code points. NFKC makes them equal. */
const normalised = (password: string): string => password.normalize('NFKC');

/** The name of the pepper of a version of the secret, as stored hashes carry it. */
export const pepperIdOf = (version: SecretVersion): string => deriveKeyId(version.value, PURPOSE);

const digest = (password: string, pepper: SecretVersion, salt: Buffer, cost: Cost): Promise<Buffer> =>
  argon2Async('argon2id', {
    message: normalised(password),
    nonce: salt,
    secret: deriveKey(pepper.value, PURPOSE),
    tagLength: HASH_BYTES,
    ...cost,
  });

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

const parseHash = (stored: string): StoredHash => {
  const [, memory, passes, parallelism, pepperId, salt, hash] = HASH_FORM.exec(stored) ?? [];
  if (pepperId === undefined || salt === undefined || hash === undefined) {
    throw new PasswordUnverifiable('A stored password hash is malformed');
  }
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    pepperId,
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
};

/**
 * Hashes a password for storage: argon2id keyed with the current pepper, in the PHC string format
 * `$argon2id$v=19$m=…,t=…,p=…,keyid=…$salt$hash`. Takes about 30 ms of processor time.
 *
 * @param beside another stored hash of the same person, whose salt it shares. {@link findPassword} then checks both
 * with one computation, and the same password gives the same text.
 */
export const hashPassword = async (password: string, pepper: VersionedSecret, beside?: string): Promise<string> => {
  const shared = beside !== undefined && !needsRehash(beside, pepper);
  const salt = shared ? parseHash(beside).salt : randomBytes(SALT_BYTES);
  const hash = await digest(password, pepper.current, salt, PASSWORD_COST);
  const { memory, passes, parallelism } = PASSWORD_COST;
  const parameters = `m=${memory},t=${passes},p=${parallelism},keyid=${pepperIdOf(pepper.current)}`;
  return `$argon2id$v=19$${parameters}$${unpadded(salt)}$${unpadded(hash)}`;
};

/**
 * The name of the pepper that a stored hash was made with.
 *
 * @throws PasswordUnverifiable when it is malformed.
 */
export const pepperIdOfHash = (stored: string): string => parseHash(stored).pepperId;

/** A stored hash without the hash itself. One computation checks all texts that share this. */
const computationOf = (stored: string): string => stored.slice(0, stored.lastIndexOf('$'));

/**
 * Finds the stored hash that a password matches, if any. Hashes with a shared salt take one computation together.
 * Without any hash (no such account) one is made all the same, so that the duration does not reveal which addresses are
 * known.
 *
 * @throws PasswordUnverifiable when a stored hash cannot be checked with these peppers. If the pepper may have been
 * rotated within the last minutes, read the secret again and retry.
 */
export const findPassword = async (
  stored: readonly string[],
  password: string,
  pepper: VersionedSecret,
): Promise<string | undefined> => {
  if (stored.length === 0) await digest(password, pepper.current, randomBytes(SALT_BYTES), PASSWORD_COST);
  const computed = new Map<string, Buffer>();
  let found: string | undefined;
  for (const text of stored) {
    const { cost, pepperId, salt, hash } = parseHash(text);
    const pepperedWith = versionsOf(pepper).find((version) => pepperIdOf(version) === pepperId);
    if (!pepperedWith) throw new PasswordUnverifiable('A stored password hash needs a pepper that is not known');
    const presented = computed.get(computationOf(text)) ?? (await digest(password, pepperedWith, salt, cost));
    computed.set(computationOf(text), presented);
    if (timingSafeEqual(presented, hash)) found = text;
  }
  return found;
};

/**
 * Whether a hash whose password was just verified should be replaced, because it was made at another cost or with
 * another pepper than the current ones.
 *
 * @throws PasswordUnverifiable when it is malformed.
 */
export const needsRehash = (stored: string, pepper: VersionedSecret): boolean => {
  const { cost, pepperId } = parseHash(stored);
  return (
    cost.memory !== PASSWORD_COST.memory ||
    cost.passes !== PASSWORD_COST.passes ||
    cost.parallelism !== PASSWORD_COST.parallelism ||
    pepperId !== pepperIdOf(pepper.current)
  );
};
