import { readFileSync } from 'node:fs';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { beforeEach, describe, expect, test } from 'vitest';
import { handler } from '#functions/events/mail-watch-notices';
import { authKeys } from '#shared/auth/keys';
import { companyKeys } from '#shared/companies/keys';
import { findCompany } from '#shared/companies/transfer';
import { serviceTable } from '#shared/db/client';
import { put, update } from '#shared/db/expressions';
import { watchEnding } from '#shared/monitoring/watches/end-watch';
import { mockAws } from '#tests/support/mock-aws';
import { DAY_MS, MONTH_KOBO, watchSince } from './renewal-world.ts';

Object.assign(process.env, {
  QUEUE_URL: 'http://localhost/000000000000/own',
  DEAD_LETTER_QUEUE_URL: 'http://localhost/000000000000/own-dlq',
  MAIL_QUEUE_URL: 'http://localhost/000000000000/mails',
});

const START_MS = Date.parse('2027-08-15T09:00:00.000Z');
const queue = mockAws(SQSClient);
beforeEach(() => {
  queue.reset();
});

const sampleFile = new URL('../../events/mail-watch-notices.json', import.meta.url);
const [record] = (JSON.parse(readFileSync(sampleFile, 'utf8')) as SQSEvent).Records;

/** The ordered mails, one per id, because only one of an id is sent. */
const mailsSent = () =>
  [...new Set(queue.commandCalls(SendMessageCommand).map(({ args: [{ input }] }) => String(input.MessageBody)))].map(
    (body) => JSON.parse(body),
  );

/** A watch that was paused, and the message with the event that reports it. */
const pausedWatch = async () => {
  const watched = await watchSince(START_MS, 0);
  const { accountId } = watched.place;
  await serviceTable().write(put({ ...authKeys.account(accountId), accountId, email: 'owner@adire.example' }));
  const dueMs = await watched.dueMs();
  await watched.run(dueMs);
  await watched.run(dueMs + 3 * DAY_MS);
  const [event] = await watched.pausedEvents();
  const message = { Records: [{ ...record, body: JSON.stringify({ detail: event }) }] } as SQSEvent;
  return { watched, event, receive: () => handler(message) };
};

describe('an account whose watch was paused', () => {
  test('gets one mail, however often the event arrives', async () => {
    const { watched, event, receive } = await pausedWatch();
    const key = companyKeys.company(watched.vendorId);
    await serviceTable().write(update(key, { set: { companyName: 'Zaria Mills' }, when: {} }));
    const company = await findCompany(serviceTable(), watched.vendorId);
    expect(await receive()).toStrictEqual({ batchItemFailures: [] });
    expect(await receive()).toStrictEqual({ batchItemFailures: [] });
    expect(mailsSent()).toMatchObject([
      {
        kind: 'mail',
        accountId: watched.place.accountId,
        mail: {
          to: 'owner@adire.example',
          template: 'watchPaused',
          data: {
            environment: 'live',
            vendorId: watched.vendorId,
            vendorName: 'Zaria Mills',
            rcNumber: company?.rcNumber,
            priceKobo: MONTH_KOBO,
            paidUntil: '2027-09-15T09:00:00.000Z',
            pausedAt: event?.occurredAt,
          },
        },
      },
    ]);
  });

  test('gets no mail if the watch has resumed by then', async () => {
    const { watched, receive } = await pausedWatch();
    await watched.credit(1);
    await watched.run(await watched.dueMs());
    expect(await receive()).toStrictEqual({ batchItemFailures: [] });
    expect(mailsSent()).toStrictEqual([]);
  });

  test('gets no mail if the watch has been removed by then', async () => {
    const { watched, receive } = await pausedWatch();
    await serviceTable().transact(watchEnding(await watched.watch()));
    expect(await receive()).toStrictEqual({ batchItemFailures: [] });
    expect(mailsSent()).toStrictEqual([]);
  });
});
