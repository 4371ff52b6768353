import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { alertBody } from '#shared/monitoring/alerts/alert-view';
import { alertPath } from './contract-parts.ts';

/** Reads one alert. */
export const readAlert = contract({
  name: 'read-alert',
  group: 'alerts',
  method: 'GET',
  route: '/v1/monitoring/alerts/{alertId}',
  summary: 'Read an alert',
  description: 'Returns an alert of your account, even if you no longer watch its vendor.',
  caller: 'account',
  limit: 'monitoringReads',
  path: alertPath,
  success: { 200: v.object({ success: succeeded, data: alertBody }) },
  errors: ['ALERT_NOT_FOUND'],
  touches: { reads: ['alert'] },
});
