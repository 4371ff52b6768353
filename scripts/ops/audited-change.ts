import { UserError } from '#scripts/local-cloud/user-error';
import type { AuditAction, AuditedState } from '#shared/audit/audit-body';
import { AUDIT_LIST, auditWrites, readAuditHead } from '#shared/audit/audit-writes';
import { newerAmong, onLatest, type StoredRecord } from '#shared/db/latest';
import { headRecord, type ListHead } from '#shared/db/lists/counted-list';
import type { Operations, Refusals } from '#shared/db/named-operations';
import type { OpsEffects } from './command.ts';

/** What an operator wants to change. */
export interface RequestedChange {
  readonly action: AuditAction;
  /** The id of what is changed, as the audit entry names it. */
  readonly target: string;
  /** Reports what would be done, without doing it. */
  readonly dryRun: boolean;
  /** Who runs the command. */
  readonly userName: string;
}

/** What a change does, built from the latest state. */
export interface PlannedChange {
  /** The report, a sentence without its full stop. */
  readonly done: string;
  /** Undefined when there is nothing to change. */
  readonly change?: {
    readonly operations: Operations;
    readonly before: AuditedState;
    readonly after: AuditedState;
  };
}

/** A change of stored records, and how it is built from them. */
export interface AuditedChange<State extends object> {
  readonly state: State;
  /** The records of the state. When one of them has moved, the change is built again. */
  readonly records: { readonly [Part in keyof State]: StoredRecord<NonNullable<State[Part]>> };
  /** @throws UserError when the state does not allow the change. */
  readonly plan: (state: State, nowMs: number) => PlannedChange | Promise<PlannedChange>;
  /** The report of a refusal by anything but the records; by default that the target was changed at the same time. */
  readonly refused?: (refusals: Refusals) => string | undefined;
}

/**
 * Makes a change of an operator and its audit entry in one transaction, on the latest state.
 *
 * @returns what was done, or for a dry run what would be.
 * @throws UserError when the plan does, or something else refused the change.
 */
export const makeAuditedChange = async <State extends object>(
  { action, target, dryRun, userName }: RequestedChange,
  { state, records, plan, refused }: AuditedChange<State>,
  { table, clock }: Pick<OpsEffects, 'table' | 'clock'>,
): Promise<string> => {
  type Latest = { readonly state: State; readonly head: ListHead };
  const attempt = async ({ state: latest, head }: Latest) => {
    const nowMs = clock();
    const { done, change } = await plan(latest, nowMs);
    if (!change || dryRun) {
      return { result: { written: true } as const, value: change ? `${done} (not done: dry run).` : `${done}.` };
    }
    const { operations, before, after } = change;
    const audited = { actor: { kind: 'operator', userName }, action, target, before, after } as const;
    const result = await table.transact({ ...operations, ...auditWrites(audited, head, nowMs) });
    return { result, value: `${done}.` };
  };
  const newer = newerAmong<State & { readonly auditHead: ListHead }>({
    ...records,
    auditHead: headRecord(AUDIT_LIST),
  } as never);
  const start = { state, head: await readAuditHead(table) };
  const { result, value } = await onLatest(start, attempt, ({ state: read, head }, found) => {
    const latest = newer({ ...read, auditHead: head }, found);
    return latest && { state: latest, head: latest.auditHead };
  });
  if (result.written) return value;
  throw new UserError(refused?.(result.refusals) ?? `${target} was changed at the same time. Run the command again.`);
};
