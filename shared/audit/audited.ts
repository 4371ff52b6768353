import { newerAmong, type StoredRecord } from '#shared/db/latest';
import { headRecord, type ListHead } from '#shared/db/lists/counted-list';
import type { Refusals } from '#shared/db/named-operations';
import { ApiError } from '#shared/errors/api-error';
import { AUDIT_LIST } from './audit-writes.ts';

/** The state that an audited change is based on: that of the changed record, and the end of the audit list. */
export interface Audited<State> {
  readonly state: State;
  readonly head: ListHead;
}

/**
 * Rebuilds the state of an audited change from the items that refused it, as `newer` for `onLatest`. Undefined when
 * anything other than the changed record and the audit list also refused.
 */
export const newerAudited = <State>(record: StoredRecord<NonNullable<State>>) =>
  newerAmong<Audited<State>>({ state: record, head: headRecord(AUDIT_LIST) });

/**
 * Throws the refusal of an audited change that neither the record nor the audit list alone refused.
 *
 * @throws ApiError FORBIDDEN when the role was taken away since the request began; otherwise SERVICE_UNAVAILABLE.
 */
export const refuseAudited = ({ administrator }: Refusals<'administrator'>): never => {
  throw new ApiError(administrator ? 'FORBIDDEN' : 'SERVICE_UNAVAILABLE');
};
