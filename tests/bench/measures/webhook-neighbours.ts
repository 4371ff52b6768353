import type { DeployedService } from '#tests/bench/cloud/deployed';
import { NEIGHBOURS, type Neighbour, neighbourReceiver } from '#tests/bench/cloud/neighbours';
import { paced } from '#tests/bench/cloud/paced';
import { arrivals, changeState, newCustomer } from '#tests/bench/cloud/registered-apps';
import type { Row } from '#tests/bench/measured';
import type { Report } from '#tests/bench/report';
import { rounded } from '#tests/bench/report';
import { sized } from '#tests/bench/size';
import { percentile } from '#tests/bench/statistics';
import { waitUntil } from '#tests/support/wait-until';
import { webhookReceiver } from '#tests/support/webhook-receiver';

const PATIENCE_MS = 120_000;

/**
 * The rate for the comparison next to one bad endpoint. It is below what this machine delivers, so that the endpoint
 * causes the waits. Every second event belongs to the bad endpoint, whose attempts would occupy every sender if they
 * were not bounded.
 */
const PACED_EVERY_MS = sized(100, 20);
const PACED_REGISTRATIONS = 20;

/** The registration of an event: every second event belongs to the first, and the others alternate between the rest. */
const registrationOf = (event: number): number =>
  event % 2 === 0 ? 0 : 1 + (((event - 1) / 2) % (PACED_REGISTRATIONS - 1));

/** Sends events at a steady pace and measures how long the healthy registrations wait next to the first. */
const measureBeside = async (
  service: DeployedService,
  neighbour: Neighbour,
  events: number,
): Promise<{ readonly medianMs: number; readonly row: Row }> => {
  const [receiver, first] = await Promise.all([webhookReceiver(), neighbourReceiver(neighbour)]);
  try {
    const endpointOf = (index: number): string => (index === 0 ? first.receiver.url : receiver.url);
    const customer = await newCustomer(service, PACED_REGISTRATIONS, endpointOf);
    const writtenMs = new Map<string, number>();
    await paced(events, PACED_EVERY_MS, async (event) => {
      const registration = registrationOf(event);
      const startedMs = Date.now();
      const mark = await changeState(service, customer, customer.apps[registration] ?? '');
      if (registration > 0) writtenMs.set(mark, startedMs);
    });
    // What has not arrived by then is lost.
    const all = { timeoutMs: PATIENCE_MS, intervalMs: 200, what: 'every delivery' };
    await waitUntil(() => receiver.received.length >= writtenMs.size, all).catch(() => undefined);
    const arrivedMs = arrivals(receiver);
    const waitsMs = [...writtenMs].flatMap(([mark, startedMs]) => (arrivedMs.get(mark) ?? Number.NaN) - startedMs);
    const arrivedWaitsMs = waitsMs.filter((waitMs) => !Number.isNaN(waitMs));
    const medianMs = percentile(arrivedWaitsMs, 0.5);
    const row = {
      'the 20th': neighbour.does,
      'its POSTs at once': first.mostAtOnce(),
      deliveries: waitsMs.length,
      'p50 ms': Math.round(medianMs),
      'p90 ms': Math.round(percentile(arrivedWaitsMs, 0.9)),
      'last ms': Math.round(percentile(arrivedWaitsMs, 1)),
      lost: waitsMs.length - arrivedWaitsMs.length,
    };
    return { medianMs, row };
  } finally {
    await Promise.all([receiver.close(), first.receiver.close()]);
  }
};

/**
 * Measures and reports how long 19 registrations wait next to one that behaves like them, is slow, or hangs.
 *
 * @param events of each of the three.
 */
export const measureNeighbours = async (service: DeployedService, events: number, report: Report): Promise<void> => {
  const beside: Awaited<ReturnType<typeof measureBeside>>[] = [];
  // Starts as many containers as the slow one needs. Otherwise the measurement would be of their starts.
  for (const neighbour of NEIGHBOURS.slice(0, sized(2, 0))) await measureBeside(service, neighbour, events / 3);
  for (const neighbour of NEIGHBOURS) beside.push(await measureBeside(service, neighbour, events));
  report.table(
    `An event each ${PACED_EVERY_MS} ms, every second one of one registration: how long 19 others wait beside it.`,
    beside.map(({ row }) => row),
  );
  const [own = Number.NaN, slow = Number.NaN, hangs = Number.NaN] = beside.map(({ medianMs }) => medianMs);
  report.note(
    `Their median is ${rounded(slow / own, 2)} of their own beside the slow one, ${rounded(hangs / own, 2)} beside the one that hangs.`,
  );
};
