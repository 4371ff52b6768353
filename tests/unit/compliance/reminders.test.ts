import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextReminder, owedLeadDays, type Reminded, remindedUntilMs } from '#shared/compliance/reminders';
import { addDays, sevenInLagosMs } from '#shared/platform/calendar';
import { isoTime } from '#shared/platform/clock';

const DUE = '2026-12-31';

const OBLIGATION: Reminded = { environment: 'live', isActive: true, nextDueDate: DUE, notifyLeadDays: [30, 7, 1] };

/** 07:00 in Lagos, this many days before the due date. */
const sevenAt = (leadDays: number): number => sevenInLagosMs(addDays(DUE, -leadDays));

describe('the next reminder', () => {
  test.each([
    ['before all of them', sevenAt(40), 30],
    ['a moment before the first', sevenAt(30) - 1, 30],
    ['at the first', sevenAt(30), 7],
    ['between', sevenAt(5), 1],
    ['after the last lead day: a day after the due date', sevenAt(1), -1],
    ['and a week after it', sevenAt(-1), -7],
    ['and two weeks', sevenAt(-7), -14],
    ['and four weeks', sevenAt(-14), -28],
  ])('%s', (_, nowMs, leadDays) => {
    expect(nextReminder(OBLIGATION, nowMs)).toBe(isoTime(sevenAt(leadDays)));
  });

  test('does not exist four weeks after the due date, for an inactive or completed obligation, or in the sandbox', () => {
    const before = sevenAt(40);
    expect(nextReminder(OBLIGATION, sevenAt(-28))).toBeUndefined();
    expect(nextReminder({ ...OBLIGATION, completedDueDate: DUE }, before)).toBeUndefined();
    expect(nextReminder({ ...OBLIGATION, completedDueDate: '2026-11-30' }, before)).toBe(isoTime(sevenAt(30)));
    expect(nextReminder({ ...OBLIGATION, isActive: false }, before)).toBeUndefined();
    expect(nextReminder({ ...OBLIGATION, environment: 'sandbox' }, before)).toBeUndefined();
  });

  test('without lead days is the one after the due date', () => {
    expect(nextReminder({ ...OBLIGATION, notifyLeadDays: [] }, sevenAt(40))).toBe(isoTime(sevenAt(-1)));
  });

  test('on the due date is that of lead day 0', () => {
    expect(nextReminder({ ...OBLIGATION, notifyLeadDays: [0] }, sevenAt(1))).toBe('2026-12-31T06:00:00.000Z');
  });
});

describe('the reminder to send now', () => {
  test('is that of the lead day whose time has come', () => {
    const since = isoTime(sevenAt(7));
    expect(owedLeadDays(OBLIGATION, since, sevenAt(7) - 1)).toBeUndefined();
    expect(owedLeadDays(OBLIGATION, since, sevenAt(7))).toBe(7);
  });

  test('after an outage is the latest that was missed, and none that was sent before', () => {
    expect(owedLeadDays(OBLIGATION, isoTime(sevenAt(30)), sevenAt(0))).toBe(1);
    expect(owedLeadDays(OBLIGATION, isoTime(sevenAt(30)), sevenAt(-3))).toBe(-1);
    expect(owedLeadDays(OBLIGATION, isoTime(sevenAt(-1)), sevenAt(-20))).toBe(-14);
    expect(owedLeadDays(OBLIGATION, isoTime(sevenAt(30)), sevenAt(3))).toBe(7);
    expect(owedLeadDays(OBLIGATION, isoTime(sevenAt(7)), sevenAt(3))).toBe(7);
  });

  test('survives a change of the obligation, as long as its lead day remains', () => {
    const owedSince = isoTime(sevenAt(7));
    const nowMs = sevenAt(7) + 5 * 60_000;
    const until = remindedUntilMs({ remindAt: owedSince }, nowMs);
    expect(nextReminder({ ...OBLIGATION, notifyLeadDays: [7, 2] }, until)).toBe(owedSince);
    expect(nextReminder({ ...OBLIGATION, notifyLeadDays: [8, 2] }, until)).toBe(isoTime(sevenAt(2)));
    expect(remindedUntilMs({}, nowMs)).toBe(nowMs);
  });
});

test("a job with any run times and outages sends no lead day's reminder twice, and the last never late", () => {
  const gaps = fc.array(fc.integer({ min: 1, max: 20 * 24 }), { minLength: 1, maxLength: 200 });
  const leads = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 10 });
  fc.assert(
    fc.property(gaps, leads, (hours, notifyLeadDays) => {
      const obligation = { ...OBLIGATION, notifyLeadDays };
      let nowMs = sevenAt(62);
      let due = nextReminder(obligation, nowMs);
      const sent: number[] = [];
      const run = () => {
        if (due === undefined || Date.parse(due) > nowMs) return;
        const leadDays = owedLeadDays(obligation, due, nowMs);
        if (leadDays !== undefined) sent.push(leadDays);
        due = nextReminder(obligation, nowMs);
      };
      for (const gap of hours) {
        nowMs += gap * 3_600_000;
        run();
      }
      nowMs = sevenAt(-100);
      run();
      const isOnce = new Set(sent).size === sent.length;
      return isOnce && due === undefined && sent.at(-1) === -28;
    }),
  );
});
