import * as v from 'valibot';
import { type Item, update } from '#shared/db/expressions';
import { allEnded } from '#shared/platform/all-ended';
import type { Logger } from '#shared/platform/logger';
import type { Metrics } from '#shared/platform/metrics';
import { reportEnd } from '#shared/webhooks/deliveries/conclusions/delivery-report';
import { deliveryKeys } from '#shared/webhooks/deliveries/keys';
import type { Delivery } from '#shared/webhooks/deliveries/records/delivery';
import { skippingWrite } from '#shared/webhooks/deliveries/records/delivery-writes';
import { hostIdOf, hostOf } from '#shared/webhooks/deliveries/records/host-of-endpoint';
import { findRegistration } from '#shared/webhooks/registrations/registration-repository';
import { readBreaker } from './breaker-store.ts';
import { noneParkedWrite, type ParkingEffects, parkedDeliveries, releaseParked, sweptNext } from './parking.ts';

/** Parked deliveries that are skipped in parallel. */
const PAGE_SIZE = 25;

/** Pages of one registration in one sweep. The rest waits for the next minute's sweep. */
const MAX_PAGES = 40;

/** The effects of sweeping parked deliveries. */
export interface SweepParkedEffects extends ParkingEffects {
  readonly log: Logger;
  readonly metrics: Metrics;
}

type SkipReason = 'registration_deleted' | 'registration_inactive';

const noteSchema = v.object({ registrationId: v.string(), accountId: v.string(), gsi4sk: v.string() });

const skipOne = async (
  { registrationId, deliveryId }: Delivery,
  reason: SkipReason,
  { table, clock, log, metrics }: SweepParkedEffects,
): Promise<void> => {
  const { written } = await table.write(skippingWrite(deliveryId, { reason, nowMs: clock() }));
  if (written) reportEnd({ log: log.with({ deliveryId, registrationId }), metrics }, 'skipped', reason);
};

/** Ends the parked deliveries of a registration that is deleted or inactive. Returns false when there may be more. */
const skipParked = async (
  registrationId: string,
  reason: SkipReason,
  effects: SweepParkedEffects,
): Promise<boolean> => {
  for (let page = 0; page < MAX_PAGES; page++) {
    const parked = await parkedDeliveries(effects.table, registrationId, PAGE_SIZE);
    await allEnded(parked.map((delivery) => skipOne(delivery, reason, effects)));
    if (parked.length < PAGE_SIZE) return true;
  }
  return false;
};

/**
 * Checks the parked deliveries of a registration, once a minute while there are any. Releases those that have room and
 * that no worker released. Ends them when the registration is deleted or inactive.
 *
 * @param overdue the breaker with the note, as the sweep read it.
 */
export const sweepParked = async (overdue: Item, effects: SweepParkedEffects): Promise<void> => {
  const { table, clock } = effects;
  const { registrationId, accountId, gsi4sk } = v.parse(noteSchema, overdue);
  const { written } = await table.write(
    update(deliveryKeys.breaker(registrationId), {
      set: sweptNext(registrationId, clock()),
      when: { gsi4sk: { equals: gsi4sk } },
    }),
  );
  if (!written) return;
  const [registration, breaker] = await allEnded([
    findRegistration(table, accountId, registrationId),
    readBreaker(table, registrationId),
  ]);
  const none = registration?.isActive
    ? !(await releaseParked(
        { registration: breaker, host: await readBreaker(table, hostIdOf(accountId, hostOf(registration.endpoint))) },
        effects,
      ))
    : await skipParked(registrationId, registration ? 'registration_inactive' : 'registration_deleted', effects);
  const forget = none && noneParkedWrite(breaker, clock());
  if (forget) await table.write(forget);
};
