import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join, padded } from '#shared/db/key-parts';

/** The one partition of the audit list. */
const PARTITION = 'AUDIT';

/** Keys of audit entries. */
export const auditKeys = {
  auditEntry: (number: number): Key => ({ pk: PARTITION, sk: join('ENTRY', padded(number)) }),
} as const;

/** Partition and sort keys of the audit list. */
export const auditLists = {
  audit: PARTITION,
  entries: 'ENTRY#',
  /** Sort keys of the entries numbered `first` to `last`. */
  range: (first: number, last: number): readonly [string, string] => [
    auditKeys.auditEntry(first).sk,
    auditKeys.auditEntry(last).sk,
  ],
} as const;

/** The access patterns. */
export const AUDIT_FAMILIES = {
  audit: {
    partition: () => auditLists.audit,
    patterns: { HEAD: 'end of the list of audit entries', 'ENTRY#{number}': 'audit entries, by dense number' },
  },
  auditByTime: {
    index: 'gsi1',
    partition: () => auditLists.audit,
    patterns: { '{time}~{number}': 'audit entries by time' },
  },
} as const satisfies Families;
