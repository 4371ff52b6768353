import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join, padded } from '#shared/db/key-parts';

/** Number of partitions that hold what the sweep checks. Each takes a thousand writes a second. */
export const DUE_SHARDS = 8;

/** The first part of the sort keys of long responses. They are deleted before their delivery, which leads to them. */
export const LONG_RESPONSES = 'ATTEMPT';

/** Keys of deliveries, and of a registration's delivery state. */
export const deliveryKeys = {
  delivery: (deliveryId: string): Key => ({ pk: join('WHD', deliveryId), sk: 'DELIVERY' }),
  /** The long response to an attempt, which its number and its time name: one without a record is never shown. */
  response: (deliveryId: string, number: number, startedAt: string): Key => ({
    pk: join('WHD', deliveryId),
    sk: join(LONG_RESPONSES, padded(number), startedAt),
  }),
  /** The breaker of a registration (`whk_`), or of a host of an account. */
  breaker: (ownerId: string): Key => ({ pk: join('WHKBREAKER', ownerId), sk: 'BREAKER' }),
  deactivationNotice: (registrationId: string): Key => ({ pk: join('WHKNOTICE', registrationId), sk: 'NOTICE' }),
} as const;

/** Partitions and sort keys of lists. */
export const deliveryLists = {
  due: (shard: number | string): string => join('DUE', shard),
  parkedDeliveries: (registrationId: string): string => join('WHKPARKED', registrationId),
  abandonedDeliveries: 'ABANDONED',
} as const;

/** The access patterns. */
export const DELIVERY_FAMILIES = {
  delivery: {
    partition: () => deliveryKeys.delivery('{whd}').pk,
    patterns: {
      DELIVERY: 'delivery by id, with its attempts',
      'ATTEMPT#{number}#{time}': 'long responses to the attempts of a delivery',
    },
  },
  breaker: {
    partition: () => deliveryKeys.breaker('{owner}').pk,
    patterns: { BREAKER: 'breaker and permits of a registration, or of a host that an account sends to' },
  },
  deactivationNotice: {
    partition: () => deliveryKeys.deactivationNotice('{whk}').pk,
    patterns: { NOTICE: 'notice that a registration was deactivated' },
  },
  due: {
    index: 'gsi4',
    partition: () => deliveryLists.due('{shard}'),
    patterns: { '{time}~{id}': 'what the sweep looks after, by the time it is overdue' },
  },
  parkedDeliveries: {
    index: 'gsi2',
    partition: () => deliveryLists.parkedDeliveries('{whk}'),
    patterns: { '{time}~{whd}': 'parked deliveries of a registration, by their wait' },
  },
  abandonedDeliveries: {
    index: 'gsi2',
    partition: () => deliveryLists.abandonedDeliveries,
    patterns: { '{time}~{whd}': 'deliveries that were given up for our own faults' },
  },
} as const satisfies Families;
