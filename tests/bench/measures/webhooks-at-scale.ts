import { randomUUID } from 'node:crypto';
import { type Account, createApplicant, openAccount, openWidget, registerWebhook } from '#scripts/demo/journey';
import { type DeployedService, deployService } from '#tests/bench/cloud/deployed';
import { NEIGHBOURS, type Neighbour, neighbourReceiver } from '#tests/bench/cloud/neighbours';
import { arrivals } from '#tests/bench/cloud/registered-apps';
import type { Row } from '#tests/bench/measured';
import { type Benchmark, rounded } from '#tests/bench/report';
import { chosenSize, sized } from '#tests/bench/size';
import { percentile } from '#tests/bench/statistics';
import { waitUntil } from '#tests/support/wait-until';
import { type WebhookReceiver, webhookReceiver } from '#tests/support/webhook-receiver';

/**
 * Ten times a burst of the benchmark `webhooks`; `EVENTS=60` makes a short trial run. The events of the warm-up start the
 * containers, and are not reported.
 */
const { EVENTS, CUSTOMERS, WARM_UP_EVENTS } = sized(
  { EVENTS: 2_000, CUSTOMERS: 20, WARM_UP_EVENTS: 200 },
  { EVENTS: 6, CUSTOMERS: 3, WARM_UP_EVENTS: 3 },
);
/** Senders that each send their next request when their last one got its response. */
const CALLERS = 8;
const PATIENCE_MS = 300_000;

/** Each account's sandbox pays for 200 applicants. */
const eventsOfRun = (): number => chosenSize('EVENTS', EVENTS, { least: CUSTOMERS, most: CUSTOMERS * 200 });

/** An account with a widget, and a registration for its applicants' events. */
interface Customer {
  readonly account: Account;
  readonly widgetId: string;
  readonly webhookId: string;
}

const openCustomer = async ({ stack }: DeployedService, endpoint: string): Promise<Customer> => {
  const api = { apiUrl: stack.apiUrl, outboxUrl: stack.mailOutboxUrl };
  const account = await openAccount(api, `scale-${randomUUID()}@example.com`);
  const { id: widgetId } = await openWidget(account);
  const { id: webhookId } = await registerWebhook(account, widgetId, 'kyc_widget', endpoint);
  return { account, widgetId, webhookId };
};

/** An applicant of a customer, created by a call of the API. */
interface Call {
  /** The customer's number. */
  readonly customer: number;
  readonly applicantId: string;
  /** When the call began. */
  readonly calledMs: number;
}

