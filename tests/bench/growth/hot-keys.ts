import { OUTBOX_SHARDS } from '#shared/events/keys';
import type { FAMILIES } from '#shared/key-families';
import { DUE_SHARDS } from '#shared/webhooks/deliveries/keys';
import type { Growth } from '#tests/bench/cloud/table-growth';
import { ASSUMED } from '#tests/bench/prices';

/** The most that one partition writes in a second (AWS, "Best practices for designing partition keys"). */
export const PARTITION_UNITS = 1000;

/** A partition key that many writes share. */
export interface HotKey {
  readonly family: keyof typeof FAMILIES;
  /** Whose writes share the key, or its shards. */
  readonly sharedBy: string;
  /** The functions that write it once for each event. */
  readonly writers: readonly string[];
  /** Over how many partitions the events are spread; 1 when undefined. */
  readonly shards?: number;
  /** Whether its transactions meet at one item, so that each waits for the one before. */
  readonly isInTurn?: true;
  /** What callers get at the cap, in the words of {@link AT_THE_CAP}. */
  readonly refuses: keyof typeof AT_THE_CAP;
  /** What raises the cap. */
  readonly raisedBy: string;
}

/** What happens at a cap: of writes that callers wait for, of those that follow from events, and of the limiter's. */
export const AT_THE_CAP = { calls: '503', work: 'late', counts: 'uncounted' } as const;

/** The keys that become hot first. */
export const HOT_KEYS: readonly HotKey[] = [
  {
    family: 'wallet',
    sharedBy: 'wallet',
    writers: ['create-applicant'],
    isInTurn: true,
    refuses: 'calls',
    raisedBy: 'more accounts',
  },
  {
    family: 'applicantList',
    sharedBy: 'account',
    writers: ['create-applicant'],
    isInTurn: true,
    refuses: 'calls',
    raisedBy: 'more accounts',
  },
  {
    family: 'outbox',
    sharedBy: 'account',
    writers: ['submit-session', 'publish-events'],
    refuses: 'calls',
    raisedBy: 'more accounts',
  },
  {
    family: 'feed',
    sharedBy: 'account, environment',
    writers: ['publish-events'],
    refuses: 'work',
    raisedBy: 'batches',
  },
  {
    family: 'rateLimit',
    sharedBy: 'caller',
    writers: ['create-applicant'],
    refuses: 'counts',
    raisedBy: '',
  },
  {
    family: 'due',
    sharedBy: 'stage',
    writers: ['plan-delivery', 'deliver-webhook'],
    shards: DUE_SHARDS,
    refuses: 'work',
    raisedBy: '`DUE_SHARDS`',
  },
  {
    family: 'outbox',
    sharedBy: 'stage',
    writers: ['submit-session', 'publish-events'],
    shards: OUTBOX_SHARDS,
    refuses: 'calls',
    raisedBy: '`OUTBOX_SHARDS`, with a migration',
  },
];

/** Write units that one event costs the partitions of a hot key. */
export const unitsOf = ({ family, writers }: HotKey, growth: Readonly<Record<string, Growth>>): number =>
  writers.reduce((sum, name) => sum + (growth[name]?.units[family] ?? 0), 0);

/** How many events a second all partitions of a hot key take. */
export const capOf = (key: HotKey, growth: Readonly<Record<string, Growth>>): number => {
  const byUnits = ((key.shards ?? 1) * PARTITION_UNITS) / unitsOf(key, growth);
  return Math.floor(key.isInTurn ? Math.min(byUnits, 1000 / ASSUMED.millisecondsOfATransaction) : byUnits);
};
