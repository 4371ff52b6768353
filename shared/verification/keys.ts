import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join } from '#shared/db/key-parts';

/** Partitions of lists, and prefixes of their sort keys. */
export const evidenceLists = {
  /** @param about the applicant (`app_`) that the checks are about, or the reference of a direct check. */
  evidence: (accountId: string, about: string): string => join('EVIDENCE', accountId, about),
  checks: 'CHECKS#',
  clearances: 'CLEARANCE#',
} as const;

/** Keys of what is stored about checks besides their results, and of the list entries that reviewers cleared. */
export const evidenceKeys = {
  checks: (accountId: string, about: string, evidenceId: string): Key => ({
    pk: evidenceLists.evidence(accountId, about),
    sk: join('CHECKS', evidenceId),
  }),
  clearance: (accountId: string, applicantId: string, entryKey: string): Key => ({
    pk: evidenceLists.evidence(accountId, applicantId),
    sk: join('CLEARANCE', entryKey),
  }),
  clearanceCount: (accountId: string, applicantId: string): Key => ({
    pk: evidenceLists.evidence(accountId, applicantId),
    sk: 'CLEARANCES',
  }),
} as const;

/** The access patterns. */
export const EVIDENCE_FAMILIES = {
  evidence: {
    partition: () => evidenceLists.evidence('{usr}', '{about}'),
    patterns: {
      'CHECKS#{evidence}': 'evidence of the checks of an assessment, or of one direct check',
      'CLEARANCE#{entry}': 'list entries that reviewers cleared for an applicant, for its next assessment',
      CLEARANCES: 'how many those are',
    },
  },
} as const satisfies Families;
