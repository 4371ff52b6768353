import { readFileSync } from 'node:fs';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { beforeEach, expect, test } from 'vitest';
import { CONSUMERS } from '#functions/events/consumers';
import { handler } from '#functions/events/mail-wallet-notices';
import { authKeys } from '#shared/auth/keys';
import { serviceTable } from '#shared/db/client';
import { put } from '#shared/db/expressions';
import { EVENTS, type EventType } from '#shared/events/catalogue';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { mockAws } from '#tests/support/mock-aws';

Object.assign(process.env, {
  QUEUE_URL: 'http://localhost/000000000000/own',
  DEAD_LETTER_QUEUE_URL: 'http://localhost/000000000000/own-dlq',
  MAIL_QUEUE_URL: 'http://localhost/000000000000/mails',
});

const queue = mockAws(SQSClient);
beforeEach(() => {
  queue.reset();
});

const sampleFile = new URL('../../events/mail-wallet-notices.json', import.meta.url);
const [record] = (JSON.parse(readFileSync(sampleFile, 'utf8')) as SQSEvent).Records;

const eventFor = (type: EventType, accountId: string): SQSEvent => {
  const eventId = newId('sev', Date.now());
  const { example: data } = EVENTS[type];
  const occurredAt = isoTime(Date.now());
  const detail = { eventId, type, accountId, environment: 'live', widgetId: null, occurredAt, data };
  return { Records: [{ ...record, body: JSON.stringify({ detail }) }] } as SQSEvent;
};

const trigger = CONSUMERS.find(({ name }) => name === 'mail-wallet-notices')?.trigger;
const types = (trigger?.kind === 'queue' && Array.isArray(trigger.events) ? trigger.events : []) as EventType[];

test.each(types)('%s, which the bus puts on its queue, is mailed to the owner of the account', async (type) => {
  const accountId = newId('usr', Date.now());
  await serviceTable().write(put({ ...authKeys.account(accountId), accountId, email: 'owner@adire.example' }));
  const event = eventFor(type, accountId);
  expect(await handler(event)).toEqual({ batchItemFailures: [] });
  expect(await handler(event)).toEqual({ batchItemFailures: [] });
  const sent = queue.commandCalls(SendMessageCommand).map(({ args: [{ input }] }) => input);
  expect(new Set(sent.map(({ QueueUrl }) => QueueUrl))).toEqual(new Set(['http://localhost/000000000000/mails']));
  // Both orders are for one mail.
  expect(new Set(sent.map(({ MessageBody }) => MessageBody)).size).toBe(1);
  expect(JSON.parse(String(sent[0]?.MessageBody))).toMatchObject({
    kind: 'mail',
    accountId,
    mail: { to: 'owner@adire.example' },
  });
});
