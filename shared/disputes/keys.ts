import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join } from '#shared/db/key-parts';

/** Keys of disputes. */
export const disputeKeys = {
  dispute: (disputeId: string): Key => ({ pk: join('DISPUTE', disputeId), sk: 'DISPUTE' }),
  openDispute: (accountId: string, environment: string, eventId: string): Key => ({
    pk: join('OPENDISPUTES', accountId, environment),
    sk: join('EVENT', eventId),
  }),
} as const;

/** Partitions of lists. */
export const disputeLists = {
  /** The head and the counts of an account's disputes. */
  ofAccount: (accountId: string, environment: string): string => join('DISPUTES', accountId, environment),
  ofStatus: (accountId: string, environment: string, status: string): string =>
    join('DISPUTES', accountId, environment, status),
  /** The counts of an account's disputes about one vendor. */
  ofVendor: (accountId: string, environment: string, vendorId: string): string =>
    join('VENDORDISPUTES', accountId, environment, vendorId),
  ofVendorAndStatus: (accountId: string, environment: string, vendorId: string, status: string): string =>
    join('VENDORDISPUTES', accountId, environment, vendorId, status),
  /** The head and the counts of all live disputes. */
  cases: 'DISPUTECASES',
  casesOfStatus: (status: string): string => join('DISPUTECASES', status),
} as const;

/** The access patterns. */
export const DISPUTE_FAMILIES = {
  dispute: {
    partition: () => disputeKeys.dispute('{dsp}').pk,
    patterns: { DISPUTE: 'dispute by id' },
  },
  openDisputes: {
    partition: () => disputeKeys.openDispute('{usr}', '{env}', '{evt}').pk,
    patterns: { 'EVENT#{evt}': 'the one open dispute of an account about an event' },
  },
  disputeList: {
    partition: () => disputeLists.ofAccount('{usr}', '{env}'),
    patterns: {
      HEAD: 'newest number, and how many of the first 640 disputes of an account there are by status and block',
      'COUNT#{number}': 'the same of every further 640',
    },
  },
  vendorDisputeList: {
    partition: () => disputeLists.ofVendor('{usr}', '{env}', '{cmp}'),
    patterns: {
      HEAD: 'how many of the first 640 disputes of an account are about a vendor, by status and block',
      'COUNT#{number}': 'the same of every further 640',
    },
  },
  disputeCases: {
    partition: () => disputeLists.cases,
    patterns: {
      HEAD: 'newest number, and how many of the first 640 live disputes there are by status and block',
      'COUNT#{number}': 'the same of every further 640',
    },
  },
  disputesByStatus: {
    index: 'gsi1',
    partition: () => disputeLists.ofStatus('{usr}', '{env}', '{status}'),
    patterns: { '{number}': 'disputes of an account, by status' },
  },
  vendorDisputesByStatus: {
    index: 'gsi2',
    partition: () => disputeLists.ofVendorAndStatus('{usr}', '{env}', '{cmp}', '{status}'),
    patterns: { '{number}': 'disputes of an account about a vendor, by status' },
  },
  disputeCasesByStatus: {
    index: 'gsi3',
    partition: () => disputeLists.casesOfStatus('{status}'),
    patterns: { '{number}': 'live disputes, by status' },
  },
} as const satisfies Families;
