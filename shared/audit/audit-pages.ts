import { readTimedPage, type TimedList, type Times } from '#shared/db/lists/timed-list';
import type { TableReader } from '#shared/db/operations';
import type { PageRequest } from '#shared/http/schemas/pagination';
import { type AuditEntry, fromAuditItem } from './audit-entry.ts';
import { auditLists } from './keys.ts';

/** One page of audit entries, newest first, and how many there are within the range of times. */
export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  readonly total: number;
}

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
  request: PageRequest,
): Promise<AuditPage> => {
  const { items, total } = await readTimedPage(table, LIST, times, request);
  return { entries: items.map(fromAuditItem), total };
};
