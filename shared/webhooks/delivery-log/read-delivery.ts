import type { Item } from '#shared/db/expressions';
import type { TableReader } from '#shared/db/operations';
import { isId } from '#shared/platform/ids';
import { isWithin, type Scope } from '#shared/platform/scope';
import { deliveryKeys, LONG_RESPONSES } from '#shared/webhooks/deliveries/keys';
import { MAX_KEPT_ATTEMPTS, type RecordedAttempt } from '#shared/webhooks/deliveries/records/attempt';
import { type Delivery, fromDeliveryItem } from '#shared/webhooks/deliveries/records/delivery';

/** A delivery with its latest attempts, in order. */
export interface DeliveryWithAttempts {
  readonly delivery: Delivery;
  readonly attempts: readonly RecordedAttempt[];
}

/** A delivery within the caller's scope; undefined when the scope has none with this id. */
export const findOwnedDelivery = async (
  table: Pick<TableReader, 'get'>,
  scope: Scope,
  deliveryId: string,
): Promise<Delivery | undefined> => {
  if (!isId('whd', deliveryId)) return undefined;
  const item = await table.get(deliveryKeys.delivery(deliveryId));
  // Another account's delivery is not even parsed, so that it is refused as a missing one is.
  return item && isWithin(scope, item) ? fromDeliveryItem(item) : undefined;
};

/** An attempt with its response, wherever that is stored. */
const withResponse =
  (deliveryId: string, responses: readonly Item[]) =>
  (attempt: RecordedAttempt): RecordedAttempt => {
    const { sk } = deliveryKeys.response(deliveryId, attempt.number, attempt.startedAt);
    const long = responses.find((item) => item.sk === sk)?.['responseExcerpt'];
    return typeof long === 'string' ? { ...attempt, responseExcerpt: long } : attempt;
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
    table.query({ partition, startsWith: `${LONG_RESPONSES}#`, descending: true, limit: MAX_KEPT_ATTEMPTS }),
  ]);
  return delivery && { delivery, attempts: delivery.attempts.map(withResponse(deliveryId, items)) };
};
