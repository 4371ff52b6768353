import { ITEM_FAMILIES, type ItemFamily } from '#shared/key-families';
import type { FilePrefix } from '#shared/platform/capabilities';

/** Whose data it is. A `visitor` has no account; a `business` is known from public registers and news. */
type Subject = 'account' | 'applicant' | 'business' | 'visitor';

/**
 * What is known of the subject. `contact`: names, addresses, phone numbers. `hash`: an address, network or password
 * that only its hash represents. `text`: what people wrote. `activity`: what was done when, by id.
 */
type Kind =
  | 'activity'
  | 'answers'
  | 'business'
  | 'card'
  | 'contact'
  | 'documents'
  | 'evidence'
  | 'hash'
  | 'money'
  | 'network'
  | 'number'
  | 'reference'
  | 'registry'
  | 'text';

/** One kind, or several, separated by spaces. */
type Kinds = Kind | `${Kind} ${Kind}` | `${Kind} ${Kind} ${Kind}`;

/** A setting of the stage that is a number of days. */
type RetentionSetting =
  | 'evidenceRetentionDays'
  | 'logRetentionDays'
  | 'accessLogRetentionDays'
  | 'eventArchiveDays'
  | 'backup.retentionDays';

/** What ends it: a time after it was stored, a setting of the stage, the erasure of its subject, or nothing. */
type End =
  | { readonly hours: number }
  | { readonly setting: RetentionSetting }
  | 'account erased'
  | 'applicant erased'
  | 'kept';

/**
 * What `erase-account` does with an item of the family. `emptied`: its whole partition is deleted. `ended`: it ends as
 * its owner would end it, because others count on it. `reduced`: its texts are replaced. `applicant`: the erasure of its
 * applicant does it.
 */
export type AccountErasure = 'deleted' | 'emptied' | 'ended' | 'reduced' | 'applicant' | 'left';

/** Personal data in one place. */
export interface StoredData {
  /** Undefined for a place without personal data. */
  readonly of?: readonly Subject[];
  readonly kinds: readonly Kind[];
  readonly end: End;
  /** For what is not bound to expire: the hours after which some of its items do. */
  readonly someExpireAfterHours?: number;
}

/** Personal data in a family of items. */
export interface FamilyData extends StoredData {
  readonly onAccountErasure: AccountErasure;
  /** Whether `export-account` writes its items. */
  readonly isExported: boolean;
}

const DAY = 24;

type Rest = Partial<Pick<FamilyData, 'isExported' | 'someExpireAfterHours'>>;

const EXPORTED: Rest = { isExported: true };

const holding =
  (...of: readonly Subject[]) =>
  (kinds: Kinds, end: End, onAccountErasure: AccountErasure, rest: Rest = {}): FamilyData => ({
    of,
    kinds: kinds.split(' ') as Kind[],
    end,
    onAccountErasure,
    isExported: false,
    ...rest,
  });

const account = holding('account');
const applicant = holding('applicant');
const both = holding('account', 'applicant');
const business = holding('business');
const visitor = holding('visitor');

/** Items without personal data: ids, counts, amounts of nobody. */
const nothing = (end: End = 'kept', onAccountErasure: AccountErasure = 'left', rest: Rest = {}): FamilyData => ({
  kinds: [],
  end,
  onAccountErasure,
  isExported: false,
  ...rest,
});

