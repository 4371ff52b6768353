import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** Where scripts keep what belongs to this machine. */
export const STATE = join(PROJECT, '.local');

/** The output of all commands of an installation. */
export const INSTALL_LOG = join(STATE, 'install.log');
