import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join } from '#shared/db/key-parts';

/** Keys of the mails and text messages about applicants. */
export const noticeKeys = {
  /** @param recipient `APPLICANT`, `PHONE`, or `ADMIN` and its number. */
  applicantNotice: (eventId: string, recipient: string): Key => ({
    pk: join('APPNOTICE', eventId),
    sk: join('NOTICE', recipient),
  }),
} as const;

/** The access patterns. */
export const NOTICE_FAMILIES = {
  applicantNotice: {
    partition: () => noticeKeys.applicantNotice('{sev}', '{recipient}').pk,
    patterns: { 'NOTICE#{recipient}': 'mail or text message about an applicant, by its event and recipient' },
  },
} as const satisfies Families;
