import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { put } from '#shared/db/expressions';
import { emit } from '#shared/events/outbox';
import { newWidget, toWidgetItem } from '#shared/onboarding/widget';
import { widgetConfigSchema } from '#shared/onboarding/widget-config';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { newRegistration } from '#shared/webhooks/registration';
import { registrationWrites } from '#shared/webhooks/registrations';
import { type DeployedService, deployService } from '#tests/bench/cloud/deployed';
import { type Benchmark, type Row, rounded } from '#tests/bench/report';
import { percentile } from '#tests/bench/statistics';
import { validConfig } from '#tests/support/onboarding';
import { waitUntil } from '#tests/support/wait-until';
import { type ReceivedWebhook, type WebhookReceiver, webhookReceiver } from '#tests/support/webhook-receiver';

const EVENTS = 200;
const ONE_BY_ONE = 25;
const PATIENCE_MS = 120_000;
const WRITERS = 8;

/** An account whose apps each have a registration, and where their webhooks arrive. */
interface Customer {
  readonly accountId: string;
  readonly apps: readonly string[];
}

const newCustomer = async (
  { table, vault }: DeployedService,
  registrations: number,
  endpointOf: (index: number) => string,
): Promise<Customer> => {
  const nowMs = Date.now();
  const accountId = newId('usr', nowMs);
  const apps: string[] = [];
  for (let index = 0; index < registrations; index++) {
    const config = v.parse(widgetConfigSchema, validConfig());
    const body = { name: 'Sellers', environment: 'sandbox', templateId: 'blank', config } as const;
    const widget = newWidget(accountId, body, vault, nowMs);
    const draft = { accountId, appId: widget.id, environment: 'sandbox', serviceType: 'kyc_widget' } as const;
    const { registration } = newRegistration({ ...draft, endpoint: endpointOf(index) }, vault, nowMs);
    await table.transact([put(toWidgetItem(widget)), ...registrationWrites(registration)]);
    apps.push(widget.id);
  }
  return { accountId, apps };
};

/** Writes what a change of state writes beside itself; answers the mark that its webhook will carry. */
const changeState = async ({ table }: DeployedService, { accountId }: Customer, widgetId: string): Promise<string> => {
  const mark = randomUUID();
  const nowMs = Date.now();
  const data = {
    applicantId: mark,
    widgetId,
    environment: 'sandbox',
    referenceId: null,
    createdBy: 'account',
    createdAt: isoTime(nowMs),
  } as const;
  await table.write(emit({ type: 'kyb.applicant.created', accountId, environment: 'sandbox', widgetId, data }, nowMs));
  return mark;
};

const markOf = ({ rawBody }: ReceivedWebhook): string => JSON.parse(String(rawBody)).data.applicantId;

/** When each marked webhook arrived first. */
const arrivals = ({ received }: WebhookReceiver): ReadonlyMap<string, number> =>
  new Map([...received].reverse().map((webhook) => [markOf(webhook), webhook.receivedAtMs]));

const untilArrived = (receiver: WebhookReceiver, marks: readonly string[]): Promise<ReadonlyMap<string, number>> =>
  waitUntil(
    () => {
      const arrived = arrivals(receiver);
      return marks.every((mark) => arrived.has(mark)) && arrived;
    },
    { timeoutMs: PATIENCE_MS, intervalMs: 20, what: 'every webhook' },
  );

const measureLatency = async (service: DeployedService, receiver: WebhookReceiver): Promise<Row> => {
  const customer = await newCustomer(service, 1, () => receiver.url);
  const [app = ''] = customer.apps;
  const latencies: number[] = [];
  for (let index = 0; index < ONE_BY_ONE + 1; index++) {
    const startedMs = Date.now();
    const mark = await changeState(service, customer, app);
    const arrivedMs = (await untilArrived(receiver, [mark])).get(mark) ?? Number.NaN;
    // The first one starts every container on its way.
    if (index > 0) latencies.push(arrivedMs - startedMs);
  }
  return {
    'one by one': ONE_BY_ONE,
    'p50 ms': Math.round(percentile(latencies, 0.5)),
    'p99 ms': Math.round(percentile(latencies, 0.99)),
  };
};

/** Sends a burst over so many registrations; what goes to one that hangs is not waited for. */
const measureBurst = async (
  service: DeployedService,
  registrations: number,
  isHanging: (index: number) => boolean,
): Promise<{ readonly perSecond: number; readonly row: Row }> => {
  const [receiver, hanging] = await Promise.all([webhookReceiver(), webhookReceiver()]);
  hanging.answerWith('hang');
  try {
    const endpointOf = (index: number): string => (isHanging(index) ? hanging.url : receiver.url);
    const customer = await newCustomer(service, registrations, endpointOf);
    const expected: string[] = [];
    let next = 0;
    const startedMs = Date.now();
    const write = async (): Promise<void> => {
      for (let index = next++; index < EVENTS; index = next++) {
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
    };
    return { perSecond, row };
  } finally {
    await Promise.all([receiver.close(), hanging.close()]);
  }
};

const none = (): boolean => false;

/** From a change of state to its signed POST, on the deployed service. */
export const webhooks: Benchmark = {
  name: 'webhooks',
  measures: 'from the write of an event to its first POST, and deliveries a second, on the deployed local stack',
  run: async (report) => {
    const service = await deployService();
    try {
      const receiver = await webhookReceiver();
      const latency = await measureLatency(service, receiver).finally(() => receiver.close());
      report.table('Table, stream, bus, two queues and three functions, all warm.', [latency]);
      // Starts as many containers as a burst needs, so that the first one that counts is like the others.
      await measureBurst(service, 20, none);
      const bursts = [
        await measureBurst(service, 1, none),
        await measureBurst(service, 20, none),
        await measureBurst(service, 200, none),
        await measureBurst(service, 20, (index) => index === 7),
      ];
      report.table(
        `Bursts of ${EVENTS} events, until the last healthy one has arrived.`,
        bursts.map(({ row }) => row),
      );
      const [, healthy, , oneHangs] = bursts.map(({ perSecond }) => perSecond);
      report.note(
        `With one of 20 hanging the others take ${rounded((healthy ?? 0) / (oneHangs ?? 1), 2)} times as long.`,
      );
    } finally {
      await service.stop();
    }
  },
};
