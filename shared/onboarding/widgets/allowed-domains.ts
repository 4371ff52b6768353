/** Maximum characters of an entry (interface: config.security). */
export const MAX_DOMAIN_LENGTH = 255;

/** `*.`, the host, and the port, of an entry that is normalised or of what is left of one without scheme and path. */
const ENTRY = /^(\*\.)?(.*?)(?::(\d{1,5}))?$/s;

const withoutTrailingDots = (host: string): string => host.replace(/\.+$/, '');

/** A host as browsers write it: lower case, ASCII (IDNA), without trailing dots. Undefined for an invalid host. */
const canonicalHost = (host: string): string | undefined => {
  const url = URL.parse(`http://${withoutTrailingDots(host)}/`);
  // Anything beyond the host would have to be a port here.
  return url && url.port === '' ? withoutTrailingDots(url.hostname) : undefined;
};

/**
 * Converts an entry of `allowedDomains` to the form that origins are compared with: without scheme, user, path and
 * trailing dot, in lower case and ASCII, its port kept. A text that is not a host is kept in lower case: it matches
 * nothing.
 */
export const normaliseDomain = (entry: string): string => {
  const written = entry.trim();
  const [authority = ''] = written.replace(/^(?:[a-z][a-z\d+.-]*:)?\/\//i, '').split(/[/\\?#]/, 1);
  const [, wildcard = '', host = '', port] = ENTRY.exec(authority.slice(authority.lastIndexOf('@') + 1)) ?? [];
  const known = host === '*' ? host : canonicalHost(host);
  const portPart = port === undefined ? '' : `:${Number(port)}`;
  const normalised = known === undefined ? written.toLowerCase() : `${wildcard}${known}${portPart}`;
  // Lower case and IDNA can make a text longer; one that exceeds the limit is not a host.
  return normalised.length <= MAX_DOMAIN_LENGTH ? normalised : entry;
};

/** Whether a normalised entry can match an origin at all. */
export const isMatchable = (entry: string): boolean => {
  const [, wildcard = '', host = '', port] = ENTRY.exec(entry) ?? [];
  if (Number(port ?? 0) > 65_535) return false;
  return host === '*' ? wildcard === '' : !host.includes('*') && host !== '' && canonicalHost(host) === host;
};

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * Whether a normalised entry admits pages of an origin: `*` any host, `*.host` the names below a host but not the host
 * itself, all others exactly their host; an entry without a port any port.
 */
export const admitsOrigin = (entry: string, origin: URL): boolean => {
  const [, wildcard, allowed = '', port] = ENTRY.exec(entry) ?? [];
  if (port !== undefined && port !== (origin.port || DEFAULT_PORTS[origin.protocol])) return false;
  const host = withoutTrailingDots(origin.hostname);
  if (wildcard) return host.endsWith(`.${allowed}`);
  return host !== '' && (allowed === '*' || host === allowed);
};
