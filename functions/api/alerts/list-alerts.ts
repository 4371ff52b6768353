import { pageBody } from '#shared/http/schemas/pagination';
import { serve } from '#shared/http/serve';
import { readAlertPage } from '#shared/monitoring/alerts/alert-lists';
import { alertView } from '#shared/monitoring/alerts/alert-view';
import { callerEnvironment } from '#shared/platform/scope';
import { listAlerts } from './list-alerts.contract.ts';

/** GET /v1/monitoring/alerts */
export const handler = serve(listAlerts, {
  load: ({ query, caller }, { table }) => readAlertPage(table, callerEnvironment(caller), query, query),
  answer: async ({ query, loaded: page }) => ({ success: true, ...(await pageBody(page, query, alertView)) }),
});
