import { takesForm } from '#shared/http/body';
import { isAccountKind } from '#shared/http/caller/caller-kinds';
import type { Contract } from '#shared/http/contract';
import type { ApiEvent } from '#shared/http/request';
import type { RequestExample } from '#shared/http/request-example';

const HOST = 'api.kyb-service.example';
const USER_AGENT = 'curl/8.14.1';
const CALLER = '203.0.113.24';

const BOUNDARY = 'the-boundary-of-the-example';

/** A multipart body (RFC 7578) of texts and of files that are texts. */
const multipartOf = ({ body = {}, files = {} }: RequestExample): string => {
  const fields = Object.entries(body).map(([name, value]) => `name="${name}"\r\n\r\n${value}`);
  const sent = Object.entries(files).map(([name, { filename, content }]) =>
    [`name="${name}"; filename="${filename}"`, 'Content-Type: application/octet-stream', '', content].join('\r\n'),
  );
  const parts = [...fields, ...sent].map((part) => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${part}\r\n`);
  return `${parts.join('')}--${BOUNDARY}--\r\n`;
};

/** The content type of an example's body. */
export const contentTypeOf = ({ consumes }: Contract, { files }: RequestExample): string => {
  if (files) return `multipart/form-data; boundary=${BOUNDARY}`;
  return takesForm(consumes) ? 'application/x-www-form-urlencoded' : 'application/json';
};

/** The body of an example as it is sent, placeholders included. */
export const bodyOf = ({ consumes }: Contract, example: RequestExample): string | undefined => {
  const { body, files } = example;
  if (files) return multipartOf(example);
  if (body === undefined) return undefined;
  return takesForm(consumes) ? new URLSearchParams(body as Record<string, string>).toString() : JSON.stringify(body);
};

/**
 * The Bearer header of a caller that the contract accepts, as a placeholder; no header if the contract needs no
 * account.
 */
export const credentialOf = ({ caller }: Pick<Contract, 'caller'>): { readonly authorization?: string } => {
  if (!isAccountKind(caller)) return {};
  return { authorization: `Bearer ${caller === 'admin' ? '<ADMIN_ACCESS_TOKEN>' : '<ACCESS_TOKEN>'}` };
};

/** The headers that follow from the contract, and those of the example. */
const headersOf = (contract: Contract, example: RequestExample): Record<string, string> => ({
  accept: '*/*',
  'accept-encoding': 'gzip',
  ...credentialOf(contract),
  ...(bodyOf(contract, example) !== undefined && { 'content-type': contentTypeOf(contract, example) }),
  host: HOST,
  ...(contract.idempotent && { 'idempotency-key': '<IDEMPOTENCY_KEY>' }),
  ...(contract.caller === 'embed' && { origin: 'https://shop.example' }),
  'user-agent': USER_AGENT,
  'x-forwarded-for': CALLER,
  'x-forwarded-port': '443',
  'x-forwarded-proto': 'https',
  ...example.headers,
});

/** The route's template with the example's parameters in it. */
const filledRoute = (route: string, parameters: RequestExample['path'] = {}): string =>
  route.replace(/\{([^}]+)\}/g, (_, name: string) => parameters[name] ?? `no-${name}`);

/** An endpoint's example as the event that API Gateway would send (HTTP API, payload format 2.0), placeholders included. */
export const sampleEvent = (contract: Contract, example: RequestExample): ApiEvent => {
  const { method, route } = contract;
  const path = filledRoute(route, example.path);
  const body = bodyOf(contract, example);
  // Placeholders are inserted unchanged: none contains a character that a query would encode.
  const query = Object.entries(example.query ?? {}).map(([name, value]) => `${name}=${value}`);
  return {
    version: '2.0',
    routeKey: `${method} ${route}`,
    rawPath: path,
    rawQueryString: query.join('&'),
    headers: headersOf(contract, example),
    ...(example.query && { queryStringParameters: { ...example.query } }),
    ...(example.path && { pathParameters: { ...example.path } }),
    ...(body !== undefined && { body }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'kyblocal',
      domainName: HOST,
      domainPrefix: 'api',
      http: { method, path, protocol: 'HTTP/1.1', sourceIp: CALLER, userAgent: USER_AGENT },
      requestId: 'UZ3XhgpTjoEEJmw=',
      routeKey: `${method} ${route}`,
      stage: '$default',
      time: '21/Nov/2026:14:03:24 +0000',
      timeEpoch: 1_795_269_804_000,
    },
    isBase64Encoded: false,
  };
};
