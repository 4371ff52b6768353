import { createHash } from 'node:crypto';
import { generateSigningSecret } from '#shared/signatures/signing-secret';
import { readJson, writeJson } from './files.ts';

/** The state of a listener, kept between its runs. */
export interface ListenState {
  /** The secret that it signs with. */
  readonly secret: string;
  /** The position after the last page that was forwarded; undefined before the first. */
  readonly after: () => string | undefined;
  readonly save: (after: string) => void;
}

/**
 * The state of a listener, in a file for each API and key. The file contains a hash of the key, and the signing secret.
 *
 * @param given the secret to sign with, instead of the stored one.
 */
export const fileState = (folder: string, api: string, key: string, given?: string): ListenState => {
  const hash = createHash('sha256').update(`${api}\n${key}`).digest('hex').slice(0, 16);
  const name = `listen-${hash}.json`;
  const found = readJson(folder, name) as { readonly secret: string; readonly after?: string } | undefined;
  const kept = found ?? { secret: generateSigningSecret() };
  let { after } = kept;
  const write = (): void => writeJson(folder, name, { secret: kept.secret, after });
  // Written at once: whoever copied the secret to a receiver needs it in the next run, whether or not this run gets a
  // page.
  if (!found && given === undefined) write();
  return {
    secret: given ?? kept.secret,
    after: () => after,
    save: (position) => {
      after = position;
      write();
    },
  };
};
