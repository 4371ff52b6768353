import { auditEntryView } from '#shared/audit/audit-entry';
import { readAuditPage } from '#shared/audit/audit-pages';
import { pageBody } from '#shared/http/schemas/pagination';
import { serve } from '#shared/http/serve';
import { listAuditEntries } from './list-audit-entries.contract.ts';

/** GET /v1/admin/audit */
export const handler = serve(listAuditEntries, {
  load: ({ query }, { table }) => readAuditPage(table, query, query),
  answer: async ({ query, loaded: page }) => ({ success: true, ...(await pageBody(page, query, auditEntryView)) }),
});
