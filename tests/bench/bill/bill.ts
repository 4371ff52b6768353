import { CONTRACTS } from '#functions/api/contracts';
import { CONSUMERS } from '#functions/events/consumers';
import { capabilitiesOf } from '#shared/platform/capabilities';
import type { TableCost } from '#tests/bench/cloud/costs';
import { ASSUMED, type Prices } from '#tests/bench/prices';
import { customMetrics, metricLines } from './custom-metrics.ts';
import { idleRunCost, runMs } from './function-run.ts';
import { type Inventory, MINUTES_OF_A_MONTH } from './inventory.ts';
import type { Stored } from './stored.ts';
import { runsOf, type Usage } from './usage.ts';

/** One line of a bill. */
export interface BillLine {
  readonly service: string;
  readonly what: string;
  /** In the unit that is billed. */
  readonly quantity: number;
  readonly dollars: number;
  /** The dollars of the part that AWS gives each account for nothing, always and not only in its first year. */
  readonly freeDollars: number;
}

/** A month of AWS's price lists. */
export const SECONDS_OF_A_MONTH = MINUTES_OF_A_MONTH * 60;
const GIGABYTE = 1e9;

const ENDPOINTS: ReadonlySet<string> = new Set(CONTRACTS.map(({ name }) => name));
const SCHEDULED: ReadonlySet<string> = new Set(
  CONSUMERS.flatMap(({ name, trigger }) => (trigger.kind === 'schedule' ? [name] : [])),
);
const QUEUE_CONSUMERS: ReadonlySet<string> = new Set(
  CONSUMERS.flatMap(({ name, trigger }) => (trigger.kind === 'queue' ? [name] : [])),
);
const MAILERS: ReadonlySet<string> = new Set(['send-codes', 'send-mails']);
const KEEPS_FILES: ReadonlySet<string> = new Set(['attach-file', 'write-export']);
const READS_SECRETS: ReadonlySet<string> = new Set(
  [...CONTRACTS, ...CONSUMERS].flatMap(({ name, touches }) => {
    const { uses } = touches as { readonly uses?: Parameters<typeof capabilitiesOf>[1] };
    return capabilitiesOf('secret', uses).length > 0 ? [name] : [];
  }),
);

/** Each message is sent, received and deleted. */
const REQUESTS_OF_A_MESSAGE = 3;
const SECONDS_OF_AN_EMPTY_POLL = 20;
/** For how long DynamoDB keeps the key of its table for a principal that calls no more. */
const SECONDS_OF_A_CACHED_KEY = 300;

/**
 * How many of so many calls in a month come later than this after the one before, at random times: those that find no
 * warm container, or no cached key.
 */
export const callsAfterPause = (calls: number, pauseSeconds: number): number =>
  calls * Math.exp((-calls * pauseSeconds) / SECONDS_OF_A_MONTH);

const sumOver = (runs: ReadonlyMap<string, number>, of: (name: string, times: number) => number): number =>
  [...runs].reduce((sum, [name, times]) => sum + of(name, times), 0);

/** X-Ray's default rule: the first run of each second, and 5 percent of the others. */
const tracesOf = (runs: number): number => {
  const first = SECONDS_OF_A_MONTH * (1 - Math.exp(-runs / SECONDS_OF_A_MONTH));
  return first + (runs - first) * 0.05;
};

const NO_COST: TableCost = { trips: 0, calls: [], readUnits: 0, writeUnits: 0 };

/** A schedule's runs come at fixed times: each one after a longer pause, or none. */
const coldRunsOf = (inventory: Inventory, usage: ReadonlyMap<string, number>): number =>
  sumOver(usage, (_, times) => callsAfterPause(times, ASSUMED.secondsOfAnIdleContainer)) +
  inventory.scheduled.reduce(
    (sum, { runsAMonth }) =>
      sum + (SECONDS_OF_A_MONTH / runsAMonth > ASSUMED.secondsOfAnIdleContainer ? runsAMonth : 0),
    0,
  );

