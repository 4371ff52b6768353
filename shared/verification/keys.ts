import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join } from '#shared/db/key-parts';

/** Partitions of lists. */
export const evidenceLists = {
  /** @param about the applicant (`app_`) whose checks these are, or the reference of a direct check. */
  evidence: (accountId: string, environment: string, about: string): string =>
    join('EVIDENCE', accountId, environment, about),
} as const;

/** Keys of what is kept of checks beside their results. */
export const evidenceKeys = {
  checks: (accountId: string, environment: string, about: string, evidenceId: string): Key => ({
    pk: evidenceLists.evidence(accountId, environment, about),
    sk: join('CHECKS', evidenceId),
  }),
} as const;

/** The access patterns. */
export const EVIDENCE_FAMILIES = {
  evidence: {
    partition: () => evidenceLists.evidence('{usr}', '{env}', '{about}'),
    patterns: { 'CHECKS#{evidence}': 'evidence of the checks of an assessment, or of one direct check' },
  },
} as const satisfies Families;
