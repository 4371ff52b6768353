import { put } from '#shared/db/expressions';
import { headWrite, type ListHead, nextPlace, readHead } from '#shared/db/lists/counted-list';
import type { ItemReader } from '#shared/db/operations';
import { confirmRole } from '#shared/http/caller/account-access';
import { isoTime } from '#shared/platform/clock';
import { idOfSameTime, newId } from '#shared/platform/ids';
import type { AuditAction, AuditedState } from './audit-body.ts';
import { toAuditItem } from './audit-entry.ts';
import { auditLists } from './keys.ts';

/** The list of all audit entries. */
export const AUDIT_LIST = { partition: auditLists.audit } as const;

/** Reads the end of the audit list, from which the next entry gets its number. */
export const readAuditHead = (table: ItemReader): Promise<ListHead> => readHead(table, AUDIT_LIST);

/** Who makes a change: an administrator by a request, or an operator by a command. */
export type AuditActor =
  | { readonly kind: 'admin'; readonly accountId: string; readonly requestId: string }
  | { readonly kind: 'operator'; readonly userName: string };

/** A change that is audited. */
export interface AuditedChange {
  readonly actor: AuditActor;
  readonly action: AuditAction;
  readonly target: string;
  readonly before: AuditedState;
  readonly after: AuditedState;
}

const named = (actor: AuditActor): string =>
  actor.kind === 'admin' ? idOfSameTime('adm', actor.accountId) : `operator:${actor.userName}`;

/**
 * The writes that audit a change, for the transaction that makes it: the entry, the end of the list, and the condition
 * that an administrator is still one. `auditHead` refuses when another entry was added since its head was read.
 * `administrator` refuses when the role was taken away since the request began.
 */
export const auditWrites = ({ actor, ...change }: AuditedChange, head: ListHead, nowMs: number) => {
  const place = nextPlace(head, nowMs);
  const entry = {
    id: newId('aud', place.atMs),
    number: place.number,
    by: named(actor),
    ...change,
    requestId: actor.kind === 'admin' ? actor.requestId : null,
    createdAt: isoTime(place.atMs),
  };
  return {
    auditHead: headWrite(AUDIT_LIST, place),
    auditEntry: put(toAuditItem(entry)),
    administrator: actor.kind === 'admin' ? confirmRole(actor.accountId, 'admin') : undefined,
  };
};
