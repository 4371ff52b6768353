import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { beforeEach, describe, expect, test } from 'vitest';
import { handler } from '#functions/events/remind-of-obligations';
import { authKeys } from '#shared/auth/keys';
import { serviceTable } from '#shared/db/client';
import { put } from '#shared/db/expressions';
import { newId } from '#shared/platform/ids';
import { mockAws } from '#tests/support/mock-aws';
import { createObligationFor } from '#tests/support/obligations';
import { atLagos, makeReminderWorld } from '#tests/support/reminder-world';

describe('The owner of an obligation of live', () => {
  test('is mailed once on each of its lead days, from 07:00 in Lagos', async () => {
    const { add, run, mails } = await makeReminderWorld();
    const { id, companyId } = await add({ title: 'Renew the insurance', nextDueDate: '2026-12-31' });
    await run(atLagos('2026-12-01', '06:59'));
    expect(mails).toStrictEqual([]);
    await run(atLagos('2026-12-01', '07:01'));
    expect(mails).toStrictEqual([
      {
        id: `${id}.2026-12-31.30`,
        accountId: expect.stringMatching(/^usr_/),
        mail: {
          to: 'owner@adire.example',
          template: 'obligationDue',
          data: {
            obligationId: id,
            companyId,
            companyName: 'Adire Market Limited',
            title: 'Renew the insurance',
            dueDate: '2026-12-31',
            daysUntilDue: 30,
          },
        },
      },
    ]);
    for (const [day, time] of [
      ['2026-12-01', '07:10'],
      ['2026-12-02', '07:01'],
      ['2026-12-24', '07:01'],
      ['2026-12-24', '23:50'],
      ['2026-12-30', '07:09'],
      ['2026-12-31', '07:01'],
    ] as const) {
      await run(atLagos(day, time));
    }
    expect(mails.map(({ mail }) => mail.data)).toMatchObject([
      { daysUntilDue: 30 },
      { daysUntilDue: 7 },
      { daysUntilDue: 1 },
    ]);
  });

  test.each([
    ['a day, over one lead day', '2026-12-23', ['2026-12-25'], [6]],
    ['a week, over one lead day', '2026-12-22', ['2026-12-29', '2026-12-30'], [2, 1]],
    ['until after the due date', '2026-11-30', ['2027-01-03', '2027-01-04'], [-3]],
    ['two weeks, until two days after the due date', '2026-12-30', ['2027-01-10', '2027-01-14'], [-10, -14]],
    ['a month, over two lead days', '2026-11-30', ['2026-12-28', '2026-12-30'], [3, 1]],
  ])('gets one mail for the latest missed lead day after an outage of %s', async (_, lastRun, runs, expected) => {
    const { add, run, mails } = await makeReminderWorld();
    await add({ nextDueDate: '2026-12-31' });
    await run(atLagos(lastRun, '23:50'));
    mails.length = 0;
    for (const day of runs) await run(atLagos(day, '09:30'));
    await run(atLagos(runs.at(-1) ?? '', '09:40'));
    expect(mails.map(({ mail }) => mail.data)).toMatchObject(expected.map((daysUntilDue) => ({ daysUntilDue })));
  });

  const AFTERWARDS = ['2026-12-31', '2027-01-01', '2027-01-02', '2027-01-07', '2027-01-14', '2027-01-28', '2027-02-28'];

  test('is mailed 1, 7, 14 and 28 days after the due date while it is not completed, once each', async () => {
    const { add, run, mails } = await makeReminderWorld();
    await add({ nextDueDate: '2026-12-31', notifyLeadDays: [] });
    for (const day of AFTERWARDS) for (const time of ['07:01', '07:11']) await run(atLagos(day, time));
    expect(mails.map(({ mail }) => mail.data)).toMatchObject(
      [-1, -7, -14, -28].map((daysUntilDue) => ({ daysUntilDue, dueDate: '2026-12-31' })),
    );
  });

  test.each(['monthly', 'custom', 'one_off'] as const)(
    'is not mailed about a due date once it is completed (%s)',
    async (frequency) => {
      const { add, complete, run, mails } = await makeReminderWorld();
      const obligation = await add({ frequency, nextDueDate: '2026-12-31', notifyLeadDays: [] });
      for (const day of AFTERWARDS.slice(0, 4)) await run(atLagos(day, '07:01'));
      expect(mails).toHaveLength(2);
      await complete(obligation, atLagos('2027-01-08', '10:00'));
      for (const day of AFTERWARDS.slice(4, 6)) await run(atLagos(day, '07:01'));
      expect(mails).toHaveLength(2);
    },
  );

  test('is mailed about the next due date of a custom one, once it is stated', async () => {
    const { add, change, complete, run, mails } = await makeReminderWorld();
    const obligation = await add({ frequency: 'custom', nextDueDate: '2026-12-31', notifyLeadDays: [1] });
    const completed = await complete(obligation, atLagos('2026-12-20', '10:00'));
    await run(atLagos('2026-12-30', '07:01'));
    expect(mails).toEqual([]);
    await change(completed, { nextDueDate: '2027-03-31' }, atLagos('2027-01-02', '10:00'));
    await run(atLagos('2027-03-30', '07:01'));
    await run(atLagos('2027-04-01', '07:01'));
    expect(mails.map(({ mail }) => mail.data)).toMatchObject([{ daysUntilDue: 1 }, { daysUntilDue: -1 }]);
  });

  test("is not mailed about an obligation that is inactive, deleted, moved, of the sandbox, or of another owner's company", async () => {
    const world = await makeReminderWorld();
    const { add, change, remove, transfer, run, mails } = world;
    await change(await add({}), { isActive: false });
    await remove(await add({}));
    await change(await add({}), { nextDueDate: '2090-01-01' });
    await add({ environment: 'sandbox' });
    await add({ notifyLeadDays: [] });
    await transfer(await add({}));
    await run(atLagos('2026-12-30', '07:01'));
    expect(mails).toStrictEqual([]);
    await add({ nextDueDate: '2026-12-31', notifyLeadDays: [0] });
    await run(atLagos('2026-12-31', '07:01'));
    expect(mails).toHaveLength(1);
  });

  test('is mailed what is due although the obligation changes before the job handles it', async () => {
    const { add, change, run, mails } = await makeReminderWorld();
    const obligation = await add({ nextDueDate: '2026-12-31' });
    await run(atLagos('2026-12-20', '07:01'));
    mails.length = 0;
    await change(
      obligation,
      { title: 'Renew the fire insurance', notifyLeadDays: [7] },
      atLagos('2026-12-24', '07:05'),
    );
    await run(atLagos('2026-12-24', '07:10'));
    await run(atLagos('2026-12-30', '07:10'));
    expect(mails.map(({ mail }) => mail.data)).toMatchObject([{ title: 'Renew the fire insurance', daysUntilDue: 7 }]);
  });

  test('is mailed once although the lead days are removed and restored on the same day', async () => {
    const { add, change, run, mails } = await makeReminderWorld();
    const obligation = await add({ nextDueDate: '2026-12-31', notifyLeadDays: [7] });
    await run(atLagos('2026-12-24', '07:01'));
    const cleared = await change(obligation, { notifyLeadDays: [] }, atLagos('2026-12-24', '08:00'));
    await change(cleared, { notifyLeadDays: [7] }, atLagos('2026-12-24', '08:01'));
    await run(atLagos('2026-12-24', '08:10'));
    expect(mails).toHaveLength(1);
  });

  test('is skipped if the account has no address, without blocking others', async () => {
    const { add, run, mails, forget } = await makeReminderWorld();
    const obligation = await add({ nextDueDate: '2026-12-31', notifyLeadDays: [7] });
    await forget(obligation.accountId);
    await add({ nextDueDate: '2026-12-31', notifyLeadDays: [7] });
    await run(atLagos('2026-12-24', '07:01'));
    expect(mails).toHaveLength(1);
  });
});

