import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { bundleFunctions } from '#scripts/bundle/bundle';
import { listFunctions } from '#scripts/bundle/functions';
import { STATE_FOLDER } from '#scripts/local-cloud/folders';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { deliveryIdOf } from '#shared/webhooks/deliveries/records/delivery';
import { busMessage, decision, emittedDecision, queueEvent, registered } from '#tests/bench/calls/consumers';
import { mustInvoke } from '#tests/bench/calls/invoke';
import { type BenchCloud, startCloud } from '#tests/bench/cloud/cloud';
import { costOf, type TableCost } from '#tests/bench/cloud/costs';
import { warmRequests } from '#tests/bench/cloud/warm-requests';
import { type Report, rounded } from '#tests/bench/report';
import { sized } from '#tests/bench/size';
import { medianInTurns } from '#tests/bench/statistics';
import { deliveryState, stateRecord } from '#tests/support/logged-deliveries';
import { type WebhookReceiver, webhookReceiver } from '#tests/support/webhook-receiver';

const RUNS = sized(5, 1);

/** The floor of a delivery, as the bundler of the functions finds it. */
const WEBHOOK_FLOOR = { name: 'webhook-floor', file: 'tests/bench/entries/webhook-floor.ts' } as const;

const FOLDER = join(STATE_FOLDER, 'bench', 'deliveries');

type Registered = Awaited<ReturnType<typeof registered>>;

/** Makes the next event of a function: each one is another delivery's. */
type NextEvent = () => Promise<unknown>;

/** The functions of a delivery, from the outbox to its list, and what each receives. */
const nextEvents = ({ account, widget, registration }: Registered, { url }: WebhookReceiver) => {
  const { accountId } = account;
  let plannedAtMs = Date.now();
  return {
    [WEBHOOK_FLOOR.name]: async () => {
      const body = JSON.stringify(decision(account, widget.id));
      return queueEvent({ id: newId('whd', Date.now()), endpoint: url, secret: randomBytes(32).toString('hex'), body });
    },
    'deliver-webhook': async () => {
      const event = decision(account, widget.id);
      await mustInvoke('plan-delivery', busMessage(event));
      return queueEvent({ deliveryId: deliveryIdOf(event, registration.registrationId) });
    },
    'plan-delivery': async () => busMessage(decision(account, widget.id)),
    'publish-events': () => emittedDecision(account, widget.id),
    // In the order of their times: the log moves the time of one that comes late, which is one more write.
    'keep-lists': async () => {
      const createdAt = isoTime(plannedAtMs++);
      const state = deliveryState(registration.registrationId, { accountId, status: 'delivered', createdAt });
      return { Records: [stateRecord(state, 1)] };
    },
  } satisfies Record<string, NextEvent>;
};

type Step = keyof ReturnType<typeof nextEvents>;

/** The calls of a step in a warm container, to a host that answered before. */
const costOfStep = async (cloud: BenchCloud, step: Step, next: NextEvent): Promise<TableCost> => {
  const floor = await import(join(FOLDER, WEBHOOK_FLOOR.name, 'index.mjs'));
  const run = (event: unknown) => (step === WEBHOOK_FLOOR.name ? floor.handler(event) : mustInvoke(step, event));
  await run(await next());
  const event = await next();
  return costOf((await cloud.record(() => run(event))).calls);
};

/**
 * Measures and reports what each function of a delivery costs beside the least that a delivery can: processor time in a
 * warm container, one message a batch, and calls of the table.
 *
 * @param deliveries how many of each run are measured, after half as many to warm up.
 */
export const measureDeliveryCosts = async (deliveries: number, report: Report): Promise<void> => {
  const cloud = await startCloud();
  const receiver = await webhookReceiver();
  try {
    const next = nextEvents(await registered(receiver.url), receiver);
    const steps = Object.keys(next) as Step[];
    const names: ReadonlySet<string> = new Set(steps);
    await bundleFunctions([WEBHOOK_FLOOR, ...listFunctions().filter(({ name }) => names.has(name))], FOLDER);
    const counts = { warmUp: Math.ceil(deliveries / 2), measured: deliveries };
    const processorMs = await medianInTurns(steps, RUNS, async (step) => {
      const events: unknown[] = [];
      for (let count = 0; count < counts.warmUp + counts.measured; count++) events.push(await next[step]());
      const bundle = join(FOLDER, step, 'index.mjs');
      return (await warmRequests(bundle, events, counts, cloud.environment)).processorUs / 1000;
    });
    const costs = new Map<Step, TableCost>();
    for (const step of steps) costs.set(step, await costOfStep(cloud, step, next[step]));
    const floorMs = processorMs[WEBHOOK_FLOOR.name];
    report.table(
      `A delivery step by step, each message alone in a warm container: medians of ${RUNS} processes in turns, ${deliveries} messages each. The floor reads one message, signs, sends one POST and records one item.`,
      steps.map((step) => ({
        step: step === WEBHOOK_FLOOR.name ? 'the floor' : step,
        'processor ms': rounded(processorMs[step], 2),
        'of the floor': rounded(processorMs[step] / floorMs, 2),
        trips: costs.get(step)?.trips ?? Number.NaN,
        calls: costs.get(step)?.calls.length ?? Number.NaN,
        'write units': costs.get(step)?.writeUnits ?? Number.NaN,
      })),
    );
    report.note(
      `\`deliver-webhook\` takes ${rounded(processorMs['deliver-webhook'] / floorMs, 2)} of the processor time of the floor.`,
    );
  } finally {
    await receiver.close();
    await cloud.stop();
  }
};
