import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  CloudWatchClient,
  DeleteAlarmsCommand,
  DescribeAlarmsCommand,
  PutMetricAlarmCommand,
  PutMetricDataCommand,
} from '@aws-sdk/client-cloudwatch';
import { ListTopicsCommand, SNSClient, SubscribeCommand, UnsubscribeCommand } from '@aws-sdk/client-sns';
import { expect, onTestFinished, test } from 'vitest';
import { resourceName } from '#infra/names';
import { opsCommand } from '#scripts/ops/commands';
import { atStack } from '#scripts/ops/stage-effects';
import { TESTED_ALARM } from '#scripts/ops/test-alarm';
import { METRICS_NAMESPACE } from '#shared/platform/metrics';
import { localClientSettings } from '#tests/support/local-client-settings';
import { stack } from '#tests/support/stack';
import { waitUntil } from '#tests/support/wait-until';

/** A receiver of what SNS sends over HTTP, and the bodies that it got. */
const recipient = async () => {
  const received: Record<string, string>[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push(JSON.parse(Buffer.concat(chunks).toString()));
      response.end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/alarms`, received };
};

test('an alarm of a deployed stage reaches who has confirmed the subscription of its topic, and nobody before', async () => {
  const { endpoint } = stack();
  const settings = localClientSettings(endpoint);
  const [cloudWatch, sns] = [new CloudWatchClient(settings), new SNSClient(settings)];
  const { Topics = [] } = await sns.send(new ListTopicsCommand({}));
  const TopicArn = Topics.find((one) => one.TopicArn?.endsWith(`:${resourceName('local', 'alarms')}`))?.TopicArn ?? '';

  // The stage `local` has no alarms: the emulator knows no metric math. This one is on one of our metrics.
  const AlarmName = resourceName('local', TESTED_ALARM);
  const series = { Namespace: METRICS_NAMESPACE, MetricName: 'RequestFailed' };
  await cloudWatch.send(
    new PutMetricAlarmCommand({
      AlarmName,
      ...series,
      Statistic: 'Sum',
      Period: 60,
      EvaluationPeriods: 1,
      Threshold: 3,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      TreatMissingData: 'notBreaching',
      AlarmActions: [TopicArn],
      OKActions: [TopicArn],
    }),
  );
  onTestFinished(() => void cloudWatch.send(new DeleteAlarmsCommand({ AlarmNames: [AlarmName] })));
  const { url, received } = await recipient();
  const { SubscriptionArn } = await sns.send(
    new SubscribeCommand({ TopicArn, Protocol: 'http', Endpoint: url, ReturnSubscriptionArn: true }),
  );
  onTestFinished(() => void sns.send(new UnsubscribeCommand({ SubscriptionArn })).catch(() => undefined));
  const testAlarm = () => atStack(stack(), opsCommand(['test-alarm']));

  await expect(testAlarm()).rejects.toThrow(new RegExp(`^Alarms reach nobody\\.\n${url} gets no alarms`));
  await waitUntil(async () => received.some(({ Type }) => Type === 'SubscriptionConfirmation'), {
    what: 'the confirmation',
  });
  expect(received.filter(({ Type }) => Type === 'Notification')).toEqual([]);

  const link = received.find(({ Type }) => Type === 'SubscriptionConfirmation')?.['SubscribeURL'] ?? '';
  const { pathname, search } = new URL(link);
  expect((await fetch(`${endpoint}${pathname}${search}`)).status).toBe(200);
  expect(await testAlarm()).toContain(`a mail must arrive at ${url}`);
  const states = () =>
    received
      .filter(({ Type }) => Type === 'Notification')
      .map(({ Message = '{}' }) =>
        (({ NewStateValue, NewStateReason }) => [NewStateValue, NewStateReason])(JSON.parse(Message)),
      );
  await waitUntil(async () => states().length === 1, { what: 'the test' });
  expect(states()).toEqual([['ALARM', expect.stringMatching(/^Tested by .+: nothing is wrong\.$/)]]);

  // The metric itself: it ends the test, as the next evaluation does on AWS, and then sets the alarm off by what it counts.
  const count = (Value: number) =>
    cloudWatch.send(
      new PutMetricDataCommand({ Namespace: series.Namespace, MetricData: [{ MetricName: series.MetricName, Value }] }),
    );
  await count(2);
  await count(1);
  await waitUntil(async () => states().length === 3, { what: 'the end of the test, and the alarm' });
  expect(states().map(([state]) => state)).toEqual(['ALARM', 'OK', 'ALARM']);
  const { MetricAlarms } = await cloudWatch.send(new DescribeAlarmsCommand({ AlarmNames: [AlarmName] }));
  expect(MetricAlarms?.[0]?.StateValue).toBe('ALARM');
});
