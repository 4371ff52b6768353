import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join } from '#shared/db/key-parts';

/** Keys of idempotency records. */
export const idempotencyKeys = {
  idempotency: (scope: string, keyHash: string): Key => ({ pk: join('IDEMPOTENCY', scope, keyHash), sk: 'RESPONSE' }),
} as const;

/** The beginning of the keys of an account's own responses, whichever credential asked for them. */
const ofAccount = (accountId: string): string => join('IDEMPOTENCY', accountId);

/** What tells the kept responses of an account apart: the part of a key that an item of the account stores. */
export const answerNameOf = (accountId: string, { pk }: Key): string => pk.slice(ofAccount(accountId).length);

/** The key of a kept response with this name. */
export const answerNamed = (accountId: string, name: string): Key => ({
  pk: `${ofAccount(accountId)}${name}`,
  sk: 'RESPONSE',
});

/** The access patterns. */
export const IDEMPOTENCY_FAMILIES = {
  idempotency: {
    partition: () => idempotencyKeys.idempotency('{scope}', '{key}').pk,
    patterns: { RESPONSE: 'claim of an idempotency key, then the response kept there' },
  },
} as const satisfies Families;
