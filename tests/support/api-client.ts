/** What a request may carry besides its method and path. */
export interface ApiRequest {
  /** A string is sent as it is, anything else as JSON with its content type. */
  body?: unknown;
  query?: Record<string, string>;
  /** A header with an empty value is left out, which drops a default. */
  headers?: Record<string, string>;
}

/** A response of the API. `Body` is the type that the test expects; its assertions prove it. */
export interface HttpResponse<Body> {
  status: number;
  headers: Headers;
  /** The parsed JSON, or undefined for an empty body. */
  body: Body;
  /** The body byte for byte, for comparing responses that must not differ. */
  text: string;
}

/** An API client that keeps its cookies, as a browser does. */
export interface ApiClient {
  request<Body = unknown>(method: string, path: string, request?: ApiRequest): Promise<HttpResponse<Body>>;
  get<Body = unknown>(path: string, request?: ApiRequest): Promise<HttpResponse<Body>>;
  post<Body = unknown>(path: string, body?: unknown, request?: ApiRequest): Promise<HttpResponse<Body>>;
  patch<Body = unknown>(path: string, body?: unknown, request?: ApiRequest): Promise<HttpResponse<Body>>;
  delete<Body = unknown>(path: string, request?: ApiRequest): Promise<HttpResponse<Body>>;
  /** The current cookies, name to value. A test may change them. */
  cookies: Map<string, string>;
}

/** Whether a `Set-Cookie` header deletes its cookie (RFC 6265, 5.3). */
const isDeletion = (attributes: string[]): boolean =>
  attributes.some((attribute) => {
    const [name = '', value = ''] = attribute.trim().split('=');
    if (/^max-age$/i.test(name)) return Number(value) <= 0;
    return /^expires$/i.test(name) && Date.parse(value) <= Date.now();
  });

const keepCookies = (jar: Map<string, string>, headers: Headers): void => {
  for (const line of headers.getSetCookie()) {
    const [pair = '', ...attributes] = line.split(';');
    const at = pair.indexOf('=');
    const name = pair.slice(0, at).trim();
    if (isDeletion(attributes)) jar.delete(name);
    else jar.set(name, pair.slice(at + 1).trim());
  }
};

const parseBody = (text: string): unknown => {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const requestHeaders = (
  defaults: Record<string, string>,
  jar: Map<string, string>,
  { body, headers }: ApiRequest,
): Record<string, string> => {
  const merged: Record<string, string> = {};
  if (body !== undefined) merged['content-type'] = 'application/json';
  if (jar.size > 0) merged['cookie'] = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  for (const [name, value] of Object.entries({ ...defaults, ...headers })) merged[name.toLowerCase()] = value;
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''));
};

/**
 * Creates a client of the API at `baseUrl` (without `/v1`, which paths include). Redirects are returned, not followed.
 * Cookies are kept whether or not they are `Secure`, because the local cloud is plain http.
 *
 * @param defaultHeaders sent with every request, such as `origin` or `authorization`.
 */
export const apiClient = (baseUrl: string, defaultHeaders: Record<string, string> = {}): ApiClient => {
  const cookies = new Map<string, string>();

  const request = async <Body>(method: string, path: string, options: ApiRequest = {}): Promise<HttpResponse<Body>> => {
    const { body, query } = options;
    const search = query ? `?${new URLSearchParams(query)}` : '';
    const response = await fetch(`${baseUrl}${path}${search}`, {
      method,
      headers: requestHeaders(defaultHeaders, cookies, options),
      redirect: 'manual',
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    keepCookies(cookies, response.headers);
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: parseBody(text) as Body, text };
  };

  return {
    request,
    get: (path, options) => request('GET', path, options),
    post: (path, body, options) => request('POST', path, { ...options, body }),
    patch: (path, body, options) => request('PATCH', path, { ...options, body }),
    delete: (path, options) => request('DELETE', path, options),
    cookies,
  };
};