/** What a stage does in a month, from what it has and what is done with it. */
export const monthOf = (inventory: Inventory, usage: Usage, costs: Readonly<Record<string, TableCost>>) => {
  const byUsage = runsOf(usage);
  const runs = new Map(byUsage);
  for (const { name, runsAMonth } of inventory.scheduled) runs.set(name, (runs.get(name) ?? 0) + runsAMonth);
  const costOf = (name: string): TableCost => {
    const cost = costs[name] ?? NO_COST;
    return SCHEDULED.has(name) ? idleRunCost(name, cost) : cost;
  };
  const handedOut = (runs.get('check-vendor') ?? 0) * (costs['plan-vendor-checks']?.writeUnits ?? 0);
  const runsOfSet = (names: ReadonlySet<string>): number =>
    sumOver(runs, (name, times) => (names.has(name) ? times : 0));
  const cold = coldRunsOf(inventory, byUsage);
  const invocations = sumOver(runs, (_, times) => times);
  const warmMs = sumOver(runs, (name, times) => times * runMs(name, costOf(name)));
  const calls = runsOfSet(ENDPOINTS);
  const events = runs.get('publish-events') ?? 0;
  const logBytes =
    invocations * ASSUMED.logBytesOfARun +
    calls * ASSUMED.logBytesOfAnAccess +
    metricLines(byUsage) * ASSUMED.logBytesOfAMetric;
  const storedLogBytes = (logBytes * ASSUMED.shareOfLogsStored * inventory.logRetentionDays * 12) / 365;
  return {
    calls,
    invocations,
    cold,
    gigabyteSeconds: ((warmMs + cold * ASSUMED.millisecondsOfAColdStart) / 1000) * inventory.memoryGigabytes,
    readUnits: sumOver(runs, (name, times) => times * costOf(name).readUnits),
    writeUnits: sumOver(runs, (name, times) => times * costOf(name).writeUnits) + handedOut,
    traces: inventory.isTraced ? tracesOf(invocations) : 0,
    keyRequests: inventory.hasAccountKey
      ? sumOver(runs, (_, times) => callsAfterPause(times, SECONDS_OF_A_CACHED_KEY))
      : 0,
    emptyPolls: (inventory.queuePollers * SECONDS_OF_A_MONTH) / SECONDS_OF_AN_EMPTY_POLL,
    queueRequests: runsOfSet(QUEUE_CONSUMERS) * REQUESTS_OF_A_MESSAGE,
    events,
    scheduled: inventory.scheduled.reduce((sum, { runsAMonth }) => sum + runsAMonth, 0),
    mails: runsOfSet(MAILERS),
    filePuts: runsOfSet(KEEPS_FILES),
    secretReads: sumOver(byUsage, (name, times) =>
      READS_SECRETS.has(name) ? callsAfterPause(times, ASSUMED.secondsOfAnIdleContainer) : 0,
    ),
    logGigabytes: logBytes / GIGABYTE,
    storedLogGigabytes: storedLogBytes / GIGABYTE,
    archivedGigabytes: inventory.archiveDays > 0 ? (events * ASSUMED.bytesOfAnEvent) / GIGABYTE : 0,
    sentGigabytes:
      (calls * ASSUMED.bytesOfAResponse + (runs.get('deliver-webhook') ?? 0) * ASSUMED.bytesOfAnEvent) / GIGABYTE,
    customMetrics: customMetrics(byUsage),
  };
};

/**
 * The bill of a month: what a stage has by its templates, what is done with it by a usage file, the recorded units of
 * each function, and the prices of its region. It has the prices of the first tier and no taxes; text messages, the
 * assistant's model and the sources are not in it.
 */
