import { CloudWatchClient, DeleteAlarmsCommand, PutMetricAlarmCommand } from '@aws-sdk/client-cloudwatch';
import { ListTopicsCommand, SNSClient, SubscribeCommand, UnsubscribeCommand } from '@aws-sdk/client-sns';
import { onTestFinished } from 'vitest';
import { resourceName } from '#infra/names';
import { TESTED_ALARM } from '#scripts/ops/test-alarm';
import { METRICS_NAMESPACE } from '#shared/platform/metrics';
import { localClientSettings } from '#tests/support/local-client-settings';
import { stack } from '#tests/support/stack';

/** The metric of the alarm, and how many make it go off. */
export const STAGE_ALARM = { Namespace: METRICS_NAMESPACE, MetricName: 'RequestFailed', Threshold: 3 } as const;

/**
 * An alarm of the stage under test until the end of the test, with the topic of its stack. The stage `local` has none of
 * its own, because the emulator knows no metric math: this one is on one of our metrics.
 */
export const stageAlarm = async () => {
  const settings = localClientSettings(stack().endpoint);
  const [cloudWatch, sns] = [new CloudWatchClient(settings), new SNSClient(settings)];
  const { Topics = [] } = await sns.send(new ListTopicsCommand({}));
  const topicName = resourceName('local', 'alarms');
  const TopicArn = Topics.find((one) => one.TopicArn?.endsWith(`:${topicName}`))?.TopicArn ?? '';
  const AlarmName = resourceName('local', TESTED_ALARM);
  await cloudWatch.send(
    new PutMetricAlarmCommand({
      AlarmName,
      ...STAGE_ALARM,
      Statistic: 'Sum',
      Period: 60,
      EvaluationPeriods: 1,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      TreatMissingData: 'notBreaching',
      AlarmActions: [TopicArn],
      OKActions: [TopicArn],
    }),
  );
  onTestFinished(async () => void (await cloudWatch.send(new DeleteAlarmsCommand({ AlarmNames: [AlarmName] }))));
  return {
    cloudWatch,
    sns,
    topicArn: TopicArn,
    /** Subscribes until the end of the test. */
    subscribe: async (Protocol: 'http' | 'email', Endpoint: string): Promise<void> => {
      const { SubscriptionArn } = await sns.send(
        new SubscribeCommand({ TopicArn, Protocol, Endpoint, ReturnSubscriptionArn: true }),
      );
      onTestFinished(async () => void (await sns.send(new UnsubscribeCommand({ SubscriptionArn }))));
    },
  };
};
