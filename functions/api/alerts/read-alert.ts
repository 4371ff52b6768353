import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { alertView } from '#shared/monitoring/alerts/alert-view';
import { findOwnAlert } from '#shared/monitoring/alerts/mark-read';
import { callerEnvironment } from '#shared/platform/scope';
import { readAlert } from './read-alert.contract.ts';

/** GET /v1/monitoring/alerts/{alertId} */
export const handler = serve(readAlert, {
  load: ({ path, caller }, { table }) => findOwnAlert(table, callerEnvironment(caller), path.alertId),
  answer: ({ loaded }) => {
    if (!loaded) throw new ApiError('ALERT_NOT_FOUND');
    return { success: true, data: alertView(loaded.alert) };
  },
});
