import { newerAmong, type StoredRecord } from '#shared/db/latest';
import { headRecord, type ListHead } from '#shared/db/lists/counted-list';
import type { Refusals } from '#shared/db/named-operations';
import { ApiError } from '#shared/errors/api-error';
import { AUDIT_LIST } from './audit-writes.ts';

/** What an audited change starts from: the state of what it changes, and the end of the audit list. */
export interface Audited<State> {
  readonly state: State;
  readonly head: ListHead;
}

/**
 * The newer start of an audited change, from the items that refused it: `newer` of `onLatest`. Undefined when something
 * other than the changed record and the audit list refused as well.
 */
export const newerAudited = <State>(record: StoredRecord<NonNullable<State>>) =>
  newerAmong<Audited<State>>({ state: record, head: headRecord(AUDIT_LIST) });

/**
 * Refuses a change of an administrator that neither the record nor the audit list alone refused.
 *
 * @throws ApiError FORBIDDEN when the role was taken away since the request began; else SERVICE_UNAVAILABLE.
 */
export const refuseAudited = ({ administrator }: Refusals<'administrator'>): never => {
  throw new ApiError(administrator ? 'FORBIDDEN' : 'SERVICE_UNAVAILABLE');
};
