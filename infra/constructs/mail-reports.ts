import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnConfigurationSet, CfnConfigurationSetEventDestination } from 'aws-cdk-lib/aws-ses';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { SqsSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { mailConfigurationSet, resourceName } from '#infra/names';
import type { StageConfig } from '#infra/stage-config';
import type { QueueWithDeadLetters } from './consumed-queue.ts';

/**
 * The configuration that the stage's mails are sent with, and the path of the mail service's reports of bounces and
 * complaints to their consumer's queue. It includes a topic, because the service cannot send to queues.
 */
export const makeMailReports = (
  scope: Construct,
  { queue, deadLetters }: QueueWithDeadLetters,
  { stage, requireTls }: StageConfig,
): void => {
  const { account } = Stack.of(scope);
  const name = mailConfigurationSet(stage);
  const configurationSet = new CfnConfigurationSet(scope, 'mail-configuration', {
    name,
    deliveryOptions: { tlsPolicy: 'REQUIRE' },
    reputationOptions: { reputationMetricsEnabled: true },
    sendingOptions: { sendingEnabled: true },
    // The account's own list then has the addresses that ours has; `unsuppress-address` takes one off both.
    suppressionOptions: { suppressedReasons: ['BOUNCE', 'COMPLAINT'] },
  });
  const topic = new Topic(scope, 'mail-reports', {
    topicName: resourceName(stage, 'mail-reports'),
    enforceSSL: requireTls,
  });
  const { policyDependable } = topic.addToResourcePolicy(
    new PolicyStatement({
      sid: 'MailsOfThisStage',
      principals: [new ServicePrincipal('ses.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: {
        StringEquals: {
          'aws:SourceAccount': account,
          'aws:SourceArn': Stack.of(scope).formatArn({
            service: 'ses',
            resource: 'configuration-set',
            resourceName: name,
          }),
        },
      },
    }),
  );
  topic.addSubscription(new SqsSubscription(queue, { rawMessageDelivery: true, deadLetterQueue: deadLetters }));
  const reports = new CfnConfigurationSetEventDestination(scope, 'mail-reports-destination', {
    configurationSetName: configurationSet.ref,
    eventDestination: {
      name: 'reports',
      enabled: true,
      matchingEventTypes: ['bounce', 'complaint', 'reject'],
      snsDestination: { topicArn: topic.topicArn },
    },
  });
  // The service tests the topic as soon as it is configured, and refuses one that it may not publish to.
  if (policyDependable) reports.node.addDependency(policyDependable);
};
