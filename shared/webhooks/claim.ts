import { randomUUID } from 'node:crypto';
import { type Delivery, fromDeliveryItem } from './delivery.ts';
import type { DeliveryEffects } from './delivery-effects.ts';
import { type Claim, claimWrite } from './delivery-writes.ts';

/** How much too early a message may come and still be waited for; the clocks of queue and worker differ by less. */
const EARLY_PATIENCE_MS = 1_500;

/** A delivery under a worker's lease. */
export interface ClaimedDelivery extends Claim {
  readonly delivery: Delivery;
}

/** Either the claim, or the delivery that refused it: another worker's, ended, or not due. */
interface ClaimAnswer {
  readonly claimed?: ClaimedDelivery;
  /** Missing when there is no such delivery. */
  readonly found?: Delivery;
}

const tryClaim = async (claim: Claim, { table, clock }: DeliveryEffects): Promise<ClaimAnswer> => {
  const result = await table.write(claimWrite(claim, clock()));
  const item = result.written ? result.item : result.found;
  if (!item) return {};
  const delivery = fromDeliveryItem(item);
  // The client repeats a write whose answer was lost: then what refuses is our own claim.
  const held = delivery.status === 'delivering' && delivery.claimToken === claim.claimToken;
  return held ? { claimed: { ...claim, delivery } } : { found: delivery };
};

/** How long until a delivery that waits for its time may be claimed; 0 when time alone does not help. */
const dueInMs = ({ found }: ClaimAnswer, nowMs: number): number =>
  found?.claimableAtMs === undefined || found.status === 'delivering' ? 0 : Math.max(0, found.claimableAtMs - nowMs);

/**
 * Takes a delivery for one attempt. A message that is late, double or for an ended delivery takes nothing and is done
 * with; one that comes a moment early waits for that moment.
 */
export const claimDelivery = async (
  deliveryId: string,
  effects: DeliveryEffects,
): Promise<ClaimedDelivery | undefined> => {
  const claim: Claim = { deliveryId, claimToken: randomUUID() };
  let answer = await tryClaim(claim, effects);
  const waitMs = dueInMs(answer, effects.clock());
  if (waitMs > 0 && waitMs <= EARLY_PATIENCE_MS) {
    await effects.wait(waitMs);
    answer = await tryClaim(claim, effects);
  }
  if (!answer.claimed) {
    effects.log.info('DELIVERY_CLAIM_REFUSED', { deliveryId, status: answer.found?.status ?? 'missing' });
  }
  return answer.claimed;
};
