import { type NewApiKeys, newApiKeys, rotationWrites } from '#shared/auth/api-keys/api-keys';
import { FIRST_GENERATION } from '#shared/auth/sessions/access';
import { issueAccessToken } from '#shared/auth/sessions/access-token';
import { addressHashKeyOf, tailKeysOf } from '#shared/auth/sessions/published-keys';
import { startSession } from '#shared/auth/sessions/session';
import { publicKeysOf, signingKeyOf } from '#shared/auth/sessions/signing-keys';
import { serviceTable } from '#shared/db/client';
import { put } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import type { AccountRole } from '#shared/http/caller/account-access';
import { fromApiKeyPairsItem, hourOf, useWrite } from '#shared/http/caller/api-key-access';
import type { TailKey } from '#shared/http/caller/api-key-tail';
import { callerKeys } from '#shared/http/caller/keys';
import { apiUrl } from '#shared/platform/api-url';
import { env, once } from '#shared/platform/env';
import { ENVIRONMENTS, type Environment } from '#shared/platform/environments';
import { newId } from '#shared/platform/ids';
import type { Scope } from '#shared/platform/scope';
import type { VersionedSecret } from '#shared/platform/secret-versions';

/**
 * The signing secret of every integration test. It is a constant, because test files that run side by side share one
 * item of public keys.
 */
export const TEST_SIGNING_SECRET: VersionedSecret = {
  current: { versionId: 'test-signing-1', value: 'integration-signing-secret-of-the-tests-01' },
};

/** Options of a signed-in account. */
export interface AccountOverrides {
  readonly accountId?: string;
  readonly role?: AccountRole;
  /** When it signed in. Default: now. Its access token is valid for 15 minutes from then. */
  readonly signedInAtMs?: number;
  /** Default: the service's table. */
  readonly table?: Pick<Table, 'write'>;
}

/** An account with a valid session and its access token. */
export interface SignedInAccount extends Scope {
  readonly sessionId: string;
  readonly token: string;
  /** The Bearer header. */
  readonly headers: { readonly authorization: string };
  /** The same credential as a cookie, as a browser sends it. */
  readonly cookies: { readonly token: string };
}

/** The scope of an account's session. */
export const sessionScope = (accountId: string): Scope => ({ accountId, environments: ENVIRONMENTS, via: 'session' });

/** A working secret key of an account, with its scope. */
export interface TestApiKey extends Scope {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly keyId: string;
  /** The Bearer header. */
  readonly headers: { readonly authorization: string };
}

/** Rotates the keys of an account in one environment as the endpoint does, and returns the new ones. */
export const apiKeyFor = async (
  { accountId }: Pick<Scope, 'accountId'>,
  environment: Environment = 'sandbox',
  {
    expiresInHours = 0,
    nowMs = Date.now(),
    made = newApiKeys(environment, TEST_TAIL_KEY, nowMs),
    table = serviceTable(),
  }: {
    readonly expiresInHours?: number;
    readonly nowMs?: number;
    readonly made?: NewApiKeys;
    readonly table?: Pick<Table, 'get' | 'write' | 'transact'>;
  } = {},
): Promise<TestApiKey> => {
  await publishTestSigningKeysTo(table);
  const owner = { accountId, environment };
  const stored = fromApiKeyPairsItem(await table.get(callerKeys.apiKeyPairs(accountId, environment)));
  const result = await table.transact(rotationWrites(owner, stored, made, expiresInHours, nowMs));
  if (!result.written) throw new Error('The keys were refused');
  const { secretKey, pair } = made;
  return {
    ...{ accountId, environments: [environment], via: 'key' as const },
    ...{ secretKey, publishableKey: pair.publishableKey, keyId: pair.id },
    headers: { authorization: `Bearer ${secretKey}` },
  };
};

/** {@link apiKeyFor} of the sandbox, with a use recorded in this hour, as most requests find their key. */
export const usedApiKeyFor = async (account: Pick<Scope, 'accountId'>): Promise<TestApiKey> => {
  const nowMs = Date.now();
  const key = await apiKeyFor(account, 'sandbox', { nowMs });
  await serviceTable().write(useWrite({ ...account, environment: 'sandbox', keyId: key.keyId }, hourOf(nowMs)));
  return key;
};

/** The key with which the tests hash addresses. */
export const TEST_ADDRESS_HASH_KEY = addressHashKeyOf(TEST_SIGNING_SECRET);

const TEST_TAIL_KEYS = tailKeysOf(TEST_SIGNING_SECRET, [], 0);

/** Makes the tails of the tests' API keys. */
export const TEST_TAIL_KEY: Pick<TailKey, 'key'> = TEST_TAIL_KEYS[0] ?? { key: '' };

/** A secret key of the right form that this stage never issued: its tail was made with another stage's key. */
export const madeUpSecretKey = (environment: Environment): string =>
  newApiKeys(environment, { key: 'another-stages-key-of-the-tails-of-api-keys' }, Date.now()).secretKey;

const signingKeysWrite = () =>
  put(
    {
      ...callerKeys.signingKeys(),
      ...publicKeysOf(TEST_SIGNING_SECRET),
      addressHashKey: TEST_ADDRESS_HASH_KEY,
      tailKeys: TEST_TAIL_KEYS,
    },
    {},
  );

/** Publishes the public keys of {@link TEST_SIGNING_SECRET}. Once per test file is enough. */
export const publishTestSigningKeys: () => Promise<unknown> = once(() => serviceTable().write(signingKeysWrite()));

/** Publishes them in a test's own table. */
const publishTestSigningKeysTo = (table: Pick<Table, 'write'>): Promise<unknown> =>
  table === serviceTable() ? publishTestSigningKeys() : table.write(signingKeysWrite());

/**
 * An access token for a session, which need not exist.
 *
 * @param secret its current version signs the token. Any secret but {@link TEST_SIGNING_SECRET} makes a forged token.
 */
export const accessTokenFor = (
  subject: { readonly accountId: string; readonly sessionId: string; readonly role?: AccountRole },
  nowMs: number = Date.now(),
  secret: VersionedSecret = TEST_SIGNING_SECRET,
): Promise<string> =>
  issueAccessToken({ role: 'member', ...subject }, signingKeyOf(secret.current), {
    issuer: apiUrl(),
    audience: env('TOKEN_AUDIENCE'),
    nowMs,
  });

/**
 * Creates a signed-in account: writes its session, as a log-in does, its access item and the public keys into the
 * emulated table. It has no account record, no wallets and nothing else.
 */
export const signedInAccount = async (overrides: AccountOverrides = {}): Promise<SignedInAccount> => {
  const nowMs = overrides.signedInAtMs ?? Date.now();
  const { accountId = newId('usr', nowMs), role = 'member', table = serviceTable() } = overrides;
  const { session, write } = startSession({ accountId, generation: FIRST_GENERATION }, TEST_SIGNING_SECRET, nowMs);
  const { sessionId } = session;
  const access = { ...callerKeys.accountAccess(accountId), accountId, role, sessionsValidFrom: FIRST_GENERATION };
  const [token] = await Promise.all([
    accessTokenFor({ accountId, sessionId, role }, nowMs),
    table.write(write),
    table.write(put(access, {})),
    publishTestSigningKeysTo(table),
  ]);
  const scope = sessionScope(accountId);
  return { ...scope, sessionId, token, headers: { authorization: `Bearer ${token}` }, cookies: { token } };
};
