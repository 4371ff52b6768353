import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join, padded } from '#shared/db/key-parts';

/** Keys of alerts, and of the fan-outs that make them. */
export const alertKeys = {
  alert: (alertId: string): Key => ({ pk: join('ALERT', alertId), sk: 'ALERT' }),
  fanOutProgress: (vendorId: string, number: number): Key => ({
    pk: join('FANOUT', vendorId, padded(number)),
    sk: 'PROGRESS',
  }),
} as const;

/** Partitions of lists: one for heads and counts, and one for the entries of each cell. */
export const alertLists = {
  accountAlerts: (accountId: string, environment: string): string => join('ALERTS', accountId, environment),
  accountAlertsByState: (accountId: string, environment: string, severity: string, state: string): string =>
    join('ALERTS', accountId, environment, severity, state),
  vendorAlerts: (accountId: string, environment: string, vendorId: string): string =>
    join('VENDORALERTS', accountId, environment, vendorId),
  vendorAlertsByState: (
    accountId: string,
    environment: string,
    vendorId: string,
    severity: string,
    state: string,
  ): string => join('VENDORALERTS', accountId, environment, vendorId, severity, state),
} as const;

/** The access patterns. */
export const ALERT_FAMILIES = {
  alert: {
    partition: () => alertKeys.alert('{al}').pk,
    patterns: { ALERT: 'alert by id' },
  },
  fanOutProgress: {
    partition: () => join('FANOUT', '{cmp}', '{number}'),
    patterns: { PROGRESS: 'which shards of the watchers of a vendor were told of a change of its score' },
  },
  accountAlerts: {
    partition: () => alertLists.accountAlerts('{usr}', '{env}'),
    patterns: {
      HEAD: 'newest number, and how many of the first 640 alerts of an account there are by severity, state and block',
      'COUNT#{number}': 'the same of every further 640',
    },
  },
  vendorAlerts: {
    partition: () => alertLists.vendorAlerts('{usr}', '{env}', '{cmp}'),
    patterns: {
      HEAD: 'the same of the alerts of an account about a vendor, and how many of all are unread',
      'COUNT#{number}': 'the same of every further 640',
    },
  },
  accountAlertsByState: {
    index: 'gsi1',
    partition: () => alertLists.accountAlertsByState('{usr}', '{env}', '{severity}', '{read}'),
    patterns: { '{number}': 'alerts of an account, by severity and whether they are read' },
  },
  vendorAlertsByState: {
    index: 'gsi2',
    partition: () => alertLists.vendorAlertsByState('{usr}', '{env}', '{cmp}', '{severity}', '{read}'),
    patterns: { '{number}': 'alerts of an account about a vendor, by severity and whether they are read' },
  },
} as const satisfies Families;
