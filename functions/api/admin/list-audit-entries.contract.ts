import * as v from 'valibot';
import { auditEntryBody } from '#shared/audit/audit-body';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { pageQueryEntries, paginationSchema } from '#shared/http/schemas/pagination';
import { isInOrder, timeRangeQueryEntries } from '#shared/http/schemas/time-range';
import { described } from '#shared/platform/described';

/** Lists the changes that administrators and operators made. */
export const listAuditEntries = contract({
  name: 'list-audit-entries',
  group: 'admin',
  method: 'GET',
  route: '/v1/admin/audit',
  summary: 'List audit entries',
  description:
    'Lists the changes made by administrators and operators, newest first. Each entry is recorded in the ' +
    'same transaction as the change. `from` and `to` are inclusive. Each is a timestamp, or a date, which ' +
    'stands for that day in Africa/Lagos. Lists filtered by `from` or `to` may briefly lag behind the latest ' +
    'change.',
  caller: 'admin',
  query: v.pipe(
    object({ ...pageQueryEntries, ...timeRangeQueryEntries }),
    v.forward(v.partialCheck([['from'], ['to']], isInOrder, 'from must not be after to'), ['from']),
  ),
  success: {
    200: v.object({
      success: succeeded,
      data: described(v.array(auditEntryBody), 'The audit entries on this page, newest first.'),
      pagination: paginationSchema,
    }),
  },
  touches: { reads: ['audit', 'auditByTime'] },
});
