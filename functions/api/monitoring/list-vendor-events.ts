import { pageBody } from '#shared/http/schemas/pagination';
import { serve } from '#shared/http/serve';
import { readEventView } from '#shared/monitoring/vendors/event-bodies';
import { readEventPage } from '#shared/monitoring/vendors/event-repository';
import { followedVendor } from '#shared/monitoring/watches/followed-vendor';
import { callerEnvironment } from '#shared/platform/scope';
import { listVendorEvents } from './list-vendor-events.contract.ts';

/** GET /v1/monitoring/vendors/{vendorId}/events: the events are read only for a caller that may see them. */
export const handler = serve(listVendorEvents, {
  load: ({ path: { vendorId }, caller }, { table }) => followedVendor(table, callerEnvironment(caller), vendorId),
  answer: async ({ query, loaded: { company } }, { table }) => {
    const page = await readEventPage(table, company.id, query, query);
    return { success: true, ...(await pageBody(page, query, readEventView)) };
  },
});
