import type { Environment } from './environments.ts';

/**
 * What a query may touch: the data of an account, in the environments that the caller's credential reaches. A session
 * reaches both, an API key only the one that it was made for. Data outside of the scope is treated as missing. Every
 * query of an account's data takes a scope.
 */
export interface Scope {
  readonly accountId: string;
  readonly environments: readonly Environment[];
  /** The kind of the caller's credential. */
  readonly via: 'session' | 'key';
}

/** One environment of an account: the owner of a wallet, a ledger or a new entity. */
export interface AccountEnvironment {
  readonly accountId: string;
  readonly environment: Environment;
}

/**
 * Whether a stored item is within a scope. Call it before the item is parsed, so that the duration of a refusal reveals
 * nothing of another account's item.
 */
export const isWithin = (
  { accountId, environments }: Pick<Scope, 'accountId' | 'environments'>,
  { accountId: owner, environment }: Readonly<Record<string, unknown>>,
): boolean => owner === accountId && environments.some((reached) => reached === environment);

/** The environments of an account that a scope reaches, such as its wallets. */
export const accountEnvironments = ({ accountId, environments }: Scope): readonly AccountEnvironment[] =>
  environments.map((environment) => ({ accountId, environment }));

/** The environment of a request that names none: that of the API key, or for a session the default of the endpoint. */
export const environmentOf = (
  { environments: [own], via }: Scope,
  requested: Environment | undefined,
  sessionDefault: Environment,
): Environment => requested ?? (via === 'key' && own !== undefined ? own : sessionDefault);

/**
 * The one environment of everything that belongs to an account rather than a widget, such as its companies: that of the
 * API key, or `live` for a session.
 */
export const callerEnvironment = (scope: Scope): AccountEnvironment => ({
  accountId: scope.accountId,
  environment: environmentOf(scope, undefined, 'live'),
});
