import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PutMetricDataCommand } from '@aws-sdk/client-cloudwatch';
import { ConfirmSubscriptionCommand } from '@aws-sdk/client-sns';
import { expect, onTestFinished, test } from 'vitest';
import { opsCommand } from '#scripts/ops/commands';
import { atStack } from '#scripts/ops/stage-effects';
import { stack } from '#tests/support/stack';
import { waitUntil } from '#tests/support/wait-until';
import { STAGE_ALARM, stageAlarm } from './stage-alarm.ts';

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
  const { cloudWatch, sns, topicArn, subscribe } = await stageAlarm();
  const { url, received } = await recipient();
  await subscribe('http', url);
  const testAlarm = () => atStack(stack(), opsCommand(['test-alarm']));

  await expect(testAlarm()).rejects.toThrow(new RegExp(`^Alarms reach nobody\\.\n${url} gets no alarms`));
  const request = await waitUntil(() => received.find(({ Type }) => Type === 'SubscriptionConfirmation'), {
    what: 'the request to confirm',
  });
  expect(received).toHaveLength(1);

  // What the link of the mail does.
  await sns.send(new ConfirmSubscriptionCommand({ TopicArn: topicArn, Token: request['Token'] }));
  expect(await testAlarm()).toContain(`a mail must arrive at ${url}`);
  const states = () =>
    received
      .filter(({ Type }) => Type === 'Notification')
      .map(({ Message = '{}' }) => JSON.parse(Message))
      .map(({ NewStateValue, NewStateReason }) => [NewStateValue, NewStateReason]);
  await waitUntil(() => states().length === 1, { what: 'the test' });
  expect(states()).toEqual([['ALARM', expect.stringMatching(/^Tested by .+: nothing is wrong\.$/)]]);

  // The metric itself ends the test, as the next evaluation does on AWS, and then sets the alarm off.
  const { Namespace, MetricName } = STAGE_ALARM;
  const count = (Value: number) =>
    cloudWatch.send(new PutMetricDataCommand({ Namespace, MetricData: [{ MetricName, Value }] }));
  await count(2);
  await waitUntil(() => states().length === 2, { what: 'the end of the test' });
  await count(1);
  await waitUntil(() => states().length === 3, { what: 'the alarm' });
  expect(states().map(([state]) => state)).toEqual(['ALARM', 'OK', 'ALARM']);
});