export const billOf = (
  inventory: Inventory,
  usage: Usage,
  { tableGigabytes, fileGigabytes }: Stored,
  costs: Readonly<Record<string, TableCost>>,
  { dollarsPerMillion, dollarsPerGigabyte, dollarsPerGigabyteMonth, dollarsPerMonth, ...prices }: Prices,
): readonly BillLine[] => {
  const all = monthOf(inventory, usage, costs);
  const { counts } = inventory;
  const line = (service: string, what: string, quantity: number, price: number, free = 0): BillLine => ({
    service,
    what,
    quantity,
    dollars: quantity * price,
    freeDollars: Math.min(quantity, free) * price,
  });
  const million = (service: string, what: string, quantity: number, price: number, free = 0) =>
    line(service, what, quantity, price / 1e6, free);
  return [
    line('CloudWatch', 'metrics that alarms watch', inventory.alarmMetrics, dollarsPerMonth.alarmMetric, 10),
    line('CloudWatch', 'metrics that alarms find', inventory.queriedMetrics.length, dollarsPerMonth.alarmMetric),
    line('CloudWatch', 'composite alarms', counts.compositeAlarms, dollarsPerMonth.compositeAlarm),
    line('CloudWatch', 'dashboards', counts.dashboards, dollarsPerMonth.dashboard, 3),
    line('CloudWatch', 'metrics of the service', all.customMetrics, dollarsPerMonth.customMetric, 10),
    line('CloudWatch', 'GB of logs taken', all.logGigabytes, dollarsPerGigabyte.logsTaken, 5),
    line('CloudWatch', 'GB of logs kept', all.storedLogGigabytes, dollarsPerGigabyteMonth.logs),
    million('SQS', 'empty polls', all.emptyPolls, dollarsPerMillion.sqsRequests, 1e6),
    million('SQS', 'requests', all.queueRequests, dollarsPerMillion.sqsRequests),
    line('Secrets Manager', 'secrets', counts.secrets, dollarsPerMonth.secret),
    million('Secrets Manager', 'reads', all.secretReads, dollarsPerMillion.secretReads),
    million('Lambda', 'runs', all.invocations, dollarsPerMillion.lambdaRequests, 1e6),
    line('Lambda', 'GB-seconds', all.gigabyteSeconds, prices.dollarsPerGigabyteSecondArm, 400_000),
    million('API Gateway', 'calls', all.calls, dollarsPerMillion.httpApiRequests),
    million('DynamoDB', 'read units', all.readUnits, dollarsPerMillion.readUnits),
    million('DynamoDB', 'write units', all.writeUnits, dollarsPerMillion.writeUnits),
    line('DynamoDB', 'GB', tableGigabytes, dollarsPerGigabyteMonth.table, 25),
    line(
      'DynamoDB',
      'GB that can be recovered',
      inventory.hasRecovery ? tableGigabytes : 0,
      dollarsPerGigabyteMonth.tableRecovery,
    ),
    line('KMS', 'keys', counts.keys, dollarsPerMonth.key),
    million('KMS', 'requests of the table', all.keyRequests, dollarsPerMillion.keyRequests, 20_000),
    million('EventBridge', 'events', all.events, dollarsPerMillion.eventBridgeEvents),
    million('EventBridge', 'scheduled runs', all.scheduled, dollarsPerMillion.schedulerInvocations, 14e6),
    line('EventBridge', 'GB archived', all.archivedGigabytes, dollarsPerGigabyte.eventsArchived),
    line(
      'EventBridge',
      'GB in the archive',
      (all.archivedGigabytes * inventory.archiveDays * 12) / 365,
      dollarsPerGigabyteMonth.archivedEvents,
    ),
    million('X-Ray', 'traces', all.traces, dollarsPerMillion.traces, 100_000),
    million('SES', 'mails', all.mails, dollarsPerMillion.sesMails),
    line('S3', 'GB', fileGigabytes, dollarsPerGigabyteMonth.files),
    line(
      'AWS Backup',
      'GB of the table',
      tableGigabytes * inventory.backups.kept,
      dollarsPerGigabyteMonth.tableBackups,
    ),
    line('AWS Backup', 'GB of files', fileGigabytes * inventory.backups.vaults, dollarsPerGigabyteMonth.fileBackups),
    million('S3', 'files put', all.filePuts, dollarsPerMillion.filePuts),
    line('WAF', 'web ACLs', counts.webAcls, dollarsPerMonth.webAcl),
    line('WAF', 'rules', counts.webAclRules, dollarsPerMonth.webAclRule),
    million('WAF', 'requests', counts.webAcls > 0 ? all.calls : 0, dollarsPerMillion.webAclRequests),
    line('Route 53', 'hosted zones', counts.hostedZones, dollarsPerMonth.hostedZone),
    line('Route 53', 'health checks', counts.healthChecks, dollarsPerMonth.healthCheck),
    line('Data transfer', 'GB to the internet', all.sentGigabytes, dollarsPerGigabyte.sentToInternet, 100),
  ].filter(({ quantity }) => quantity > 0);
};

/** The dollars of a bill, and what they are after the allowances. */
export const totalsOf = (lines: readonly BillLine[]) => {
  const dollars = lines.reduce((sum, one) => sum + one.dollars, 0);
  return { dollars, afterAllowances: dollars - lines.reduce((sum, one) => sum + one.freeDollars, 0) };
};
