import { UserError } from '#scripts/local-cloud/user-error';
import {
  changeRetention,
  type OwnRetention,
  readRetention,
  retentionRecord,
} from '#shared/onboarding/retention/retention';
import { makeAuditedChange, type PlannedChange } from './audited-change.ts';
import type { OpsEffects } from './command.ts';
import { accessOf } from './named-account.ts';

/** What an operator requested. @property days a whole number, or `none`. */
export interface RetentionRequest {
  readonly accountId: string;
  readonly days: string;
  /** Sets fewer days than evidence is kept on the stage. */
  readonly force: boolean;
  readonly dryRun: boolean;
  /** Who runs the command. */
  readonly userName: string;
}

/** A hundred years. */
const MOST_DAYS = 36_525;

const daysOf = (text: string): number | undefined => {
  if (text === 'none') return undefined;
  const days = Number(text);
  if (/^\d{1,5}$/.test(text) && days >= 1 && days <= MOST_DAYS) return days;
  throw new UserError(`${text} is neither a whole number of days from 1 to ${MOST_DAYS} nor 'none'.`);
};

const inWords = (days: number | undefined): string =>
  days === undefined ? 'are kept until they are erased' : `are erased ${days} days after their end`;

/**
 * Sets after how many days the ended applicants of an account are erased, with an audit entry in the same transaction.
 * It applies within minutes, to existing applicants as well.
 *
 * @returns what was done.
 * @throws UserError for an unknown account, an invalid number of days, and, unless `force`, for fewer than the stage
 * keeps evidence, which would end with its applicants.
 */
export const setRetention = async (
  { accountId, days: text, force, ...request }: RetentionRequest,
  effects: Pick<OpsEffects, 'table' | 'clock' | 'stage'>,
): Promise<string> => {
  const { table, stage } = effects;
  const days = daysOf(text);
  if (days !== undefined && days < stage.evidenceRetentionDays && !force) {
    throw new UserError(
      `Evidence is kept for ${stage.evidenceRetentionDays} days and ends with its applicant. Add --force for fewer.`,
    );
  }
  await accessOf(table, accountId);
  const done = `Applicants of ${accountId} ${inWords(days)}`;
  const change = {
    state: { own: await readRetention(table, accountId) },
    records: { own: retentionRecord(accountId) },
    plan: ({ own }: { readonly own: OwnRetention }, nowMs: number): PlannedChange =>
      own.days === days
        ? { done: `${done} already` }
        : {
            done,
            change: {
              operations: { retention: changeRetention(accountId, own, days, nowMs) },
              before: { days: own.days ?? null },
              after: { days: days ?? null },
            },
          },
  };
  return makeAuditedChange({ ...request, action: 'retention.changed', target: accountId }, change, effects);
};
