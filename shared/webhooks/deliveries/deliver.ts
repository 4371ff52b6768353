import type { Table } from '#shared/db/operations';
import { followRequest, noteSubject } from '#shared/platform/trace';
import { openWebhookSigningSecrets, type Registration } from '#shared/webhooks/registrations/registration';
import { findRegistration } from '#shared/webhooks/registrations/registration-repository';
import { attemptDelivery } from './attempt-delivery.ts';
import type { DeliveryEffects } from './attempts/delivery-effects.ts';
import { claimDelivery } from './claims/claim-delivery.ts';
import { type FollowUp, recordKeptAttempt } from './conclusions/conclude-attempt.ts';
import { reportEnd } from './conclusions/delivery-report.ts';
import { FAULT_POLICY, giveBack, takeOver } from './conclusions/faults.ts';
import { readBreaker, type StoredBreaker } from './limits/breaker-store.ts';
import { enterHost } from './limits/host-admission.ts';
import { noteParking, placeOf, releaseParked } from './limits/parking.ts';
import { acquirePermit, releasePermit } from './limits/permits.ts';
import type { Delivery } from './records/delivery.ts';
import {
  abandoningWrite,
  type ClaimedDelivery,
  endingWrite,
  LEASE_SECONDS,
  parkingWrite,
  postponingChange,
} from './records/delivery-writes.ts';
import { hostIdOf, hostOf } from './records/host-of-endpoint.ts';

/** The receiver of a delivery, from strongly consistent reads. */
interface Receiver {
  /** Undefined when it is deleted. */
  readonly registration: Registration | undefined;
  readonly breaker: StoredBreaker;
  /** That of the host of its endpoint. */
  readonly host: StoredBreaker;
}

const NOTHING_FOLLOWS: FollowUp = async () => {};

const readReceiver = async (
  table: Table,
  { accountId, registrationId, plannedHost = '' }: Delivery,
): Promise<Receiver> => {
  const [registration, breaker, host] = await Promise.all([
    findRegistration(table, accountId, registrationId),
    readBreaker(table, registrationId),
    readBreaker(table, hostIdOf(accountId, plannedHost)),
  ]);
  const hostNow = registration && hostOf(registration.endpoint);
  if (hostNow === undefined || hostNow === plannedHost) return { registration, breaker, host };
  // Its endpoint was moved since the delivery was planned.
  return { registration, breaker, host: await readBreaker(table, hostIdOf(accountId, hostNow)) };
};

/** Ends a delivery whose registration does not receive. */
const skip = async (
  claimed: ClaimedDelivery,
  reason: 'registration_deleted' | 'registration_inactive',
  effects: DeliveryEffects,
): Promise<FollowUp> => {
  const { table, clock } = effects;
  const { attemptCount } = claimed.delivery;
  const { written } = await table.write(endingWrite(claimed, 'skip', { attemptCount, reason, nowMs: clock() }));
  if (written) reportEnd(effects, 'skipped', reason);
  return NOTHING_FOLLOWS;
};

/** Gives up a delivery that kills its workers. */
const abandon = async (claimed: ClaimedDelivery, effects: DeliveryEffects): Promise<void> => {
  const { table, clock } = effects;
  const { written } = await table.write(abandoningWrite(claimed, clock()));
  if (written) reportEnd(effects, 'failed', 'abandoned');
};

/**
 * Parks a delivery that may not be attempted now. Room that was made meanwhile, by a worker that could not see it
 * parked yet, is used at once.
 */
const park = async (
  claimed: ClaimedDelivery,
  breaker: StoredBreaker,
  { ownerId: hostId }: StoredBreaker,
  effects: DeliveryEffects,
): Promise<FollowUp> => {
  const { table, clock, log, metrics } = effects;
  const { delivery } = claimed;
  const { attemptCount, goneAttempts, accountId, registrationId } = delivery;
  await noteParking(breaker, accountId, effects);
  const nowMs = clock();
  // Released without an effect, it keeps its place.
  const { dueAtMs = nowMs, placeMs = placeOf(delivery, nowMs) } = delivery;
  const { written } = await table.write(
    parkingWrite(claimed, postponingChange(delivery), { attemptCount, goneAttempts, placeMs, dueAtMs }),
  );
  if (!written) return NOTHING_FOLLOWS;
  log.info('DELIVERY_PARKED');
  metrics('DeliveriesParked', 1);
  return async () => {
    const now = await Promise.all([readBreaker(table, registrationId), readBreaker(table, hostId)]);
    return releaseParked(...now, effects);
  };
};

/** Everything that is done with a claimed delivery until it is recorded. */
const work = async (claimed: ClaimedDelivery, effects: DeliveryEffects): Promise<FollowUp> => {
  const { table, vault, clock } = effects;
  const { delivery } = claimed;
  if (!(await takeOver(claimed, effects))) return NOTHING_FOLLOWS;

  const receiver = await readReceiver(table, delivery);
  const { registration } = receiver;
  const { unrecordedAttempt } = delivery;
  if (unrecordedAttempt) return recordKeptAttempt(claimed, unrecordedAttempt, receiver, effects);
  if (!registration) return skip(claimed, 'registration_deleted', effects);
  if (!registration.isActive) return skip(claimed, 'registration_inactive', effects);

  const signingSecrets = await openWebhookSigningSecrets(registration, vault, clock());
  const { deliveryId } = claimed;
  const request = { deliveryId, trigger: delivery.trigger, nowMs: clock(), leaseMs: LEASE_SECONDS * 1000 };
  const { permit, breaker } = await acquirePermit(table, receiver.breaker, request);
  if (!permit) return park(claimed, breaker, receiver.host, effects);
  const host = await enterHost(table, receiver.host, request);
  if (!host) {
    const left = await releasePermit(table, registration.registrationId, permit, { nowMs: clock(), delivered: false });
    return park(claimed, left, receiver.host, effects);
  }
  return attemptDelivery({ claimed, registration, signingSecrets, permit, breaker, host }, effects);
};

/**
 * Handles one message of the delivery queue: claims the delivery if it is due, and attempts, parks or ends it. An
 * endpoint's failure is a state of the delivery and not an error, and so is a fault of ours before the delivery is
 * recorded: it is returned and waits. A message that is early, late, duplicate or for an ended delivery does nothing.
 *
 * @throws errors before the claim, while returning the delivery, or once it is recorded; the message is then retried.
 */
export const deliver = async (deliveryId: string, effects: DeliveryEffects): Promise<void> => {
  const claimed = await claimDelivery(deliveryId, effects);
  if (!claimed) return;
  const { registrationId, eventId, event: eventType, unrecordedClaims } = claimed.delivery;
  followRequest(claimed.delivery.requestId);
  noteSubject(claimed.delivery);
  const log = effects.log.with({ deliveryId, registrationId, eventId, eventType });
  const own = { ...effects, log };
  if (unrecordedClaims > FAULT_POLICY.maxDeaths) return abandon(claimed, own);
  let followUp: FollowUp;
  try {
    followUp = await work(claimed, own);
  } catch (fault) {
    return giveBack(claimed, fault, own);
  }
  await followUp();
};
