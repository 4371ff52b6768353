/** Maximum characters of an entry (interface: config.security). */
export const MAX_DOMAIN_LENGTH = 255;

/** `*.`, the host and the port of a normalised entry, or of an entry without scheme and path. */
const ENTRY = /^(\*\.)?(.*?)(?::(\d{1,5}))?$/s;

const withoutTrailingDots = (host: string): string => host.replace(/\.+$/, '');

/** A host as browsers write it: lower case, ASCII (IDNA), without trailing dots. Undefined for an invalid host. */
const canonicalHost = (host: string): string | undefined => {
  const url = URL.parse(`http://${withoutTrailingDots(host)}/`);
  // Only a port may follow the host here.
  return url && url.port === '' ? withoutTrailingDots(url.hostname) : undefined;
};

/**
 * Normalises an entry of `allowedDomains` for comparison with origins: without scheme, user, path and trailing dot, in
 * lower case and ASCII, with its port. A text that is not a host is kept in lower case and matches nothing.
 */
export const normaliseDomain = (entry: string): string => {
  const written = entry.trim();
  const [authority = ''] = written.replace(/^(?:[a-z][a-z\d+.-]*:)?\/\//i, '').split(/[/\\?#]/, 1);
  const [, wildcard = '', host = '', port] = ENTRY.exec(authority.slice(authority.lastIndexOf('@') + 1)) ?? [];
  const known = host === '*' ? host : canonicalHost(host);
  const portPart = port === undefined ? '' : `:${Number(port)}`;
  const normalised = known === undefined ? written.toLowerCase() : `${wildcard}${known}${portPart}`;
  // Lower case and IDNA can make a text longer; a host beyond the limit is invalid.
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
 * Whether a normalised entry allows pages of an origin. `*` allows any host, `*.host` the names below a host but not
 * the host itself, and any other entry exactly its host. An entry without a port allows any port.
 */
export const admitsOrigin = (entry: string, origin: URL): boolean => {
  const [, wildcard, allowed = '', port] = ENTRY.exec(entry) ?? [];
  if (port !== undefined && port !== (origin.port || DEFAULT_PORTS[origin.protocol])) return false;
  const host = withoutTrailingDots(origin.hostname);
  if (wildcard) return host.endsWith(`.${allowed}`);
  return host !== '' && (allowed === '*' || host === allowed);
};
