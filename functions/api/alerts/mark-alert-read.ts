import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { findOwnAlert, markRead } from '#shared/monitoring/alerts/mark-read';
import { callerEnvironment } from '#shared/platform/scope';
import { markAlertRead } from './mark-alert-read.contract.ts';

/** PATCH /v1/monitoring/alerts/{alertId}/read */
export const handler = serve(markAlertRead, {
  load: ({ path, caller }, { table }) => findOwnAlert(table, callerEnvironment(caller), path.alertId),
  answer: async ({ loaded, meta }, { table }) => {
    if (!loaded) throw new ApiError('ALERT_NOT_FOUND');
    const { id, read, updatedAt, vendorId, eventId } = await markRead(table, loaded, meta.nowMs);
    return { success: true, data: { alertId: id, read, updatedAt, vendorId, eventId } };
  },
});
