/**
 * The host of an endpoint in lower case, without port and path, because they reach the same machines. A loopback
 * address, which only the local stage allows, keeps its port: there each port is a separate receiver.
 */
export const hostOf = (endpoint: string): string => {
  const { hostname, host } = new URL(endpoint);
  const name = hostname.replace(/\.$/, '');
  return /^(?:127\.|\[::1\]$|(?:.*\.)?localhost$)/.test(name) ? host : name;
};

/** The id of the breaker that an account has for a host. */
export const hostIdOf = (accountId: string, host: string): string => `${accountId}~${host}`;
