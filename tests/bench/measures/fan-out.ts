import { serviceTable } from '#shared/db/client';
import type { WriteOperation } from '#shared/db/expressions';
import { operationsOf } from '#shared/db/named-operations';
import type { Table } from '#shared/db/operations';
import { alertStats } from '#shared/monitoring/alerts/alert-lists';
import { type FanOutEffects, takeFanOutStep } from '#shared/monitoring/fan-out/fan-out';
import type { FanOut } from '#shared/monitoring/fan-out/fan-out-queue';
import { startWrites } from '#shared/monitoring/vendors/start-monitoring';
import { newWatch, toWatchItem, type Watch } from '#shared/monitoring/watches/watch';
import { newId } from '#shared/platform/ids';
import { mustInvoke } from '#tests/bench/calls/invoke';
import { type BenchCloud, startCloud } from '#tests/bench/cloud/cloud';
import { costOf } from '#tests/bench/cloud/costs';
import { fill } from '#tests/bench/cloud/fill';
import { type Benchmark, rounded } from '#tests/bench/report';
import { chosenSize, sized } from '#tests/bench/size';
import { companyOf, recorded, watchedVendor } from '#tests/integration/monitoring/fan-out-world';

/** `WATCHERS=200` makes a short trial run. */
const WATCHERS = chosenSize('WATCHERS', sized(10_000, 40), { least: 1, most: 100_000 });

/** The number of concurrent workers. More would only wait for DynamoDB Local, which handles one call at a time. */
const WORKERS = 4;

/** A vendor with this many watchers, written at once. */
const crowdOf = async (cloud: BenchCloud, watchers: number) => {
  const sinceMs = Date.now() - 60_000;
  const vendor = { id: newId('cmp', sinceMs), environment: 'live', space: 'live' } as const;
  await serviceTable().transact({
    ...startWrites(vendor, sinceMs, { activeWatches: watchers }),
    company: companyOf(vendor, sinceMs),
  });
  const watches: Watch[] = Array.from({ length: watchers }, () =>
    newWatch({ accountId: newId('usr', sinceMs), environment: 'live' }, vendor, undefined, sinceMs),
  );
  await fill(cloud, watches.map(toWatchItem));
  return { vendor, watches };
};

/** The partitions that a write goes to: of the table, and of the indexes that list its item. */
const partitionsOf = (operation: WriteOperation): readonly string[] => {
  if (operation.kind === 'check') return [];
  if (operation.kind === 'delete') return [`table ${operation.key.pk}`];
  const written: Readonly<Record<string, unknown>> =
    operation.kind === 'put' ? operation.item : { ...operation.set, pk: operation.key.pk };
  return (['pk', 'gsi1pk', 'gsi2pk', 'gsi4pk'] as const).flatMap((name) =>
    written[name] === undefined ? [] : [`${name === 'pk' ? 'table' : name.slice(0, 4)} ${written[name]}`],
  );
};

/** A table that counts its writes to each partition. */
const countingTable = (table: Table) => {
  const counts = new Map<string, number>();
  const count = (operations: readonly WriteOperation[]) => {
    for (const partition of operations.flatMap(partitionsOf)) counts.set(partition, (counts.get(partition) ?? 0) + 1);
  };
  const counting: Table = {
    ...table,
    write: (operation) => {
      count([operation]);
      return table.write(operation);
    },
    transact: (operations) => {
      count(operationsOf(operations));
      return table.transact(operations);
    },
  };
  return { counting, counts };
};

/**
 * Runs workers on an in-memory queue until it is empty.
 * @returns the number of messages that they handled.
 */
const drain = async (first: FanOut, table: Table): Promise<number> => {
  const waiting: FanOut[] = [first];
  let running = 0;
  let messages = 0;
  const log: FanOutEffects['log'] = { info: () => {}, warn: () => {}, error: () => {}, with: () => log };
  const send = async (fanOut: FanOut) => void waiting.push(fanOut);
  const effects: FanOutEffects = { table, clock: Date.now, send, log, metrics: () => undefined };
  const work = async (): Promise<void> => {
    while (waiting.length > 0 || running > 0) {
      const next = waiting.shift();
      if (!next) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        continue;
      }
      running++;
      messages++;
      // A message that failed, for example because the table is too slow, comes back.
      await takeFanOutStep(next, effects)
        .catch(() => waiting.push(next))
        .finally(() => running--);
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  return messages;
};

/** The partition of one index, or of the table, with the most writes, and its share of them; `none` without writes. */
const hottest = (counts: ReadonlyMap<string, number>, where: string): string => {
  const own = [...counts].filter(([partition]) => partition.startsWith(`${where} `));
  const total = own.reduce((sum, [, count]) => sum + count, 0);
  const [partition, most = 0] = own.sort(([, one], [, other]) => other - one)[0] ?? [];
  if (partition === undefined) return 'none';
  const family = partition.slice(where.length + 1).split('#')[0];
  return `${family}, ${rounded((100 * most) / total, 2)}%`;
};

/** Write units of a fan-out to this many watchers, by one message. */
const unitsOf = async (cloud: BenchCloud, watchers: number): Promise<number> => {
  const { fanOut } = await recorded(await watchedVendor({ watchers }));
  const event = { Records: [{ messageId: '1', body: JSON.stringify(fanOut), attributes: {}, messageAttributes: {} }] };
  const { calls } = await cloud.record(() => mustInvoke('fan-out-alerts', event));
  return costOf(calls).writeUnits;
};

const everyAlert = async (watches: readonly Watch[]): Promise<number> => {
  const stats = await Promise.all(watches.map((watch) => alertStats(serviceTable(), watch, watch.vendorId)));
  return stats.reduce((sum, { unreadAlerts }) => sum + unreadAlerts, 0);
};

/** The cost of notifying everybody who watches one vendor. */
export const fanOut: Benchmark = {
  name: 'fan-out',
  measures: 'time, messages, write units and the hottest partitions of a fan-out to many watchers of one vendor',
  run: async (report) => {
    const cloud = await startCloud();
    try {
      const fixed = await unitsOf(cloud, 1);
      const unitsAWatcher = ((await unitsOf(cloud, 11)) - fixed) / 10;
      const { vendor, watches } = await crowdOf(cloud, WATCHERS);
      const { fanOut: first } = await recorded({ vendor });
      const { counting, counts } = countingTable(serviceTable());
      const startedMs = performance.now();
      const messages = await drain(first, counting);
      const seconds = (performance.now() - startedMs) / 1000;
      report.table(
        `A fan-out to ${WATCHERS} watchers of one vendor by ${WORKERS} workers in one process, on DynamoDB Local.`,
        [
          {
            watchers: WATCHERS,
            alerts: await everyAlert(watches),
            messages,
            seconds: rounded(seconds),
            'a second': Math.round(WATCHERS / seconds),
            'write units a watcher': rounded(unitsAWatcher),
            'hottest of the table': hottest(counts, 'table'),
            'of gsi1': hottest(counts, 'gsi1'),
            'of gsi2': hottest(counts, 'gsi2'),
            'of gsi4': hottest(counts, 'gsi4'),
          },
        ],
      );
    } finally {
      await cloud.stop();
    }
  },
};
