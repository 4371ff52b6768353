import { setTimeout } from 'node:timers/promises';
import { isConflict, retryConflicts, TRANSACTION_RETRY } from '#shared/db/retry';
import { type Report, rounded } from '#tests/bench/report';
import { sized } from '#tests/bench/size';
import { median } from '#tests/bench/statistics';

/** The sizes of the benchmark `wallet`: how often it measures how many debits, so many of them at once. */
export const { RUNS, DEBITS, AT_ONCE } = sized(
  { RUNS: 3, DEBITS: 200, AT_ONCE: [1, 10, 50, 200] },
  { RUNS: 1, DEBITS: 10, AT_ONCE: [1, 5] },
);

/** How long a transaction works on its item, and how long one takes that is refused meanwhile: assumptions. */
const WORKS_MS = { least: 10, most: 25 };
const REFUSED_AFTER_MS = 5;

const conflict = (): Error =>
  Object.assign(new Error('Transaction cancelled'), {
    name: 'TransactionCanceledException',
    CancellationReasons: [{ Code: 'TransactionConflict' }],
  });

/**
 * An item as AWS treats it: a transaction on it is refused while another one works on it. DynamoDB Local lets it wait.
 * Source: Amazon DynamoDB Developer Guide, "Managing complex workflows with transactions", transaction conflict
 * handling.
 */
const contendedItem = (): { transact: () => Promise<void>; triesOf: () => number } => {
  let tries = 0;
  let isBusy = false;
  const transact = async (): Promise<void> => {
    tries++;
    if (isBusy) {
      await setTimeout(REFUSED_AFTER_MS);
      throw conflict();
    }
    isBusy = true;
    await setTimeout(WORKS_MS.least + Math.random() * (WORKS_MS.most - WORKS_MS.least));
    isBusy = false;
  };
  return { transact, triesOf: () => tries };
};

/** The results of a run of debits. */
interface Contended {
  readonly perSecond: number;
  readonly slowestMs: number;
  readonly tries: number;
  readonly givenUp: number;
}

const contend = async (atOnce: number): Promise<Contended> => {
  const item = contendedItem();
  let [sent, slowestMs, givenUp] = [0, 0, 0];
  const startedMs = performance.now();
  const work = async (): Promise<void> => {
    while (sent++ < DEBITS) {
      const debitAtMs = performance.now();
      await retryConflicts(item.transact, TRANSACTION_RETRY, isConflict).catch(() => {
        givenUp++;
      });
      slowestMs = Math.max(slowestMs, performance.now() - debitAtMs);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const seconds = (performance.now() - startedMs) / 1000;
  return { perSecond: (DEBITS - givenUp) / seconds, slowestMs, tries: item.triesOf() / DEBITS, givenUp };
};

/** Simulates and reports debits of one wallet on AWS, where transactions on one item conflict, with our own retries. */
export const measureConflicts = async (report: Report): Promise<void> => {
  const rows = [];
  let oneByOne = 0;
  for (const atOnce of AT_ONCE) {
    const runs: Contended[] = [];
    for (let run = 0; run < RUNS; run++) runs.push(await contend(atOnce));
    const of = (value: (run: Contended) => number): number => median(runs.map(value));
    const perSecond = of((run) => run.perSecond);
    if (atOnce === 1) oneByOne = perSecond;
    rows.push({
      'at once': atOnce,
      'a second': Math.round(perSecond),
      'of one by one, %': Math.round((100 * perSecond) / oneByOne),
      'slowest, s': rounded(of((run) => run.slowestMs) / 1000),
      'tries each': rounded(of((run) => run.tries)),
      'given up': of((run) => run.givenUp),
    });
  }
  report.table(
    `Simulated: ${DEBITS} debits of one item that refuses a transaction while another takes ${WORKS_MS.least} to ${WORKS_MS.most} ms.`,
    rows,
  );
};
