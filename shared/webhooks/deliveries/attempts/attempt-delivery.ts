import { unixSeconds } from '#shared/platform/clock';
import { concludeAttempt } from '#shared/webhooks/deliveries/conclusions/conclude-attempt';
import { type Admission, cancelAdmission } from '#shared/webhooks/deliveries/limits/admission';
import type { Attempt } from '#shared/webhooks/deliveries/records/attempt';
import type { ClaimedDelivery } from '#shared/webhooks/deliveries/records/delivery-writes';
import type { Registration, SigningSecrets } from '#shared/webhooks/registrations/registration';
import type { DeliveryEffects, FollowUp } from './delivery-effects.ts';
import { deliveryHeaders } from './delivery-headers.ts';

/** A claimed delivery that may be attempted now. */
export interface AdmittedDelivery {
  readonly claimed: ClaimedDelivery;
  readonly registration: Registration;
  readonly signingSecrets: SigningSecrets;
  readonly admission: Admission;
}

/** Waits until a delivery that was claimed a moment early is due. */
const untilDue = async (dueAtMs: number, { clock, wait }: DeliveryEffects): Promise<void> => {
  // A loop, because timers can also fire a moment early.
  for (let earlyMs = dueAtMs - clock(); earlyMs > 0; earlyMs = dueAtMs - clock()) await wait(earlyMs);
};

/** Makes one POST, with a new signature, the current secret, and the delivery's stored bytes. */
const makeAttempt = async (
  { claimed: { delivery }, registration, signingSecrets: secrets }: AdmittedDelivery,
  effects: DeliveryEffects,
): Promise<Attempt> => {
  const { deliveryId, eventId, requestId, body, event, attemptCount, dueAtMs = 0 } = delivery;
  await untilDue(dueAtMs, effects);
  const startedAtMs = effects.clock();
  const seconds = unixSeconds(startedAtMs);
  const headers = deliveryHeaders({ deliveryId, eventId, requestId, event, body, secrets, seconds });
  const outcome = await effects.post({ endpoint: registration.endpoint, headers, body });
  return { number: attemptCount + 1, startedAtMs, outcome };
};

/**
 * Makes one attempt at an admitted delivery and records the outcome. The permit is released in any case.
 *
 * @returns the follow-up, once the outcome is recorded.
 * @throws AttemptUnrecorded when the attempt was made and could not be recorded; any other error before it is made.
 */
export const attemptDelivery = async (admitted: AdmittedDelivery, effects: DeliveryEffects): Promise<FollowUp> => {
  const { claimed, registration, admission } = admitted;
  let attempt: Attempt;
  try {
    attempt = await makeAttempt(admitted, effects);
  } catch (fault) {
    await cancelAdmission(effects.table, admission, effects.clock());
    throw fault;
  }
  return concludeAttempt({ claimed, registration, admission, attempt }, effects);
};
