import type { Environment } from './environments.ts';

/**
 * Whose data a query may touch: an account's, in the environments that the caller's credential reaches. A session
 * reaches both, an API key the one that it was made for. What stands outside of it is as if it did not exist.
 */
export interface Scope {
  readonly accountId: string;
  readonly environments: readonly Environment[];
  /** What kind of credential the caller showed. */
  readonly via: 'session' | 'key';
}
