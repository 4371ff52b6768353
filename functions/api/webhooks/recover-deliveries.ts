import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { isoTime } from '#shared/platform/clock';
import { isId } from '#shared/platform/ids';
import { recoveries } from '#shared/webhooks/deliveries/records/delivery-queue';
import { readRecoverable } from '#shared/webhooks/delivery-log/log-pages';
import {
  fromRecoveryItem,
  RECOVERED_STATUSES,
  recoverableFrom,
  recoveryWrites,
} from '#shared/webhooks/delivery-log/recovery';
import { findOwnedRegistration } from '#shared/webhooks/registrations/registration-repository';
import { recoverDeliveries } from './recover-deliveries.contract.ts';

const TOO_LONG_AGO = [{ path: 'since', message: 'Must be at most 30 days ago' }];

/** POST /v1/developers/webhooks/{id}/recover */
export const handler = serve(recoverDeliveries, {
  effects: [recoveries],
  load: async ({ path: { id }, body: { since }, caller, meta }, { table }) => {
    const [registration, range] = await Promise.all([
      findOwnedRegistration(table, caller, id),
      isId('whk', id) ? readRecoverable(table, id, { since, statuses: RECOVERED_STATUSES }, meta.nowMs) : undefined,
    ]);
    return { registration, range };
  },
  answer: async (
    { body: { since }, loaded: { registration, range }, meta: { nowMs } },
    { table, deliveries: begin },
  ) => {
    if (!registration) throw new ApiError('WEBHOOK_NOT_FOUND');
    if (since < recoverableFrom(nowMs)) throw new ApiError('VALIDATION_FAILED', { details: TOO_LONG_AGO });
    if (!registration.isActive) throw new ApiError('WEBHOOK_INACTIVE');
    if (!range || range.count === 0) return { success: true, data: { count: 0 } };
    const request = { since, startedAt: isoTime(nowMs), range };
    const result = await table.transact(recoveryWrites(registration, request, nowMs));
    if (result.written) {
      // The recovery is stored: if the message is lost, the sweep starts it within a minute.
      await begin(registration.registrationId).catch(() => undefined);
      return { success: true, data: { count: range.count } };
    }
    if (result.refusals.registration) throw new ApiError('WEBHOOK_INACTIVE');
    const running = result.refusals.recovery?.found && fromRecoveryItem(result.refusals.recovery.found);
    if (running?.since !== since) throw new ApiError('RECOVERY_RUNNING');
    return { success: true, data: { count: running.count } };
  },
});
