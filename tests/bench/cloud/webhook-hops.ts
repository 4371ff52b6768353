import { CloudWatchLogsClient, type FilteredLogEvent, paginateFilterLogEvents } from '@aws-sdk/client-cloudwatch-logs';
import { resourceName } from '#infra/names';
import type { Stack } from '#scripts/local-cloud/stack';
import { localClientSettings } from '#tests/support/local-client-settings';

/** The full names of the functions that an event passes on its way to an endpoint. */
export interface WebhookPath {
  readonly publish: string;
  readonly plan: string;
  readonly deliver: string;
}

/** The path of the deployed service. */
export const SERVICE_PATH: WebhookPath = {
  publish: resourceName('local', 'publish-events'),
  plan: resourceName('local', 'plan-delivery'),
  deliver: resourceName('local', 'deliver-webhook'),
};

/** A webhook at both ends of its path. Both times are of this machine's clock. */
export interface Delivered {
  readonly eventId: string;
  readonly committedMs: number;
  readonly arrivedMs: number;
}

/** What a webhook waits for, in order. Each begins where the one before it ends. */
const HOPS = [
  { hop: 'from the commit to publish-events', isCloud: true },
  { hop: 'publish-events, until the bus has it', isCloud: false },
  { hop: 'by bus and queue to plan-delivery', isCloud: true },
  { hop: 'plan-delivery, until it is planned', isCloud: false },
  { hop: 'by queue to deliver-webhook', isCloud: true },
  { hop: 'deliver-webhook, until the POST arrives', isCloud: false },
] as const;

/** The name of a hop. */
export type Hop = (typeof HOPS)[number]['hop'];

/** The names of the hops, in order. */
export const HOP_NAMES: readonly Hop[] = HOPS.map(({ hop }) => hop);

/** The way of one webhook in milliseconds. */
export interface WebhookWay {
  readonly hops: Readonly<Record<Hop, number>>;
  /** Of them, between the functions. */
  readonly cloudMs: number;
  readonly wholeMs: number;
}

/** When a function was called with an event, and when it logged what it had done with it. */
interface Handling {
  readonly begunMs: number;
  readonly doneMs: number;
}

/** How long a call took, from the line with which Lambda ends its log. */
const REPORT = /^REPORT RequestId: \S+\s+Duration: ([\d.]+) ms/;

/** The log of one call: the emulator gives each a stream of its own. */
type CallLog = readonly FilteredLogEvent[];

const begunMsOf = (log: CallLog): number => {
  const last = log.at(-1);
  const [, durationMs] = REPORT.exec(last?.message ?? '') ?? [];
  return (last?.timestamp ?? Number.NaN) - Number(durationMs);
};

const handlingsIn = (log: CallLog, code: string): readonly (readonly [string, Handling])[] => {
  const begunMs = begunMsOf(log);
  return log
    .filter(({ message }) => message?.includes(`"code":"${code}"`))
    .map(({ message = '' }) => {
      const { eventId, time } = JSON.parse(message);
      return [eventId, { begunMs, doneMs: Date.parse(time) }];
    });
};

/** The first handling of each event, by its id, from the log of a function. */
const handlingsOf = async (
  client: CloudWatchLogsClient,
  functionName: string,
  code: string,
  sinceMs: number,
): Promise<ReadonlyMap<string, Handling>> => {
  const input = { logGroupName: `/aws/lambda/${functionName}`, startTime: sinceMs };
  const lines: FilteredLogEvent[] = [];
  for await (const { events = [] } of paginateFilterLogEvents({ client }, input)) lines.push(...events);
  const logs = [...Map.groupBy(lines, ({ logStreamName }) => logStreamName).values()];
  // A later one of the same event does not replace the first.
  return new Map(logs.reverse().flatMap((log) => handlingsIn(log, code)));
};

/**
 * Where webhooks spent their time, from the logs of the functions on their path. One whose log lacks a step is left out.
 *
 * @param sinceMs when the first of them was committed, or earlier.
 */
export const readWays = async (
  { endpoint }: Stack,
  { publish, plan, deliver }: WebhookPath,
  delivered: readonly Delivered[],
  sinceMs: number,
): Promise<readonly WebhookWay[]> => {
  const client = new CloudWatchLogsClient(localClientSettings(endpoint));
  const [published, planned, attempted] = await Promise.all([
    handlingsOf(client, publish, 'EVENT_PUBLISHED', sinceMs),
    handlingsOf(client, plan, 'DELIVERY_PLANNED', sinceMs),
    handlingsOf(client, deliver, 'DELIVERY_ATTEMPTED', sinceMs),
  ]);
  client.destroy();
  return delivered.flatMap(({ eventId, committedMs, arrivedMs }) => {
    const [first, second, third] = [published.get(eventId), planned.get(eventId), attempted.get(eventId)];
    if (!first || !second || !third) return [];
    const { begunMs, doneMs } = first;
    const timesMs = [committedMs, begunMs, doneMs, second.begunMs, second.doneMs, third.begunMs, arrivedMs];
    const lengthsMs = HOPS.map((_, index) => (timesMs[index + 1] ?? Number.NaN) - (timesMs[index] ?? Number.NaN));
    const hops = Object.fromEntries(HOPS.map(({ hop }, index) => [hop, lengthsMs[index]])) as Record<Hop, number>;
    const cloudMs = HOPS.reduce((sum, { hop, isCloud }) => (isCloud ? sum + hops[hop] : sum), 0);
    return [{ hops, cloudMs, wholeMs: arrivedMs - committedMs }];
  });
};
