import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { type Condition, type Item, type Key, put, remove, type WriteOperation } from '#shared/db/expressions';
import type { TableReader } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import { ANSWER_HEADERS, type Contract } from '#shared/http/contract';
import type { CheckedResponse } from '#shared/http/endpoint-response';
import { callerNetwork } from '#shared/http/limits/rate-limiter';
import type { RequestMeta } from '#shared/http/request';
import { unixSeconds } from '#shared/platform/clock';
import { maskSecret } from '#shared/platform/mask-secret';
import type { Scope } from '#shared/platform/scope';
import { idempotencyKeys } from './keys.ts';

const KEPT_SECONDS = 24 * 60 * 60;

const KEY_HEADER = 'idempotency-key';

/** A request that carries an idempotency key. */
export interface IdempotentRequest {
  /** The owner of the keys: the account, or for embed calls the widget and one network. */
  readonly scope: string;
  readonly keyHash: string;
  /** Hash of method, path, query and body. The same key with another request is refused. */
  readonly fingerprint: string;
  readonly nowMs: number;
  /** Set while this request holds the key without a response to store under it. */
  readonly claimId?: string;
}

/** The key under which a request is being answered; undefined without one, and once another request has it. */
export interface HeldKey {
  answering: IdempotentRequest | undefined;
}

/** A request that holds its key. */
export type ClaimedRequest = IdempotentRequest & Required<Pick<IdempotentRequest, 'claimId'>>;

const recordEntries = { fingerprint: v.string(), expiresAtSeconds: v.number() };

/** The record of a key: the claim of a request in progress, or a stored response. */
const recordSchema = v.union([
  v.object({ ...recordEntries, claimId: v.string() }),
  v.object({
    ...recordEntries,
    status: v.number(),
    /** The body as JSON; a long one is compressed with gzip. */
    body: v.union([v.string(), v.instance(Uint8Array)]),
    headers: v.optional(v.record(v.string(), v.string()), {}),
  }),
]);

/**
 * A response up to this many bytes is stored as it is: with its key, it fits into a kilobyte, up to which a write costs
 * least. Compressed, most others fit too.
 */
const MAX_PLAIN_BYTES = 600;

/** Loads the library with the first long response, which saves other cold starts two milliseconds. */
const packed = (body: unknown): string | Uint8Array => {
  const text = JSON.stringify(body);
  if (Buffer.byteLength(text) <= MAX_PLAIN_BYTES) return text;
  return new Uint8Array(process.getBuiltinModule('node:zlib').gzipSync(text));
};

const unpacked = (stored: string | Uint8Array): unknown =>
  JSON.parse(typeof stored === 'string' ? stored : process.getBuiltinModule('node:zlib').gunzipSync(stored).toString());

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The hash of a request's idempotency key; undefined without one. */
export const idempotencyKeyHash = ({ headers }: Pick<RequestMeta, 'headers'>): string | undefined => {
  const key = headers[KEY_HEADER];
  return key === undefined ? undefined : sha256(key);
};

/** Whether a request may be a repeated one: its contract honours idempotency keys, and it has one. */
export const isKeyed = (
  { idempotent }: Pick<Contract, 'idempotent'>,
  { headers }: Pick<RequestMeta, 'headers'>,
): boolean => idempotent !== undefined && headers[KEY_HEADER] !== undefined;

/**
 * The scope of an account's keys. Keys sent with an API key also belong to its environment: there the same request
 * means something else, and its response must not be visible from the other.
 */
export const accountScope = ({ accountId, environments, via }: Scope): string =>
  via === 'key' ? `${accountId}@${environments.join('+')}` : accountId;

/**
 * The scope of the keys of a widget's visitors: one network. Visitors choose keys that others may guess, and a replayed
 * response would show one visitor's session to another.
 */
export const visitorScope = (widgetId: string, { sourceIp }: Pick<RequestMeta, 'sourceIp'>): string =>
  `${widgetId}@${callerNetwork(sourceIp)}`;

/**
 * Reads the `Idempotency-Key` of a request whose contract honours one.
 *
 * @throws ApiError IDEMPOTENCY_KEY_INVALID when it is empty or has more than 255 characters.
 */
export const idempotentRequest = (
  contract: Pick<Contract, 'idempotent'>,
  meta: RequestMeta,
  scope: string,
): IdempotentRequest | undefined => {
  const { method, path, query, rawBody, bodyFingerprint } = meta;
  const key = meta.headers[KEY_HEADER];
  const keyHash = idempotencyKeyHash(meta);
  if (!contract.idempotent || key === undefined || keyHash === undefined) return undefined;
  if (key.length < 1 || key.length > 255) throw new ApiError('IDEMPOTENCY_KEY_INVALID');
  return {
    scope,
    keyHash,
    fingerprint: createHash('sha256')
      .update(`${method}\n${path}\n${query}\n`)
      .update(bodyFingerprint ?? rawBody)
      .digest('hex'),
    nowMs: meta.nowMs,
  };
};

/** Whether the record of a key is this request's own claim. */
export const isOwnClaim = (found: Item | undefined, { claimId }: IdempotentRequest): boolean =>
  claimId !== undefined && found?.['claimId'] === claimId;

