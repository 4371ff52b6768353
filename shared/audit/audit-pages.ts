import type { Times } from '#shared/db/key-parts';
import { type ListPage, mapPage, type Page } from '#shared/db/lists/page';
import { readTimedPage, type TimedList } from '#shared/db/lists/timed-list';
import type { TableReader } from '#shared/db/operations';
import { type AuditEntry, fromAuditItem } from './audit-entry.ts';
import { auditLists } from './keys.ts';

const LIST: TimedList = {
  all: { partition: auditLists.audit, startsWith: auditLists.entries },
  numbered: ({ first, last }) => ({ partition: auditLists.audit, between: auditLists.range(first, last) }),
  times: { index: 'gsi1', partition: auditLists.audit },
  numberOf: (item) => fromAuditItem(item).number,
};

/** Reads a page of the audit entries made within a range of times; see {@link readTimedPage}. */
export const readAuditPage = async (
  table: Pick<TableReader, 'query'>,
  times: Times,
  request: ListPage,
): Promise<Page<AuditEntry>> => mapPage(await readTimedPage(table, LIST, times, request), fromAuditItem);
