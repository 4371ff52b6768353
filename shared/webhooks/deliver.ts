import { keys } from '#shared/db/keys';
import type { Table } from '#shared/db/operations';
import { attemptDelivery } from './attempt-delivery.ts';
import { askBreaker, fromBreakerItem, type StoredBreaker } from './breaker-store.ts';
import { type ClaimedDelivery, claimDelivery } from './claim.ts';
import type { Delivery, DeliveryEndReason } from './delivery.ts';
import type { DeliveryEffects } from './delivery-effects.ts';
import { reportEnd } from './delivery-report.ts';
import { endingWrite, reschedulingWrite } from './delivery-writes.ts';
import { fromRegistrationItem, type Registration } from './registration.ts';

/**
 * Workers that may die holding one delivery, in a row, before it is given up: a delivery that kills its worker must not
 * do so for ever.
 */
const MAX_UNRECORDED_CLAIMS = 10;

/** Whom a delivery goes to, as strongly consistent reads show it at this moment. */
interface Receiver {
  /** Undefined when it is deleted. */
  readonly registration: Registration | undefined;
  readonly breaker: StoredBreaker;
}

const readReceiver = async (table: Table, { accountId, registrationId }: Delivery): Promise<Receiver> => {
  const [registration, breaker] = await table.getMany([
    keys.registration(accountId, registrationId),
    keys.breaker(registrationId),
  ]);
  return { registration: registration && fromRegistrationItem(registration), breaker: fromBreakerItem(breaker) };
};

/** Ends a delivery without an attempt. */
const end = async (
  claimed: ClaimedDelivery,
  change: 'fail' | 'skip',
  reason: DeliveryEndReason,
  effects: DeliveryEffects,
): Promise<void> => {
  const { attemptCount } = claimed.delivery;
  const ending = endingWrite(claimed, change, { attemptCount, reason, nowMs: effects.clock() });
  const { written } = await effects.table.write(ending);
  if (written) reportEnd(effects, change === 'fail' ? 'failed' : 'skipped', reason);
};

/** Gives a delivery back until the breaker of its registration may be asked again. */
const postpone = async (claimed: ClaimedDelivery, dueAtMs: number, effects: DeliveryEffects): Promise<void> => {
  const { attemptCount, registrationId } = claimed.delivery;
  const change = attemptCount === 0 ? 'postpone' : 'postpone_retry';
  const { written } = await effects.table.write(reschedulingWrite(claimed, change, { attemptCount, dueAtMs }));
  if (!written) return;
  effects.log.info('DELIVERY_POSTPONED');
  await effects.send({ deliveryId: claimed.deliveryId, registrationId, delayMs: dueAtMs - effects.clock() });
};

/**
 * Handles one message of the delivery queue: claims the delivery if it is due, and attempts, postpones or ends it. An
 * endpoint's failure is a state of the delivery and no error; a message that is early, late, double or for a delivery
 * that has ended does nothing.
 *
 * @throws whatever fails on our side; the message then comes back, and the lease keeps others away until it ended.
 */
export const deliver = async (deliveryId: string, effects: DeliveryEffects): Promise<void> => {
  const claimed = await claimDelivery(deliveryId, effects);
  if (!claimed) return;
  const { delivery } = claimed;
  const { registrationId, eventId, event: eventType } = delivery;
  const log = effects.log.with({ deliveryId, registrationId, eventId, eventType });
  const own = { ...effects, log };

  if (delivery.unrecordedClaims > MAX_UNRECORDED_CLAIMS) return end(claimed, 'fail', 'abandoned', own);
  const { registration, breaker } = await readReceiver(effects.table, delivery);
  if (!registration) return end(claimed, 'skip', 'registration_deleted', own);
  if (!registration.isActive) return end(claimed, 'skip', 'registration_inactive', own);

  const asking = { registrationId, deliveryId, nowMs: effects.clock(), random: effects.random() };
  const answer = await askBreaker(effects.table, breaker, asking);
  if (answer.admission.kind === 'postpone') return postpone(claimed, answer.admission.dueAtMs, own);
  return attemptDelivery(claimed, registration, answer.breaker, own);
};
