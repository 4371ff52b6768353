import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { pageQueryEntries, paginationSchema } from '#shared/http/schemas/pagination';
import { isInOrder, timeRangeQueryEntries } from '#shared/http/schemas/time-range';
import { readEventBody } from '#shared/monitoring/vendors/event-bodies';
import { REPORTED_KINDS } from '#shared/monitoring/vendors/event-kinds';
import { vendorPath } from '#shared/monitoring/watches/watch-bodies';
import { described } from '#shared/platform/described';

/** Lists the events of a vendor. */
export const listVendorEvents = contract({
  name: 'list-vendor-events',
  group: 'monitoring',
  method: 'GET',
  route: '/v1/monitoring/vendors/{vendorId}/events',
  summary: 'List the events of a vendor',
  description:
    'Lists every event of the vendor, newest first, with exact totals. The list includes events from before ' +
    'you watched the vendor and events that were voided by a dispute. Only accounts that watch or own the ' +
    'vendor can read it. If there are more than 10,000 events between `from` and `to`, the response is `422 ' +
    'RANGE_TOO_LONG`: choose a shorter period.',
  caller: 'account',
  limit: 'monitoringReads',
  path: vendorPath,
  query: v.pipe(
    object({
      kind: v.optional(described(v.picklist(REPORTED_KINDS), 'Only events of this kind.')),
      ...timeRangeQueryEntries,
      ...pageQueryEntries,
    }),
    v.forward(v.partialCheck([['from'], ['to']], isInOrder, 'from must not be after to'), ['from']),
  ),
  success: {
    200: v.object({
      success: succeeded,
      data: described(v.array(readEventBody), 'The events on this page, newest first.'),
      pagination: paginationSchema,
    }),
  },
  errors: ['RANGE_TOO_LONG', 'VENDOR_NOT_FOUND'],
  touches: { reads: ['company', 'vendor', 'watch'] },
});
