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

/** What SES had put on the queue, as its consumer receives it. */
const report = async (...bodies: string[]): Promise<SQSBatchResponse> => {
  const Records = bodies.map((body) => ({ messageId: randomUUID(), body, attributes: {}, messageAttributes: {} }));
  return handler({ Records } as unknown as SQSEvent);
};

const liveMailTo = async (to: string) => decided((await newOwner()).accountId, to, 'live');

/** What has been sent to an address once a mail was ordered. */
const sentTo = async (to: string) => {
  const { deliver, sent, counted, lines } = mailWorld();
  await deliver(await liveMailTo(to));
  return { sent, counted, lines };
};

describe('An address that a mail cannot reach, or whose owner complains, is mailed no more:', () => {
  test.each([
    ['a permanent bounce', bounceReport],
    ['a complaint', complaintReport],
    [
      'a complaint that does not say of what kind',
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

  test('codes too, and the order counts as fulfilled', async () => {
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

  test('however it is written', async () => {
    const to = newAddress();
    await report(bounceReport({ to: to.toUpperCase() }));
    expect((await sentTo(` ${to} `)).sent).toEqual([]);
  });
});

describe('An address is mailed as before', () => {
  test.each([
    ['a mailbox was full or a server away', (to: string) => bounceReport({ to, bounceType: 'Transient' })],
    ['nobody knows why it bounced', (to: string) => bounceReport({ to, bounceType: 'Undetermined' })],
    ['its owner says that it was no spam', (to: string) => complaintReport({ to, complaintFeedbackType: 'not-spam' })],
  ])('when %s', async (_, reportOf) => {
    const to = newAddress();
    expect(await report(reportOf(to))).toEqual({ batchItemFailures: [] });
    expect((await sentTo(to)).sent).toHaveLength(1);
  });

  test('when a bounce of another address names it: whoever answers for a domain writes what it likes', async () => {
    const [wrote, victim] = [newAddress(), newAddress()];
    await report(bounceReport({ to: wrote, named: victim }));
    expect((await sentTo(victim)).sent).toHaveLength(1);
    expect((await sentTo(wrote)).sent).toEqual([]);
  });

  test('once an operator has lifted it, and reports from before do not bring it back', async () => {
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

test('A report that arrives again changes nothing, and neither item nor log holds the address', async () => {
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

test('What SES says when the topic is made is no report, and no dead letter', async () => {
  const greeting = 'Successfully validated SNS topic for Amazon SES event publishing.';
  expect(await report(greeting)).toEqual({ batchItemFailures: [] });
});

test('A mail waits while nobody can say whether its address is suppressed', async () => {
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
