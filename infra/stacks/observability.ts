import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  Alarm,
  AlarmStatusWidget,
  type CfnAlarm,
  Dashboard,
  GraphWidget,
  type IMetric,
  MathExpression,
  Metric,
} from 'aws-cdk-lib/aws-cloudwatch';
import { CfnQueryDefinition } from 'aws-cdk-lib/aws-logs';
import { type App, ArnFormat, Duration, type Stack } from 'aws-cdk-lib/core';
import { type AlarmProps, makeAlarm } from '#infra/constructs/alarm';
import { failureShare } from '#infra/constructs/failure-share';
import type { Deployment, Foundation, Queues } from '#infra/deployment';
import { LOG_QUERIES, queryText } from '#infra/log-queries';
import { resourceName } from '#infra/names';
import { SECURITY_ALARMS } from '#infra/security-alarms';
import type { StageName } from '#infra/stage-config';
import { METRICS_NAMESPACE, type MetricName } from '#shared/platform/metrics';
import { SECURITY_EVENTS, type SecurityEvent } from '#shared/platform/security-events';
import { makeStack } from './stack.ts';

const FIVE_MINUTES = Duration.minutes(5);

interface TotalOptions {
  readonly period?: Duration;
  /** Counts only events with this reason. */
  readonly reason?: string | undefined;
}

/** The sum of one of our own metrics over all its dimensions. */
const total = (stage: StageName, name: MetricName, { period = FIVE_MINUTES, reason }: TotalOptions = {}): IMetric => {
  const only = reason === undefined ? '' : ` AND reason = '${reason}'`;
  return new MathExpression({
    expression: `SELECT SUM(${name}) FROM "${METRICS_NAMESPACE}" WHERE stage = '${stage}'${only}`,
    label: name,
    period,
  });
};

/** Alarms on the service as a whole. Those on a queue or a function are defined with it. */
const serviceAlarms = (stage: StageName, api: HttpApi): readonly AlarmProps[] => [
  {
    name: 'api-failing',
    meansToCustomer: 'Calls of the API fail with a 5xx.',
    metric: failureShare(stage, api, FIVE_MINUTES),
    from: 1,
    periods: 2,
  },
  {
    name: 'rate-limits-off',
    meansToCustomer: 'Nothing, but the rate limits are not enforced: the counters cannot be reached and calls pass.',
    metric: total(stage, 'RateLimitUnavailable'),
    from: 10,
  },
  {
    name: 'events-swept',
    meansToCustomer:
      'Decisions and webhooks come minutes late: the stream of the table does not publish all events, and the sweep does.',
    metric: total(stage, 'EventsSwept', { period: Duration.minutes(15) }),
    from: 10,
  },
  {
    name: 'mail-failing',
    meansToCustomer: 'Codes do not arrive, so nobody can sign up or verify an e-mail address.',
    metric: total(stage, 'MailFailed'),
    from: 3,
  },
  {
    name: 'top-ups-mismatched',
    meansToCustomer: 'Somebody paid another amount or currency than requested: nothing is credited until we settle it.',
    metric: total(stage, 'TopUpsMismatched'),
    from: 1,
  },
  {
    name: 'signing-keys-tampered',
    meansToCustomer: 'Somebody who can write the table may have signed in as any account.',
    metric: total(stage, 'SigningKeysTampered'),
    from: 1,
  },
  {
    name: 'deliveries-failing',
    meansToCustomer: 'Many webhooks used up their attempts: one busy receiver is down, or we reach none.',
    metric: total(stage, 'DeliveriesFailed', { period: Duration.minutes(15) }),
    from: 50,
  },
  {
    name: 'delivery-faults',
    meansToCustomer: 'Webhooks are late because of a fault of ours. None is lost: each waits until the fault is fixed.',
    metric: total(stage, 'DeliveryFaults', { period: Duration.minutes(60) }),
    from: 5,
  },
  {
    name: 'deliveries-not-logged',
    meansToCustomer:
      'The list of deliveries of a registration is wrong: a delivery is missing, or shown as it was before.',
    metric: total(stage, 'DeliveriesNotLogged', { period: Duration.minutes(15) }),
    from: 1,
  },
  {
    name: 'applicants-not-listed',
    meansToCustomer: 'A list of applicants by status is wrong: an applicant is found by the status that it had before.',
    metric: total(stage, 'ApplicantsNotListed', { period: Duration.minutes(15) }),
    from: 1,
  },
  {
    name: 'items-set-aside',
    meansToCustomer:
      'Single things are not done that are due, such as a reminder, a renewal or the alert of a watcher; all others are.',
    metric: total(stage, 'ItemsSetAside', { period: Duration.minutes(15) }),
    from: 1,
  },
  {
    name: 'deliveries-abandoned',
    meansToCustomer: 'Webhooks were given up because the functions that sent them died repeatedly for hours.',
    metric: total(stage, 'DeliveriesAbandoned', { period: Duration.minutes(60) }),
    from: 1,
  },
];

