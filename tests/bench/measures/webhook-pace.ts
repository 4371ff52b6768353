import type { BarePath } from '#tests/bench/cloud/bare-path';
import type { DeployedService } from '#tests/bench/cloud/deployed';
import { NEIGHBOURS, neighbourReceiver } from '#tests/bench/cloud/neighbours';
import { paced } from '#tests/bench/cloud/paced';
import { arrivals, changeState, newCustomer } from '#tests/bench/cloud/registered-apps';
import { type Delivered, HOP_NAMES, readWays, SERVICE_PATH, type WebhookWay } from '#tests/bench/cloud/webhook-hops';
import { type Report, rounded } from '#tests/bench/report';
import { percentile } from '#tests/bench/statistics';
import { waitUntil } from '#tests/support/wait-until';
import { type WebhookReceiver, webhookReceiver } from '#tests/support/webhook-receiver';

const ENDPOINTS = 20;
const PATIENCE_MS = 120_000;

/** The rate of a measurement, and for how many events. */
interface Pace {
  readonly events: number;
  readonly perSecond: number;
}

/** Waits until all webhooks have arrived, and returns those that have. What has not arrived by then is lost. */
const deliveredOf = async (
  receiver: WebhookReceiver,
  committedMs: ReadonlyMap<string, number>,
): Promise<readonly Delivered[]> => {
  const all = { timeoutMs: PATIENCE_MS, intervalMs: 100, what: 'every delivery' };
  await waitUntil(() => receiver.received.length >= committedMs.size, all).catch(() => undefined);
  const arrivedMs = arrivals(receiver);
  const eventIds = new Map(
    receiver.received.map(({ headers, rawBody }) => [
      JSON.parse(String(rawBody)).data.applicantId,
      String(headers['x-service-event-id']),
    ]),
  );
  return [...committedMs].flatMap(([mark, atMs]) => {
    const [arrived, eventId] = [arrivedMs.get(mark), eventIds.get(mark)];
    // The client may hear of the commit after the receiver has heard of the event.
    return arrived === undefined || eventId === undefined
      ? []
      : [{ eventId, committedMs: Math.min(atMs, arrived), arrivedMs: arrived }];
  });
};

/** Sends events of twenty registrations, two of which are bad, and follows those of the others. */
const paceService = async (service: DeployedService, { events, perSecond }: Pace) => {
  const bad = await Promise.all(NEIGHBOURS.filter(({ holdsMs }) => holdsMs > 0).map(neighbourReceiver));
  const receiver = await webhookReceiver();
  try {
    const endpointOf = (index: number): string => bad[index]?.receiver.url ?? receiver.url;
    const customer = await newCustomer(service, ENDPOINTS, endpointOf);
    const committedMs = new Map<string, number>();
    const sinceMs = Date.now();
    await paced(events, 1000 / perSecond, async (event) => {
      const endpoint = event % ENDPOINTS;
      const mark = await changeState(service, customer, customer.apps[endpoint] ?? '');
      if (endpoint >= bad.length) committedMs.set(mark, Date.now());
    });
    const delivered = await deliveredOf(receiver, committedMs);
    const ways = await readWays(service.stack, SERVICE_PATH, delivered, sinceMs);
    return { sent: committedMs.size, others: ENDPOINTS - bad.length, delivered, ways };
  } finally {
    await Promise.all([receiver.close(), ...bad.map((one) => one.receiver.close())]);
  }
};

/** Sends events through the bare path. */
const paceBarePath = async (service: DeployedService, path: BarePath, { events, perSecond }: Pace) => {
  const receiver = await webhookReceiver();
  try {
    const committedMs = new Map<string, number>();
    const sinceMs = Date.now();
    await paced(events, 1000 / perSecond, async () => {
      committedMs.set(await path.send(receiver.url), Date.now());
    });
    const delivered = await deliveredOf(receiver, committedMs);
    return await readWays(service.stack, path, delivered, sinceMs);
  } finally {
    await receiver.close();
  }
};

const medianOf = (ways: readonly WebhookWay[], lengthOf: (way: WebhookWay) => number): number =>
  Math.round(percentile(ways.map(lengthOf), 0.5));

/**
 * Measures and reports the wait from the commit of an event to its receiver at a fixed rate, half of what was measured
 * in a burst, while two of twenty endpoints are bad: one hangs, and one responds after nine seconds. Then where the time
 * went, beside the bare path at the same rate.
 */
export const measureAtPace = async (
  service: DeployedService,
  path: BarePath,
  { events, capacityPerSecond }: { readonly events: number; readonly capacityPerSecond: number },
  report: Report,
): Promise<void> => {
  const pace = { events, perSecond: capacityPerSecond / 2 };
  const { sent, others, delivered, ways } = await paceService(service, pace);
  const bare = await paceBarePath(service, path, { ...pace, events: Math.ceil(events / 3) });
  const waitsMs = delivered.map(({ committedMs, arrivedMs }) => arrivedMs - committedMs);
  const [medianMs, slowMs] = [percentile(waitsMs, 0.5), percentile(waitsMs, 0.99)].map(Math.round);
  report.table(
    `At a fixed rate of half of the burst to ${ENDPOINTS} registrations, one of which hangs and one responds after 9 s: the ${others} others.`,
    [
      {
        'a second': rounded(pace.perSecond),
        deliveries: sent,
        'p50 ms from the commit': medianMs ?? Number.NaN,
        'p99 ms from the commit': slowMs ?? Number.NaN,
        lost: sent - delivered.length,
      },
    ],
  );
  report.note(
    `At half of the capacity a webhook arrives ${medianMs} ms after its event, 99 of 100 within ${slowMs} ms.`,
  );
  report.table(
    'The same webhooks hop by hop, beside functions at the same rate that only pass on what they get: medians.',
    [
      ...HOP_NAMES.map((hop) => ({
        hop,
        ms: medianOf(ways, ({ hops }) => hops[hop]),
        'only passed on, ms': medianOf(bare, ({ hops }) => hops[hop]),
      })),
      {
        hop: 'from the commit to the endpoint',
        ms: medianOf(ways, ({ wholeMs }) => wholeMs),
        'only passed on, ms': medianOf(bare, ({ wholeMs }) => wholeMs),
      },
    ],
  );
  report.note(
    `Of the ${medianOf(ways, ({ wholeMs }) => wholeMs)} ms a webhook spends ${medianOf(ways, ({ cloudMs }) => cloudMs)} between the functions; one that is only passed on takes ${medianOf(bare, ({ wholeMs }) => wholeMs)}.`,
  );
};
