import { describe, expect, test } from 'vitest';
import { FAULTS, type FaultName, faultyTable, injector, lasting } from '#tests/faults/delivery/fault';
import { atLagos, makeReminderWorld } from '#tests/support/reminder-world';

/**
 * Sends one obligation's reminder, with one call of the first run failing.
 * @returns how many calls there were.
 */
const goWrongAt = async (nth: number, fault: FaultName): Promise<number> => {
  const { add, run, mails } = await makeReminderWorld();
  await add({ nextDueDate: '2026-12-31', notifyLeadDays: [7, 1] });
  const injected = injector(nth, fault);
  injected.arm();
  const firstRun = run(atLagos('2026-12-24', '07:01'), ({ table, mails }) => ({
    table: faultyTable(table, injected),
    mails: injected.wrap('mails', mails),
  }));
  await firstRun.catch(() => undefined);
  for (const time of ['07:10', '07:20', '07:30']) await run(atLagos('2026-12-24', time));
  const what = `Call ${nth}, ${injected.calls[nth - 1]}: ${fault}`;
  const sent = mails.map(({ mail }) => mail.data);
  expect(sent, what).toMatchObject([{ daysUntilDue: 7 }]);
  await run(atLagos('2026-12-30', '07:01'));
  expect(
    mails.map(({ mail }) => mail.data),
    what,
  ).toMatchObject([{ daysUntilDue: 7 }, { daysUntilDue: 1 }]);
  return injected.calls.length;
};

describe('A reminder is mailed once, whichever call of its run fails', () => {
  test.each(Object.keys(FAULTS) as FaultName[])('%s', async (fault) => {
    const calls = await goWrongAt(0, fault);
    expect(calls).toBeGreaterThan(1);
    for (let nth = 1; nth <= calls; nth++) await goWrongAt(nth, fault);
  });
});

test.each([
  ['the table, for a day', ['query', 'get', 'write'], '2026-12-25', [6]],
  ['the queue of mails, for a week', ['mails'], '2026-12-29', [2]],
])(
  'while %s is out of reach every run fails; afterwards the latest missed reminder is mailed, once',
  async (_, names, back, expected) => {
    const { add, run, mails } = await makeReminderWorld();
    await add({ nextDueDate: '2026-12-31', notifyLeadDays: [8, 7] });
    let isOut = true;
    const outage = lasting(names, () => isOut);
    const faults: Parameters<typeof run>[1] = ({ table, mails }) => ({
      table: faultyTable(table, outage),
      mails: outage.wrap('mails', mails),
    });
    for (const day of ['2026-12-23', '2026-12-24']) {
      // An obligation that failed is skipped for a quarter of an hour.
      for (const time of ['07:01', '07:20'])
        await expect(run(atLagos(day, time), faults)).rejects.toThrow('out of reach');
    }
    expect(mails).toStrictEqual([]);
    isOut = false;
    for (const time of ['12:00', '12:10']) await run(atLagos(back, time), faults);
    expect(mails.map(({ mail }) => mail.data)).toMatchObject(expected.map((daysUntilDue) => ({ daysUntilDue })));
  },
);

test('while writes are out of reach every run fails, and each lead day is mailed on its day, once', async () => {
  const { add, run, mails } = await makeReminderWorld();
  await add({ nextDueDate: '2026-12-31', notifyLeadDays: [8, 7] });
  let isOut = true;
  const outage = lasting(['write'], () => isOut);
  const faults: Parameters<typeof run>[1] = ({ table, mails }) => ({ table: faultyTable(table, outage), mails });
  for (const day of ['2026-12-23', '2026-12-24']) {
    for (const time of ['07:01', '07:10'])
      await expect(run(atLagos(day, time), faults)).rejects.toThrow('out of reach');
  }
  isOut = false;
  for (const time of ['12:00', '12:10']) await run(atLagos('2026-12-29', time), faults);
  expect(mails.map(({ mail }) => mail.data)).toMatchObject([{ daysUntilDue: 8 }, { daysUntilDue: 7 }]);
});

test('ten runs at the same moment mail each obligation once', async () => {
  const { add, run, mails } = await makeReminderWorld();
  for (let number = 0; number < 5; number++) await add({ nextDueDate: '2026-12-31', notifyLeadDays: [7] });
  await Promise.allSettled(Array.from({ length: 10 }, () => run(atLagos('2026-12-24', '07:01'))));
  await run(atLagos('2026-12-24', '07:10'));
  expect(new Set(mails.map(({ accountId }) => accountId)).size).toBe(5);
  expect(mails).toHaveLength(5);
});
