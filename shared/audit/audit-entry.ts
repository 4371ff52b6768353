import * as v from 'valibot';
import type { Item } from '#shared/db/expressions';
import { timeKey } from '#shared/db/key-parts';
import { auditEntryBody } from './audit-body.ts';
import { auditKeys, auditLists } from './keys.ts';

/** One change that an administrator or an operator made. */
export interface AuditEntry extends v.InferOutput<typeof auditEntryBody> {
  /** Its number in the list, from 1. */
  readonly number: number;
}

const auditEntrySchema = v.object({ ...auditEntryBody.entries, number: v.number() });

/** An audit entry as it is stored. */
export const toAuditItem = (entry: AuditEntry): Item => ({
  ...auditKeys.auditEntry(entry.number),
  gsi1pk: auditLists.audit,
  gsi1sk: timeKey(entry.createdAt, entry.number),
  ...entry,
});

/** Parses a stored audit entry. */
export const fromAuditItem = (item: Item): AuditEntry => v.parse(auditEntrySchema, item);

/** Shows an audit entry. */
export const auditEntryView = ({ number: _, ...shown }: AuditEntry) => shown;
