/**
 * The host of an endpoint in lower case, whatever its port and path: they reach the same machines. A loopback address,
 * which only the local stage allows, is told apart by its port: there each is a receiver of its own.
 */
export const hostOf = (endpoint: string): string => {
  const { hostname, host } = new URL(endpoint);
  const name = hostname.replace(/\.$/, '');
  return /^(?:127\.|\[::1\]$|(?:.*\.)?localhost$)/.test(name) ? host : name;
};

/** Whose breaker it is that an account has of a host. */
export const hostIdOf = (accountId: string, host: string): string => `${accountId}~${host}`;
