import { UserError } from '#scripts/local-cloud/user-error';
import { readEmailOf } from '#shared/auth/accounts/account';
import { emailKey } from '#shared/auth/accounts/email-key';
import { apiKeyPairsRecord, readApiKeyPairs } from '#shared/auth/api-keys/api-key-repository';
import { revocationWrites, suspendKeys } from '#shared/auth/api-keys/api-keys';
import { endEverySession } from '#shared/auth/sessions/access';
import { accessRecord, changeSuspension } from '#shared/auth/sessions/roles';
import type { Table } from '#shared/db/operations';
import type { AccountAccess } from '#shared/http/caller/account-access';
import type { ApiKeyPairs } from '#shared/http/caller/api-key-access';
import { listOwnedWidgets, suspendWidget } from '#shared/onboarding/widgets/widget-repository';
import { isoTime } from '#shared/platform/clock';
import { ENVIRONMENTS, type Environment } from '#shared/platform/environments';
import { makeAuditedChange, type PlannedChange } from './audited-change.ts';
import type { OpsEffects } from './command.ts';
import { accessOf } from './named-account.ts';

/** An operator's request about an account. */
export interface AccountRequest {
  readonly accountId: string;
  readonly dryRun: boolean;
  /** Who runs the command. */
  readonly userName: string;
}

type Effects = Pick<OpsEffects, 'table' | 'clock'>;

/**
 * Ends every session of an account from its next request on, and every login in progress, with an audit entry. Its API
 * keys go on working.
 *
 * @returns what was done.
 * @throws UserError when there is no such verified account.
 */
export const endSessions = async ({ accountId, ...request }: AccountRequest, effects: Effects): Promise<string> => {
  const { table } = effects;
  const access = await accessOf(table, accountId);
  const email = await readEmailOf(table, { accountId });
  if (email === undefined) throw new UserError(`Account ${accountId} has no address.`);
  const ending = {
    state: { access },
    records: { access: accessRecord(accountId) },
    plan: ({ access: { sessionsValidFrom } }: { readonly access: AccountAccess }) => ({
      done: `Every session of ${accountId} has ended`,
      change: {
        operations: endEverySession(accountId, emailKey(email)),
        before: { sessionsValidFrom },
        after: { sessionsValidFrom: sessionsValidFrom + 1 },
      },
    }),
  };
  return makeAuditedChange({ ...request, action: 'sessions.ended', target: accountId }, ending, effects);
};

/**
 * Ends every API key of an account in one environment at once, with an audit entry. The account can create new ones.
 *
 * @returns what was done.
 * @throws UserError when there is no such verified account.
 */
export const revokeKeys = async (
  { accountId, environment, ...request }: AccountRequest & { readonly environment: Environment },
  effects: Effects,
): Promise<string> => {
  await accessOf(effects.table, accountId);
  const revocation = {
    state: { keys: await readApiKeyPairs(effects.table, { accountId, environment }) },
    records: { keys: apiKeyPairsRecord({ accountId, environment }) },
    plan: ({ keys }: { readonly keys: ApiKeyPairs | undefined }): PlannedChange => {
      const ids = keys?.pairs.map(({ id }) => id) ?? [];
      if (!keys || ids.length === 0) return { done: `${accountId} has no API keys in ${environment}` };
      return {
        done: `${ids.join(' and ')} of ${accountId} in ${environment} no longer work`,
        change: {
          operations: revocationWrites(keys),
          before: { environment, keys: ids.join(' ') },
          after: { environment, keys: '' },
        },
      };
    },
  };
  return makeAuditedChange({ ...request, action: 'api_keys.revoked', target: accountId }, revocation, effects);
};

/** Widgets that are written in parallel. */
const PAGE_SIZE = 25;

/** Suspends every widget of an account, or ends that; may be repeated. */
export const suspendWidgets = async (
  table: Table,
  accountId: string,
  suspendedAt: string | undefined,
): Promise<void> => {
  const scope = { accountId, environments: ENVIRONMENTS, via: 'session' } as const;
  for (let page = 1; ; page++) {
    const { entries } = await listOwnedWidgets(table, scope, { page, limit: PAGE_SIZE });
    await Promise.all(entries.map((widget) => table.transact(suspendWidget(widget, suspendedAt))));
    if (entries.length < PAGE_SIZE) return;
  }
};

interface Suspendable {
  readonly access: AccountAccess;
  readonly sandbox: ApiKeyPairs | undefined;
  readonly live: ApiKeyPairs | undefined;
}

const readSuspendable = async (table: Table, accountId: string): Promise<Suspendable> => {
  const [access, sandbox, live] = await Promise.all([
    accessOf(table, accountId),
    readApiKeyPairs(table, { accountId, environment: 'sandbox' }),
    readApiKeyPairs(table, { accountId, environment: 'live' }),
  ]);
  return { access, sandbox, live };
};

/**
 * Suspends an account, or ends that, with an audit entry. While it is suspended, its sessions, refresh tokens and API
 * keys are refused from their next request on, and so is everybody who opens or continues one of its forms
 * (docs/decisions/0096). Its widgets follow its credentials; a command that was interrupted in between is repeated.
 *
 * @param reason for the audit entry; undefined to end the suspension.
 * @returns what was done.
 * @throws UserError when there is no such verified account, or it was erased.
 */
export const setSuspension = async (
  { accountId, reason, ...request }: AccountRequest & { readonly reason: string | undefined },
  effects: Effects,
): Promise<string> => {
  const { table, clock } = effects;
  const state = await readSuspendable(table, accountId);
  const erasedAt = (await table.get(accessRecord(accountId).key))?.['erasedAt'];
  if (erasedAt !== undefined) throw new UserError(`${accountId} was erased at ${erasedAt}, and stays suspended.`);
  const suspendedAt = reason === undefined ? undefined : isoTime(clock());
  const suspension = {
    state,
    records: {
      access: accessRecord(accountId),
      sandbox: apiKeyPairsRecord({ accountId, environment: 'sandbox' }),
      live: apiKeyPairsRecord({ accountId, environment: 'live' }),
    },
    plan: ({ access, sandbox, live }: Suspendable): PlannedChange => {
      const since = access.suspendedAt;
      if (since !== undefined && suspendedAt !== undefined) return { done: `${accountId} is suspended since ${since}` };
      if (since === suspendedAt) return { done: `${accountId} is not suspended` };
      return {
        done: suspendedAt === undefined ? `${accountId} is no longer suspended` : `${accountId} is suspended`,
        change: {
          operations: {
            access: changeSuspension(access, suspendedAt),
            sandbox: suspendKeys({ accountId, environment: 'sandbox' }, sandbox, suspendedAt),
            live: suspendKeys({ accountId, environment: 'live' }, live, suspendedAt),
          },
          before: { suspendedAt: since ?? null },
          after: { suspendedAt: suspendedAt ?? null, ...(reason !== undefined && { reason }) },
        },
      };
    },
  };
  const action = suspendedAt === undefined ? 'account.resumed' : 'account.suspended';
  const report = await makeAuditedChange({ ...request, action, target: accountId }, suspension, effects);
  if (!request.dryRun) await suspendWidgets(table, accountId, suspendedAt);
  return report;
};
