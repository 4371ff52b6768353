import { ApiError } from '#shared/errors/api-error';
import type { Problem } from '#shared/errors/error-details';
import type { Contract } from '#shared/http/contract';
import { describedNames } from '#shared/http/schemas/described-names';
import { ENVIRONMENTS, type Environment } from '#shared/platform/environments';
import type { Scope } from '#shared/platform/scope';

/**
 * The environments that sessions reach with endpoints that take no environment, by the part of the API. A session
 * reaches both for widgets, applicants, registrations, keys and wallets, only `sandbox` for simulations, and only
 * `live` for everything else.
 */
const REACHED_BY_SESSIONS: Readonly<Record<string, readonly Environment[]>> = {
  kyb: ENVIRONMENTS,
  webhooks: ENVIRONMENTS,
  'api-keys': ENVIRONMENTS,
  wallet: ENVIRONMENTS,
  sandbox: ['sandbox'],
};

/** The parts of a request that may name an environment, as they were sent. */
export interface NamingParts {
  readonly query: unknown;
  readonly body: unknown;
}

/** What a request states about its environment. */
export interface RequestedEnvironment {
  /**
   * The environment that it names although its endpoint has no such parameter. Nothing of the other one is reached
   * then.
   */
  readonly environment?: Environment;
  readonly problems: readonly Problem[];
}

type NamedContract = Pick<Contract, 'group' | 'query' | 'body'>;

const environmentIn = (part: unknown): unknown =>
  typeof part === 'object' && part !== null && Object.hasOwn(part, 'environment')
    ? (part as { environment: unknown }).environment
    : undefined;

const isEnvironment = (value: unknown): value is Environment => ENVIRONMENTS.some((known) => known === value);

/** What to do with an API key of each environment that is refused for the other one. */
const OF_KEYS: Readonly<Record<Environment, string>> = {
  sandbox: 'This is an API key of the sandbox. For `live`, use a live key (live_sk_).',
  live: 'This is an API key of `live`. For the sandbox, use a sandbox key (test_sk_).',
};

const mismatch = ({ via, environments: [own] }: Scope, reached: readonly Environment[]): ApiError =>
  new ApiError('ENVIRONMENT_MISMATCH', {
    details: [{ path: 'environment', message: `Must be ${reached.join(' or ')} in this request` }],
    ...(via === 'key' && own !== undefined && { sentence: OF_KEYS[own] }),
  });

const NO_ENVIRONMENT: Problem = { path: 'environment', message: `Must be ${ENVIRONMENTS.join(' or ')}` };

/**
 * Reads the environment that the top level of a request's query or body names, even if its endpoint has no such
 * parameter, so that nobody who says `sandbox` is charged live money.
 *
 * @param scope the caller's; undefined where no account is required, in which case only a query may name an
 * environment.
 * @throws ApiError ENVIRONMENT_MISMATCH for one that the caller does not reach with this endpoint.
 */
export const requestedEnvironment = (
  contract: NamedContract,
  scope: Scope | undefined,
  { query, body }: NamingParts,
): RequestedEnvironment => {
  const parts = [
    { named: environmentIn(query), isDescribed: describedNames(contract.query).includes('environment') },
    { named: scope && environmentIn(body), isDescribed: describedNames(contract.body).includes('environment') },
  ];
  const described = parts.find(({ isDescribed }) => isDescribed);
  const undescribed = parts.filter(({ named, isDescribed }) => named !== undefined && !isDescribed);
  const problems = undescribed.some(({ named }) => !isEnvironment(named)) ? [NO_ENVIRONMENT] : [];
  if (!scope) return { problems };

  const named = parts.map((part) => part.named).filter(isEnvironment);
  const chosen = isEnvironment(described?.named) ? described.named : 'live';
  const ofSession = described ? [chosen] : (REACHED_BY_SESSIONS[contract.group] ?? ['live']);
  const reached = scope.via === 'key' ? scope.environments : ofSession;
  const [first] = named;
  if (named.some((one) => !reached.includes(one) || one !== first)) throw mismatch(scope, reached);
  return { problems, ...(!described && first !== undefined && { environment: first }) };
};

/** Narrows a scope to the environment that the request names. */
export const scopeIn = <S extends Scope | undefined>(scope: S, environment: Environment | undefined): S =>
  scope && environment !== undefined ? { ...scope, environments: [environment] } : scope;
