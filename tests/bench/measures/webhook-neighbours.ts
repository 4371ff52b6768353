import { setTimeout as sleep } from 'node:timers/promises';
import type { DeployedService } from '#tests/bench/cloud/deployed';
import { arrivals, changeState, newCustomer } from '#tests/bench/cloud/registered-apps';
import type { Report, Row } from '#tests/bench/report';
import { rounded } from '#tests/bench/report';
import { percentile } from '#tests/bench/statistics';
import { waitUntil } from '#tests/support/wait-until';
import { type WebhookResponse, webhookReceiver } from '#tests/support/webhook-receiver';

const PATIENCE_MS = 120_000;

/**
 * For the comparison beside one bad endpoint: below what this machine delivers, so that waits are caused by the
 * endpoint. Every second event belongs to the bad one: without a bound, its attempts would occupy every sender.
 */
const PACED_EVENTS = 300;
const PACED_EVERY_MS = 100;
const PACED_REGISTRATIONS = 20;

/** How one of the endpoints responds to a webhook, and how long it holds its sender. */
interface Neighbour {
  readonly does: string;
  readonly holdsMs: number;
  readonly response: WebhookResponse;
}

const NEIGHBOURS: readonly Neighbour[] = [
  { does: 'answers at once', holdsMs: 0, response: { status: 200 } },
  { does: 'answers 200 after 9 s', holdsMs: 9_000, response: { status: 200 } },
  { does: 'hangs', holdsMs: 10_000, response: 'hang' },
];

/** The registration of an event: every second event belongs to the first, the others to the rest in turn. */
const registrationOf = (event: number): number =>
  event % 2 === 0 ? 0 : 1 + (((event - 1) / 2) % (PACED_REGISTRATIONS - 1));

/** Sends events at a steady pace and measures how long the healthy registrations wait beside the first. */
const measureBeside = async (
  service: DeployedService,
  { does, holdsMs, response }: Neighbour,
): Promise<{ readonly medianMs: number; readonly row: Row }> => {
  const [receiver, first] = await Promise.all([webhookReceiver(), webhookReceiver()]);
  let [underWay, mostUnderWay] = [0, 0];
  first.respondWith(async () => {
    mostUnderWay = Math.max(mostUnderWay, ++underWay);
    await sleep(holdsMs, undefined, { ref: false });
    underWay--;
    return response;
  });
  try {
    const endpointOf = (index: number): string => (index === 0 ? first.url : receiver.url);
    const customer = await newCustomer(service, PACED_REGISTRATIONS, endpointOf);
    const writtenMs = new Map<string, number>();
    const writes: Promise<unknown>[] = [];
    for (let event = 0; event < PACED_EVENTS; event++) {
      const registration = registrationOf(event);
      const startedMs = Date.now();
      const written = changeState(service, customer, customer.apps[registration] ?? '');
      writes.push(written.then((mark) => registration > 0 && writtenMs.set(mark, startedMs)));
      await sleep(PACED_EVERY_MS);
    }
    await Promise.all(writes);
    // What has not arrived by then is lost.
    const all = { timeoutMs: PATIENCE_MS, intervalMs: 200 };
    await waitUntil(() => receiver.received.length >= writtenMs.size, all).catch(() => undefined);
    const arrivedMs = arrivals(receiver);
    const waitsMs = [...writtenMs].flatMap(([mark, startedMs]) => (arrivedMs.get(mark) ?? Number.NaN) - startedMs);
    const arrivedWaitsMs = waitsMs.filter((waitMs) => !Number.isNaN(waitMs));
    const medianMs = percentile(arrivedWaitsMs, 0.5);
    const row = {
      'the 20th': does,
      'its POSTs at once': mostUnderWay,
      deliveries: waitsMs.length,
      'p50 ms': Math.round(medianMs),
      'p90 ms': Math.round(percentile(arrivedWaitsMs, 0.9)),
      'last ms': Math.round(percentile(arrivedWaitsMs, 1)),
      lost: waitsMs.length - arrivedWaitsMs.length,
    };
    return { medianMs, row };
  } finally {
    await Promise.all([receiver.close(), first.close()]);
  }
};

/** Measures and reports how long 19 registrations wait beside one that behaves like them, is slow, or hangs. */
export const measureNeighbours = async (service: DeployedService, report: Report): Promise<void> => {
  const beside: Awaited<ReturnType<typeof measureBeside>>[] = [];
  // Starts as many containers as the slow one needs: otherwise the measurement would be of starting them.
  for (const neighbour of NEIGHBOURS.slice(0, 2)) await measureBeside(service, neighbour);
  for (const neighbour of NEIGHBOURS) beside.push(await measureBeside(service, neighbour));
  report.table(
    `An event each ${PACED_EVERY_MS} ms, every second one of one registration: how long 19 others wait beside it.`,
    beside.map(({ row }) => row),
  );
  const [own = Number.NaN, slow = Number.NaN, hangs = Number.NaN] = beside.map(({ medianMs }) => medianMs);
  report.note(
    `Their median is ${rounded(slow / own, 2)} of their own beside the slow one, ${rounded(hangs / own, 2)} beside the one that hangs.`,
  );
};
