import { randomInt } from 'node:crypto';
import { type Condition, put, remove, update, type WriteOperation } from '#shared/db/expressions';
import { type ApiKeyPair, type ApiKeyPairs, isPairAlive, secretKeyHash } from '#shared/http/caller/api-key-access';
import { apiKeyTail, TAIL_CHARACTERS, type TailKey } from '#shared/http/caller/api-key-tail';
import { callerKeys } from '#shared/http/caller/keys';
import { isoTime, unixSeconds } from '#shared/platform/clock';
import type { Environment } from '#shared/platform/environments';
import { newId } from '#shared/platform/ids';
import { maskSecret } from '#shared/platform/mask-secret';
import type { AccountEnvironment } from '#shared/platform/scope';

const BASE_62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const KEY_CHARACTERS = 32;

const PREFIXES: Readonly<Record<Environment, string>> = { sandbox: 'test', live: 'live' };

const randomCharacters = (length: number): string =>
  Array.from({ length }, () => BASE_62.charAt(randomInt(BASE_62.length))).join('');

const newPublishableKey = (environment: Environment): string =>
  `${PREFIXES[environment]}_pk_${randomCharacters(KEY_CHARACTERS)}`;

/** 143 random bits, and their tail. */
const newSecretKey = (environment: Environment, { key }: Pick<TailKey, 'key'>): string => {
  const head = `${PREFIXES[environment]}_sk_${randomCharacters(KEY_CHARACTERS - TAIL_CHARACTERS)}`;
  return `${head}${apiKeyTail(head, key)}`;
};

/** A new pair of keys with the full secret, which its account gets only once. */
export interface NewApiKeys {
  readonly secretKey: string;
  readonly pair: ApiKeyPair;
}

/**
 * Makes a pair of keys. The publishable one identifies its account, the secret one acts for it. Nothing is written.
 *
 * @param tailKey makes the tail of the secret key; see `readTailKey`.
 */
export const newApiKeys = (environment: Environment, tailKey: Pick<TailKey, 'key'>, nowMs: number): NewApiKeys => {
  const secretKey = newSecretKey(environment, tailKey);
  const pair = {
    id: newId('key', nowMs),
    secretHash: secretKeyHash(secretKey),
    publishableKey: newPublishableKey(environment),
    secretKeyMasked: maskSecret(secretKey),
    createdAt: isoTime(nowMs),
    expiresAt: null,
  };
  return { secretKey, pair };
};

/**
 * The pair that continues to work beside its successor: the newest one, for the requested hours. During an overlap
 * there is none, so a rotation ends every earlier pair.
 */
const overlapping = (
  { pairs }: Pick<ApiKeyPairs, 'pairs'>,
  expiresInHours: number,
  nowMs: number,
): ApiKeyPair | undefined => {
  const [newest, ...others] = pairs.filter((pair) => isPairAlive(pair, nowMs));
  if (newest === undefined || others.length > 0 || expiresInHours === 0) return undefined;
  return { ...newest, expiresAt: isoTime(nowMs + expiresInHours * 3_600_000) };
};

const forgetUses = ({ accountId, environment }: AccountEnvironment, ended: readonly ApiKeyPair[]): WriteOperation =>
  update(callerKeys.apiKeyUses(accountId, environment), { remove: ended.map(({ id }) => id), when: {} });

/** What makes the secrets of ended pairs unknown. */
const endingWrites = (owner: AccountEnvironment, ended: readonly ApiKeyPair[]): WriteOperation[] => [
  ...ended.map(({ secretHash }) => remove(callerKeys.apiKey(secretHash), {})),
  ...(ended.length > 0 ? [forgetUses(owner, ended)] : []),
];

const suspensionOf = (stored: ApiKeyPairs | undefined): Pick<ApiKeyPairs, 'suspendedAt'> =>
  stored?.suspendedAt === undefined ? {} : { suspendedAt: stored.suspendedAt };

/** The condition that the stored pairs are unchanged since they were read, and so is their suspension. */
const unchangedPairs = (stored: ApiKeyPairs | undefined): Condition => {
  const [newest] = stored?.pairs ?? [];
  return {
    newestId: newest ? { equals: newest.id } : 'missing',
    suspendedAt: stored?.suspendedAt === undefined ? 'missing' : { equals: stored.suspendedAt },
  };
};

/** The write that deletes the owner of a key some time after it stopped working. */
const forgetWrite = ({ secretHash }: ApiKeyPair, expiresAt: string): WriteOperation =>
  update(callerKeys.apiKey(secretHash), {
    set: { expiresAtSeconds: unixSeconds(Date.parse(expiresAt)) },
    when: { pk: 'exists' },
  });

/**
 * The writes that replace the pairs by a new one. The first of them refuses when the stored pairs have changed.
 *
 * @param stored the pairs as they were read; undefined when there was never one.
 * @param expiresInHours how long the newest of them continues to work; 0 to end it at once.
 */
export const rotationWrites = (
  { accountId, environment }: AccountEnvironment,
  stored: ApiKeyPairs | undefined,
  { pair }: NewApiKeys,
  expiresInHours: number,
  nowMs: number,
): WriteOperation[] => {
  const earlier = stored?.pairs ?? [];
  const kept = overlapping({ pairs: earlier }, expiresInHours, nowMs);
  const ended = earlier.filter(({ id }) => id !== kept?.id);
  const pairs = { accountId, environment, pairs: kept ? [pair, kept] : [pair] };
  return [
    put(
      { ...callerKeys.apiKeyPairs(accountId, environment), ...pairs, newestId: pair.id, ...suspensionOf(stored) },
      unchangedPairs(stored),
    ),
    put({ ...callerKeys.apiKey(pair.secretHash), accountId, environment }),
    ...(kept?.expiresAt ? [forgetWrite(kept, kept.expiresAt)] : []),
    ...endingWrites({ accountId, environment }, ended),
  ];
};

/**
 * The writes that end every pair at once, without a successor. The first of them refuses when the stored pairs have
 * changed.
 */
export const revocationWrites = ({ pairs, ...stored }: ApiKeyPairs): WriteOperation[] => [
  put(
    { ...callerKeys.apiKeyPairs(stored.accountId, stored.environment), ...stored, pairs: [] },
    unchangedPairs({ ...stored, pairs }),
  ),
  ...endingWrites(stored, pairs),
];

/**
 * The write that suspends the keys of an account in one environment, which then do not work, or ends that. It refuses
 * when the stored pairs have changed.
 *
 * @param stored the pairs as they were read; undefined when there was never one.
 * @param suspendedAt undefined to end the suspension.
 */
export const suspendKeys = (
  { accountId, environment }: AccountEnvironment,
  stored: ApiKeyPairs | undefined,
  suspendedAt: string | undefined,
): WriteOperation => {
  const { pairs } = stored ?? { pairs: [] };
  const [newest] = pairs;
  return put(
    {
      ...callerKeys.apiKeyPairs(accountId, environment),
      ...{ accountId, environment, pairs },
      ...(newest && { newestId: newest.id }),
      ...(suspendedAt !== undefined && { suspendedAt }),
    },
    unchangedPairs(stored),
  );
};
