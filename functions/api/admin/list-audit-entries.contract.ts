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
  summary: 'List the changes of administrators',
  description:
    'Newest first. Each change is recorded in the transaction that makes it. `from` and `to` are included: timestamps, ' +
    'or dates, which are days in Africa/Lagos. Lists with `from` or `to` may lag behind the latest change by a moment.',
  caller: 'admin',
  query: v.pipe(
    object({ ...pageQueryEntries, ...timeRangeQueryEntries }),
    v.forward(v.partialCheck([['from'], ['to']], isInOrder, 'from must not be after to'), ['from']),
  ),
  success: {
    200: v.object({
      success: succeeded,
      data: described(v.array(auditEntryBody), 'The changes of one page, newest first.'),
      pagination: paginationSchema,
    }),
  },
  touches: { reads: ['audit', 'auditByTime'] },
});
