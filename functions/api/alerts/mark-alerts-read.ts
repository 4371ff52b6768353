import { serve } from '#shared/http/serve';
import { markAllRead, readUnread } from '#shared/monitoring/alerts/mark-all-read';
import { callerEnvironment } from '#shared/platform/scope';
import { markAlertsRead } from './mark-alerts-read.contract.ts';

/** PATCH /v1/monitoring/alerts */
export const handler = serve(markAlertsRead, {
  load: ({ body, caller }, { table }) => readUnread(table, callerEnvironment(caller), body),
  answer: async ({ loaded: { newest, total }, caller, meta }, { table }) => {
    const marked = await markAllRead(table, callerEnvironment(caller), newest, meta.nowMs);
    return { success: true, data: { marked, unread: total - newest.length } };
  },
});
