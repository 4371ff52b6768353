import type { Table } from '#shared/db/operations';
import { followRequest, noteSubject } from '#shared/platform/trace';
import { openWebhookSigningSecrets, type Registration } from '#shared/webhooks/registrations/registration';
import { findRegistration } from '#shared/webhooks/registrations/registration-repository';
import { attemptDelivery } from './attempts/attempt-delivery.ts';
import { type DeliveryEffects, type FollowUp, NOTHING_FOLLOWS } from './attempts/delivery-effects.ts';
import { claimDelivery } from './claims/claim-delivery.ts';
import { recordKeptAttempt } from './conclusions/conclude-attempt.ts';
import { reportEnd } from './conclusions/delivery-report.ts';
import { FAULT_POLICY, giveBack, takeOver } from './conclusions/faults.ts';
import { admit, type Breakers } from './limits/admission.ts';
import { readBreaker } from './limits/breaker-store.ts';
import { parkDelivery } from './limits/park-delivery.ts';
import type { Delivery } from './records/delivery.ts';
import { abandoningWrite, type ClaimedDelivery, endingWrite, LEASE_SECONDS } from './records/delivery-writes.ts';
import { hostIdOf, hostOf } from './records/host-of-endpoint.ts';

/** The receiver of a delivery, from strongly consistent reads. */
interface Receiver {
  /** Undefined when it is deleted. */
  readonly registration: Registration | undefined;
  readonly breakers: Breakers;
}

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
  const wasMoved = hostNow !== undefined && hostNow !== plannedHost;
  return {
    registration,
    breakers: {
      registration: breaker,
      host: wasMoved ? await readBreaker(table, hostIdOf(accountId, hostNow)) : host,
    },
  };
};

/** Ends a delivery whose registration is deleted or inactive. */
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

/** Does everything with a claimed delivery until the outcome is recorded. */
const work = async (claimed: ClaimedDelivery, effects: DeliveryEffects): Promise<FollowUp> => {
  const { table, vault, clock } = effects;
  const { deliveryId, delivery } = claimed;
  if (!(await takeOver(claimed, effects))) return NOTHING_FOLLOWS;

  const { registration, breakers } = await readReceiver(table, delivery);
  const { unrecordedAttempt, trigger } = delivery;
  if (unrecordedAttempt) return recordKeptAttempt(claimed, unrecordedAttempt, { registration, breakers }, effects);
  if (!registration) return skip(claimed, 'registration_deleted', effects);
  if (!registration.isActive) return skip(claimed, 'registration_inactive', effects);

  const signingSecrets = await openWebhookSigningSecrets(registration, vault, clock());
  const request = { deliveryId, trigger, nowMs: clock(), leaseMs: LEASE_SECONDS * 1000 };
  const answer = await admit(table, breakers, request);
  return 'admission' in answer
    ? attemptDelivery({ claimed, registration, signingSecrets, admission: answer.admission }, effects)
    : parkDelivery(claimed, answer.refusedBy, effects);
};

/**
 * Handles one message of the delivery queue: claims the delivery if it is due, and attempts, parks or ends it. An
 * endpoint's failure is a state of the delivery and not an error. So is a fault of ours before the delivery is
 * recorded: the delivery is returned and waits. A message that is early, late, duplicate or for an ended delivery does
 * nothing.
 *
 * @throws errors before the claim, while returning the delivery, or once it is recorded. The message is then retried.
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
