import { readFileSync } from 'node:fs';
import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { expect, test } from 'vitest';
import { handler } from '#functions/events/assess-applicant';
import { eventOfMessage } from '#shared/events/bus-message';
import { submissionOf } from '#shared/onboarding/submission';
import { applicantOf, checkDebitsOf, messageBody, submitted } from './submissions.ts';

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

test('gives back the messages that failed, and only those', async () => {
  const submission = await submitted();
  const Records = [message('m-1', 'rubbish'), message('m-2', messageBody(submission.event))];
  expect(await handler({ Records })).toEqual({ batchItemFailures: [{ itemIdentifier: 'm-1' }] });
  expect((await applicantOf(submission)).status).toBe('approved');
});

test('takes live sources for simulated on this stage, as its settings say', async () => {
  const submission = await submitted({ environment: 'live', subject: { businessName: 'SANDBOX_REJECT' } });
  await handler({ Records: [message('m-1', messageBody(submission.event))] });
  expect(await applicantOf(submission)).toMatchObject({ environment: 'live', status: 'rejected' });
});

test('is sampled by an event that it understands', () => {
  expect(submissionOf(eventOfMessage(sampleRecord.body))).toEqual({
    accountId: 'usr_01KAJ3T6B1N8H5Q7W2E4Z9C3VM',
    environment: 'sandbox',
    widgetId: 'wgt_01KAJ3VYB2M9D5H7N1P3Q8S6TW',
    applicantId: 'app_01KAJ3W8Q0V6XK4T8E2Z9C5R7M',
    submissionReference: 'ref_01KAJ3WZ5T8RB6C2F4G9J1K7NV',
    submittedAt: '2026-11-21T14:03:25.004Z',
  });
});
