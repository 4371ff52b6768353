import * as v from 'valibot';
import type { SecretVersion } from './secret-versions.ts';

/** A shorter value cannot carry the 256 bits that keys are derived from: it is an operator's mistake, not a secret. */
export const MIN_SECRET_LENGTH = 32;

/** More keys than anyone needs. A longer keyring is a mistake, and would slow down every search in it. */
export const MAX_KEYS = 100;

const keyringSchema = v.object({
  /** Newest first: new values are made with the first, and recognised by any. */
  keys: v.pipe(
    v.array(
      v.object({ id: v.pipe(v.string(), v.nonEmpty()), value: v.pipe(v.string(), v.minLength(MIN_SECRET_LENGTH)) }),
    ),
    v.nonEmpty(),
    v.maxLength(MAX_KEYS),
  ),
});

/** A secret has the form of a keyring, but is malformed. The message reveals nothing of its content. */
class KeyringMalformed extends Error {
  override readonly name = 'KeyringMalformed';

  constructor() {
    super('A secret is a malformed keyring');
  }
}

const parseObject = (text: string): object | undefined => {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Parses a keyring, `{"keys": [{"id", "value"}, …]}`, newest first: one secret with every key that may still be in use.
 *
 * @returns undefined for a secret that is a plain text.
 * @throws KeyringMalformed.
 */
export const parseKeyring = (text: string): readonly [SecretVersion, ...SecretVersion[]] | undefined => {
  const object = parseObject(text);
  if (object === undefined || !('keys' in object)) return undefined;
  const parsed = v.safeParse(keyringSchema, object);
  const [newest, ...older] = parsed.success ? parsed.output.keys : [];
  if (newest === undefined) throw new KeyringMalformed();
  return [newest, ...older].map(({ id, value }) => ({ versionId: id, value })) as [SecretVersion, ...SecretVersion[]];
};

/** The text of a secret that holds these keys, newest first. */
export const renderKeyring = (keys: readonly SecretVersion[]): string =>
  JSON.stringify({ keys: keys.map(({ versionId, value }) => ({ id: versionId, value })) });
