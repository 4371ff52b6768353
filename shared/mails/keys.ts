import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join, padded, timeKey } from '#shared/db/key-parts';

/** What the notices of a cap are counted by: a recipient, an applicant, or an account in an environment. */
export type CappedKind = 'recipient' | 'applicant' | 'account';

/** Keys of mails and text messages. Addresses and numbers are in keys only as hashes. */
export const mailKeys = {
  /** @param mailId of a mail or a text message: the same each time that it is ordered. */
  sentMail: (mailId: string): Key => ({ pk: join('MAIL', mailId), sk: 'MAIL' }),
  /** @param day `YYYY-MM-DD`, in UTC. */
  noticeCount: (kind: CappedKind, id: string, day: string): Key => ({ pk: join('NOTICES', kind, id), sk: join(day) }),
  followerAddress: (accountId: string, emailKey: string): Key => ({
    pk: join('FOLLOWERS', accountId),
    sk: join(emailKey),
  }),
  suppressedAddress: (emailKey: string): Key => ({ pk: join('SUPPRESSED', emailKey), sk: 'SUPPRESSION' }),
  /** @param kind the kind of mails that their reader can end. */
  unsubscription: (emailKey: string, kind: string): Key => ({ pk: join('UNSUBSCRIBED', emailKey), sk: join(kind) }),
  confirmation: (tokenHash: string): Key => ({ pk: join('CONFIRM', tokenHash), sk: 'CONFIRMATION' }),
  /** @param to the address (hashed), or `ALL` for the list of all. */
  keptMail: (accountId: string, to: string, number: number): Key => ({
    pk: join('KEPTMAILS', accountId, to),
    sk: padded(number),
  }),
} as const;

/** Partitions of lists. */
export const mailLists = {
  /** Sandbox mails that were kept for an account: those to one address (hashed), or `ALL`. */
  keptMails: (accountId: string, to: string): string => join('KEPTMAILS', accountId, to),
  /** The place of a kept mail in a list by time. */
  keptAt: timeKey,
} as const;

/** The access patterns. */
export const MAIL_FAMILIES = {
  sentMail: {
    partition: () => mailKeys.sentMail('{mail}').pk,
    patterns: { MAIL: 'that a mail, or a text message, was taken on by a worker, and what became of it' },
  },
  noticeCount: {
    partition: () => mailKeys.noticeCount('{kind}' as CappedKind, '{id}', '2026').pk,
    patterns: { '{date}': 'notices about applicants of a day, by recipient (hashed), applicant and account' },
  },
  followerAddress: {
    partition: () => mailKeys.followerAddress('{usr}', '{hash}').pk,
    patterns: {
      '{hash}': "an administrator's address of an account (hashed): when it was asked, and when it confirmed",
    },
  },
  suppressedAddress: {
    partition: () => mailKeys.suppressedAddress('{hash}').pk,
    patterns: { SUPPRESSION: 'why and since when an address (hashed) is mailed no more, or when that was lifted' },
  },
  unsubscription: {
    partition: () => mailKeys.unsubscription('{hash}', '{kind}').pk,
    patterns: { '{kind}': 'since when an address (hashed) is mailed no more of a kind, because its reader ended it' },
  },
  confirmation: {
    partition: () => mailKeys.confirmation('{hash}').pk,
    patterns: { CONFIRMATION: 'the account and address that a link confirms, by the hash of its token' },
  },
  keptMail: {
    partition: () => mailLists.keptMails('{usr}', '{to}'),
    patterns: {
      HEAD: 'end of a list of kept mails',
      '{number}':
        'mails of the sandbox that were kept, by dense number: of an account, and of it to one address (hashed)',
    },
  },
  keptMailsByTime: {
    index: 'gsi1',
    partition: () => mailLists.keptMails('{usr}', '{to}'),
    patterns: { '{time}~{number}': 'the same mails by time' },
  },
} as const satisfies Families;
