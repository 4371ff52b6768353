import { fileURLToPath } from 'node:url';

/** The project's folder, whatever folder a script is run from. */
export const PROJECT_FOLDER = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '');

/** Where scripts keep the state of this machine: the Python environment, logs, reports, the running stack. */
export const STATE_FOLDER = `${PROJECT_FOLDER}/.local`;
