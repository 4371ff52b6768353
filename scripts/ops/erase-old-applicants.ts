import { UserError } from '#scripts/local-cloud/user-error';
import { fromApplicantItem } from '#shared/onboarding/applicants/applicant';
import type { ApplicantStatus } from '#shared/onboarding/applicants/applicant-states';
import { applicantsOfAccount } from '#shared/onboarding/applicants/keys';
import { isoTime } from '#shared/platform/clock';
import { ENVIRONMENTS } from '#shared/platform/environments';
import { makeAuditedChange } from './audited-change.ts';
import type { OpsEffects } from './command.ts';
import { eraseAnyApplicant } from './erase-applicant.ts';
import { accessOf } from './named-account.ts';

/** What an operator requested. */
export interface OldApplicantsRequest {
  readonly accountId: string;
  /** How many days after the end of an applicant it is erased. */
  readonly days: string;
  /** For the audit entry. */
  readonly reason: string;
  readonly dryRun: boolean;
  /** Who runs the command. */
  readonly userName: string;
}

type Effects = Pick<OpsEffects, 'table' | 'clock'>;

/** The statuses from which an applicant goes on only if its account wants it to. */
const ENDED: readonly ApplicantStatus[] = ['approved', 'rejected', 'expired'];

const PAGE = 100;

const DAY_MS = 24 * 60 * 60_000;

const daysOf = (text: string): number => {
  const days = Number(text);
  if (/^\d{1,5}$/.test(text) && days >= 1) return days;
  throw new UserError(`${text} is not a whole number of days, 1 or more.`);
};

/** The ids of the applicants that ended before a time and are not erased, oldest first. */
async function* endedBefore(accountId: string, before: string, { table }: Effects): AsyncGenerator<string> {
  const { index, cells } = applicantsOfAccount(accountId);
  for (const environment of ENVIRONMENTS) {
    let after: Record<string, unknown> | undefined;
    do {
      const page = await table.query({ index, partition: cells(environment), limit: PAGE, ...(after && { after }) });
      const applicants = page.items.map(fromApplicantItem);
      yield* applicants
        .filter(({ status, updatedAt, erasedAt }) => ENDED.includes(status) && updatedAt < before && !erasedAt)
        .map(({ id }) => id);
      after = page.next;
      // In order of creation: none of the later ones can have ended before.
      if (applicants.some(({ createdAt }) => createdAt >= before)) break;
    } while (after);
  }
}

/**
 * Erases the applicants of an account that were decided or expired some days ago, and have not changed since, each as
 * by its own deletion. It leaves one audit entry. An interrupted run is repeated.
 *
 * @returns how many were erased, or for a dry run would be.
 * @throws UserError when there is no such account, or the days are no number.
 */
export const eraseOldApplicants = async (
  { accountId, days, reason, ...request }: OldApplicantsRequest,
  effects: Effects,
): Promise<string> => {
  const before = isoTime(effects.clock() - daysOf(days) * DAY_MS);
  await accessOf(effects.table, accountId);
  const ids: string[] = [];
  for await (const id of endedBefore(accountId, before, effects)) ids.push(id);
  const count = `${ids.length} applicants of ${accountId} that ended before ${before}`;
  if (ids.length === 0 || request.dryRun) return `${count}${request.dryRun ? ' would be erased (dry run)' : ''}.`;
  const change = {
    state: {},
    records: {},
    plan: () => ({ done: '', change: { operations: {}, before: null, after: { endedBefore: before, reason } } }),
  };
  await makeAuditedChange({ ...request, action: 'applicants.erased', target: accountId }, change, effects);
  for (const id of ids) await eraseAnyApplicant(effects.table, id, effects.clock());
  return `${count} are erased; their copies follow within a quarter of an hour.`;
};
