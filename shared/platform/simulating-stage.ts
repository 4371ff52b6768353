import { optionalEnv } from './env.ts';

/**
 * Whether this stage may simulate what is real elsewhere, whatever its settings: only `local`, `dev` and the stages of
 * developers (`dev-<name>`) may.
 */
export const maySimulate = (): boolean => /^(local|dev(-[a-z0-9]+)?)$/.test(optionalEnv('STAGE') ?? '');
