import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join } from '#shared/db/key-parts';
import type { BoundedList } from '#shared/db/lists/bounded-list';

/** Maximum notes of an applicant. */
export const MAX_NOTES = 200;

/** Partitions of notes. */
export const noteLists = {
  notes: (accountId: string, applicantId: string): string => join('APPNOTES', accountId, applicantId),
} as const;

/** Keys of notes. Each includes the owner, so that no other account finds it. */
export const noteKeys = {
  note: (accountId: string, applicantId: string, noteId: string): Key => ({
    pk: noteLists.notes(accountId, applicantId),
    sk: join('NOTE', noteId),
  }),
} as const;

/** The bounded list of an applicant's notes. */
export const notesOfApplicant = (accountId: string, applicantId: string): BoundedList => ({
  counts: { pk: noteLists.notes(accountId, applicantId), sk: 'COUNT' },
  most: MAX_NOTES,
});

/** The access patterns. */
export const NOTE_FAMILIES = {
  applicantNotes: {
    partition: () => noteLists.notes('{usr}', '{app}'),
    patterns: {
      COUNT: 'how many notes an applicant has, and whether it may get more',
      'NOTE#{note}': 'notes on an applicant, by creation',
    },
  },
} as const satisfies Families;
