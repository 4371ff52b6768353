import { isIP } from 'node:net';
import { within } from '#shared/platform/within';
import { judgeAddress } from './address-policy.ts';

/** Maximum length of an endpoint in characters (interface: Limits). */
export const ENDPOINT_MAX_LENGTH = 2048;

/** How long registration waits for the resolver before it refuses, in milliseconds. */
const RESOLVE_TIMEOUT_MS = 3_000;

/**
 * The reasons for refusing an endpoint, each with the sentence for its owner. The addresses found are never included.
 */
export const ENDPOINT_REFUSALS = {
  too_long: `The endpoint is longer than ${ENDPOINT_MAX_LENGTH} characters.`,
  not_a_url: 'The endpoint is not a valid URL.',
  scheme: 'The endpoint must use https.',
  userinfo: 'The endpoint must not hold a user name or password.',
  address: 'The endpoint must be reachable at public internet addresses only.',
  unresolvable: 'The host name of the endpoint cannot be resolved.',
  resolver_timeout: 'The host name of the endpoint could not be resolved in time.',
} as const;

/** The name of a refusal. */
export type EndpointRefusal = keyof typeof ENDPOINT_REFUSALS;

/** The guard's result. */
export type EndpointVerdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly reason: EndpointRefusal };

/** The stage's rules for endpoints. */
export interface EndpointRules {
  /**
   * True only on the local stage: plain http and loopback addresses pass, and everything else is checked as on other
   * stages.
   */
  readonly allowLoopbackHttp: boolean;
}

/** Resolves a host name to all its addresses. Rejects when it has none or the resolver fails. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>;

type InspectedEndpoint =
  | { readonly allowed: true; readonly url: URL }
  | { readonly allowed: false; readonly reason: EndpointRefusal };

const refused = (reason: EndpointRefusal) => ({ allowed: false, reason }) as const;

/** The machine's resolver as connections use it (hosts file included), so that both checks get the same results. */
const resolveHost: ResolveHost = async (hostname) => {
  const found = await process.getBuiltinModule('node:dns').promises.lookup(hostname, { all: true });
  return found.map(({ address }) => address);
};

/** RFC 6761 section 6.3: these names are loopback by definition, whatever a resolver returns. */
const namesLoopback = (hostname: string): boolean => /(?:^|\.)localhost$/.test(hostname.replace(/\.$/, ''));

/** The address that a URL's host is, without brackets, or undefined when the host is a name. */
const addressLiteral = ({ hostname }: URL): string | undefined => {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? undefined : bare;
};

const addressAllowed = (address: string, rules: EndpointRules): boolean =>
  judgeAddress(address, { allowLoopback: rules.allowLoopbackHttp }).allowed;

const hostAllowed = (url: URL, rules: EndpointRules): boolean => {
  const literal = addressLiteral(url);
  if (literal !== undefined) return addressAllowed(literal, rules);
  return rules.allowLoopbackHttp || !namesLoopback(url.hostname);
};

/**
 * Checks what an endpoint's text alone shows: length, form, scheme, userinfo, and a literal host in any spelling,
 * because `URL` converts decimal, octal, hex, short and full-width forms to the address that they mean. Resolves
 * nothing. Repeat this check when connecting, because no lookup is made for literals.
 *
 * White space and control characters are refused instead of being dropped silently, as `URL` does.
 */
export const inspectEndpoint = (endpoint: string, rules: EndpointRules): InspectedEndpoint => {
  if (endpoint.length > ENDPOINT_MAX_LENGTH) return refused('too_long');
  if (/[\s\p{Cc}]/u.test(endpoint)) return refused('not_a_url');
  const url = URL.parse(endpoint);
  if (url === null) return refused('not_a_url');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && rules.allowLoopbackHttp)) return refused('scheme');
  if (url.username !== '' || url.password !== '') return refused('userinfo');
  return hostAllowed(url, rules) ? { allowed: true, url } : refused('address');
};

/**
 * Checks an endpoint at registration and resolves its host name. Every address must pass. The endpoint is refused if
 * the resolver fails, finds nothing or is too slow. What a name resolves to may change, so the connection checks again
 * (see `guardedLookup`). Never throws. Any port is allowed.
 */
export const checkEndpoint = async (
  endpoint: string,
  options: EndpointRules & { readonly resolve?: ResolveHost; readonly timeoutMs?: number },
): Promise<EndpointVerdict> => {
  const inspected = inspectEndpoint(endpoint, options);
  if (!inspected.allowed) return inspected;
  if (addressLiteral(inspected.url) !== undefined) return { allowed: true };

  const { resolve = resolveHost, timeoutMs = RESOLVE_TIMEOUT_MS } = options;
  const found = await within(timeoutMs, () => resolve(inspected.url.hostname).catch(() => [])).catch(
    () => 'timeout' as const,
  );
  if (found === 'timeout') return refused('resolver_timeout');
  if (found.length === 0) return refused('unresolvable');
  return found.every((address) => addressAllowed(address, options)) ? { allowed: true } : refused('address');
};
