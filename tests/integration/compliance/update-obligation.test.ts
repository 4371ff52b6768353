import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/compliance/update-obligation';
import { updateObligation } from '#functions/api/compliance/update-obligation.contract';
import { obligationKeys } from '#shared/compliance/keys';
import { serviceTable } from '#shared/db/client';
import { newId } from '#shared/platform/ids';
import { createObligationFor } from '#tests/support/obligations';
import { securitySuite } from '#tests/support/security-suite';
import { withObligation } from './calls.ts';

const CHANGES = {
  title: 'Renew the fire insurance',
  description: 'With another broker',
  frequency: 'custom',
  nextDueDate: '2091-04-05',
  notifyLeadDays: [10],
  isActive: false,
};

describe('changing an obligation', () => {
  test.each(Object.entries(CHANGES))('with only %s changes nothing else', async (field, value) => {
    const { id, read, update } = await withObligation({ nextDueDate: '2090-03-31', description: 'With the broker' });
    const before = (await read(id)).body.data;
    const { status, body } = await update(id, { [field]: value });
    expect(status).toBe(200);
    const daysUntilDue = field === 'nextDueDate' ? expect.any(Number) : before.daysUntilDue;
    expect(body.data).toStrictEqual({ ...before, [field]: value, daysUntilDue, updatedAt: body.data.updatedAt });
    expect((await read(id)).body.data).toStrictEqual(body.data);
  });

  test('six times at once in different fields keeps all changes', async () => {
    const { id, read, update } = await withObligation();
    const responses = await Promise.all(
      Object.entries(CHANGES).map(([field, value]) => update(id, { [field]: value })),
    );
    expect(responses.map(({ status }) => status)).toStrictEqual([200, 200, 200, 200, 200, 200]);
    expect((await read(id)).body.data).toMatchObject(CHANGES);
  });

  test.each(['', ' \n '])('with the blank description %j clears it', async (description) => {
    const { id, read, update } = await withObligation({ description: 'With the broker' });
    const { status, body } = await update(id, { description });
    expect([status, body.data.description]).toStrictEqual([200, null]);
    expect((await read(id)).body.data.description).toBeNull();
  });

  test('with null clears the description; with nothing, or its current value, changes nothing', async () => {
    const { id, read, update } = await withObligation({ description: 'With the broker' });
    expect((await update(id, { description: null })).body.data.description).toBeNull();
    const before = (await read(id)).body.data;
    for (const same of [{}, { title: before.title, notifyLeadDays: [1, 30, 7, 7], isActive: true }, { id: 'obl_2' }]) {
      expect((await update(id, same)).body.data).toStrictEqual(before);
    }
  });

  test('with a new due date makes that the day that months count from; the same date again does not', async () => {
    const { id, update, complete } = await withObligation({ frequency: 'monthly', nextDueDate: '2090-01-31' });
    expect((await complete(id)).body.data.nextDueDate).toBe('2090-02-28');
    await update(id, { nextDueDate: '2090-02-28' });
    expect((await complete(id)).body.data.nextDueDate).toBe('2090-03-31');
    await update(id, { nextDueDate: '2090-04-28' });
    expect((await complete(id)).body.data.nextDueDate).toBe('2090-05-28');
  });

  test('to inactive removes it from every list of reminders, and back to active restores it', async () => {
    const { account, id, update } = await withObligation({ nextDueDate: '2090-03-31' });
    const key = obligationKeys.obligation(account.accountId, 'live', id);
    const remindAt = async () => (await serviceTable().get(key))?.['gsi4sk'];
    expect(await remindAt()).toBe(`2090-03-01T06:00:00.000Z~${id}`);
    await update(id, { isActive: false });
    expect(await remindAt()).toBeUndefined();
    await update(id, { isActive: true, notifyLeadDays: [3] });
    expect(await remindAt()).toBe(`2090-03-28T06:00:00.000Z~${id}`);
  });

  test('with invalid fields names every problem at once, and changes nothing', async () => {
    const { id, read, update } = await withObligation();
    const before = (await read(id)).body.data;
    const { status, body } = await update(id, {
      ...{ title: '', description: 5, frequency: 'daily', nextDueDate: 'soon', isActive: 'yes' },
      notifyLeadDays: [400],
    });
    expect(status).toBe(400);
    expect(body.details.map(({ path }: { path: string }) => path).sort()).toStrictEqual([
      'description',
      'frequency',
      'isActive',
      'nextDueDate',
      'notifyLeadDays.0',
      'title',
    ]);
    expect((await read(id)).body.data).toStrictEqual(before);
  });
});

const requestOf = (id: string) => ({
  path: `/v1/compliance/obligations/${id}`,
  pathParameters: { id },
  body: { title: 'Renew the fire insurance' },
});

securitySuite({
  contract: updateObligation,
  handler,
  environment: 'live',
  request: async (account) => requestOf((await createObligationFor(account, { environment: 'live' })).id),
  missing: () => requestOf(newId('obl', 1)),
});
