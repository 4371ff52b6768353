import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { ApiError } from '#shared/errors/api-error';
import { statusOf } from '#shared/errors/errors';
import { type RateLimitCount, rateLimitHeaders } from '#shared/http/limits/rate-limiter';
import { acceptedWeights } from './accepted-weights.ts';
import type { Contract } from './contract.ts';
import { corsHeaders } from './cors.ts';
import { deprecationHeaders } from './deprecation.ts';
import type { CheckedResponse } from './endpoint-response.ts';
import { errorBody, errorRow } from './error-rows.ts';
import type { Represented } from './representation.ts';
import type { RequestMeta } from './request.ts';
import { MAX_RESULT_BYTES } from './result-size.ts';

/** A rendered response. */
export type ApiResponse = APIGatewayProxyStructuredResultV2 & { statusCode: number };

/** Bodies above this are compressed for callers that accept it. */
const COMPRESS_ABOVE_BYTES = 1_000;

/**
 * Maximum bytes of the JSON that carries a plain body out of Lambda. Lambda accepts 6 MiB, which leaves room for
 * headers.
 */
const MAX_CARRIED_BYTES = 6_200_000;

/** Whether a text fits. Escaping at most doubles the bytes of a JSON text, so smaller ones need no check. */
const isCarried = (text: string, bytes: number): boolean =>
  bytes <= MAX_RESULT_BYTES &&
  (bytes <= MAX_CARRIED_BYTES / 2 || Buffer.byteLength(JSON.stringify(text)) <= MAX_CARRIED_BYTES);

/** The part of a contract that determines how its responses are rendered. */
export type RenderedContract = Pick<Contract, 'caller' | 'cacheSeconds' | 'deprecated' | 'errorRows' | 'produces'>;

const CONTENT_TYPES = {
  json: 'application/json',
  html: 'text/html; charset=utf-8',
  javascript: 'text/javascript; charset=utf-8',
} as const;

