import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join } from '#shared/db/key-parts';

/** Keys of the items that identify callers. */
export const callerKeys = {
  accountSession: (sessionId: string): Key => ({ pk: join('SES', sessionId), sk: 'SESSION' }),
  accountAccess: (accountId: string): Key => ({ pk: join('AUTH', accountId), sk: 'AUTH' }),
  apiKey: (secretHash: string): Key => ({ pk: join('APIKEY', secretHash), sk: 'KEY' }),
  apiKeyPairs: (accountId: string, environment: string): Key => ({
    pk: join('APIKEYS', accountId, environment),
    sk: 'PAIRS',
  }),
  apiKeyUses: (accountId: string, environment: string): Key => ({
    pk: join('APIKEYUSES', accountId, environment),
    sk: 'USES',
  }),
  signingKeys: (): Key => ({ pk: 'SIGNINGKEYS', sk: 'JWKS' }),
} as const;

/** Partitions of lists. */
export const callerLists = {
  accountSessions: (accountId: string): string => join('ACCSES', accountId),
} as const;

/** The access patterns. */
export const CALLER_FAMILIES = {
  accountSession: {
    partition: () => callerKeys.accountSession('{ses}').pk,
    patterns: { SESSION: 'account session by id' },
  },
  accountSessions: {
    index: 'gsi1',
    partition: () => callerLists.accountSessions('{usr}'),
    patterns: { '{ses}': 'account sessions of an account' },
  },
  accountAccess: {
    partition: () => callerKeys.accountAccess('{usr}').pk,
    patterns: { AUTH: 'role of an account, and which of its sessions are valid' },
  },
  apiKey: {
    partition: () => callerKeys.apiKey('{hash}').pk,
    patterns: { KEY: 'account and environment of a secret key, by its hash' },
  },
  apiKeyPairs: {
    partition: () => callerKeys.apiKeyPairs('{usr}', '{env}').pk,
    patterns: { PAIRS: "pairs of an account's API keys that may work, by environment" },
  },
  apiKeyUses: {
    partition: () => callerKeys.apiKeyUses('{usr}', '{env}').pk,
    patterns: { USES: "last uses of an account's API keys, by environment" },
  },
  signingKeys: { partition: () => callerKeys.signingKeys().pk, patterns: { JWKS: 'public signing keys' } },
} as const satisfies Families;
