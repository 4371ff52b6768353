import { pageBody } from '#shared/http/schemas/pagination';
import { serve } from '#shared/http/serve';
import { readEventView } from '#shared/monitoring/vendors/event-bodies';
import { readEventPage } from '#shared/monitoring/vendors/event-repository';
import { readOfFollowed } from '#shared/monitoring/watches/followed-vendor';
import { callerEnvironment } from '#shared/platform/scope';
import { listVendorEvents } from './list-vendor-events.contract.ts';

/** GET /v1/monitoring/vendors/{vendorId}/events */
export const handler = serve(listVendorEvents, {
  load: async ({ path: { vendorId }, query, caller }, { table }) => {
    const page = await readOfFollowed(table, callerEnvironment(caller), vendorId, (events) =>
      readEventPage(events, vendorId, query, query),
    );
    return { vendorId, page };
  },
  answer: async ({ query, loaded: { page } }) => ({
    success: true,
    ...(await pageBody(page, query, readEventView)),
  }),
});
