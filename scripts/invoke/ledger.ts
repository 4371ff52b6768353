import { serviceTable } from '#shared/db/client';
import { isoTime } from '#shared/platform/clock';
import type { Environment } from '#shared/platform/environments';
import { newId } from '#shared/platform/ids';
import { readLedgerPage } from '#shared/wallet/ledger-pages';
import { saveSimulatedCard } from '#shared/wallet/saved-card';

/** The id of the newest transaction of an account's sandbox wallet. */
export const newestTransactionOf = async (accountId: string): Promise<string> => {
  const owner = { accountId, environment: 'sandbox' } as const;
  const { entries } = await readLedgerPage(serviceTable(), owner, {}, { page: 1, limit: 1 });
  const [newest] = entries;
  if (!newest) throw new Error('The sandbox wallet has no transaction');
  return newest.id;
};

/** Saves a simulated card for a wallet of an account, by default the sandbox's. Returns the wallet's environment. */
export const cardSavedFor = async (accountId: string, environment: Environment = 'sandbox'): Promise<Environment> => {
  const nowMs = Date.now();
  const topUp = { reference: newId('top', nowMs), accountId, environment, createdAt: isoTime(nowMs) } as const;
  const money = { amountKobo: 10_000, status: 'success', provider: 'simulated', authorizationUrl: null } as const;
  const write = saveSimulatedCard({ ...topUp, ...money, completedAt: null, saveCard: true }, nowMs);
  if (write) await serviceTable().write(write);
  return environment;
};