/** Every family of items of the table. */
export const FAMILY_DATA: Readonly<Record<ItemFamily, FamilyData>> = {
  account: account('contact', 'account erased', 'deleted', { isExported: true, someExpireAfterHours: 7 * DAY }),
  signIn: account('contact hash', 'account erased', 'deleted', { someExpireAfterHours: 7 * DAY }),
  signInFailures: account('hash', { hours: 1 }, 'left'),
  mailedCodes: account('hash', { hours: 2 }, 'left'),
  resetToken: account('contact', { hours: 1 }, 'deleted'),
  googleLink: account('hash', 'account erased', 'deleted'),
  googleToken: account('hash', { hours: 2 }, 'left'),
  accountSession: account('activity', { hours: 90 * DAY }, 'deleted', EXPORTED),
  accountAccess: nothing('kept', 'left', EXPORTED),
  apiKey: account('hash', 'account erased', 'deleted', { someExpireAfterHours: 7 * DAY }),
  apiKeyPairs: account('activity hash', 'account erased', 'deleted', EXPORTED),
  apiKeyUses: account('activity', 'account erased', 'deleted', EXPORTED),
  signingKeys: nothing(),
  rateLimit: visitor('network', { hours: DAY + 1 }, 'left'),
  idempotency: both('contact text', { hours: DAY }, 'deleted'),
  audit: account('activity', 'kept', 'left'),

  company: account('business contact', 'account erased', 'ended', EXPORTED),
  companyNumber: account('business', 'account erased', 'ended'),
  companyReads: nothing(),
  companyList: account('business', 'account erased', 'deleted'),
  obligation: account('text', 'account erased', 'deleted', EXPORTED),
  obligationCalendar: account('activity', 'account erased', 'deleted'),
  dispute: account('text documents', 'account erased', 'reduced', EXPORTED),
  openDisputes: nothing(),
  disputeList: nothing(),
  vendorDisputeList: nothing(),
  disputeCases: nothing(),
  chat: account('text', 'account erased', 'deleted', EXPORTED),
  chatMessages: account('text', 'account erased', 'deleted', EXPORTED),
  chatList: nothing('account erased', 'deleted'),
  chatListOfCompany: nothing('account erased', 'deleted'),
  watch: account('text', 'account erased', 'ended', EXPORTED),
  watchCounts: nothing(),
  alert: account('registry', 'account erased', 'deleted', EXPORTED),
  accountAlerts: nothing('account erased', 'deleted'),
  vendorAlerts: nothing('account erased', 'deleted'),
  fanOutProgress: nothing({ hours: 7 * DAY }),
  vendor: business('registry', 'kept', 'left'),
  vendorCheck: business('registry', 'kept', 'left'),
  recentEvents: nothing({ hours: 8 * DAY }),

  wallet: account('money', 'kept', 'left', EXPORTED),
  topUp: account('money', 'kept', 'left', EXPORTED),
  savedCard: account('card', 'account erased', 'deleted', EXPORTED),
  rates: nothing(),
  addressBudget: nothing(),
  addressBudgetCap: nothing(),

  widget: account('contact text', 'account erased', 'deleted', EXPORTED),
  widgetList: nothing('account erased', 'deleted'),
  widgetSignature: visitor('hash network', { hours: 1 }, 'left'),
  embedSession: applicant('answers documents', 'applicant erased', 'applicant', EXPORTED),
  applicant: applicant('contact reference text', 'applicant erased', 'applicant', EXPORTED),
  applicantList: applicant('contact reference', 'applicant erased', 'applicant'),
  applicantsOfReference: applicant('hash', 'applicant erased', 'applicant'),
  applicantsOfTag: applicant('hash', 'applicant erased', 'applicant'),
  applicantNotes: applicant('text', 'applicant erased', 'applicant', EXPORTED),
  applicantExports: applicant('activity', { hours: 2 * DAY }, 'deleted'),
  applicantErasure: nothing('kept', 'left', { someExpireAfterHours: 30 * DAY }),
  directCheck: both('number documents', 'applicant erased', 'deleted', EXPORTED),
  addressVerification: both('contact', 'applicant erased', 'reduced', EXPORTED),
  addressesOfCompany: nothing('account erased', 'deleted'),
  evidence: both('evidence', { setting: 'evidenceRetentionDays' }, 'deleted', EXPORTED),
  fileRemoval: nothing(),
  retention: nothing('account erased', 'deleted'),

  outbox: applicant('reference', { hours: 30 * DAY }, 'deleted', EXPORTED),
  feed: nothing('account erased', 'deleted', { someExpireAfterHours: 31 * DAY }),
  registrations: account('contact', 'account erased', 'deleted', EXPORTED),
  registrationSlot: nothing('account erased', 'deleted'),
  delivery: both('reference text', { hours: 31 * DAY }, 'emptied'),
  deliveryLog: nothing({ hours: 32 * DAY }, 'deleted', EXPORTED),
  recovery: nothing({ hours: 30 * DAY }),
  breaker: account('activity', 'account erased', 'deleted', { someExpireAfterHours: 30 * DAY }),
  deactivationNotice: account('contact', { hours: 30 * DAY }, 'deleted'),

  contactRequest: visitor('contact text', 'account erased', 'deleted'),
  sentMail: nothing({ hours: 30 * DAY }),
  noticeCount: applicant('hash', { hours: 2 * DAY }, 'left'),
  followerAddress: account('hash', 'account erased', 'deleted', { someExpireAfterHours: 30 * DAY }),
  suppressedAddress: account('hash', 'kept', 'left'),
  unsubscription: account('hash', 'kept', 'left'),
  confirmation: account('contact', { hours: 3 * DAY }, 'deleted'),
  keptMail: both('contact text', { hours: 30 * DAY }, 'deleted', EXPORTED),
};

/** The files of each prefix of the bucket. Once deleted, a file can be restored for some days. */
export const FILE_DATA: Readonly<Record<FilePrefix, StoredData & { readonly restorableDays: number }>> = {
  attachments: { of: ['applicant'], kinds: ['documents'], end: 'applicant erased', restorableDays: 30 },
  verifications: { of: ['account'], kinds: ['documents'], end: 'account erased', restorableDays: 30 },
  disputes: { of: ['account'], kinds: ['documents'], end: 'account erased', restorableDays: 30 },
  exports: { of: ['applicant'], kinds: ['contact'], end: { hours: DAY }, restorableDays: 1 },
};

/** Everything outside the table and the bucket. */
export const ELSEWHERE: Readonly<
  Record<'function logs' | 'access log' | 'backups' | 'event archive' | 'queues' | 'point-in-time recovery', StoredData>
> = {
  'function logs': { of: ['account', 'applicant'], kinds: ['activity', 'hash'], end: { setting: 'logRetentionDays' } },
  'access log': { of: ['visitor'], kinds: ['network', 'activity'], end: { setting: 'accessLogRetentionDays' } },
  'event archive': { of: ['applicant'], kinds: ['reference'], end: { setting: 'eventArchiveDays' } },
  queues: { of: ['account', 'applicant'], kinds: ['contact', 'text'], end: { hours: 14 * DAY } },
  backups: {
    of: ['account', 'applicant'],
    kinds: ['contact', 'answers', 'documents'],
    end: { setting: 'backup.retentionDays' },
  },
  'point-in-time recovery': { of: ['account', 'applicant'], kinds: ['contact', 'answers'], end: { hours: 35 * DAY } },
};

const BY_PREFIX = new Map(
  Object.entries(ITEM_FAMILIES).map(([family, partition]) => [partition.split('#')[0] ?? '', family as ItemFamily]),
);

/**
 * The family of a stored item, by what its partition begins with.
 *
 * @throws TypeError for a partition of no family.
 */
export const familyOfItem = ({ pk }: { readonly pk: string }): ItemFamily => {
  const family = BY_PREFIX.get(pk.split('#')[0] ?? '');
  if (!family) throw new TypeError(`${pk} belongs to no family`);
  return family;
};
