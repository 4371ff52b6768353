import { CONTRACTS } from '#functions/api/contracts';
import { CONSUMERS } from '#functions/events/consumers';
import { stageConfig } from '#infra/stages';
import type { CapabilityName } from '#shared/platform/capabilities';
import { extraMs } from '#tests/bench/bill/function-run';
import type { TableCost } from '#tests/bench/cloud/costs';
import { readCosts } from '#tests/bench/cloud/costs-file';
import { type Growth, readGrowth } from '#tests/bench/cloud/table-growth';
import { PARTITION_UNITS } from '#tests/bench/growth/hot-keys';
import { readMeasured } from '#tests/bench/measured';
import { ASSUMED } from '#tests/bench/prices';
import { median } from '#tests/bench/statistics';

/** Where the mix runs: what everything takes there, and how much of it there is. All times are in milliseconds. */
export interface World {
  readonly costs: Readonly<Record<string, TableCost>>;
  readonly growth: Readonly<Record<string, Growth>>;
  /** A function's own code in a run, on one processor. */
  readonly ownMs: (name: string) => number;
  /** One trip to the table. */
  readonly tripMs: (name: string, isTransaction: boolean) => number;
  /** What a run waits for besides. */
  readonly waitsMs: (name: string) => number;
  /** What a run takes longer in a new environment. */
  readonly coldMs: (name: string) => number;
  /** How much durations vary: the share of each that is exponential. */
  readonly spread: number;
  readonly processors: number;
  /** How many calls the table serves at once. */
  readonly tableServers: number;
  /** Of the API: requests a second, and how many more at once. */
  readonly throttle: { readonly requestsPerSecond: number; readonly burst: number };
  /** Executions at the same time. */
  readonly concurrency: number;
  readonly tableUnitsASecond: number;
  readonly partitionUnitsASecond: number;
  /** How long a call waits for a turn or for units before it is refused. */
  readonly patienceMs: number;
  /** A factor for every rate limit of the product. */
  readonly rateLimitScale: number;
}

/** What the services outside take, as the pages of performance and growth assume. */
const SERVICE_MS: Readonly<Partial<Record<CapabilityName, number>>> = { sources: 500, model: 5000 };

const usesOf = (name: string): readonly CapabilityName[] =>
  [...CONTRACTS, ...CONSUMERS].find((one) => one.name === name)?.touches.uses ?? [];

const serviceMs = (name: string): number => Math.max(0, ...usesOf(name).map((use) => SERVICE_MS[use] ?? 0));

/** The cold start that is assumed, longer or shorter as the measured ones of this machine differ from their median. */
const coldStarts = (): ((name: string) => number) => {
  const rows = readMeasured('cold-start').tables.find(({ title }) => title.startsWith('Every function'))?.rows ?? [];
  const measuredMs = new Map(rows.map((row) => [String(row['variant']), Number(row['own ms'])]));
  const middleMs = median([...measuredMs.values()]);
  return (name) => (ASSUMED.millisecondsOfAColdStart * (measuredMs.get(name) ?? middleMs)) / middleMs;
};

/**
 * The default quotas of an account: Lambda runs 1,000 functions at once ("Lambda quotas"); a new
 * table on demand takes 4,000 write units a second ("DynamoDB on-demand capacity mode"), one partition 1,000 ("Best
 * practices for designing partition keys").
 */
const AWS_QUOTAS = { concurrency: 1000, tableUnitsASecond: 4000 } as const;

const prod = stageConfig('prod', { rateLimitScale: undefined });

/** `prod` on AWS with the default quotas and durations that are assumed. */
export const awsWorld = (): World => ({
  costs: readCosts(),
  growth: readGrowth(),
  ownMs: () => ASSUMED.millisecondsOfOurOwnCode,
  tripMs: (_, isTransaction) => (isTransaction ? ASSUMED.millisecondsOfATransaction : ASSUMED.millisecondsOfATrip),
  waitsMs: (name) => extraMs(name) + serviceMs(name),
  coldMs: coldStarts(),
  spread: 0.3,
  processors: Number.POSITIVE_INFINITY,
  tableServers: Number.POSITIVE_INFINITY,
  throttle: prod.throttle,
  ...AWS_QUOTAS,
  partitionUnitsASecond: PARTITION_UNITS,
  patienceMs: prod.apiTimeoutSeconds * 1000,
  rateLimitScale: 1,
});

/** The same once what its page lists is raised: the limits of callers, the table's warm throughput, the concurrency. */
export const raisedWorld = (): World => ({
  ...awsWorld(),
  rateLimitScale: 100,
  concurrency: 10_000,
  tableUnitsASecond: 40_000,
});
