import type { Item } from '#shared/db/expressions';
import type { TableReader } from '#shared/db/operations';
import { isId } from '#shared/platform/ids';
import { isWithin, type Scope } from '#shared/platform/scope';
import { deliveryKeys } from '#shared/webhooks/deliveries/keys';
import { fromAttemptItem, type RecordedAttempt } from '#shared/webhooks/deliveries/records/attempt';
import { type Delivery, fromDeliveryItem } from '#shared/webhooks/deliveries/records/delivery';
import { deliveryLogKeys } from './keys.ts';
import { fromLogItem } from './log-entry.ts';

/** How many attempts of a delivery are shown, the latest ones. With 8 KB of a response each, they fit into one read. */
const MAX_SHOWN_ATTEMPTS = 50;

/** A delivery with its latest attempts, in order. */
export interface DeliveryWithAttempts {
  readonly delivery: Delivery;
  readonly attempts: readonly RecordedAttempt[];
}

const owned = (scope: Scope, item: Item | undefined, entry: Item | undefined): Delivery | undefined => {
  if (!item || !isWithin(scope, item)) return undefined;
  const delivery = fromDeliveryItem(item);
  // With the time of the list, whose times are in the order of its entries.
  return entry ? { ...delivery, createdAt: fromLogItem(entry).createdAt } : delivery;
};

/** A delivery within the caller's scope; undefined when the scope has none with this id. */
export const findOwnedDelivery = async (
  table: Pick<TableReader, 'get'>,
  scope: Scope,
  deliveryId: string,
): Promise<Delivery | undefined> => {
  if (!isId('whd', deliveryId)) return undefined;
  const keys = [deliveryKeys.delivery(deliveryId), deliveryLogKeys.entry(deliveryId)];
  const [item, entry] = await Promise.all(keys.map((key) => table.get(key)));
  return owned(scope, item, entry);
};

/**
 * A delivery within the caller's scope with its attempts, in one trip; undefined when the scope has none with this id.
 */
export const readDeliveryWithAttempts = async (
  table: Pick<TableReader, 'get' | 'query'>,
  scope: Scope,
  deliveryId: string,
): Promise<DeliveryWithAttempts | undefined> => {
  if (!isId('whd', deliveryId)) return undefined;
  const { pk: partition } = deliveryKeys.delivery(deliveryId);
  const [delivery, { items }] = await Promise.all([
    findOwnedDelivery(table, scope, deliveryId),
    table.query({ partition, startsWith: 'ATTEMPT#', descending: true, limit: MAX_SHOWN_ATTEMPTS }),
  ]);
  return delivery && { delivery, attempts: items.map(fromAttemptItem).reverse() };
};
