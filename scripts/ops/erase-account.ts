import { UserError } from '#scripts/local-cloud/user-error';
import { familyOfItem } from '#scripts/privacy/stored-data';
import { readEmailOf } from '#shared/auth/accounts/account';
import { emailKey } from '#shared/auth/accounts/email-key';
import { accountErasure } from '#shared/auth/accounts/erase-account';
import { readSignIn } from '#shared/auth/accounts/sign-in';
import { accessRecord } from '#shared/auth/sessions/roles';
import { fromCompanyItem } from '#shared/companies/company';
import { releaseWrites } from '#shared/companies/transfer';
import { eraseContact } from '#shared/contact/erase-contact';
import { erasePartition } from '#shared/db/erase-partition';
import { type Item, remove } from '#shared/db/expressions';
import type { Operations } from '#shared/db/named-operations';
import type { AccountAccess } from '#shared/http/caller/account-access';
import { watchEnding } from '#shared/monitoring/watches/end-watch';
import { fromWatchItem } from '#shared/monitoring/watches/watch';
import { LAST_PASS_MS } from '#shared/onboarding/erasure/erase-applicants';
import { FILE_PREFIXES } from '#shared/platform/capabilities';
import { isoTime } from '#shared/platform/clock';
import {
  type AccountSurvey,
  isOfSandbox,
  linesOfSurvey,
  pendingErasure,
  reduction,
  surveyAccount,
} from './account-survey.ts';
import { makeAuditedChange, type PlannedChange } from './audited-change.ts';
import type { OpsEffects } from './command.ts';
import { eraseAnyApplicant } from './erase-applicant.ts';
import { accessOf } from './named-account.ts';
import { scanTable } from './scan.ts';

/** What an operator requested. */
export interface AccountErasureRequest {
  readonly accountId: string;
  /** For the audit entry. */
  readonly reason: string;
  readonly dryRun: boolean;
  /** Who runs the command. */
  readonly userName: string;
  /** Erases the account although it has money or payments under way. */
  readonly force: boolean;
  readonly unitsPerSecond: number;
}

type Marked = Omit<AccountErasureRequest, 'force' | 'unitsPerSecond'>;

type Effects = Pick<OpsEffects, 'table' | 'clock' | 'readSegment' | 'wait' | 'say' | 'files'>;

/**
 * Makes the account one without an address, in one transaction with the audit entry. Its address is free for another
 * account from then on. A repeated command finds it done.
 */
const mark = async ({ accountId, reason, ...request }: Marked, email: string, effects: Effects): Promise<void> => {
  const { table } = effects;
  const signIn = await readSignIn(table, emailKey(email));
  const change = {
    state: { access: await accessOf(table, accountId) },
    records: { access: accessRecord(accountId) },
    plan: ({ access }: { readonly access: AccountAccess }, nowMs: number): PlannedChange => {
      const { suspendedAt } = access;
      if (suspendedAt === undefined) throw new UserError(`${accountId} is no longer suspended.`);
      const operations = accountErasure({ ...access, suspendedAt }, emailKey(email), signIn, nowMs);
      return { done: 'erased', change: { operations, before: { suspendedAt }, after: { reason } } };
    },
  };
  await makeAuditedChange({ ...request, action: 'account.erased', target: accountId }, change, effects);
};

/** Ends a watch or the ownership of a company, as its owner would. */
const endingOf = (item: Item, accountId: string, nowMs: number): Operations | undefined => {
  const family = familyOfItem(item);
  if (family === 'watch') return watchEnding(fromWatchItem(item));
  if (family !== 'company' || item['ownerId'] !== accountId) return undefined;
  return releaseWrites({ ...fromCompanyItem(item), ownerId: accountId }, nowMs);
};

const eraseItem = async (item: Item, accountId: string, { table, clock }: Effects): Promise<void> => {
  const { pk, sk } = item;
  const family = familyOfItem(item);
  switch (pendingErasure(family, item, accountId, clock())) {
    // Of a delivery, `DELIVERY`, which leads there, comes after its long responses, `ATTEMPT#…`.
    case 'emptied':
      return erasePartition(table, pk);
    case 'deleted':
      await table.write(remove({ pk, sk }, {}));
      return;
    case 'ended':
      if (isOfSandbox(item, accountId) && family !== 'watch') await table.write(remove({ pk, sk }, {}));
      return;
    case 'reduced': {
      const write = reduction(family, item, clock());
      if (write) await table.write(write);
      return;
    }
    default:
  }
};

/** Erases what a survey found. @returns when a further run can be the last one. */
const eraseFound = async (
  found: AccountSurvey,
  { unitsPerSecond, force: _, ...marked }: AccountErasureRequest,
  effects: Effects,
): Promise<number> => {
  const { accountId } = marked;
  const { table, clock, files } = effects;
  const email = await readEmailOf(table, { accountId });
  if (email !== undefined) {
    // Nothing else leads there once the address is unknown.
    await eraseContact(table, email);
    await mark(marked, email, effects);
  }
  for (const item of found.ended) {
    const ending = endingOf(item, accountId, clock());
    // Refused when it has changed since: what hangs on it must not be erased before.
    if (ending && !(await table.transact(ending)).written) {
      throw new UserError(`${item.pk} was changed at the same time. Run the command again.`);
    }
  }
  for (const id of found.applicantIds) await eraseAnyApplicant(table, id, clock());
  const settings = { filter: { accountId }, unitsPerSecond, progress: () => 'erasing' };
  await scanTable(settings, effects, (item) => eraseItem(item, accountId, effects));
  for (const prefix of FILE_PREFIXES) await files.remove(`${prefix}/${accountId}/`);
  return Date.parse(String((await table.get(accessRecord(accountId).key))?.['erasedAt'])) + LAST_PASS_MS;
};

/**
 * Erases a suspended account and everything that is stored of it, except its ledger, its payments and the audit
 * (docs/decisions/0100). Its applicants are erased as by their own deletion, its watches and companies end as its owner
 * would end them, and its address is free for another account. It goes on where an interrupted run stopped.
 *
 * @returns what was erased, and when to run it again; for a dry run what would be erased, and what is in the way.
 * @throws UserError when there is no such account, it is not suspended, an applicant is being assessed, or, unless
 * `force`, it has money in `live` or payments under way.
 */
export const eraseAccount = async (request: AccountErasureRequest, effects: Effects): Promise<string> => {
  const { accountId, force, unitsPerSecond, dryRun } = request;
  const { suspendedAt } = await accessOf(effects.table, accountId);
  const found = await surveyAccount(accountId, unitsPerSecond, effects);
  const reasons = [
    ...(suspendedAt === undefined ? ['it is not suspended'] : []),
    ...found.waiting,
    ...(force ? [] : found.objections),
  ];
  if (dryRun) {
    const inTheWay = reasons.map((reason) => `In the way: ${reason}.`);
    return [`Of ${accountId} would be erased (dry run):`, ...linesOfSurvey(found), ...inTheWay].join('\n');
  }
  if (reasons.length > 0) throw new UserError(`${accountId} is not erased: ${reasons.join(', and ')}.`);

  const finalMs = await eraseFound(found, request, effects);
  const nowMs = effects.clock();
  if (nowMs >= finalMs && found.counts.size === 0 && found.fileCount === 0) {
    return `${accountId} is erased. Nothing more is stored of it.`;
  }
  return [
    `Erased of ${accountId}:`,
    ...linesOfSurvey(found),
    `Run the command again after ${isoTime(Math.max(finalMs, nowMs))}, for what was under way meanwhile.`,
  ].join('\n');
};
