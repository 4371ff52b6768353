import { ApiError } from '#shared/errors/api-error';
import type { Problem } from '#shared/errors/error-details';
import type { Contract } from '#shared/http/contract';
import { describedNames } from '#shared/http/schemas/described-names';
import { ENVIRONMENTS, type Environment } from '#shared/platform/environments';
import type { Scope } from '#shared/platform/scope';

/**
 * The environments that sessions reach with endpoints which do not ask for one, by the part of the API they belong to:
 * of widgets, applicants, registrations, keys and wallets they see both. Of everything else `live` alone is theirs.
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

/** What a request says of its environment. */
export interface RequestedEnvironment {
  /** The one that it names, where its endpoint has no parameter for it: nothing of the other is reached then. */
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
 * Reads the environment that the top level of a request's query or body names, whether or not its endpoint describes
 * one, so that nobody who says `sandbox` is charged live money.
 *
 * @param scope the caller's; undefined where no account is required: then a query alone may name one.
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

/** The part of a scope that a request reaches which names an environment. */
export const scopeIn = <S extends Scope | undefined>(scope: S, environment: Environment | undefined): S =>
  scope && environment !== undefined ? { ...scope, environments: [environment] } : scope;