/** Alarms on security-relevant events. */
const securityAlarms = (stage: StageName): readonly AlarmProps[] =>
  (Object.keys(SECURITY_EVENTS) as SecurityEvent[]).flatMap((event) =>
    SECURITY_ALARMS[event].map(({ reason, ...alarm }) => ({
      ...alarm,
      metric: total(stage, SECURITY_EVENTS[event], { reason }),
    })),
  );

/** Every alarm of the app, for the dashboard, by name rather than by reference, so that stacks stay independent. */
const alarmsOf = (app: App, stack: Stack) =>
  app.node
    .findAll()
    .filter((construct) => construct instanceof Alarm)
    .map((alarm) => (alarm.node.defaultChild as CfnAlarm).alarmName ?? '')
    .map((name) =>
      Alarm.fromAlarmArn(
        stack,
        `${name}-status`,
        stack.formatArn({
          service: 'cloudwatch',
          resource: 'alarm',
          resourceName: name,
          arnFormat: ArnFormat.COLON_RESOURCE_NAME,
        }),
      ),
    );

const queueMetric = (stage: StageName, queue: string, metricName: string): IMetric =>
  new Metric({
    namespace: 'AWS/SQS',
    metricName,
    dimensionsMap: { QueueName: resourceName(stage, queue) },
    label: queue,
    statistic: 'Maximum',
    period: Duration.minutes(1),
  });

/** The service at a glance: its alarms, its API, its events, its webhooks. */
const makeDashboard = (app: App, stack: Stack, stage: StageName, api: HttpApi, queues: Queues): void => {
  const names = Object.keys(queues);
  const graph = (title: string, left: IMetric[], right: IMetric[] = []) =>
    new GraphWidget({ title, left, right, width: 12, leftYAxis: { min: 0 } });
  const latency = (statistic: string) => api.metricLatency({ statistic, label: statistic, period: FIVE_MINUTES });
  const totals = (...metrics: MetricName[]) => metrics.map((name) => total(stage, name));
  new Dashboard(stack, 'dashboard', {
    dashboardName: resourceName(stage, 'service'),
    widgets: [
      [new AlarmStatusWidget({ title: 'Alarms', alarms: alarmsOf(app, stack), width: 24 })],
      [
        graph('Calls and failures', [
          api.metricCount({ statistic: 'Sum', label: 'calls', period: FIVE_MINUTES }),
          api.metricClientError({ statistic: 'Sum', label: '4xx', period: FIVE_MINUTES }),
          api.metricServerError({ statistic: 'Sum', label: '5xx', period: FIVE_MINUTES }),
        ]),
        graph('Latency, milliseconds', [latency('p50'), latency('p99')]),
      ],
      [
        graph('Webhooks', totals('DeliveriesDelivered', 'DeliveriesFailed', 'DeliveryAttempts')),
        graph(
          'Webhooks that wait',
          totals('DeliveriesParked', 'DeliveriesSwept', 'DeliveryFaults', 'DeliveriesAbandoned', 'BreakersOpened'),
        ),
      ],
      [
        graph(
          'Applicants and mails',
          totals(
            'ApplicantsAssessed',
            'ModulesUnavailable',
            'LookupsUnavailable',
            'ChatsUnanswered',
            'VisitsPostponed',
            'MailFailed',
            'MailsRefused',
            'TextsRefused',
            'RateLimited',
          ),
        ),
        graph('Refusals that matter to security', totals(...Object.values(SECURITY_EVENTS))),
      ],
      [graph('Events on their way', totals('EventsPublished', 'EventsSwept', 'MessagesStuck'))],
      [
        graph(
          'Messages waiting',
          names.map((name) => queueMetric(stage, name, 'ApproximateNumberOfMessagesVisible')),
        ),
        graph(
          'Oldest message, seconds',
          names
            .filter((name) => !name.endsWith('-dlq'))
            .map((name) => queueMetric(stage, name, 'ApproximateAgeOfOldestMessage')),
        ),
      ],
    ],
  });
};

/** The questions of support as saved queries of Logs Insights, in a folder of the stage. They cost nothing. */
const makeQueries = (stack: Stack, stage: StageName): void => {
  for (const query of LOG_QUERIES) {
    const { question, parameters = {} } = query;
    new CfnQueryDefinition(stack, `query-${question.replaceAll(/\W+/g, '-').toLowerCase()}`, {
      name: `kyb-service-${stage}/${question}`,
      queryString: queryText(query),
      ...(Object.keys(parameters).length > 0 && {
        parameters: Object.entries(parameters).map(([name, { description, example }]) => ({
          name,
          description,
          defaultValue: example,
        })),
      }),
    });
  }
};

/** The alarms on the service as a whole, the dashboard, and the saved queries. */
export const makeObservabilityStack = (
  app: App,
  api: HttpApi,
  queues: Queues,
  { stage }: Deployment,
  { alarmTopic }: Foundation,
): void => {
  const stack = makeStack(app, 'observability', 'Alarms, dashboard and saved queries of the KYB service', stage);
  const alarms = [...serviceAlarms(stage.stage, api), ...securityAlarms(stage.stage)];
  for (const props of alarms) makeAlarm(stack, props, { stage, alarmTopic });
  makeDashboard(app, stack, stage.stage, api, queues);
  makeQueries(stack, stage.stage);
};
