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

/** One environment of an account: whose a wallet, a ledger or a new entity is. */
export interface AccountEnvironment {
  readonly accountId: string;
  readonly environment: Environment;
}

/**
 * Whether what was read stands within a scope. For stored items before they are parsed: how long a refusal takes tells
 * nothing of what another account's item holds.
 */
export const isWithin = (
  { accountId, environments }: Scope,
  { accountId: owner, environment }: Readonly<Record<string, unknown>>,
): boolean => owner === accountId && environments.some((reached) => reached === environment);

/** What a caller gets who names no environment: a key its own, a session the default of the endpoint. */
export const environmentOf = (
  { environments: [own], via }: Scope,
  asked: Environment | undefined,
  sessionDefault: Environment,
): Environment => asked ?? (via === 'key' && own !== undefined ? own : sessionDefault);