/** Renders a refusal as a page, for people whose browser shows what an endpoint returns. */
export type RenderErrorPage = (error: ApiError) => {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** How a body is compressed. */
type Coding = 'br' | 'gzip';

/**
 * At this quality, Brotli makes a page a kilobyte smaller than gzip does, for some milliseconds, which pays off on a
 * slow phone. Higher qualities take several times as long.
 */
const BROTLI_QUALITY = 5;

/**
 * Compresses a text. The library is loaded with the first compressed body, which saves other cold starts a millisecond.
 */
const compress = (text: string, coding: Coding): Buffer => {
  const { brotliCompressSync, constants, gzipSync } = process.getBuiltinModule('node:zlib');
  if (coding === 'gzip') return gzipSync(text);
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_MODE, BROTLI_MODE_TEXT } = constants;
  const params = { [BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT };
  return brotliCompressSync(text, { params });
};

/**
 * The coding that the caller accepts: gzip by name, or by `*` if gzip is not named; a weight of 0 refuses (RFC 9110,
 * 12.5.3). Brotli is used by name, for pages only: bodies for programs are small, or compressed often.
 */
const acceptedCoding = ({ headers }: RequestMeta, isPage: boolean): Coding | undefined => {
  const weights = acceptedWeights(headers['accept-encoding']);
  if (isPage && (weights.get('br') ?? 0) > 0) return 'br';
  return (weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0) > 0 ? 'gzip' : undefined;
};

/**
 * Two years without plain http, as browsers require for their preload lists. It includes subdomains, because only the
 * API runs on its host (RFC 6797; OWASP ASVS 5.0, 3.4.1). Browsers ignore it over http, so it does no harm to the local
 * cloud (RFC 6797, 8.1).
 */
const STRICT_TRANSPORT_SECURITY = 'max-age=63072000; includeSubDomains';

/** The headers of every response, with those of the rate limit if one applies. */
export const commonHeaders = (meta: RequestMeta, count?: RateLimitCount): Record<string, string> => ({
  'X-Request-Id': meta.requestId,
  'Strict-Transport-Security': STRICT_TRANSPORT_SECURITY,
  'X-Content-Type-Options': 'nosniff',
  ...(count && rateLimitHeaders(count)),
});

/**
 * A text encoded as the caller accepts it, with the headers that say so and those of CORS. A response to HEAD has no
 * body (RFC 9110, 9.3.2).
 */
const encoded = (meta: RequestMeta, text: string, isPage: boolean, cors: Readonly<Record<string, string>>) => {
  const bytes = Buffer.byteLength(text);
  const isWorthIt = bytes > COMPRESS_ABOVE_BYTES;
  const coding = isWorthIt ? acceptedCoding(meta, isPage) : undefined;
  const compressed = coding && compress(text, coding).toString('base64');
  const isEmpty = meta.method === 'HEAD';
  return {
    fits: compressed === undefined ? isCarried(text, bytes) : compressed.length <= MAX_RESULT_BYTES,
    headers: {
      ...cors,
      ...(isWorthIt && { Vary: cors['Vary'] ? `${cors['Vary']}, Accept-Encoding` : 'Accept-Encoding' }),
      ...(coding && { 'Content-Encoding': coding }),
    },
    content: {
      body: isEmpty ? '' : (compressed ?? text),
      isBase64Encoded: !isEmpty && compressed !== undefined,
    },
  };
};

/** A body that its endpoint has encoded, with the headers of CORS: it is sent as it is. */
const asItIs = (meta: RequestMeta, body: string, cors: Readonly<Record<string, string>>) => {
  const isEmpty = meta.method === 'HEAD';
  const content = { body: isEmpty ? '' : body, isBase64Encoded: !isEmpty };
  return { fits: body.length <= MAX_RESULT_BYTES, headers: cors, content };
};

/**
 * Renders a success.
 *
 * @param represented the same content in another media type, for a caller that prefers that.
 * @throws ApiError RESULT_TOO_LARGE when the body fits neither plain nor, for callers that accept it, compressed.
 */
export const renderResponse = (
  contract: RenderedContract,
  meta: RequestMeta,
  response: CheckedResponse,
  count: RateLimitCount | undefined,
  represented?: Represented,
): ApiResponse => {
  const text = represented?.text ?? (contract.produces ? String(response.body) : JSON.stringify(response.body));
  const cors = corsHeaders(contract, meta);
  const sent = response.isBase64 ? asItIs(meta, text, cors) : encoded(meta, text, contract.produces === 'html', cors);
  if (!sent.fits) throw new ApiError('RESULT_TOO_LARGE');
  return {
    statusCode: response.status,
    headers: {
      'Content-Type': CONTENT_TYPES[contract.produces ?? 'json'],
      'Cache-Control': contract.cacheSeconds ? `public, max-age=${contract.cacheSeconds}` : 'no-store',
      ...commonHeaders(meta, count),
      ...(contract.deprecated && deprecationHeaders(contract.deprecated)),
      ...sent.headers,
      ...(response.representations && { Vary: ['Accept', sent.headers['Vary']].filter(Boolean).join(', ') }),
      ...represented?.headers,
      ...response.headers,
    },
    ...(response.cookies.length > 0 && { cookies: [...response.cookies] }),
    ...sent.content,
    ...represented?.content,
  };
};

/** Renders a refusal: by the row of its endpoint for that status, or as a page if the endpoint has one. */
export const renderError = (
  contract: RenderedContract,
  meta: RequestMeta,
  error: ApiError,
  count: RateLimitCount | undefined,
  errorPage?: RenderErrorPage,
): ApiResponse => {
  const status = statusOf(error.code);
  const { retryAfterSeconds, allowedMethods, cookies } = error.extras;
  const page = error.extras.page ?? errorPage?.(error);
  const text = page?.html ?? JSON.stringify(errorBody(error, errorRow(contract, status)));
  const sent = encoded(meta, text, page !== undefined, corsHeaders(contract, meta, error.code));
  return {
    statusCode: status,
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'X-Error-Code': error.code,
      ...commonHeaders(meta, count),
      ...(contract.deprecated && deprecationHeaders(contract.deprecated)),
      ...sent.headers,
      ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
      ...(allowedMethods && { Allow: allowedMethods.join(', ') }),
      ...page?.headers,
    },
    ...(cookies && { cookies: [...cookies] }),
    ...sent.content,
  };
};
