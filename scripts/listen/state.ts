import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { STATE_FOLDER } from '#scripts/local-cloud/folders';
import { generateSigningSecret } from '#shared/signatures/signing-secret';

/** The state of a listener, kept between its runs. */
export interface ListenState {
  /** The secret that it signs with. */
  readonly secret: string;
  /** The position after the last page that was forwarded; undefined before the first. */
  readonly after: () => string | undefined;
  readonly save: (after: string) => void;
}

/**
 * The state of a listener, in a file for each API and key that only its owner can read. The file contains a hash of the
 * key, and the signing secret.
 *
 * @param given the secret to sign with, instead of the stored one.
 */
export const fileState = (api: string, key: string, given?: string, folder = STATE_FOLDER): ListenState => {
  const name = createHash('sha256').update(`${api}\n${key}`).digest('hex').slice(0, 16);
  const file = join(folder, `listen-${name}.json`);
  const isKept = existsSync(file);
  const kept = isKept
    ? (JSON.parse(readFileSync(file, 'utf8')) as { secret: string; after?: string })
    : { secret: generateSigningSecret() };
  let { after } = kept;
  const write = (): void => {
    mkdirSync(folder, { recursive: true });
    // Whole or not at all.
    writeFileSync(`${file}.new`, JSON.stringify({ secret: kept.secret, after }), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };
  // Written at once: whoever copied the secret to a receiver needs it in the next run, whether or not this run gets a
  // page.
  if (!isKept && given === undefined) write();
  return {
    secret: given ?? kept.secret,
    after: () => after,
    save: (position) => {
      after = position;
      write();
    },
  };
};
