import type { WriteOperation } from '#shared/db/expressions';
import { activeRegistrationCheck } from '#shared/webhooks/registrations/registration-repository';
import type { Delivery } from './records/delivery.ts';
import { resendingWrite } from './records/delivery-writes.ts';

/**
 * The writes that give an ended delivery five new attempts, due now. `delivery` refuses while it has not ended.
 * `registration` refuses when that is deleted or inactive.
 */
export const resendWrites = (
  delivery: Delivery,
  nowMs: number,
): Readonly<Record<'delivery' | 'registration', WriteOperation>> => ({
  delivery: resendingWrite(delivery, { trigger: 'resend', dueAtMs: nowMs }),
  registration: activeRegistrationCheck(delivery.accountId, delivery.registrationId),
});

/** A delivery after {@link resendWrites}, as its owner sees it. */
export const resent = ({ endedAt: _, endReason: __, dueAtMs: ___, ...delivery }: Delivery): Delivery => ({
  ...delivery,
  goneAttempts: 0,
  status: 'pending',
});
