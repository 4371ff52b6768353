import { CONTRACTS } from '#functions/api/contracts';
import { CONSUMERS } from '#functions/events/consumers';
import type { Consumer } from '#shared/consumers/consumer';
import type { Contract } from '#shared/http/contract';

const queueOf = ({ trigger }: Consumer): string | undefined => (trigger.kind === 'queue' ? trigger.queue : undefined);

const QUEUES: ReadonlySet<string> = new Set(CONSUMERS.flatMap((consumer) => queueOf(consumer) ?? []));

const queuesOf = ({ touches }: Pick<Contract, 'touches'>): readonly string[] =>
  (touches.uses ?? []).filter((name) => QUEUES.has(name));

/** The events that the bus puts on the queue of a consumer; none for a queue that functions send to. */
const eventsOf = ({ trigger }: Consumer): readonly string[] => {
  const events = trigger.kind === 'queue' ? trigger.events : undefined;
  return events === 'webhook' ? ['every event of webhooks'] : (events ?? []);
};

const schedules = (): readonly string[] => {
  const scheduled = CONSUMERS.filter(({ trigger }) => trigger.kind === 'schedule');
  const minutes = ({ trigger }: Consumer) => (trigger.kind === 'schedule' ? trigger.everyMinutes : 0);
  return [...Map.groupBy(scheduled, minutes)]
    .sort(([one], [other]) => one - other)
    .flatMap(([every, consumers]) => {
      const silent = consumers.filter((consumer) => queuesOf(consumer).length === 0).map(({ name }) => name);
      const sending = consumers.filter((consumer) => queuesOf(consumer).length > 0).map(({ name }) => name);
      const clock = `every${every}(("${every} min"))`;
      return [
        ...(silent.length > 0 ? [`${clock} --> silent${every}["${silent.join('<br>')}"]`] : []),
        ...sending.map((name) => `${clock} --> ${name}`),
      ];
    });
};

/** What triggers each function behind the API, and the queues that functions send to, in Mermaid. */
export const functionsDiagram = (): string => {
  const consumers: readonly Consumer[] = CONSUMERS;
  const streamed = consumers.filter(({ trigger }) => trigger.kind === 'stream');
  const sentByApi = [...new Set((CONTRACTS as readonly Contract[]).flatMap(queuesOf))].sort();
  const lines = [
    'callers(["callers"]) --> api["API Gateway"] --> endpoints["a function for each endpoint"] --> table[("table")]',
    ...streamed.map(({ name }) => `table -->|stream| ${name}`),
    'publish-events --> bus{{"event bus"}}',
    'mailService(["mail service"]) -->|bounces| mailReports',
    ...consumers.flatMap((consumer) => {
      const queue = queueOf(consumer);
      if (queue === undefined) return [];
      const events = eventsOf(consumer);
      return [
        `${queue}>"${[`<b>${queue}</b>`, ...events].join('<br>')}"] --> ${consumer.name}`,
        ...(events.length > 0 ? [`bus --> ${queue}`] : []),
      ];
    }),
    ...sentByApi.map((queue) => `endpoints --> ${queue}`),
    ...consumers.flatMap((consumer) => queuesOf(consumer).map((queue) => `${consumer.name} --> ${queue}`)),
    ...schedules(),
    'deliver-webhook --> receivers(["your endpoints"])',
  ];
  return ['```mermaid', 'flowchart LR', ...lines.map((line) => `    ${line}`), '```'].join('\n');
};
