import { serviceTable } from '#shared/db/client';
import { directCheckKeys } from '#shared/direct-checks/keys';
import type { SourcePorts, SourceResult } from '#shared/sources/ports';
import { NOTHING_REHEARSED } from '#shared/sources/rehearsal';
import { SANDBOX_PORTS } from '#shared/sources/sandbox/sandbox-ports';
import type { Sources } from '#shared/sources/select';
import { loadWallet } from '#shared/wallet/wallet';
import { apiKeyFor, type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { openWalletsFor } from '#tests/support/onboarding';
import { eventsOf } from '#tests/support/outbox';

const table = serviceTable();

/** Test money of a new account. */
export const OPENING_KOBO = 10_000_000;

/** An account with both wallets that calls with its sandbox key. */
export const sandboxCaller = async (): Promise<SignedInAccount> => {
  const account = await signedInAccount();
  await openWalletsFor(account);
  const { headers } = await apiKeyFor(account, 'sandbox');
  return { ...account, environments: ['sandbox'], via: 'key', headers };
};

/** The balance of an account's wallet. */
export const balanceOf = async (
  { accountId }: SignedInAccount,
  environment: 'sandbox' | 'live' = 'sandbox',
): Promise<number> => (await loadWallet(table, { accountId, environment })).balanceKobo;

/** The events of the checks of an account. */
export const checkEvents = async ({ accountId }: SignedInAccount) =>
  (await eventsOf(accountId)).filter(({ type }) => type.startsWith('verification.'));

/** The record of a check; undefined if there is none. */
export const recordOf = ({ accountId }: SignedInAccount, reference: string, environment = 'sandbox') =>
  table.get(directCheckKeys.directCheck(accountId, environment, reference));

/** The sandbox's sources with some replaced, for the effect `sources`. `calls` are those of the replaced ones. */
export const sourcesWith = <Name extends keyof SourcePorts>(
  name: Name,
  respond: () => Promise<SourceResult<never>>,
): { readonly calls: unknown[]; readonly sources: () => Promise<Sources> } => {
  const calls: unknown[] = [];
  const port = async (query: unknown) => {
    calls.push(query);
    return respond();
  };
  const ports = { ...SANDBOX_PORTS, [name]: port };
  return { calls, sources: async () => ({ ports, rehearse: () => NOTHING_REHEARSED }) };
};
