import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join } from '#shared/db/key-parts';

/** Keys of idempotency records. */
export const idempotencyKeys = {
  idempotency: (scope: string, keyHash: string): Key => ({ pk: join('IDEMPOTENCY', scope, keyHash), sk: 'RESPONSE' }),
} as const;

/** The access patterns. */
export const IDEMPOTENCY_FAMILIES = {
  idempotency: {
    partition: () => idempotencyKeys.idempotency('{scope}', '{key}').pk,
    patterns: { RESPONSE: 'claim of an idempotency key, then the response kept there' },
  },
} as const satisfies Families;
