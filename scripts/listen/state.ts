import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { STATE_FOLDER } from '#scripts/local-cloud/folders';
import { generateSigningSecret } from '#shared/signatures/signing-secret';

/** Where a listener stands, kept between its runs. */
export interface ListenState {
  /** The secret that it signs with. */
  readonly secret: string;
  /** Behind the last page that was forwarded; undefined before there was one. */
  readonly after: () => string | undefined;
  readonly save: (after: string) => void;
}

/**
 * The state of a listener in a file of its own for each API and key. It holds a hash of the key, and the signing secret:
 * only its owner can read it.
 *
 * @param given the secret to sign with, instead of the one that is kept.
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
  // At once: whoever copied it to a receiver needs it in the next run, whether or not this one gets a page.
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
