import { UserError } from '#scripts/local-cloud/user-error';
import { familyOfItem } from '#scripts/privacy/stored-data';
import { readEmailOf } from '#shared/auth/accounts/account';
import { emailKey } from '#shared/auth/accounts/email-key';
import { readSignIn } from '#shared/auth/accounts/sign-in';
import { authKeys } from '#shared/auth/keys';
import { accessRecord } from '#shared/auth/sessions/roles';
import { fromCompanyItem } from '#shared/companies/company';
import { releaseWrites } from '#shared/companies/transfer';
import { contactKeys } from '#shared/contact/keys';
import { type Item, remove, update } from '#shared/db/expressions';
import type { Operations } from '#shared/db/named-operations';
import type { Table } from '#shared/db/operations';
import type { AccountAccess } from '#shared/http/caller/account-access';
import { watchEnding } from '#shared/monitoring/watches/end-watch';
import { fromWatchItem } from '#shared/monitoring/watches/watch';
import { LAST_PASS_MS } from '#shared/onboarding/erasure/erase-applicants';
import { FILE_PREFIXES } from '#shared/platform/capabilities';
import { isoTime } from '#shared/platform/clock';
import { isOfSandbox, linesOfSurvey, pendingErasure, reduction, surveyAccount } from './account-survey.ts';
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

type Effects = Pick<OpsEffects, 'table' | 'clock' | 'readSegment' | 'wait' | 'say' | 'files'>;

/** Everything that only the address leads to: the mark below makes it unknown. */
const eraseByAddress = async (table: Table, email: string): Promise<void> => {
  const key = emailKey(email);
  const partitions = ['subscription', 'demoRequest'].map((form) => contactKeys.contactRequest(form, key).pk);
  for (const partition of partitions) await erasePartition(table, partition);
};

/** Deletes the items of a partition in the order of their sort keys: `DELIVERY`, which leads there, after `ATTEMPT#…`. */
const erasePartition = async (table: Table, partition: string): Promise<void> => {
  for (;;) {
    const { items } = await table.query({ partition, limit: 25 });
    if (items.length === 0) return;
    for (const { pk, sk } of items) await table.write(remove({ pk, sk }, {}));
  }
};

/**
 * Makes the account one without an address, in one transaction with the audit entry. Its address is free for another
 * account from then on. A repeated command finds it done.
 */
const mark = async (
  { accountId, reason, ...request }: Omit<AccountErasureRequest, 'force' | 'unitsPerSecond'>,
  email: string,
  effects: Effects,
): Promise<void> => {
  const addressKey = emailKey(email);
  const signIn = await readSignIn(effects.table, addressKey);
  const own = signIn?.accountId === accountId ? signIn : undefined;
  const googleKey = own?.status === 'verified' ? own.googleKey : undefined;
  const change = {
    state: { access: await accessOf(effects.table, accountId) },
    records: { access: accessRecord(accountId) },
    plan: ({ access: { suspendedAt } }: { readonly access: AccountAccess }, nowMs: number): PlannedChange => {
      if (suspendedAt === undefined) throw new UserError(`${accountId} is no longer suspended.`);
      return {
        done: 'marked',
        change: {
          operations: {
            access: update(accessRecord(accountId).key, {
              set: { erasedAt: isoTime(nowMs) },
              when: { suspendedAt: { equals: suspendedAt } },
            }),
            account: remove(authKeys.account(accountId)),
            signIn: own && remove(authKeys.signIn(addressKey), { accountId: { equals: accountId } }),
            google:
              googleKey === undefined
                ? undefined
                : remove(authKeys.googleLink(googleKey), { addressKey: { missingOr: { equals: addressKey } } }),
          },
          before: { suspendedAt },
          after: { reason },
        },
      };
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

/**
 * Erases a suspended account and everything that is stored of it, except its ledger, its payments and the audit
 * (docs/decisions/0100). Its applicants are erased as by their own deletion, its watches and companies end as its owner
 * would end them, and its address is free for another account. It goes on where an interrupted run stopped.
 *
 * @returns what was erased, and when to run it again; for a dry run what would be erased.
 * @throws UserError when there is no such account, it is not suspended, an applicant is being assessed, or, unless
 * `force`, it has money in `live` or payments under way.
 */
export const eraseAccount = async (request: AccountErasureRequest, effects: Effects): Promise<string> => {
  const { accountId, force, unitsPerSecond, ...marked } = request;
  const { table, clock, files } = effects;
  const { suspendedAt } = await accessOf(table, accountId);
  if (suspendedAt === undefined) throw new UserError(`Suspend ${accountId} first, so that nothing is added to it.`);
  const found = await surveyAccount(accountId, unitsPerSecond, effects);
  const reasons = [...found.waiting, ...(force ? [] : found.objections)];
  if (reasons.length > 0) {
    const advice = found.waiting.length > 0 ? 'Run the command again later.' : 'Settle that first, or add --force.';
    throw new UserError(`${accountId} is not erased, because ${reasons.join(', and ')}. ${advice}`);
  }
  if (request.dryRun) return [`${accountId} would be erased (dry run):`, ...linesOfSurvey(found)].join('\n');

  const email = await readEmailOf(table, { accountId });
  if (email !== undefined) {
    await eraseByAddress(table, email);
    await mark({ accountId, ...marked }, email, effects);
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

  const erasedAt = String((await table.get(accessRecord(accountId).key))?.['erasedAt']);
  const finalMs = Date.parse(erasedAt) + LAST_PASS_MS;
  const isFinal = clock() >= finalMs && found.counts.size === 0 && found.fileCount === 0;
  if (isFinal) return `${accountId} is erased. Nothing more is stored of it.`;
  return [
    `Erased of ${accountId}:`,
    ...linesOfSurvey(found),
    `Run the command again after ${isoTime(Math.max(finalMs, clock()))}, for what was under way meanwhile.`,
  ].join('\n');
};
