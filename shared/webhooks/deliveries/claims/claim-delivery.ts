import { randomUUID } from 'node:crypto';
import { noteSubject } from '#shared/platform/trace';
import type { DeliveryEffects } from '#shared/webhooks/deliveries/attempts/delivery-effects';
import { fromDeliveryItem } from '#shared/webhooks/deliveries/records/delivery';
import {
  type Claim,
  type ClaimedDelivery,
  claimWrite,
  parkedClaimWrite,
} from '#shared/webhooks/deliveries/records/delivery-writes';

/**
 * Claims a delivery for one attempt, up to a second before it is due. A message that is late, duplicate or for an ended
 * delivery claims nothing and is acknowledged.
 */
export const claimDelivery = async (
  deliveryId: string,
  { table, clock, log }: DeliveryEffects,
): Promise<ClaimedDelivery | undefined> => {
  const claim: Claim = { deliveryId, claimToken: randomUUID() };
  let result = await table.write(claimWrite(claim, clock()));
  if (!result.written && result.found?.['placeMs'] !== undefined) {
    result = await table.write(parkedClaimWrite(claim, clock()));
  }
  const item = result.written ? result.item : result.found;
  const delivery = item && fromDeliveryItem(item);
  // The client retries a write whose response was lost. Our own claim refuses such a retry.
  if (delivery?.status === 'delivering' && delivery.claimToken === claim.claimToken) return { ...claim, delivery };
  noteSubject(delivery);
  log.info('DELIVERY_CLAIM_REFUSED', { deliveryId, status: delivery?.status ?? 'missing' });
  return undefined;
};
