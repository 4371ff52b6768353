import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { fanOuts } from '#shared/monitoring/fan-out/fan-out-queue';
import { wakeFanOut } from '#shared/monitoring/fan-out/wake-fan-out';
import { monitoringEventView } from '#shared/monitoring/vendors/event-bodies';
import type { MonitoringEvent } from '#shared/monitoring/vendors/monitoring-event';
import { readEventBase, recordEvent } from '#shared/monitoring/vendors/record-event';
import { followedVendor } from '#shared/monitoring/watches/followed-vendor';
import { simulateSandboxMonitoringEvent } from './simulate-sandbox-monitoring-event.contract.ts';

const created = (event: MonitoringEvent) =>
  ({ status: 201, body: { success: true, data: monitoringEventView(event) } }) as const;

/** POST /v1/sandbox/monitoring/events */
export const handler = serve(simulateSandboxMonitoringEvent, {
  effects: [fanOuts],
  load: async ({ body, caller, meta }, { table }) => {
    // What is outside the caller's scope is treated as missing.
    if (!caller.environments.includes('sandbox')) throw new ApiError('VENDOR_NOT_FOUND');
    const place = { accountId: caller.accountId, environment: 'sandbox' } as const;
    const [{ company }, base] = await Promise.all([
      followedVendor(table, place, body.vendorId),
      readEventBase(table, body.vendorId, body, meta.nowMs),
    ]);
    return { company, base };
  },
  answer: async ({ body, loaded: { company, base }, meta }, { table, commit, log, fanOuts: fanOut }) => {
    const report = { ...body, agentName: 'sandbox' };
    const recorded = await recordEvent(
      { get: table.get, transact: (operations, event) => commit(operations, created(event)) },
      company,
      report,
      base,
      meta.nowMs,
    );
    const { event, isNew } = recorded;
    if (!isNew) return { status: 200, body: { success: true, data: monitoringEventView(event) } } as const;
    await wakeFanOut(fanOut, event, log);
    return created(event);
  },
});
