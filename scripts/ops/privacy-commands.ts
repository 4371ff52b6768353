import type { OpsCommand, OpsEffects, OpsSettings } from './command.ts';
import { eraseAccount } from './erase-account.ts';
import { eraseOneApplicant } from './erase-applicant.ts';
import { exportAccount, exportApplicant } from './export-subject.ts';
import { reasonOf } from './reason.ts';
import { setRetention } from './set-retention.ts';

type Export = typeof exportAccount;

const exporting =
  (run: Export): OpsCommand['run'] =>
  ([subjectId = '', path = ''], effects: OpsEffects, { dryRun, userName, unitsPerSecond }: OpsSettings) =>
    run({ subjectId, path, dryRun, userName, unitsPerSecond }, effects);

/** An operator's commands on personal data. */
export const PRIVACY_COMMANDS: Readonly<Record<string, OpsCommand>> = {
  'export-account': {
    parameters: ['<usr_…>', '<file>'],
    options: ['dry-run', 'read-units'],
    summary: 'writes everything that is stored of an account and its applicants to a new file, as JSON',
    run: exporting(exportAccount),
  },
  'export-applicant': {
    parameters: ['<app_…>', '<file>'],
    options: ['dry-run'],
    summary: 'writes everything that is stored about an applicant to a new file, as JSON',
    run: exporting(exportApplicant),
  },
  'erase-account': {
    parameters: ['<usr_…>', '<reason>'],
    options: ['dry-run', 'force', 'read-units'],
    summary:
      'erases a suspended account and all that is stored of it, except its ledger; run it again until it says so. ' +
      'With --force also while it has money or open payments',
    run: async ([accountId = '', reason = ''], effects, settings) =>
      eraseAccount({ ...settings, accountId, reason: reasonOf(reason) }, effects),
  },
  'erase-applicant': {
    parameters: ['<app_…>', '<reason>'],
    options: ['dry-run'],
    summary: 'erases what is known of an applicant, as its account can',
    run: async ([applicantId = '', reason = ''], effects, { dryRun, userName }) =>
      eraseOneApplicant({ applicantId, reason: reasonOf(reason), dryRun, userName }, effects),
  },
  'set-retention': {
    parameters: ['<usr_…>', '<days|none>'],
    options: ['dry-run', 'force'],
    summary:
      'erases the applicants of an account when they were decided, or expired, more than some days ago; ' +
      '`none` keeps them until they are erased. With --force also earlier than the evidence of the stage ends',
    run: async ([accountId = '', days = ''], effects, { dryRun, userName, force }) =>
      setRetention({ accountId, days, force, dryRun, userName }, effects),
  },
};
