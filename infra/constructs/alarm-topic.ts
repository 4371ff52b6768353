import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Stack } from 'aws-cdk-lib/core';
import { resourceName } from '#infra/names';
import type { StageConfig } from '#infra/stage-config';

/** The topic of the alarms of a stage in one region, with the subscription of the address that is mailed. */
export const makeAlarmTopic = (stack: Stack, { stage, requireTls, alarmEmail }: StageConfig): Topic => {
  const topic = new Topic(stack, 'alarms', { topicName: resourceName(stage, 'alarms'), enforceSSL: requireTls });
  // Any policy of a topic replaces its default policy, which lets the alarms of its account publish.
  topic.addToResourcePolicy(
    new PolicyStatement({
      sid: 'AlarmsOfThisAccount',
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': stack.account } },
    }),
  );
  if (alarmEmail !== undefined) topic.addSubscription(new EmailSubscription(alarmEmail));
  return topic;
};
