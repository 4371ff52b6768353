import { UserError } from '#scripts/local-cloud/user-error';
import { newerOf, onLatest } from '#shared/db/latest';
import type { Table } from '#shared/db/operations';
import { type TaggedApplicant, taggedRecord } from '#shared/onboarding/applicants/applicant-tags';
import { applicantErasure, BEING_ASSESSED } from '#shared/onboarding/erasure/erase-applicant';
import { isId } from '#shared/platform/ids';
import { makeAuditedChange, type PlannedChange } from './audited-change.ts';
import type { OpsEffects } from './command.ts';

/** What an operator requested. */
export interface ApplicantErasureRequest {
  readonly applicantId: string;
  /** For the audit entry. */
  readonly reason: string;
  readonly dryRun: boolean;
  /** Who runs the command. */
  readonly userName: string;
}

/** Who erased an applicant that no credential of its account did. */
const BY_OPERATOR = 'operator';

/**
 * An applicant of any account.
 *
 * @throws UserError when there is none.
 */
export const applicantNamed = async (table: Pick<Table, 'get'>, applicantId: string): Promise<TaggedApplicant> => {
  const { key, from } = taggedRecord(applicantId);
  const item = isId('app', applicantId) ? await table.get(key) : undefined;
  if (!item) throw new UserError(`Applicant ${applicantId} does not exist.`);
  return from(item);
};

/**
 * Erases an applicant as `DELETE /v1/kyb/applicants/{id}` does, with an audit entry in the same transaction.
 *
 * @returns what was done, or for a dry run what would be.
 * @throws UserError when there is no such applicant, or it is being assessed.
 */
export const eraseOneApplicant = async (
  { applicantId, reason, ...request }: ApplicantErasureRequest,
  effects: Pick<OpsEffects, 'table' | 'clock'>,
): Promise<string> => {
  const erasure = {
    state: { applicant: await applicantNamed(effects.table, applicantId) },
    records: { applicant: taggedRecord(applicantId) },
    plan: ({ applicant: tagged }: { readonly applicant: TaggedApplicant }, nowMs: number): PlannedChange => {
      const { status, accountId, environment, erasedAt } = tagged.applicant;
      if (BEING_ASSESSED.includes(status)) {
        throw new UserError(`${applicantId} is being assessed. Run the command again after its decision.`);
      }
      const operations = applicantErasure(tagged, BY_OPERATOR, nowMs);
      if (!operations) return { done: `${applicantId} was erased at ${erasedAt}` };
      return {
        done: `${applicantId} of ${accountId} in ${environment} is erased; its copies follow within a quarter of an hour`,
        change: { operations, before: { status }, after: { reason } },
      };
    },
  };
  return makeAuditedChange({ ...request, action: 'applicant.erased', target: applicantId }, erasure, effects);
};

/** Erases an applicant as {@link eraseOneApplicant} does, without an audit entry of its own; may be repeated. */
export const eraseAnyApplicant = async (table: Table, applicantId: string, nowMs: number): Promise<void> => {
  const attempt = async (latest: TaggedApplicant) => {
    const operations = applicantErasure(latest, BY_OPERATOR, nowMs);
    return { result: operations ? await table.transact(operations) : ({ written: true } as const), value: undefined };
  };
  await onLatest(await applicantNamed(table, applicantId), attempt, newerOf(taggedRecord(applicantId), 'anything'));
};
