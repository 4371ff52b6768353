import { auditEntryView } from '#shared/audit/audit-entry';
import { readAuditPage } from '#shared/audit/audit-pages';
import { pagination } from '#shared/http/schemas/pagination';
import { serve } from '#shared/http/serve';
import { listAuditEntries } from './list-audit-entries.contract.ts';

/** GET /v1/admin/audit */
export const handler = serve(listAuditEntries, {
  load: ({ query }, { table }) => readAuditPage(table, query, query),
  answer: ({ query, loaded: { entries, total } }) => ({
    success: true,
    data: entries.map(auditEntryView),
    pagination: pagination(query, total),
  }),
});
