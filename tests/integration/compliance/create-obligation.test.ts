import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/compliance/create-obligation';
import { createObligation } from '#functions/api/compliance/create-obligation.contract';
import { MAX_OBLIGATIONS } from '#shared/compliance/calendar';
import { obligationKeys } from '#shared/compliance/keys';
import { serviceTable } from '#shared/db/client';
import { update } from '#shared/db/expressions';
import { newId } from '#shared/platform/ids';
import { apiKeyFor, signedInAccount } from '#tests/support/accounts';
import { createCompanyFor } from '#tests/support/companies';
import { securitySuite } from '#tests/support/security-suite';
import { obligationCalls } from './calls.ts';

const draftFor = (companyId: string) => ({
  companyId,
  category: 'custom',
  title: 'Renew the insurance',
  frequency: 'annual',
  nextDueDate: '2090-03-01',
});

const setup = async () => {
  const account = await signedInAccount();
  const { id: companyId } = await createCompanyFor(account, { environment: 'live' });
  return { account, companyId, ...obligationCalls(account) };
};

describe('creating an obligation', () => {
  test('stores it with exactly the fields of the interface, and with the usual reminders', async () => {
    const { companyId, create, read } = await setup();
    const { status, body } = await create(draftFor(companyId));
    expect(status).toBe(201);
    expect(body).toStrictEqual({
      success: true,
      data: {
        id: expect.stringMatching(/^obl_[0-9A-HJKMNP-TV-Z]{26}$/),
        ...draftFor(companyId),
        description: null,
        lastCompletedAt: null,
        isSeeded: false,
        isActive: true,
        notifyLeadDays: [30, 7, 1],
        daysUntilDue: expect.any(Number),
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: body.data.createdAt,
      },
    });
    expect((await read(body.data.id)).body.data).toStrictEqual(body.data);
  });

  test('accepts a description and reminders, which count once each; an overdue one has a negative number of days', async () => {
    const { companyId, create } = await setup();
    const more = { description: '  With the broker. ', notifyLeadDays: [1, 14, 1, 365, 0], nextDueDate: '2001-02-03' };
    const { body } = await create({ ...draftFor(companyId), ...more });
    expect(body.data).toMatchObject({ description: 'With the broker.', notifyLeadDays: [365, 14, 1, 0] });
    expect(body.data.daysUntilDue).toBeLessThan(-9000);
    const silent = await create({ ...draftFor(companyId), notifyLeadDays: [], description: null });
    expect(silent.body.data).toMatchObject({ notifyLeadDays: [], description: null });
    const empty = await create({ ...draftFor(companyId), description: '' });
    expect([empty.status, empty.body.data.description]).toStrictEqual([201, null]);
  });

  test('with one idempotency key creates one obligation', async () => {
    const { companyId, create, list } = await setup();
    const send = () => create(draftFor(companyId), { 'idempotency-key': 'insurance' });
    const [first, again] = [await send(), await send()];
    expect(again.body).toStrictEqual(first.body);
    expect((await list()).body.pagination.total).toBe(1);
  });

  test("requires a company of the credential's environment", async () => {
    const { account, companyId, create } = await setup();
    const sandboxed = await createCompanyFor(account);
    const byKey = obligationCalls(await apiKeyFor(account, 'sandbox'));
    expect((await byKey.create(draftFor(sandboxed.id))).status).toBe(201);
    const refused = [await byKey.create(draftFor(companyId)), await create(draftFor(sandboxed.id))];
    for (const { status, body } of refused) expect([status, body.code]).toStrictEqual([404, 'COMPANY_NOT_FOUND']);
  });

  test('names every problem at once', async () => {
    const { companyId, create } = await setup();
    const { status, body } = await create({
      companyId,
      category: 'rent',
      title: ' ',
      description: 'x'.repeat(1001),
      frequency: 'weekly',
      nextDueDate: '2026-02-30',
      notifyLeadDays: [366, -1, 1.5, '7'],
    });
    expect(status).toBe(400);
    expect(body.details.map(({ path }: { path: string }) => path).sort()).toStrictEqual([
      'category',
      'description',
      'frequency',
      'nextDueDate',
      'notifyLeadDays.0',
      'notifyLeadDays.1',
      'notifyLeadDays.2',
      'notifyLeadDays.3',
      'title',
    ]);
    const missing = await create({});
    expect(missing.body.details.map(({ path }: { path: string }) => path).sort()).toStrictEqual([
      'category',
      'companyId',
      'frequency',
      'nextDueDate',
      'title',
    ]);
    const tooMany = await create({ ...draftFor(companyId), notifyLeadDays: Array.from({ length: 11 }, () => 1) });
    expect(tooMany.status).toBe(400);
  });

  test.each(['1999-12-31', '9999-01-01', '2026-11-21T00:00:00Z', '21-11-2026', ''])(
    'with the date %o is a 400',
    async (day) => {
      const { companyId, create } = await setup();
      const { status, body } = await create({ ...draftFor(companyId), nextDueDate: day });
      expect([status, body.details[0].path]).toStrictEqual([400, 'nextDueDate']);
    },
  );

  test('is refused if the company has the maximum number, and nothing is stored', async () => {
    const { account, companyId, create, list } = await setup();
    await create(draftFor(companyId));
    const key = obligationKeys.obligationCalendar(account.accountId, 'live', companyId);
    await serviceTable().write(update(key, { set: { obligationCount: MAX_OBLIGATIONS - 1 }, when: { pk: 'exists' } }));
    const responses = await Promise.all([create(draftFor(companyId)), create(draftFor(companyId))]);
    expect(responses.map(({ status }) => status).sort()).toStrictEqual([201, 409]);
    const [refused] = responses.filter(({ status }) => status === 409);
    expect(refused?.body.code).toBe('TOO_MANY_OBLIGATIONS');
    expect((await list()).body.pagination.total).toBe(2);
  });
});

securitySuite({
  contract: createObligation,
  handler,
  environment: 'live',
  request: async (account) => ({ body: draftFor((await createCompanyFor(account, { environment: 'live' })).id) }),
  missing: () => ({ body: draftFor(newId('cmp', 1)) }),
});
