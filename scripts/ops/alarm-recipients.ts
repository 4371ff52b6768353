import type { AlarmTopic } from './stage-alarms.ts';

/** The command that has SNS mail another confirmation. */
const subscribeCommand = ({ topicArn, region }: AlarmTopic, address: string): string =>
  `aws sns subscribe --topic-arn ${topicArn} --protocol email --notification-endpoint ${address} --region ${region}`;

const problemsOf = (topic: AlarmTopic, address: string | undefined): readonly string[] => {
  const { region, subscriptions } = topic;
  const pending = subscriptions
    .filter(({ isConfirmed }) => !isConfirmed)
    .map(
      ({ endpoint }) =>
        `${endpoint} gets no alarms of ${region} before it confirms: open the link in the mail "AWS Notification - ` +
        `Subscription Confirmation". For another mail: ${subscribeCommand(topic, endpoint)}`,
    );
  // SNS deletes what is not confirmed in time, and a deploy does not notice.
  if (address !== undefined && !subscriptions.some(({ endpoint }) => endpoint === address))
    return [...pending, `${address} gets no alarms of ${region}. Run: ${subscribeCommand(topic, address)}`];
  if (subscriptions.length === 0) return [`Nobody gets the alarms of ${region}. Set ALARM_EMAIL in infra/stages.ts.`];
  return pending;
};

/**
 * Why alarms of a stage do not reach somebody who should get them, with what to do: one line each.
 *
 * @param address the one that the stage's alarms are mailed to, by its settings.
 */
export const recipientProblems = (topics: readonly AlarmTopic[], address: string | undefined): readonly string[] =>
  topics.flatMap((topic) => problemsOf(topic, address));
