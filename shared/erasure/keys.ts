import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join } from '#shared/db/key-parts';

/** Number of partitions that list erasures in progress. */
export const ERASURE_SHARDS = 4;

/** Keys of erasures. */
export const erasureKeys = {
  erasure: (applicantId: string): Key => ({ pk: join('ERASURE', applicantId), sk: 'ERASURE' }),
  /** @param copyId unique among the copies about one applicant. */
  copy: (applicantId: string, copyId: string): Key => ({ pk: join('ERASURE', applicantId), sk: join('COPY', copyId) }),
} as const;

/** Partitions and sort keys of lists. */
export const erasureLists = {
  copies: (applicantId: string) => ({ partition: join('ERASURE', applicantId), startsWith: 'COPY#' }),
  due: (shard: number | string): string => join('ERASURES', shard),
} as const;

/** The access patterns. */
export const ERASURE_FAMILIES = {
  applicantErasure: {
    partition: () => erasureKeys.erasure('{app}').pk,
    patterns: {
      ERASURE: 'when an applicant was erased, for ever, and when its erasure goes on',
      'COPY#{copy}': 'where a mail or a response is kept that holds what is known of an applicant',
    },
  },
  dueErasures: {
    index: 'gsi4',
    partition: () => erasureLists.due('{shard}'),
    patterns: { '{time}~{app}': 'erasures that are not complete, by when they go on' },
  },
} as const satisfies Families;
