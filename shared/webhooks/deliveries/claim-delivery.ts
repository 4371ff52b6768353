import { randomUUID } from 'node:crypto';
import { fromDeliveryItem } from './delivery.ts';
import type { DeliveryEffects } from './delivery-effects.ts';
import { type Claim, type ClaimedDelivery, claimWrite } from './delivery-writes.ts';

/**
 * Takes a delivery for one attempt, up to a second before it is due. A message that is late, double or for an ended
 * delivery takes nothing and is done with.
 */
export const claimDelivery = async (
  deliveryId: string,
  { table, clock, log }: DeliveryEffects,
): Promise<ClaimedDelivery | undefined> => {
  const claim: Claim = { deliveryId, claimToken: randomUUID() };
  const result = await table.write(claimWrite(claim, clock()));
  const item = result.written ? result.item : result.found;
  const delivery = item && fromDeliveryItem(item);
  // The client repeats a write whose answer was lost: then what refuses is our own claim.
  if (delivery?.status === 'delivering' && delivery.claimToken === claim.claimToken) return { ...claim, delivery };
  log.info('DELIVERY_CLAIM_REFUSED', { deliveryId, status: delivery?.status ?? 'missing' });
  return undefined;
};
