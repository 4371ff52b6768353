import { auditWrites, readAuditHead } from '#shared/audit/audit-writes';
import { type Audited, newerAudited, refuseAudited } from '#shared/audit/audited';
import { findCompany } from '#shared/companies/transfer';
import { onLatest } from '#shared/db/latest';
import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { fanOuts } from '#shared/monitoring/fan-out/fan-out-queue';
import { wakeFanOut } from '#shared/monitoring/fan-out/wake-fan-out';
import { monitoringEventView } from '#shared/monitoring/vendors/event-bodies';
import type { MonitoringEvent } from '#shared/monitoring/vendors/monitoring-event';
import { planEvent } from '#shared/monitoring/vendors/plan-event';
import { readEventBase, recentEventOf, repeatedEvent } from '#shared/monitoring/vendors/record-event';
import { type VendorState, vendorStateRecord } from '#shared/monitoring/vendors/vendor-state';
import { recordMonitoringEvent } from './record-monitoring-event.contract.ts';

const created = (event: MonitoringEvent) =>
  ({ status: 201, body: { success: true, data: monitoringEventView(event) } }) as const;

const existing = (event: MonitoringEvent) =>
  ({ status: 200, body: { success: true, data: monitoringEventView(event) } }) as const;

/** POST /v1/admin/monitoring/events: the event and its audit entry are one transaction. */
export const handler = serve(recordMonitoringEvent, {
  effects: [fanOuts],
  load: async ({ body, meta }, { table }) => {
    const [company, base, head] = await Promise.all([
      findCompany(table, body.vendorId),
      readEventBase(table, body.vendorId, body, meta.nowMs),
      readAuditHead(table),
    ]);
    // A vendor in a sandbox belongs to its account, which simulates events itself.
    return company?.environment === 'live' ? { company, base, head } : undefined;
  },
  answer: async ({ body, caller, loaded, meta }, { table, commit, log, fanOuts: fanOut }) => {
    if (!loaded) throw new ApiError('VENDOR_NOT_FOUND');
    const { company, base, head } = loaded;
    if (base.recent) return existing(await repeatedEvent(table, company.id, base.recent));

    const report = { ...body, agentName: 'administrator' };
    const actor = { kind: 'admin', accountId: caller.accountId, requestId: meta.requestId } as const;
    const attempt = async (start: Audited<VendorState | undefined>) => {
      const { event, operations } = planEvent(company, start.state, report, meta.nowMs);
      const { eventId, kind, severity, source } = event;
      const after = { eventId, kind, severity, source };
      const change = { actor, action: 'monitoring_event.recorded', target: company.id, before: null, after } as const;
      const audited = { ...operations, ...auditWrites(change, start.head, meta.nowMs) };
      return { result: await commit(audited, created(event)), value: event };
    };
    const record = vendorStateRecord(company.id);
    const start = { state: base.state, head };
    const { result, value: event } = await onLatest(start, attempt, newerAudited<VendorState | undefined>(record));
    if (!result.written) {
      const first = result.refusals.administrator ? undefined : recentEventOf(result.refusals.recentEvent);
      return first ? existing(await repeatedEvent(table, company.id, first)) : refuseAudited(result.refusals);
    }
    await wakeFanOut(fanOut, event, log);
    return created(event);
  },
});