/** Creates applicants of alternating customers; each is one event. */
const callAll = async (customers: readonly Customer[], events: number): Promise<readonly Call[]> => {
  const calls: Call[] = [];
  let next = 0;
  const caller = async (): Promise<void> => {
    for (let event = next++; event < events; event = next++) {
      const index = event % customers.length;
      const customer = customers[index];
      if (!customer) continue;
      const calledMs = Date.now();
      const { applicant } = await createApplicant(customer.account, customer.widgetId);
      calls.push({ customer: index, applicantId: applicant.id, calledMs });
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return calls;
};

/** When each event happened, by its applicant: a moment before the transaction that commits it. */
const occurrences = ({ received }: WebhookReceiver): ReadonlyMap<string, number> =>
  new Map(
    received.map(({ rawBody }) => {
      const { createdAt, data } = JSON.parse(String(rawBody));
      return [data.applicantId, Date.parse(createdAt)];
    }),
  );

/** All data of one run except the neighbour's own deliveries. */
const rowOf = (does: string, calls: readonly Call[], receiver: WebhookReceiver, mostAtOnce: number): Row => {
  const arrivedMs = arrivals(receiver);
  const occurredMs = occurrences(receiver);
  const arrived = calls.filter(({ applicantId }) => arrivedMs.has(applicantId));
  const since = (startOf: (call: Call) => number | undefined): readonly number[] =>
    arrived.map((call) => (arrivedMs.get(call.applicantId) ?? Number.NaN) - (startOf(call) ?? Number.NaN));
  const fromCallMs = since(({ calledMs }) => calledMs);
  const fromCommitMs = since(({ applicantId }) => occurredMs.get(applicantId));
  const startedMs = Math.min(...calls.map(({ calledMs }) => calledMs));
  const endedMs = Math.max(...arrivedMs.values());
  return {
    'the 20th': does,
    'its POSTs at once': mostAtOnce,
    deliveries: calls.length,
    'a second': rounded((arrived.length * 1000) / (endedMs - startedMs)),
    'p50 ms from the call': Math.round(percentile(fromCallMs, 0.5)),
    'p99 ms from the call': Math.round(percentile(fromCallMs, 0.99)),
    'p50 ms from the commit': Math.round(percentile(fromCommitMs, 0.5)),
    'p99 ms from the commit': Math.round(percentile(fromCommitMs, 0.99)),
    lost: calls.length - arrived.length,
    twice: receiver.received.length - arrivedMs.size,
  };
};

/** Deliveries that still wait for customers must not burden the next run. */
const endDeliveries = async (customers: readonly Customer[]): Promise<void> => {
  for (const { account, webhookId } of customers) {
    const { status, text } = await account.delete(`/v1/developers/webhooks/${webhookId}`);
    if (status >= 300) throw new Error(`Deleting a webhook answered ${status}: ${text}`);
  }
};

/** Sends events over the API, and follows those of all customers but the last, whose endpoint is the neighbour's. */
const measureBeside = async (service: DeployedService, neighbour: Neighbour, events: number): Promise<Row> => {
  const [others, last] = await Promise.all([webhookReceiver(), neighbourReceiver(neighbour)]);
  try {
    const customers: Customer[] = [];
    for (let index = 0; index < CUSTOMERS; index++) {
      const { url } = index === CUSTOMERS - 1 ? last.receiver : others;
      customers.push(await openCustomer(service, url));
    }
    const calls = await callAll(customers, events);
    const followed = calls.filter(({ customer }) => customer < CUSTOMERS - 1);
    // What has not arrived by then is lost.
    await waitUntil(
      () => {
        const arrived = arrivals(others);
        return followed.every(({ applicantId }) => arrived.has(applicantId));
      },
      { timeoutMs: PATIENCE_MS, intervalMs: 250, what: 'every delivery' },
    ).catch(() => undefined);
    await endDeliveries(customers.slice(-1));
    return rowOf(neighbour.does, followed, others, last.mostAtOnce());
  } finally {
    await Promise.all([others.close(), last.receiver.close()]);
  }
};

/** From an API call to the signed POST of its event, under load and next to one bad endpoint. */
export const webhooksAtScale: Benchmark = {
  name: 'webhooks-at-scale',
  needsDeployment: true,
  measures: `from a call of the API to its webhook, ${EVENTS} events (or EVENTS), beside an endpoint that is slow or hangs`,
  run: async (report) => {
    const events = eventsOfRun();
    const service = await deployService();
    try {
      const [warmUp] = NEIGHBOURS;
      if (warmUp) await measureBeside(service, warmUp, Math.min(events, WARM_UP_EVENTS));
      const rows: Row[] = [];
      for (const neighbour of NEIGHBOURS) rows.push(await measureBeside(service, neighbour, events));
      report.table(
        `${events} events of ${CUSTOMERS} customers, ${CALLERS} callers at once: the webhooks of 19 of them.`,
        rows,
      );
      const [own, slow, hangs] = rows.map((row) => Number(row['a second']));
      report.note(
        `Beside the slow one they get ${rounded((slow ?? Number.NaN) / (own ?? Number.NaN), 2)} of their own deliveries a second, beside the one that hangs ${rounded((hangs ?? Number.NaN) / (own ?? Number.NaN), 2)}.`,
      );
    } finally {
      await service.stop();
    }
  },
};
