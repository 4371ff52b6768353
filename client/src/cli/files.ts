import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { World } from './world.ts';

/** The folder of what is kept between commands: by the XDG Base Directory Specification, or in `%APPDATA%`. */
export const configFolder = ({ env, platform, home }: Pick<World, 'env' | 'platform' | 'home'>): string => {
  if (platform === 'win32') return join(env['APPDATA'] || join(home, 'AppData', 'Roaming'), 'kyb');
  return join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'kyb');
};

/** The JSON of a file; undefined where there is none. */
export const readJson = (folder: string, name: string): unknown => {
  try {
    return JSON.parse(readFileSync(join(folder, name), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/** Writes JSON into a file that only its owner can read, whole or not at all. */
export const writeJson = (folder: string, name: string, content: unknown): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, name);
  writeFileSync(`${file}.new`, JSON.stringify(content), { mode: 0o600 });
  renameSync(`${file}.new`, file);
};
