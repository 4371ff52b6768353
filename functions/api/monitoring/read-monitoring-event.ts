import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { readEventView } from '#shared/monitoring/vendors/event-bodies';
import { findEvent, findEventVendor } from '#shared/monitoring/vendors/event-repository';
import { findFollowedVendor } from '#shared/monitoring/watches/followed-vendor';
import { callerEnvironment } from '#shared/platform/scope';
import { readMonitoringEvent } from './read-monitoring-event.contract.ts';

/**
 * GET /v1/monitoring/events/{eventId}: one trip finds the vendor, another the event and whether the caller may see it.
 */
export const handler = serve(readMonitoringEvent, {
  load: ({ path: { eventId } }, { table }) => findEventVendor(table, eventId),
  answer: async ({ path: { eventId }, caller, loaded: vendorId }, { table }) => {
    if (vendorId === undefined) throw new ApiError('EVENT_NOT_FOUND');
    const [followed, event] = await Promise.all([
      findFollowedVendor(table, callerEnvironment(caller), vendorId),
      findEvent(table, vendorId, eventId),
    ]);
    if (!followed || !event) throw new ApiError('EVENT_NOT_FOUND');
    return { success: true, data: readEventView(event) };
  },
});
