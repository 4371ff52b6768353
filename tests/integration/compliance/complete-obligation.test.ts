import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/compliance/complete-obligation';
import { completeObligation } from '#functions/api/compliance/complete-obligation.contract';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { createObligationFor } from '#tests/support/obligations';
import { securitySuite } from '#tests/support/security-suite';
import { withObligation } from './calls.ts';

describe('completing an obligation', () => {
  test.each([
    ['monthly', '2090-01-31', '2090-02-28', true],
    ['annual', '2092-02-29', '2093-02-28', true],
    ['custom', '2090-01-31', '2090-01-31', true],
    ['one_off', '2090-01-31', '2090-01-31', false],
    // By one period, however long ago.
    ['monthly', '2001-05-21', '2001-06-21', true],
  ] as const)('that is %s and due on %s: due on %s, active: %s', async (frequency, nextDueDate, next, isActive) => {
    const { id, complete, read, list } = await withObligation({ frequency, nextDueDate });
    const { status, body } = await complete(id);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ nextDueDate: next, isActive, lastCompletedAt: body.data.updatedAt });
    expect((await read(id)).body.data).toStrictEqual(body.data);
    expect((await list({ isActive: String(isActive), dueBefore: next })).body.data).toStrictEqual([body.data]);
  });

  test('twelve times advances it by a year from the anchor day', async () => {
    const { id, complete } = await withObligation({ frequency: 'monthly', nextDueDate: '2091-12-31' });
    const days: string[] = [];
    for (let month = 0; month < 12; month++) days.push((await complete(id)).body.data.nextDueDate.slice(5));
    expect(days.join(' ')).toBe('01-31 02-29 03-31 04-30 05-31 06-30 07-31 08-31 09-30 10-31 11-30 12-31');
  });

  test('advances it with each call, even two at once; the same idempotency key advances it once', async () => {
    const { id, complete, read } = await withObligation({ frequency: 'monthly', nextDueDate: '2090-01-15' });
    await Promise.all([complete(id), complete(id)]);
    expect((await read(id)).body.data.nextDueDate).toBe('2090-03-15');
    const keyed = () => complete(id, {}, { 'idempotency-key': 'march' });
    const [first, again] = [await keyed(), await keyed()];
    expect(again.body).toStrictEqual(first.body);
    expect((await read(id)).body.data.nextDueDate).toBe('2090-04-15');
  });

  test('again changes nothing if it has a single date; an otherwise inactive one is a 409', async () => {
    const single = await withObligation({ frequency: 'one_off' });
    const done = await single.complete(single.id);
    expect((await single.complete(single.id)).body).toStrictEqual(done.body);

    const inactive = await withObligation({ frequency: 'monthly' });
    await inactive.update(inactive.id, { isActive: false });
    const { status, body } = await inactive.complete(inactive.id);
    expect([status, body.code]).toStrictEqual([409, 'OBLIGATION_INACTIVE']);
  });

  test('at a stated time is accepted if it is not in the future by more than clocks differ', async () => {
    const { id, complete, read } = await withObligation({ frequency: 'custom' });
    const stated = await complete(id, { completedAt: '2026-01-05' });
    expect(stated.body.data.lastCompletedAt).toBe('2026-01-04T23:00:00.000Z');
    const ahead = await complete(id, { completedAt: isoTime(Date.now() + 60_000) });
    expect(ahead.status).toBe(200);
    expect(Date.parse(ahead.body.data.lastCompletedAt)).toBeLessThanOrEqual(Date.now());
    const before = (await read(id)).body.data;
    for (const completedAt of [isoTime(Date.now() + 600_000), '9999-12-31', 'yesterday', 7, null]) {
      const { status, body } = await complete(id, { completedAt });
      expect([status, body.details[0].path]).toStrictEqual([400, 'completedAt']);
    }
    expect((await read(id)).body.data).toStrictEqual(before);
  });
});

const requestOf = (id: string) => ({
  path: `/v1/compliance/obligations/${id}/complete`,
  pathParameters: { id },
  body: {},
});

securitySuite({
  contract: completeObligation,
  handler,
  environment: 'live',
  request: async (account) => requestOf((await createObligationFor(account, { environment: 'live' })).id),
  missing: () => requestOf(newId('obl', 1)),
});
