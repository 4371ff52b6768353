import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Alarm, AlarmStatusWidget, type CfnAlarm, Dashboard, GraphWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnQueryDefinition, FilterPattern, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { type App, ArnFormat, Duration, type Stack } from 'aws-cdk-lib/core';
import { accessLogNamespace, GATEWAY_REFUSALS, GATEWAY_THROTTLED } from '#infra/alarms/api';
import { DASHBOARDS } from '#infra/alarms/dashboards';
import { ALARMS } from '#infra/alarms/list';
import type { MetricSource, Place } from '#infra/alarms/metric-source';
import { alarmProps, makeAlarm } from '#infra/constructs/alarm';
import { metricOf } from '#infra/constructs/metric';
import type { Deployment, Foundation } from '#infra/deployment';
import { LOG_QUERIES, queryText } from '#infra/log-queries';
import { accessLogName, resourceName } from '#infra/names';
import type { StageConfig, StageName } from '#infra/stage-config';
import { makeStack } from './stack.ts';

/** Counts what API Gateway itself refused. */
const makeAccessLogFilter = (stack: Stack, { stage }: StageConfig): void => {
  new MetricFilter(stack, 'gateway-throttled', {
    logGroup: LogGroup.fromLogGroupName(stack, 'access-log', accessLogName(stage)),
    filterPattern: FilterPattern.literal(GATEWAY_REFUSALS),
    metricNamespace: accessLogNamespace({ stage }),
    metricName: GATEWAY_THROTTLED,
  });
};

/**
 * Mails what the account costs before it is too much. A budget needs no metric of billing, which only us-east-1 has, and
 * is free (AWS Budgets pricing: budgets without actions).
 */
const makeBudget = (stack: Stack, { stage, monthlyBudgetUsd, alarmEmail }: StageConfig): void => {
  if (monthlyBudgetUsd === undefined || alarmEmail === undefined) return;
  const mailed = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
    notification: { notificationType, threshold, thresholdType: 'PERCENTAGE', comparisonOperator: 'GREATER_THAN' },
    subscribers: [{ subscriptionType: 'EMAIL', address: alarmEmail }],
  });
  new CfnBudget(stack, 'budget', {
    budget: {
      budgetName: resourceName(stage, 'month'),
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: monthlyBudgetUsd, unit: 'USD' },
    },
    notificationsWithSubscribers: [mailed('ACTUAL', 80), mailed('FORECASTED', 100)],
  });
};

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

/** Whether a metric has several lines, each of which CloudWatch labels by what its query groups by. */
const isGrouped = (source: MetricSource, place: Place): boolean =>
  ('own' in source && source.by !== undefined) || ('query' in source && source.query(place).includes(' GROUP BY '));

/** The dashboards of the stage. The first also shows the state of every alarm. */
const makeDashboards = (app: App, stack: Stack, place: Place): void => {
  for (const [index, { name, graphs }] of DASHBOARDS.entries()) {
    const widgets = graphs.map(
      ({ title, lines }) =>
        new GraphWidget({
          title,
          left: Object.entries(lines).map(([label, source]) =>
            metricOf(source, place, Duration.minutes(5), isGrouped(source, place) ? undefined : label),
          ),
          width: 12,
          leftYAxis: { min: 0 },
        }),
    );
    const alarms =
      index === 0 ? [new AlarmStatusWidget({ title: 'Alarms', alarms: alarmsOf(app, stack), width: 24 })] : [];
    const pairs = Array.from({ length: Math.ceil(widgets.length / 2) }, (_, row) =>
      widgets.slice(2 * row, 2 * row + 2),
    );
    new Dashboard(stack, `dashboard-${name}`, {
      dashboardName: resourceName(place.stage, name),
      widgets: [alarms, ...pairs],
    });
  }
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

/** The alarms on the service as a whole, the budget, the dashboards, and the saved queries. */
export const makeObservabilityStack = (
  app: App,
  api: HttpApi,
  { stage }: Deployment,
  { alarmTopic }: Foundation,
): void => {
  const stack = makeStack(app, 'observability', 'Alarms, dashboards and saved queries of the KYB service', stage);
  const place = { stage: stage.stage, apiId: api.apiId };
  for (const entry of ALARMS.filter(({ madeBy, on }) => madeBy === undefined && (on === undefined || on(stage)))) {
    makeAlarm(stack, alarmProps(entry, stage, place), { stage, alarmTopic });
  }
  makeAccessLogFilter(stack, stage);
  makeBudget(stack, stage);
  makeDashboards(app, stack, place);
  makeQueries(stack, stage.stage);
};
