import { readAccount } from '#shared/auth/accounts/account';
import { readApiKeys } from '#shared/auth/api-keys/api-key-repository';
import { readNewestSessions } from '#shared/auth/sessions/session';
import { readCompanyCounts } from '#shared/companies/company-repository';
import type { TableReader } from '#shared/db/operations';
import { type AccountAccess, isSessionValid } from '#shared/http/caller/account-access';
import { isoTime, unixSeconds } from '#shared/platform/clock';
import { ENVIRONMENTS } from '#shared/platform/environments';
import { loadWallet } from '#shared/wallet/wallet';
import { readRegistrations } from '#shared/webhooks/registrations/registration-repository';
import type { OpsEffects } from './command.ts';
import { accessOf, accountIdOfEmail } from './named-account.ts';

/** Maximum number of listed sessions, the newest ones. */
const MAX_SESSIONS = 20;

/** A heading, and a line for each entry. */
const section = (heading: string, lines: readonly string[]): readonly string[] => [
  `${heading}: ${lines.length === 0 ? 'none' : lines.length}`,
  ...lines.map((line) => `  ${line}`),
];

const sessionLines = async (table: TableReader, access: AccountAccess, nowMs: number): Promise<readonly string[]> => {
  const sessions = await readNewestSessions(table, access.accountId, MAX_SESSIONS);
  return sessions
    .filter((session) => isSessionValid(session, access) && session.expiresAtSeconds > unixSeconds(nowMs))
    .map(
      ({ sessionId, createdAt, rotatedAtMs }) => `${sessionId} since ${createdAt}, refreshed ${isoTime(rotatedAtMs)}`,
    );
};

/** One line for each wallet of an account. */
const walletLines = async (table: TableReader, accountId: string): Promise<readonly string[]> => {
  const wallets = await Promise.all(ENVIRONMENTS.map((environment) => loadWallet(table, { accountId, environment })));
  return wallets.map(({ environment, balanceKobo, entryCount, autoTopUp }) => {
    const topUps = autoTopUp.enabled ? `on below ${autoTopUp.thresholdKobo} kobo` : 'off';
    return `${environment}: ${balanceKobo} kobo, ${entryCount} transactions, automatic top-ups ${topUps}`;
  });
};

/** What follows the domain of an endpoint may be a secret of its owner, and is left out. */
const registrationLines = async (table: TableReader, accountId: string): Promise<readonly string[]> =>
  (await readRegistrations(table, accountId)).map(
    ({ registrationId, environment, serviceType, endpoint, isActive, deactivationReason }) =>
      `${registrationId} ${environment} ${serviceType} ${new URL(endpoint).origin} ` +
      (isActive ? 'active' : `inactive${deactivationReason ? ` (${deactivationReason})` : ''}`),
  );

/**
 * Describes an account for support: its address, role, suspension, sessions, API keys, webhook registrations, wallets
 * and the number of its companies. Secrets are left out or masked, and so is all personal data but the address.
 *
 * @param named its id or its email address.
 * @throws UserError when there is no such verified account.
 */
export const showAccount = async (
  named: string,
  { table, clock }: Pick<OpsEffects, 'table' | 'clock'>,
): Promise<string> => {
  const accountId = named.includes('@') ? await accountIdOfEmail(table, named) : named;
  const access = await accessOf(table, accountId);
  const nowMs = clock();
  const [account, sessions, keys, registrations, wallets, companies] = await Promise.all([
    readAccount(table, access),
    sessionLines(table, access, nowMs),
    readApiKeys(table, { accountId, environments: ENVIRONMENTS, via: 'session' }, nowMs),
    registrationLines(table, accountId),
    walletLines(table, accountId),
    readCompanyCounts(table, accountId),
  ]);
  const keyLines = keys.map(
    ({ id, environment, secretKeyMasked, createdAt, expiresAt, lastUsedAt }) =>
      `${id} ${environment} ${secretKeyMasked} since ${createdAt}, last used ${lastUsedAt ?? 'never'}` +
      (expiresAt === null ? '' : `, until ${expiresAt}`),
  );
  return [
    `${accountId} ${account?.email ?? 'without an address'}, verified ${account?.verifiedAt ?? 'never'}`,
    `role: ${access.role}`,
    `suspended: ${access.suspendedAt === undefined ? 'no' : `since ${access.suspendedAt}`}`,
    ...section('sessions', sessions),
    ...section('API keys', keyLines),
    ...section('webhook registrations', registrations),
    ...section('wallets', wallets),
    `companies: ${ENVIRONMENTS.map((environment) => `${companies[environment]} ${environment}`).join(', ')}`,
  ].join('\n');
};