test('the reads of a run are proportional to what is due, whatever else there is', async () => {
  const { add, run, mails, reads } = await makeReminderWorld();
  for (let number = 0; number < 12; number++) await add({ nextDueDate: '2027-06-30' });
  await run(atLagos('2026-12-24', '07:01'));
  const idle = reads.items;
  await add({ nextDueDate: '2026-12-31', notifyLeadDays: [6, 1] });
  await run(atLagos('2026-12-25', '07:01'));
  expect(mails).toHaveLength(1);
  expect([idle, reads.items - idle]).toStrictEqual([0, 1]);
});

describe('the function', () => {
  Object.assign(process.env, { MAIL_QUEUE_URL: 'http://localhost/000000000000/mails' });
  const queue = mockAws(SQSClient);
  beforeEach(() => {
    queue.reset();
  });

  test('queues the mail, with one id for two runs', async () => {
    const accountId = newId('usr', Date.now());
    const email = `${accountId}@adire.example`.toLowerCase();
    await serviceTable().write(put({ ...authKeys.account(accountId), accountId, email }));
    const createdAtMs = Date.now() - 3 * 24 * 3_600_000;
    const due = new Date(Date.now() + 10 * 24 * 3_600_000).toISOString().slice(0, 10);
    await createObligationFor(
      { accountId },
      { environment: 'live', createdAtMs, nextDueDate: due, notifyLeadDays: [11] },
    );
    await handler();
    await handler();
    const sent = queue.commandCalls(SendMessageCommand).map(({ args: [{ input }] }) => String(input.MessageBody));
    const ids = sent.filter((body) => body.includes(email)).map((body) => JSON.parse(body).id);
    expect([...new Set(ids)]).toStrictEqual([expect.stringContaining('obl_')]);
  });
});
