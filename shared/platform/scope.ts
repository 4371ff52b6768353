import type { Environment } from './environments.ts';

/**
 * What a query may touch: the data of an account, in the environments that the caller's credential reaches. A session
 * reaches both, an API key the one that it was made for. What is outside is treated as missing. Every query of an account's
 * data takes one.
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
 * Whether an item is within a scope. For stored items before they are parsed: the duration of a refusal reveals nothing
 * of another account's item.
 */
export const isWithin = (
  { accountId, environments }: Pick<Scope, 'accountId' | 'environments'>,
  { accountId: owner, environment }: Readonly<Record<string, unknown>>,
): boolean => owner === accountId && environments.some((reached) => reached === environment);

/** The environments of an account that a scope reaches, such as its wallets. */
export const accountEnvironments = ({ accountId, environments }: Scope): readonly AccountEnvironment[] =>
  environments.map((environment) => ({ accountId, environment }));

/** The environment of a caller who names none: a key's own, for a session the default of the endpoint. */
export const environmentOf = (
  { environments: [own], via }: Scope,
  requested: Environment | undefined,
  sessionDefault: Environment,
): Environment => requested ?? (via === 'key' && own !== undefined ? own : sessionDefault);

/**
 * The one environment of everything that belongs to an account and not to a widget, such as its companies: a key's own,
 * `live` for a session.
 */
export const callerEnvironment = (scope: Scope): AccountEnvironment => ({
  accountId: scope.accountId,
  environment: environmentOf(scope, undefined, 'live'),
});
