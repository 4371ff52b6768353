import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join, padded } from '#shared/db/key-parts';

/** Partitions of the list of score changes whose watchers have not been notified. */
export const FAN_OUT_SHARDS = 8;

/** Keys of monitored vendors. */
export const vendorKeys = {
  state: (vendorId: string): Key => ({ pk: join('VENDOR', vendorId), sk: 'STATE' }),
  point: (vendorId: string, number: number): Key => ({
    pk: join('VENDOR', vendorId),
    sk: join('POINT', padded(number)),
  }),
  event: (vendorId: string, eventId: string): Key => ({
    pk: join('VENDOR', vendorId),
    sk: join('EVENT', eventId),
  }),
  /** A partition of its own, so that its refusal differs from one by the state. @param source a hash of the source. */
  recentEvent: (vendorId: string, kind: string, source: string): Key => ({
    pk: join('RECENTEVENT', vendorId),
    sk: join(kind, source),
  }),
} as const;

/** Partitions and sort keys of lists. */
export const vendorLists = {
  /** State, points and events of a vendor. */
  vendor: (vendorId: string): string => join('VENDOR', vendorId),
  points: 'POINT#',
  /** Sort keys of the points numbered `first` to `last`. */
  pointRange: (first: number, last: number): readonly [string, string] => [
    join('POINT', padded(first)),
    join('POINT', padded(last)),
  ],
  events: 'EVENT#',
  /** Sort keys of the events from one id to another, both included. */
  eventRange: (firstId: string, lastId: string): readonly [string, string] => [
    join('EVENT', firstId),
    join('EVENT', lastId),
  ],
  eventById: (eventId: string): string => join('MONITORINGEVENT', eventId),
  mentions: (vendorId: string): string => join('MENTIONS', vendorId),
  fanOuts: (shard: number): string => join('FANOUTS', shard),
} as const;

/** The access patterns. */
export const VENDOR_FAMILIES = {
  vendor: {
    partition: () => vendorLists.vendor('{cmp}'),
    patterns: {
      STATE: 'score of a vendor, and how many accounts watch it',
      'POINT#{number}': 'score history of a vendor, by dense number',
      'EVENT#{evt}': 'monitoring events of a vendor',
    },
  },
  recentEvents: {
    partition: () => vendorKeys.recentEvent('{cmp}', '{kind}', '{hash}').pk,
    patterns: { '{kind}#{hash}': 'the one event of a vendor, kind and source in 7 days' },
  },
  mediaMentions: {
    index: 'gsi1',
    partition: () => vendorLists.mentions('{cmp}'),
    patterns: { '{time}~{evt}': 'media mentions of a vendor that are not voided, by time' },
  },
  monitoringEvents: {
    index: 'gsi2',
    partition: () => vendorLists.eventById('{evt}'),
    patterns: { EVENT: 'what was reported of a vendor, by its id alone' },
  },
  dueFanOuts: {
    index: 'gsi4',
    partition: () => join('FANOUTS', '{shard}'),
    patterns: { '{time}~{cmp}~{number}': 'changes of scores whose watchers have not all been notified' },
  },
} as const satisfies Families;
