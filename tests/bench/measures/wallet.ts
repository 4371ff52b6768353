import { setTimeout } from 'node:timers/promises';
import { serviceTable } from '#shared/db/client';
import { newId } from '#shared/platform/ids';
import { post, withWallet } from '#shared/wallet/ledger';
import { settle } from '#shared/wallet/settle';
import { loadWallet, openWallets, type Wallet } from '#shared/wallet/wallet';
import { startCloud } from '#tests/bench/cloud/cloud';
import { type Benchmark, rounded } from '#tests/bench/report';
import { inTurns, median } from '#tests/bench/statistics';
import { AT_ONCE, DEBITS, measureConflicts, RUNS } from './wallet-conflicts.ts';

const DEBIT = {
  type: 'debit',
  amountKobo: 100,
  actionKey: 'kyb_session_base',
  description: 'Onboarding session of one applicant',
  reference: null,
} as const;

const newWallet = async (): Promise<Wallet> => {
  const accountId = newId('usr', Date.now());
  await serviceTable().transact(openWallets(accountId, Date.now()));
  return loadWallet(serviceTable(), { accountId, environment: 'sandbox' });
};

/** One debit, starting with a read of the wallet, as an endpoint makes it. */
const debit = async ({ accountId, environment }: Wallet): Promise<void> => {
  await withWallet(await loadWallet(serviceTable(), { accountId, environment }), async (wallet) => {
    const { operations } = post(wallet, [DEBIT], Date.now());
    return { result: await serviceTable().transact(operations), value: undefined };
  });
};

/**
 * Settles wallets as the table's stream does: a second after their postings.
 * @returns a function that ends it.
 */
const settling = (wallets: readonly Wallet[]): (() => Promise<void>) => {
  let isOver = false;
  const run = async (): Promise<void> => {
    while (!isOver) {
      await setTimeout(1_000);
      for (const { accountId, environment } of wallets) {
        await settle(serviceTable(), await loadWallet(serviceTable(), { accountId, environment }), Date.now());
      }
    }
  };
  const running = run();
  // Reported where the run is ended.
  running.catch(() => undefined);
  return async () => {
    isOver = true;
    await running;
  };
};

/** The results of a run of debits. */
interface Load {
  readonly perSecond: number;
  readonly slowestMs: number;
}

/**
 * Makes the debits, this many at once.
 * @param walletOf the wallet of each.
 */
const load = async (atOnce: number, walletOf: (index: number) => Wallet): Promise<Load> => {
  let sent = 0;
  let slowestMs = 0;
  const startedAt = performance.now();
  const work = async (): Promise<void> => {
    while (sent < DEBITS) {
      const debitAt = performance.now();
      await debit(walletOf(sent++));
      slowestMs = Math.max(slowestMs, performance.now() - debitAt);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const seconds = (performance.now() - startedAt) / 1000;
  return { perSecond: DEBITS / seconds, slowestMs };
};

const medianOf = (loads: readonly Load[] | undefined, value: (load: Load) => number): number =>
  median((loads ?? []).map(value));

/** The debits per second of one wallet, compared with as many debits of separate wallets. */
export const wallet: Benchmark = {
  name: 'wallet',
  measures: 'debits a second of one wallet, and of as many wallets as debits, on DynamoDB Local',
  run: async (report) => {
    await measureConflicts(report);
    const cloud = await startCloud();
    try {
      const rows = [];
      let oneByOne = 0;
      for (const atOnce of AT_ONCE) {
        const one = await newWallet();
        const many = await Promise.all(Array.from({ length: atOnce }, newWallet));
        const end = settling([one]);
        const measured = await inTurns(['one wallet', 'own wallets'], RUNS, (name) =>
          load(atOnce, (index) => (name === 'one wallet' ? one : (many[index % atOnce] ?? one))),
        );
        await end();
        const [same, own] = [measured.get('one wallet'), measured.get('own wallets')];
        if (atOnce === 1) oneByOne = medianOf(same, ({ perSecond }) => perSecond);
        rows.push({
          'at once': atOnce,
          'one wallet, a second': Math.round(medianOf(same, ({ perSecond }) => perSecond)),
          'a wallet each, a second': Math.round(medianOf(own, ({ perSecond }) => perSecond)),
          'of one by one, %': Math.round((100 * medianOf(same, ({ perSecond }) => perSecond)) / oneByOne),
          'slowest, s': rounded(medianOf(same, ({ slowestMs }) => slowestMs) / 1000),
        });
      }
      report.table(`${DEBITS} debits of one wallet, and of as many wallets as there are debits at once.`, rows);
    } finally {
      await cloud.stop();
    }
  },
};
