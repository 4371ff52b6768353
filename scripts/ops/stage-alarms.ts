import { type CloudWatchClient, DescribeAlarmsCommand, SetAlarmStateCommand } from '@aws-sdk/client-cloudwatch';
import {
  GetSubscriptionAttributesCommand,
  paginateListSubscriptionsByTopic,
  paginateListTopics,
  type SNSClient,
  type Subscription,
} from '@aws-sdk/client-sns';

/** Somebody who gets the alarms of a topic, or will once they confirm it. */
export interface AlarmSubscription {
  readonly protocol: string;
  /** The address that is mailed, for the protocol `email`. */
  readonly endpoint: string;
  readonly isConfirmed: boolean;
}

/** A topic of the alarms of a stage. */
export interface AlarmTopic {
  readonly topicArn: string;
  readonly region: string;
  readonly subscriptions: readonly AlarmSubscription[];
}

/** The alarms of a stage, and who gets them. */
export interface StageAlarms {
  /** The topics of the stage's alarms: one in each region with alarms, none before the first deploy. */
  topics(): Promise<readonly AlarmTopic[]>;
  /** Whether the stage has an alarm. @param name without the prefix of the stage. */
  has(name: string): Promise<boolean>;
  /** Sets an alarm off. CloudWatch sets it back when it next evaluates its metric, within minutes. */
  setOff(name: string, reason: string): Promise<void>;
}

/** Where the alarms of a stage are. */
export interface AlarmClients {
  readonly cloudWatch: CloudWatchClient;
  /** By the region of each topic. */
  readonly sns: Readonly<Record<string, SNSClient>>;
}

const topicArnOf = async (client: SNSClient, topicName: string): Promise<string | undefined> => {
  for await (const { Topics = [] } of paginateListTopics({ client }, {})) {
    const found = Topics.find(({ TopicArn }) => TopicArn?.endsWith(`:${topicName}`));
    if (found) return found.TopicArn;
  }
  return undefined;
};

/** Source: Amazon SNS API Reference, "ListSubscriptionsByTopic": until it is confirmed, a subscription has no ARN. */
const isConfirmed = async (client: SNSClient, { SubscriptionArn = '' }: Subscription): Promise<boolean> => {
  if (!SubscriptionArn.startsWith('arn:')) return false;
  const { Attributes } = await client.send(new GetSubscriptionAttributesCommand({ SubscriptionArn }));
  return Attributes?.['PendingConfirmation'] !== 'true';
};

const topicIn = async (region: string, client: SNSClient, topicName: string): Promise<readonly AlarmTopic[]> => {
  const topicArn = await topicArnOf(client, topicName);
  if (topicArn === undefined) return [];
  const found: Subscription[] = [];
  for await (const page of paginateListSubscriptionsByTopic({ client }, { TopicArn: topicArn })) {
    found.push(...(page.Subscriptions ?? []));
  }
  const subscriptions = await Promise.all(
    found.map(async (one) => ({
      protocol: one.Protocol ?? '',
      endpoint: one.Endpoint ?? '',
      isConfirmed: await isConfirmed(client, one),
    })),
  );
  return [{ topicArn, region, subscriptions }];
};

/**
 * {@link StageAlarms} over CloudWatch and SNS.
 *
 * @param prefix that of the names of the stage's resources.
 */
export const makeStageAlarms = ({ cloudWatch, sns }: AlarmClients, prefix: string): StageAlarms => ({
  topics: async () =>
    (
      await Promise.all(Object.entries(sns).map(([region, client]) => topicIn(region, client, `${prefix}alarms`)))
    ).flat(),
  has: async (name) => {
    const { MetricAlarms = [] } = await cloudWatch.send(
      new DescribeAlarmsCommand({ AlarmNames: [`${prefix}${name}`] }),
    );
    return MetricAlarms.length > 0;
  },
  setOff: async (name, reason) => {
    await cloudWatch.send(
      new SetAlarmStateCommand({ AlarmName: `${prefix}${name}`, StateValue: 'ALARM', StateReason: reason }),
    );
  },
});