/**
 * The response stored under a key, to be returned again. Undefined when there is none, when it has expired, and for the
 * request's own claim.
 *
 * @throws ApiError IDEMPOTENCY_KEY_REUSED when the key was used with another request; IDEMPOTENCY_IN_PROGRESS when the
 * same request is in progress.
 */
export const replayOf = (found: Item | undefined, request: IdempotentRequest): CheckedResponse | undefined => {
  if (found === undefined || isOwnClaim(found, request)) return undefined;
  const stored = v.parse(recordSchema, found);
  if (stored.expiresAtSeconds <= unixSeconds(request.nowMs)) return undefined;
  if (stored.fingerprint !== request.fingerprint) throw new ApiError('IDEMPOTENCY_KEY_REUSED');
  if ('claimId' in stored) throw new ApiError('IDEMPOTENCY_IN_PROGRESS');
  return {
    status: stored.status,
    body: unpacked(stored.body),
    cookies: [],
    headers: { ...stored.headers, 'Idempotency-Replayed': 'true' },
  };
};

/** Looks up the response stored under a key. */
export const findReplay = async (
  table: TableReader,
  request: IdempotentRequest,
): Promise<CheckedResponse | undefined> =>
  replayOf(await table.get(idempotencyKeys.idempotency(request.scope, request.keyHash)), request);

/**
 * The condition on the key's record for storing a response: the request's own claim, unexpired, if it made one;
 * otherwise no valid record.
 */
const storingCondition = ({ claimId, nowMs }: IdempotentRequest, keptAtMs: number): Condition =>
  claimId === undefined
    ? { expiresAtSeconds: { missingOr: { atMost: unixSeconds(nowMs) } } }
    : { claimId: { equals: claimId }, expiresAtSeconds: { atLeast: unixSeconds(keptAtMs) + 1 } };

/**
 * The write that stores a response, for the same transaction as the request's own writes. Of any number of concurrent
 * requests with one key, one commits and the others find its response.
 *
 * @param keptAtMs when it is stored. A claim whose lease has ended by then, such as that of a frozen request, does not
 * count.
 */
export const keepResponse = (
  request: IdempotentRequest,
  response: CheckedResponse,
  secretFields: readonly string[],
  keptAtMs: number,
): WriteOperation =>
  put(
    {
      ...idempotencyKeys.idempotency(request.scope, request.keyHash),
      fingerprint: request.fingerprint,
      status: response.status,
      body: packed(maskFields(response.body, secretFields)),
      ...answerHeadersOf(response),
      expiresAtSeconds: keptUntil(request.nowMs),
    },
    storingCondition(request, keptAtMs),
  );

/** The headers that describe the response itself. Those of the connection are not stored. */
const answerHeadersOf = ({ headers }: CheckedResponse) => {
  const kept = Object.entries(headers).filter(([name]) => ANSWER_HEADERS.some((known) => known === name));
  return kept.length > 0 ? { headers: Object.fromEntries(kept) } : {};
};

/** The key under which the response to a request is stored; undefined without an idempotency key. */
export const keptAnswerKey = (caller: Scope, meta: Pick<RequestMeta, 'headers'>): Key | undefined => {
  const keyHash = idempotencyKeyHash(meta);
  return keyHash === undefined ? undefined : idempotencyKeys.idempotency(accountScope(caller), keyHash);
};

/** The key under which the response to a widget's visitor is stored; undefined without an idempotency key. */
export const keptVisitorAnswerKey = (
  widgetId: string,
  meta: Pick<RequestMeta, 'headers' | 'sourceIp'>,
): Key | undefined => {
  const keyHash = idempotencyKeyHash(meta);
  return keyHash === undefined ? undefined : idempotencyKeys.idempotency(visitorScope(widgetId, meta), keyHash);
};

/** When the stored response to a request expires, in Unix seconds. */
export const keptUntil = (requestedAtMs: number): number => unixSeconds(requestedAtMs) + KEPT_SECONDS;

/**
 * The write that deletes the stored response to a request, for data that must not be kept any longer. It refuses if the
 * key was used for a later request.
 */
export const forgetAnswer = (key: Key, requestedAtMs: number): WriteOperation =>
  forgetAnswerUntil(key, keptUntil(requestedAtMs));

/** The same as {@link forgetAnswer}, for a response whose expiry is known, in Unix seconds. */
export const forgetAnswerUntil = (key: Key, expiresAtSeconds: number): WriteOperation =>
  remove(key, { expiresAtSeconds: { atMost: expiresAtSeconds } });

/** A copy of a body with the values at these dotted paths masked, because a stored response never holds a secret. */
const maskFields = (body: unknown, paths: readonly string[]): unknown => {
  const copy = structuredClone(body);
  for (const path of paths) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    let holder: unknown = copy;
    for (const name of names) holder = isRecord(holder) ? holder[name] : undefined;
    if (isRecord(holder) && typeof holder[last] === 'string') holder[last] = maskSecret(holder[last]);
  }
  return copy;
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
