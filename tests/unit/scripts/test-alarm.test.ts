import { CloudWatchClient, DescribeAlarmsCommand, SetAlarmStateCommand } from '@aws-sdk/client-cloudwatch';
import {
  GetSubscriptionAttributesCommand,
  ListSubscriptionsByTopicCommand,
  ListTopicsCommand,
  SNSClient,
} from '@aws-sdk/client-sns';
import { beforeEach, describe, expect, test } from 'vitest';
import { stageConfig } from '#infra/stages';
import { unreachedRecipients } from '#scripts/deploy/unreached';
import { recipientProblems } from '#scripts/ops/alarm-recipients';
import { opsCommand } from '#scripts/ops/commands';
import { type AlarmSubscription, makeStageAlarms } from '#scripts/ops/stage-alarms';
import { memoryTable } from '#tests/support/memory-table';
import { mockAws } from '#tests/support/mock-aws';
import { effectsOn } from '#tests/support/operator';

const cloudWatch = mockAws(CloudWatchClient);
const sns = mockAws(SNSClient);

const TOPIC = 'arn:aws:sns:eu-west-1:111122223333:kyb-service-prod-alarms';
const EMAIL = 'operations@example.com';
const OTHER = 'ada@example.com';

const client = { region: 'eu-west-1', credentials: { accessKeyId: 'a', secretAccessKey: 'b' } };
const alarms = makeStageAlarms(
  { cloudWatch: new CloudWatchClient(client), sns: { 'eu-west-1': new SNSClient(client) } },
  'kyb-service-prod-',
);

/** The subscriptions of the topic, as SNS lists them: without an ARN until they are confirmed. */
const subscribed = (...addresses: readonly (readonly [endpoint: string, arn: string])[]) =>
  sns.on(ListSubscriptionsByTopicCommand, { TopicArn: TOPIC }).resolves({
    Subscriptions: addresses.map(([Endpoint, SubscriptionArn]) => ({ Endpoint, SubscriptionArn, Protocol: 'email' })),
  });

const CONFIRMED = `${TOPIC}:6b0e71bd`;
const PENDING = 'PendingConfirmation';

beforeEach(() => {
  cloudWatch.reset();
  sns.reset();
  cloudWatch.on(DescribeAlarmsCommand).resolves({ MetricAlarms: [{ AlarmName: 'kyb-service-prod-api-failing' }] });
  cloudWatch.on(SetAlarmStateCommand).resolves({});
  sns
    .on(ListTopicsCommand)
    .resolvesOnce({ Topics: [{ TopicArn: `${TOPIC}-of-others` }], NextToken: 'more' })
    .resolves({ Topics: [{ TopicArn: TOPIC }] });
  sns.on(GetSubscriptionAttributesCommand).resolves({ Attributes: { PendingConfirmation: 'false' } });
});

const run = (options: Parameters<typeof opsCommand>[1] = {}) =>
  opsCommand(
    ['test-alarm'],
    options,
  )({
    ...effectsOn(memoryTable()),
    alarms,
    stage: { ...stageConfig('prod', { rateLimitScale: undefined }), alarmEmail: EMAIL },
  });

