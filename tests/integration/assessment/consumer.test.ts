import { readFileSync } from 'node:fs';
import { ChangeMessageVisibilityBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { beforeEach, describe, expect, test } from 'vitest';
import { handler as assessHandler } from '#functions/events/assess-applicant';
import { serviceTable } from '#shared/db/client';
import { type Key, put, update } from '#shared/db/expressions';
import { eventOfMessage } from '#shared/events/bus-message';
import { submissionOf } from '#shared/onboarding/assessment/submission';
import { embedSessionKeys } from '#shared/onboarding/sessions/keys';
import { widgetKeys } from '#shared/onboarding/widgets/keys';
import { walletKeys } from '#shared/wallet/keys';
import { hold } from '#tests/integration/wallet/support';
import { mockAws } from '#tests/support/mock-aws';
import { readTestVault } from '#tests/support/vault';
import { applicantOf, checkDebitsOf, messageBody, type Submitted, submitted } from './submissions.ts';

const handler = assessHandler.with({ vault: readTestVault });

Object.assign(process.env, {
  QUEUE_URL: 'http://localhost/000000000000/own',
  DEAD_LETTER_QUEUE_URL: 'http://localhost/000000000000/own-dlq',
});

const queue = mockAws(SQSClient);
beforeEach(() => {
  queue.reset();
});

const sampleFile = new URL('../../events/assess-applicant.json', import.meta.url);
const sample = JSON.parse(readFileSync(sampleFile, 'utf8')) as SQSEvent;
const sampleRecord = sample.Records[0] as SQSRecord;

const message = (messageId: string, body: string): SQSRecord => ({ ...sampleRecord, messageId, body });

test('assesses the applicant of each message', async () => {
  const [first, second] = await Promise.all([submitted(), submitted()]);
  const Records = [message('m-1', messageBody(first.event)), message('m-2', messageBody(second.event))];
  expect(await handler({ Records })).toEqual({ batchItemFailures: [] });
  for (const submission of [first, second]) {
    expect((await applicantOf(submission)).status).toBe('approved');
    expect(await checkDebitsOf(submission)).toHaveLength(2);
  }
});

test('sends a message that it cannot parse to the dead letters, and assesses the others', async () => {
  const submission = await submitted();
  const decision = messageBody({ ...submission.event, type: 'kyb.applicant.decision' });
  const Records = [message('m-1', 'rubbish'), message('m-2', decision), message('m-3', messageBody(submission.event))];
  expect(await handler({ Records })).toEqual({ batchItemFailures: [] });
  expect(queue.commandCalls(SendMessageCommand).map(({ args: [{ input }] }) => input)).toMatchObject([
    { QueueUrl: 'http://localhost/000000000000/own-dlq', MessageBody: 'rubbish' },
    { QueueUrl: 'http://localhost/000000000000/own-dlq', MessageBody: decision },
  ]);
  expect((await applicantOf(submission)).status).toBe('approved');
});

test('returns a message that waits for a hold of the wallet after a pause', async () => {
  const submission = await submitted({ balanceKobo: 40_000 });
  await hold(submission.accountId, 'sandbox', 30_000);
  const Records = [message('m-1', messageBody(submission.event))];
  expect(await handler({ Records })).toEqual({ batchItemFailures: [{ itemIdentifier: 'm-1' }] });
  expect(queue.commandCalls(ChangeMessageVisibilityBatchCommand)).toHaveLength(1);
});

test('decides on what was submitted, even if its widget was deleted since', async () => {
  const submission = await submitted();
  const { widgetId } = submission.event;
  const deletion = { set: { deletedAt: new Date().toISOString(), status: 'paused' }, when: { pk: 'exists' } } as const;
  await serviceTable().write(update(widgetKeys.widget(String(widgetId)), deletion));
  expect(await handler({ Records: [message('m-1', messageBody(submission.event))] })).toEqual({
    batchItemFailures: [],
  });
  expect((await applicantOf(submission)).status).toBe('approved');
});

test('assesses an event of an earlier version without later fields', async () => {
  const submission = await submitted();
  const { widgetId, applicantId, submissionReference, submittedAt } = submission.event.data;
  const body = messageBody({
    ...submission.event,
    data: { widgetId, applicantId, submissionReference, submittedAt },
  });
  expect(await handler({ Records: [message('m-1', body)] })).toEqual({ batchItemFailures: [] });
  expect((await applicantOf(submission)).status).toBe('approved');
});

describe('a submission that cannot be assessed as stored', () => {
  /** Breaks an item of a submission, and returns how to repair it. */
  const broken = async (key: Key) => {
    const sound = await serviceTable().get(key);
    if (!sound) throw new Error('There is nothing to break');
    await serviceTable().write(put({ ...key, id: sound['id'], accountId: sound['accountId'] }, {}));
    return () => serviceTable().write(put(sound, {}));
  };

  test.each([
    ['session', ({ sessionId }: Submitted) => embedSessionKeys.embedSession(sessionId)],
    ['widget', ({ event }: Submitted) => widgetKeys.widget(String(event.widgetId))],
    ['wallet', ({ event }: Submitted) => walletKeys.wallet(event.accountId, event.environment)],
  ])(
    '(its %s is broken) is retried with growing pauses, charges nothing, and is decided once it is fixed',
    async (_, keyOf) => {
      const submission = await submitted();
      const mend = await broken(keyOf(submission));
      const body = messageBody(submission.event);
      for (const [receives, longest] of [
        [1, 2],
        [20, 300],
      ]) {
        queue.resetHistory();
        const record = {
          ...message('m-1', body),
          attributes: { ...sampleRecord.attributes, ApproximateReceiveCount: String(receives) },
        };
        expect(await handler({ Records: [record] })).toEqual({ batchItemFailures: [{ itemIdentifier: 'm-1' }] });
        const [hiding] = queue.commandCalls(ChangeMessageVisibilityBatchCommand).map(({ args: [{ input }] }) => input);
        const seconds = Number(hiding?.Entries?.[0]?.VisibilityTimeout);
        expect(seconds).toBeLessThanOrEqual(Number(longest));
        expect(seconds).toBeGreaterThanOrEqual(Number(longest) * 0.8 - 1);
      }
      await mend();
      expect(await checkDebitsOf(submission)).toHaveLength(0);
      expect(await handler({ Records: [message('m-1', body)] })).toEqual({ batchItemFailures: [] });
      expect((await applicantOf(submission)).status).toBe('approved');
      expect(await checkDebitsOf(submission)).toHaveLength(2);
    },
  );
});

test('treats live sources as simulated on this stage, as its settings say', async () => {
  const submission = await submitted({ environment: 'live', subject: { businessName: 'SANDBOX_REJECT' } });
  await handler({ Records: [message('m-1', messageBody(submission.event))] });
  expect(await applicantOf(submission)).toMatchObject({ environment: 'live', status: 'rejected' });
});

test('accepts its sample event, with placeholders for the ids of a submitted applicant', () => {
  expect(submissionOf(eventOfMessage(sampleRecord.body))).toEqual({
    accountId: '<ACCOUNT_ID>',
    environment: 'sandbox',
    reassessment: 0,
    widgetId: '<WIDGET_ID>',
    applicantId: '<SUBMITTED_APPLICANT_ID>',
    submissionReference: '<SUBMISSION_REFERENCE>',
    submittedAt: '<SUBMITTED_AT>',
  });
});
