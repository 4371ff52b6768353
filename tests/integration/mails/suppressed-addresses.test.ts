import { randomUUID } from 'node:crypto';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { handler } from '#functions/events/suppress-addresses';
import { emailKey } from '#shared/auth/accounts/email-key';
import { serviceTable } from '#shared/db/client';
import { deliverOnce } from '#shared/mails/deliver-once';
import { mailKeys } from '#shared/mails/keys';
import { reportOfMessage } from '#shared/mails/mail-report';
import { isSuppressed, liftSuppression, readSuppression, suppressReported } from '#shared/mails/suppressed-addresses';
import { isoTime } from '#shared/platform/clock';
import { bounceReport, complaintReport, REPORTED_MAIL_ID } from '#tests/support/mail-reports';
import { sendMessagesBy } from '#tests/support/mails';
import { decided, mailWorld, newAddress, newOwner } from './world.ts';

/** A report that SES put on the queue, as its consumer receives it. */
const report = async (...bodies: string[]): Promise<SQSBatchResponse> => {
  const Records = bodies.map((body) => ({ messageId: randomUUID(), body, attributes: {}, messageAttributes: {} }));
  return handler({ Records } as unknown as SQSEvent);
};

const liveMailTo = async (to: string) => decided((await newOwner()).accountId, to, 'live');

/** What has been sent to an address after a mail was ordered. */
const sentTo = async (to: string) => {
  const { deliver, sent, counted, lines } = mailWorld();
  await deliver(await liveMailTo(to));
  return { sent, counted, lines };
};

describe('An address that a mail cannot reach, or whose owner complains, gets no more mails:', () => {
  test.each([
    ['a permanent bounce', bounceReport],
    ['a complaint', complaintReport],
    [
      'a complaint of unknown kind',
      (told: { to: string }) => complaintReport({ ...told, complaintFeedbackType: null }),
    ],
  ])('%s', async (_, reportOf) => {
    const to = newAddress();
    expect((await sentTo(to)).sent).toHaveLength(1);
    expect(await report(reportOf({ to }))).toEqual({ batchItemFailures: [] });
    const { sent, counted, lines } = await sentTo(to);
    expect(sent).toEqual([]);
    expect(counted).toContain('MailsUnwanted suppressed');
    const told = lines.map((line) => JSON.parse(line)).filter(({ code }) => code === 'MAIL_NOT_SENT');
    expect(told).toMatchObject([{ reason: 'suppressed', accountId: expect.stringMatching(/^usr_/) }]);
    expect(lines.join('')).not.toContain('@');
    expect((await sentTo(newAddress())).sent).toHaveLength(1);
  });

  test('this includes codes, whose order counts as fulfilled', async () => {
    const to = newAddress();
    await report(bounceReport({ to }));
    const table = serviceTable();
    const { sent, effects } = mailWorld();
    const send = sendMessagesBy({ ...effects, isSuppressed: (address) => isSuppressed(table, address) });
    const mail = {
      to,
      template: 'loginCode',
      data: { code: '048291', validMinutes: 10, requestedAt: '2026-11-21T14:03:27.412Z' },
    } as const;
    expect(await send({ mail })).toBe(false);
    await deliverOnce({ id: randomUUID(), mail }, { ...effects, table, sendNow: send });
    expect(sent).toEqual([]);
  });

  test('this holds for every spelling of the address', async () => {
    const to = newAddress();
    await report(bounceReport({ to: to.toUpperCase() }));
    expect((await sentTo(` ${to} `)).sent).toEqual([]);
  });
});

describe('An address still gets mails', () => {
  test.each([
    ['a mailbox was full or a server unavailable', (to: string) => bounceReport({ to, bounceType: 'Transient' })],
    ['the reason of a bounce is unknown', (to: string) => bounceReport({ to, bounceType: 'Undetermined' })],
    [
      'its owner reports that a mail was not spam',
      (to: string) => complaintReport({ to, complaintFeedbackType: 'not-spam' }),
    ],
  ])('if %s', async (_, reportOf) => {
    const to = newAddress();
    expect(await report(reportOf(to))).toEqual({ batchItemFailures: [] });
    expect((await sentTo(to)).sent).toHaveLength(1);
  });

  test('if a bounce of another address names it, because the operator of a domain can write anything into a bounce', async () => {
    const [wrote, victim] = [newAddress(), newAddress()];
    await report(bounceReport({ to: wrote, named: victim }));
    expect((await sentTo(victim)).sent).toHaveLength(1);
    expect((await sentTo(wrote)).sent).toEqual([]);
  });

  test('once an operator has unsuppressed it, and earlier reports do not suppress it again', async () => {
    const to = newAddress();
    const [before, lifted, after] = [1, 2, 3].map((minute) => isoTime(Date.UTC(2026, 10, 21, 15, minute)));
    await report(bounceReport({ to, at: before as string }));
    const found = await readSuppression(serviceTable(), to);
    if (!found) throw new Error('It is not suppressed');
    await serviceTable().write(liftSuppression(to, found, Date.parse(lifted as string)));
    await report(bounceReport({ to, at: before as string }));
    expect((await sentTo(to)).sent).toHaveLength(1);
    await report(complaintReport({ to, at: after as string }));
    expect((await sentTo(to)).sent).toEqual([]);
  });
});

test('A repeated report changes nothing, and neither item nor log contains the address', async () => {
  const to = newAddress();
  const { effects, lines, counted } = mailWorld();
  const take = async (body: string) => {
    const told = reportOfMessage(body);
    if (told) await suppressReported(told, { ...effects, table: serviceTable() });
  };
  await take(complaintReport({ to, at: '2026-11-21T15:00:00.000Z' }));
  await take(complaintReport({ to, at: '2026-11-21T15:00:00.000Z' }));
  await take(bounceReport({ to, at: '2026-11-21T15:01:00.000Z' }));
  const item = await serviceTable().get(mailKeys.suppressedAddress(emailKey(to)));
  expect(item).toEqual({
    ...mailKeys.suppressedAddress(emailKey(to)),
    reason: 'complaint',
    since: '2026-11-21T15:00:00.000Z',
  });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'warn', code: 'ADDRESS_SUPPRESSED', reason: 'complaint', mailId: REPORTED_MAIL_ID },
  ]);
  expect(lines.join('')).not.toContain('@');
  expect(counted).toEqual(['AddressesSuppressed complaint']);
});

test('The message that SES sends when the topic is made is neither a report nor a dead letter', async () => {
  const greeting = 'Successfully validated SNS topic for Amazon SES event publishing.';
  expect(await report(greeting)).toEqual({ batchItemFailures: [] });
});

test('A mail waits while it is unknown whether its address is suppressed', async () => {
  const table = serviceTable();
  const { deliver, sent } = mailWorld();
  const order = await liveMailTo(newAddress());
  const blind = {
    ...table,
    get: async (key: Parameters<typeof table.get>[0]) => {
      if (key.pk.startsWith('SUPPRESSED')) throw new Error('The table is out of reach');
      return table.get(key);
    },
  };
  await expect(deliver(order, blind)).rejects.toThrow('out of reach');
  expect(sent).toEqual([]);
  await deliver(order);
  expect(sent).toHaveLength(1);
});
