import { type BarePath, deployBarePath } from '#tests/bench/cloud/bare-path';
import { type DeployedService, deployService } from '#tests/bench/cloud/deployed';
import { countProcessorTime } from '#tests/bench/cloud/processor-time';
import { arrivals, changeState, newCustomer } from '#tests/bench/cloud/registered-apps';
import type { Row } from '#tests/bench/measured';
import { type Benchmark, rounded } from '#tests/bench/report';
import { chosenSize, sized } from '#tests/bench/size';
import { percentile } from '#tests/bench/statistics';
import { waitUntil } from '#tests/support/wait-until';
import { type WebhookReceiver, webhookReceiver } from '#tests/support/webhook-receiver';
import { measureDeliveryCosts } from './delivery-costs.ts';
import { measureNeighbours } from './webhook-neighbours.ts';
import { measureAtPace } from './webhook-pace.ts';

/** Events of a burst. `EVENTS=20` makes a short trial run, of the other measurements too. */
const eventsOfRun = (): number => chosenSize('EVENTS', sized(200, 20), { least: 20, most: 2_000 });
const MOST_REGISTRATIONS = sized(200, 20);

const PATIENCE_MS = 120_000;
const WRITERS = 8;

const untilArrived = (receiver: WebhookReceiver, marks: readonly string[]): Promise<ReadonlyMap<string, number>> =>
  waitUntil(
    () => {
      const arrived = arrivals(receiver);
      return marks.every((mark) => arrived.has(mark)) && arrived;
    },
    { timeoutMs: PATIENCE_MS, intervalMs: 20, what: 'every webhook' },
  );

const measureLatency = async (
  service: DeployedService,
  receiver: WebhookReceiver,
  deliveries: number,
): Promise<Row> => {
  const customer = await newCustomer(service, 1, () => receiver.url);
  const [app = ''] = customer.apps;
  const latencies: number[] = [];
  for (let index = 0; index < deliveries + 1; index++) {
    const startedMs = Date.now();
    const mark = await changeState(service, customer, app);
    const arrivedMs = (await untilArrived(receiver, [mark])).get(mark) ?? Number.NaN;
    // The first one starts every container on its path.
    if (index > 0) latencies.push(arrivedMs - startedMs);
  }
  return {
    'one by one': deliveries,
    'p50 ms': Math.round(percentile(latencies, 0.5)),
    'p99 ms': Math.round(percentile(latencies, 0.99)),
  };
};

/** Sends a burst to this many registrations. Deliveries to one that hangs are not waited for. */
const measureBurst = async (
  service: DeployedService,
  events: number,
  registrations: number,
  isHanging: (index: number) => boolean,
): Promise<{ readonly perSecond: number; readonly row: Row }> => {
  const [receiver, hanging] = await Promise.all([webhookReceiver(), webhookReceiver()]);
  hanging.respondWith('hang');
  try {
    const endpointOf = (index: number): string => (isHanging(index) ? hanging.url : receiver.url);
    const customer = await newCustomer(service, registrations, endpointOf);
    const expected: string[] = [];
    let next = 0;
    const processorTime = countProcessorTime(service.pid);
    const startedMs = Date.now();
    const write = async (): Promise<void> => {
      for (let index = next++; index < events; index = next++) {
        const mark = await changeState(service, customer, customer.apps[index % registrations] ?? '');
        if (!isHanging(index % registrations)) expected.push(mark);
      }
    };
    await Promise.all(Array.from({ length: WRITERS }, write));
    // What has not arrived by then is lost.
    const arrived = await untilArrived(receiver, expected).catch(() => arrivals(receiver));
    const seconds = (Math.max(...expected.map((mark) => arrived.get(mark) ?? 0)) - startedMs) / 1000;
    const perSecond = expected.length / seconds;
    const row = {
      registrations,
      hanging: Array.from({ length: registrations }, (_, index) => index).filter(isHanging).length,
      deliveries: expected.length,
      'a second': rounded(perSecond),
      lost: expected.filter((mark) => !arrived.has(mark)).length,
      twice: receiver.received.length - arrived.size,
      ...processorTime(events),
    };
    return { perSecond, row };
  } finally {
    await Promise.all([receiver.close(), hanging.close()]);
  }
};

const none = (): boolean => false;

/** Sends the same number of events along the bare path: what the emulator itself takes for one. */
const measureBareBurst = async (service: DeployedService, path: BarePath, events: number) => {
  const receiver = await webhookReceiver();
  try {
    const processorTime = countProcessorTime(service.pid);
    const startedMs = Date.now();
    const marks: string[] = [];
    let next = 0;
    const write = async (): Promise<void> => {
      while (next++ < events) marks.push(await path.send(receiver.url));
    };
    await Promise.all(Array.from({ length: WRITERS }, write));
    const arrived = await untilArrived(receiver, marks);
    const endedMs = Math.max(...marks.map((mark) => arrived.get(mark) ?? Number.NaN));
    const perSecond = (events * 1000) / (endedMs - startedMs);
    return { perSecond, row: { deliveries: events, 'a second': rounded(perSecond), ...processorTime(events) } };
  } finally {
    await receiver.close();
  }
};

/** From a state change to its signed POST, on the deployed service. */
export const webhooks: Benchmark = {
  name: 'webhooks',
  needsDeployment: true,
  measures: 'from the write of an event to its first POST, and deliveries a second, on the deployed local stack',
  run: async (report) => {
    const events = eventsOfRun();
    await measureDeliveryCosts(events, report);
    const service = await deployService();
    try {
      const receiver = await webhookReceiver();
      const latency = await measureLatency(service, receiver, Math.min(25, Math.ceil(events / 4))).finally(() =>
        receiver.close(),
      );
      report.table('Table, stream, bus, two queues and three functions, all warm.', [latency]);
      // Starts as many containers as a burst needs, so that the first measured burst is like the others.
      await measureBurst(service, events, 20, none);
      const bursts = [
        await measureBurst(service, events, 1, none),
        await measureBurst(service, events, 20, none),
        await measureBurst(service, events, MOST_REGISTRATIONS, none),
        await measureBurst(service, events, 20, (index) => index === 7),
      ];
      report.table(
        `Bursts of ${events} events, until the last healthy one has arrived.`,
        bursts.map(({ row }) => row),
      );
      const [, healthy, , oneHangs] = bursts.map(({ perSecond }) => perSecond);
      report.note(
        `With one of 20 hanging the others take ${rounded((healthy ?? 0) / (oneHangs ?? 1), 2)} times as long.`,
      );
      const path = await deployBarePath(service);
      // The first one starts the containers.
      await measureBareBurst(service, path, events);
      const bare = await measureBareBurst(service, path, events);
      report.table(
        'The same burst along stream, bus, two queues and three functions that only pass on what they get: the emulator alone.',
        [bare.row],
      );
      report.note(
        `A burst makes ${rounded((healthy ?? Number.NaN) / bare.perSecond, 2)} of the deliveries a second of functions that only pass on.`,
      );
      const capacity = { events: 3 * events, capacityPerSecond: healthy ?? Number.NaN };
      await measureAtPace(service, path, capacity, report);
      await measureNeighbours(service, (3 * events) / 2, report);
    } finally {
      await service.stop();
    }
  },
};
