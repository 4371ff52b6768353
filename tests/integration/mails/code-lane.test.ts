import { randomUUID } from 'node:crypto';
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { ChangeMessageVisibilityBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { beforeEach, describe, expect, test } from 'vitest';
import { handler } from '#functions/events/send-codes';
import { handler as suppress } from '#functions/events/suppress-addresses';
import { isoTime } from '#shared/platform/clock';
import { bounceReport } from '#tests/support/mail-reports';
import { mockAws } from '#tests/support/mock-aws';
import { newAddress, newOwner } from './world.ts';

Object.assign(process.env, {
  QUEUE_URL: 'http://localhost/000000000000/own',
  DEAD_LETTER_QUEUE_URL: 'http://localhost/000000000000/own-dlq',
});

const ses = mockAws(SESv2Client);
const queue = mockAws(SQSClient);

beforeEach(() => {
  ses.reset();
  ses.on(SendEmailCommand).resolves({ MessageId: 'm-1' });
  queue.on(ChangeMessageVisibilityBatchCommand).resolves({});
});

const messages = (...bodies: readonly string[]): SQSEvent => {
  const Records = bodies.map((body) => ({
    messageId: randomUUID(),
    body,
    attributes: { ApproximateReceiveCount: '1' },
  }));
  return { Records } as unknown as SQSEvent;
};

/** The recipients and texts of the sent mails. */
const sent = () =>
  ses.commandCalls(SendEmailCommand).map(({ args: [{ input }] }) => ({
    to: input.Destination?.ToAddresses?.[0],
    text: String(input.Content?.Simple?.Body?.Text?.Data),
  }));

const confirmation = (accountId: string, email: string): string =>
  JSON.stringify({ kind: 'confirmation', orderId: randomUUID(), accountId, email, apiUrl: 'https://api.example.com' });

const notice = (to: string): string =>
  JSON.stringify({
    ...{ kind: 'mail', id: randomUUID() },
    mail: { to, template: 'passwordChanged', data: { changedAt: isoTime(Date.now()) } },
  });

describe('the queue of urgent mails', () => {
  test("asks an address of an account once, with a link, whether it wants the account's mails", async () => {
    const { accountId } = await newOwner();
    const email = newAddress();
    const order = confirmation(accountId, email);
    for (let times = 0; times < 2; times++) expect(await handler(messages(order))).toEqual({ batchItemFailures: [] });
    expect(sent()).toEqual([
      { to: email, text: expect.stringContaining('https://api.example.com/v1/mail-addresses/') },
    ]);
  });

  test('sends a mail that was ordered, and none to an address that accepts none', async () => {
    const [to, gone] = [newAddress(), newAddress()];
    await suppress(messages(bounceReport({ to: gone })));
    expect(await handler(messages(notice(to), notice(gone)))).toEqual({ batchItemFailures: [] });
    expect(sent().map((mail) => mail.to)).toEqual([to]);
  });
});