describe('npm run ops -- test-alarm', () => {
  test('sets off one alarm, names its author, and says where the mail must arrive', async () => {
    subscribed([EMAIL, CONFIRMED]);
    expect(await run()).toMatch(/^The alarm api-failing is set off: a mail must arrive at operations@example\.com now/);
    const [call] = cloudWatch.commandCalls(SetAlarmStateCommand);
    expect(call?.args[0].input).toMatchObject({
      AlarmName: 'kyb-service-prod-api-failing',
      StateValue: 'ALARM',
      StateReason: expect.stringMatching(/^Tested by .+: nothing is wrong\.$/),
    });
  });

  test('with --dry-run sets nothing off, and says who gets alarms and who does not', async () => {
    subscribed([EMAIL, CONFIRMED], [OTHER, PENDING]);
    const said = await run({ 'dry-run': true });
    expect(said.split('\n')).toEqual([
      'Alarms reach operations@example.com.',
      expect.stringContaining('ada@example.com gets no alarms of eu-west-1 before it confirms'),
    ]);
    expect(cloudWatch.commandCalls(SetAlarmStateCommand)).toEqual([]);
  });

  test.each([
    {
      why: 'is not confirmed',
      addresses: [[EMAIL, PENDING]] as const,
      said: /open the link in the mail.*aws sns subscribe .*operations@example\.com/,
    },
    {
      why: 'was not confirmed in time, so that SNS has deleted it',
      addresses: [],
      said: /operations@example\.com gets no alarms.*aws sns subscribe/,
    },
  ])('fails, sets nothing off and says what to do when the only subscription $why', async ({ addresses, said }) => {
    subscribed(...addresses);
    await expect(run()).rejects.toThrow(/^Alarms reach nobody\./);
    await expect(run()).rejects.toThrow(said);
    expect(cloudWatch.commandCalls(SetAlarmStateCommand)).toEqual([]);
  });

  test('fails on a stage without alarms', async () => {
    subscribed();
    cloudWatch.on(DescribeAlarmsCommand).resolves({ MetricAlarms: [] });
    await expect(run()).rejects.toThrow('The stage has no alarm api-failing: it is not observed, or not deployed.');
  });

  test('needs --yes-prod on prod', () => {
    expect(() => opsCommand(['test-alarm'], { stage: 'prod' })).toThrow('Add --yes-prod');
    expect(() => opsCommand(['test-alarm'], { stage: 'prod', 'dry-run': true })).not.toThrow();
  });
});

describe('the end of a deploy', () => {
  const observed = { observed: true, alarmEmail: EMAIL };

  test('says whose subscription waits to be confirmed', async () => {
    subscribed([EMAIL, PENDING]);
    expect(await unreachedRecipients({ stage: observed, alarms })).toEqual([
      expect.stringContaining('before it confirms'),
    ]);
  });

  test('says nothing on a stage without alarms, and nothing when all is confirmed', async () => {
    subscribed([EMAIL, CONFIRMED]);
    expect(await unreachedRecipients({ stage: observed, alarms })).toEqual([]);
    expect(await unreachedRecipients({ stage: { ...observed, observed: false }, alarms })).toEqual([]);
  });

  test('does not fail for a deployer who may not see it', async () => {
    sns.on(ListTopicsCommand).rejects(new Error('not authorized to perform: SNS:ListTopics'));
    expect(await unreachedRecipients({ stage: observed, alarms })).toEqual([
      'Whether anybody gets the alarms could not be seen: not authorized to perform: SNS:ListTopics',
    ]);
  });
});

describe('who gets no alarms', () => {
  const topic = (region: string, ...subscriptions: AlarmSubscription[]) => ({ topicArn: TOPIC, region, subscriptions });
  const mailed = { protocol: 'email', endpoint: EMAIL, isConfirmed: true };

  test('is nobody when all is confirmed, in each region', () => {
    expect(recipientProblems([topic('eu-west-1', mailed), topic('us-east-1', mailed)], EMAIL)).toEqual([]);
  });

  test('is said for each region, with the command of that region', () => {
    const pending = { ...mailed, isConfirmed: false };
    const problems = recipientProblems([topic('eu-west-1', mailed), topic('us-east-1', pending)], EMAIL);
    expect(problems).toEqual([expect.stringMatching(/no alarms of us-east-1.*--region us-east-1$/)]);
  });

  test('is everybody on a stage without an address', () => {
    expect(recipientProblems([topic('eu-west-1')], undefined)).toEqual([
      'Nobody gets the alarms of eu-west-1. Set ALARM_EMAIL in infra/stages.ts.',
    ]);
  });
});
