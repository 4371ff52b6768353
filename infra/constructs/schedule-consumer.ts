import { Schedule, ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import { Duration } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { Deployment, Foundation, SharedResources } from '#infra/deployment';
import { resourceName } from '#infra/names';
import type { Consumer, Trigger } from '#shared/consumers/consumer';
import { makeAlarm } from './alarm.ts';
import { makeFleetFunction } from './fleet-function.ts';

/** A consumer that a schedule triggers. */
type ScheduleConsumer = Consumer & { readonly trigger: Extract<Trigger, { kind: 'schedule' }> };

/** Whether a schedule triggers a consumer. */
export const isScheduleConsumer = (consumer: Consumer): consumer is ScheduleConsumer =>
  consumer.trigger.kind === 'schedule';

/** How many consecutive runs must fail, or not happen, before an alarm goes off. */
const RUNS_MISSED = 5;

/** A function on a schedule. A failed run is not repeated; the next one does its work. */
export const makeScheduleConsumer = (
  scope: Construct,
  { name, trigger, touches, timeoutSeconds, failureMeansToCustomer }: ScheduleConsumer,
  deployment: Deployment,
  resources: SharedResources,
  { alarmTopic }: Foundation,
): void => {
  const { stage } = deployment;
  const every = Duration.minutes(trigger.everyMinutes);
  const target = makeFleetFunction(
    scope,
    { name, description: `When it fails: ${failureMeansToCustomer}`, needs: { touches }, timeoutSeconds },
    deployment,
    resources,
  );
  target.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: every });
  new Schedule(scope, `${name}-schedule`, {
    scheduleName: resourceName(stage.stage, name),
    description: `Wakes ${name} every ${every.toHumanString()}`,
    schedule: ScheduleExpression.rate(every),
    target: new LambdaInvoke(target, { retryAttempts: 0, maxEventAge: Duration.seconds(60) }),
  });
  makeAlarm(
    scope,
    {
      name: `${name}-failing`,
      meansToCustomer: failureMeansToCustomer,
      metric: target.metricErrors({ period: every, statistic: 'Sum' }),
      threshold: { from: 1 },
      periods: RUNS_MISSED,
      missing: 'trouble',
      heading: 'schedules',
    },
    { stage, alarmTopic },
  );
};
