import type { DeployedService } from '#tests/bench/cloud/deployed';
import { NEIGHBOURS, neighbourReceiver } from '#tests/bench/cloud/neighbours';
import { paced } from '#tests/bench/cloud/paced';
import { arrivals, changeState, newCustomer } from '#tests/bench/cloud/registered-apps';
import { type Report, rounded } from '#tests/bench/report';
import { percentile } from '#tests/bench/statistics';
import { waitUntil } from '#tests/support/wait-until';
import { webhookReceiver } from '#tests/support/webhook-receiver';

const ENDPOINTS = 20;
const PATIENCE_MS = 120_000;

/**
 * Measures and reports the wait from the commit of an event to its receiver at a fixed rate, half of what was measured
 * in a burst, while two of twenty endpoints are bad: one hangs, and one responds after nine seconds.
 */
export const measureAtPace = async (
  service: DeployedService,
  { events, capacityPerSecond }: { readonly events: number; readonly capacityPerSecond: number },
  report: Report,
): Promise<void> => {
  const bad = await Promise.all(NEIGHBOURS.filter(({ holdsMs }) => holdsMs > 0).map(neighbourReceiver));
  const receiver = await webhookReceiver();
  try {
    const endpointOf = (index: number): string => bad[index]?.receiver.url ?? receiver.url;
    const customer = await newCustomer(service, ENDPOINTS, endpointOf);
    const committedMs = new Map<string, number>();
    const perSecond = capacityPerSecond / 2;
    await paced(events, 1000 / perSecond, async (event) => {
      const endpoint = event % ENDPOINTS;
      const mark = await changeState(service, customer, customer.apps[endpoint] ?? '');
      if (endpoint >= bad.length) committedMs.set(mark, Date.now());
    });
    // What has not arrived by then is lost.
    const all = { timeoutMs: PATIENCE_MS, intervalMs: 100, what: 'every delivery' };
    await waitUntil(() => receiver.received.length >= committedMs.size, all).catch(() => undefined);
    const arrivedMs = arrivals(receiver);
    const waitsMs = [...committedMs].flatMap(([mark, atMs]) => {
      const arrived = arrivedMs.get(mark);
      return arrived === undefined ? [] : [Math.max(0, arrived - atMs)];
    });
    const [medianMs, slowMs] = [percentile(waitsMs, 0.5), percentile(waitsMs, 0.99)].map(Math.round);
    report.table(
      `At a fixed rate of half of the burst to 20 registrations, one of which hangs and one responds after 9 s: the ${ENDPOINTS - bad.length} others.`,
      [
        {
          'a second': rounded(perSecond),
          deliveries: committedMs.size,
          'p50 ms from the commit': medianMs ?? Number.NaN,
          'p99 ms from the commit': slowMs ?? Number.NaN,
          lost: committedMs.size - waitsMs.length,
        },
      ],
    );
    report.note(
      `At half of the capacity a webhook arrives ${medianMs} ms after its event, 99 of 100 within ${slowMs} ms.`,
    );
  } finally {
    await Promise.all([receiver.close(), ...bad.map((one) => one.receiver.close())]);
  }
};
