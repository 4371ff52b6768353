import {
  type DeliveryEffects,
  type FollowUp,
  NOTHING_FOLLOWS,
} from '#shared/webhooks/deliveries/attempts/delivery-effects';
import {
  type ClaimedDelivery,
  parkingWrite,
  postponingChange,
} from '#shared/webhooks/deliveries/records/delivery-writes';
import type { Breakers } from './admission.ts';
import { readBreaker } from './breaker-store.ts';
import { noteParking, placeOf, releaseParked } from './parking.ts';

/**
 * Parks a delivery that may not be attempted now. Room that has since been made, by a worker that could not see it
 * parked yet, is used at once.
 */
export const parkDelivery = async (
  claimed: ClaimedDelivery,
  { registration, host }: Breakers,
  effects: DeliveryEffects,
): Promise<FollowUp> => {
  const { table, clock, log, metrics } = effects;
  const { delivery } = claimed;
  const { attemptCount, goneAttempts, accountId } = delivery;
  await noteParking(registration, accountId, effects);
  const nowMs = clock();
  // A delivery that was released without effect keeps its place.
  const { dueAtMs = nowMs, placeMs = placeOf(delivery, nowMs) } = delivery;
  const parking = { attemptCount, goneAttempts, placeMs, dueAtMs };
  const { written } = await table.write(parkingWrite(claimed, postponingChange(delivery), parking));
  if (!written) return NOTHING_FOLLOWS;
  log.info('DELIVERY_PARKED');
  metrics('DeliveriesParked', 1);
  return async () => {
    const [registrationNow, hostNow] = await Promise.all([
      readBreaker(table, registration.ownerId),
      readBreaker(table, host.ownerId),
    ]);
    return releaseParked({ registration: registrationNow, host: hostNow }, effects);
  };
};
