import { parse } from 'valibot';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { handler } from '#functions/api/kyb/create-applicant';
import { createApplicant } from '#functions/api/kyb/create-applicant.contract';
import { serviceTable } from '#shared/db/client';
import type { WriteOperation } from '#shared/db/expressions';
import { operationsOf } from '#shared/db/named-operations';
import type { Table } from '#shared/db/operations';
import { eventSchema } from '#shared/events/outbox';
import { readApplicantSnapshot } from '#shared/onboarding/applicants/applicant-creation';
import {
  applicantPageOfWidget,
  applicantsOfWidget,
  readApplicantPage,
  readEveryApplicant,
} from '#shared/onboarding/applicants/applicant-pages';
import { findOwnedApplicant } from '#shared/onboarding/applicants/applicant-repository';
import { findSessionOfWidget } from '#shared/onboarding/sessions/embed-session-repository';
import { findIntake } from '#shared/onboarding/widgets/intake';
import { widgetKeys } from '#shared/onboarding/widgets/keys';
import type { Widget } from '#shared/onboarding/widgets/widget';

import { newId } from '#shared/platform/ids';
import { post } from '#shared/wallet/ledger';
import { loadWallet } from '#shared/wallet/wallet';
import { addEntries, entry } from '#tests/integration/wallet/support';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { endpoint, requestTo } from '#tests/support/call';
import { readLedger } from '#tests/support/ledgers';
import { createFrom, createWidgetFor, openWalletsFor, type WidgetOverrides } from '#tests/support/onboarding';
import { isOutboxItem } from '#tests/support/outbox';
import { securitySuite } from '#tests/support/security-suite';

const call = endpoint(createApplicant, handler);
const table = serviceTable();

const FEE_KOBO = 50_000;
const OPENING_KOBO = 10_000_000;

const accountWithWidget = async (overrides: WidgetOverrides = {}) => {
  const account = await signedInAccount();
  const [widget] = await Promise.all([createWidgetFor(account, overrides), openWalletsFor(account)]);
  return { account, widget, at: { pathParameters: { id: widget.id } } };
};

/** Sets the balance of the sandbox wallet with one posting that has nothing to do with applicants. */
const leaveInWallet = async ({ accountId }: SignedInAccount, balanceKobo: number): Promise<void> => {
  const wallet = await loadWallet(table, { accountId, environment: 'sandbox' });
  const amountKobo = wallet.balanceKobo - balanceKobo;
  const spent = { type: 'debit', amountKobo, actionKey: null, description: 'Test', reference: null } as const;
  await table.transact(post(wallet, [spent], Date.now()).operations);
};

const ledgerOf = ({ accountId }: SignedInAccount) => readLedger({ accountId, environment: 'sandbox' });

const countOf = async (account: SignedInAccount, { id }: Widget) => ({
  listed: (await applicantsOfWidget(table, account, id))?.length,
  ofWidget: (await findIntake(table, account.accountId, id))?.applicantCount,
  ofAccount: (await readApplicantPage(table, account, { page: 1, limit: 1 })).total,
});

const SUBJECT = {
  businessName: 'Adire Market Ltd',
  registrationNumber: 'RC1234567',
  tin: '12345678-0001',
  email: 'owner@adire.example',
  phone: '+2348031234567',
  jurisdiction: 'NG',
  industry: 'Retail',
};

describe('Creating an applicant', () => {
  test('returns 201 with the applicant, its session and the debit', async () => {
    const { account, widget, at } = await accountWithWidget();
    const { status, body } = await call(account, {
      ...at,
      body: { referenceId: 'customer-4711', subject: { ...SUBJECT, nickname: 'dropped' } },
    });
    expect(status).toBe(201);
    expect(body).toStrictEqual({
      success: true,
      data: {
        applicant: {
          id: expect.stringMatching(/^app_[0-9A-Z]{26}$/),
          widgetId: widget.id,
          environment: 'sandbox',
          status: 'created',
          subject: SUBJECT,
          referenceId: 'customer-4711',
          riskScore: null,
          decisionReason: null,
          tags: [],
          moduleOrder: ['business_profile', 'cac_verification', 'tin_verification'],
          totalSpentKobo: FEE_KOBO,
          startedAt: null,
          submittedAt: null,
          decidedAt: null,
          createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          updatedAt: body.data.applicant.createdAt,
        },
        sessionTransactionId: expect.stringMatching(/^txn_[0-9A-Z]{26}$/),
        sessionChargeKobo: FEE_KOBO,
        sessionId: expect.stringMatching(/^wses_[0-9A-Z]{26}$/),
      },
      warnings: [{ path: 'subject.nickname', message: 'This field does not exist and was ignored' }],
    });
  });

  test('warns about a mistyped field next to the data, even in a repeated response', async () => {
    const { account, at } = await accountWithWidget();
    const request = { ...at, headers: { 'idempotency-key': 'mistyped' }, body: { refrenceId: 'customer-4711' } };
    const { body } = await call(account, request);
    expect(body.warnings).toStrictEqual([
      {
        path: 'refrenceId',
        message: 'This field does not exist and was ignored. Did you mean "referenceId"?',
      },
    ]);
    expect(body.data.applicant.referenceId).toBeNull();
    expect((await call(account, request)).body).toStrictEqual(body);
    expect((await call(account, { ...at, body: { referenceId: 'customer-4712' } })).body).not.toHaveProperty(
      'warnings',
    );
  });

  test('needs neither a reference nor a subject', async () => {
    const { account, at } = await accountWithWidget();
    const { status, body } = await call(account, { ...at, body: {} });
    expect(status).toBe(201);
    expect(body.data.applicant).toMatchObject({ referenceId: null, subject: {} });
  });

  test('opens its session on the first module, for as long as the widget configures', async () => {
    const { account, widget, at } = await accountWithWidget();
    const { body } = await call(account, { ...at, body: {} });
    const { applicant, sessionId } = body.data;
    expect(await findSessionOfWidget(table, widget.id, sessionId)).toMatchObject({
      applicantId: applicant.id,
      status: 'in_progress',
      currentModuleId: 'business_profile',
      referenceId: null,
      answers: {},
      attachments: {},
      expiresAt: new Date(Date.parse(applicant.createdAt) + 60 * 60_000).toISOString(),
    });
  });

  test('debits the fee, with a ledger entry that names the applicant', async () => {
    const { account, at } = await accountWithWidget();
    const { body } = await call(account, { ...at, body: {} });
    const wallet = await loadWallet(table, { accountId: account.accountId, environment: 'sandbox' });
    expect(wallet.balanceKobo).toBe(OPENING_KOBO - FEE_KOBO);
    expect((await ledgerOf(account)).at(-1)).toMatchObject({
      id: body.data.sessionTransactionId,
      type: 'debit',
      amountKobo: FEE_KOBO,
      actionKey: 'kyb_session_base',
      reference: body.data.applicant.id,
    });
  });

  test('starts a timeline with the account as the actor', async () => {
    const { account, at } = await accountWithWidget();
    const { body } = await call(account, { ...at, body: {} });
    const applicant = await findOwnedApplicant(table, account, body.data.applicant.id);
    expect(applicant?.timeline).toStrictEqual([{ status: 'created', at: applicant?.createdAt, by: 'account' }]);
  });

  test.each(['draft', 'paused'] as const)('works with a widget that is %s', async (status) => {
    const { account, at } = await accountWithWidget({ status });
    expect((await call(account, { ...at, body: {} })).status).toBe(201);
  });

  test('emits an event in the same transaction, without personal data', async () => {
    const { account, widget } = await accountWithWidget();
    const snapshot = await readApplicantSnapshot(table, account, widget.id);
    const written: WriteOperation[] = [];
    const recording: Pick<Table, 'transact'> = {
      transact: (operations) => {
        written.push(...operationsOf(operations));
        return table.transact(operations);
      },
    };
    const { applicant } = await createFrom(
      snapshot ?? expect.unreachable(),
      { referenceId: 'customer-4711', subject: SUBJECT, by: 'account' },
      Date.now(),
      recording,
    );
    const events = written.flatMap((one) => (one.kind === 'put' && isOutboxItem(one.item) ? [one.item] : []));
    expect(events.map((item) => parse(eventSchema, item))).toMatchObject([
      {
        type: 'kyb.applicant.created',
        accountId: account.accountId,
        environment: 'sandbox',
        widgetId: widget.id,
        data: {
          applicantId: applicant.id,
          widgetId: widget.id,
          environment: 'sandbox',
          referenceId: 'customer-4711',
          createdBy: 'account',
          createdAt: applicant.createdAt,
        },
      },
    ]);
    expect(JSON.stringify(events)).not.toContain(SUBJECT.email);
  });

  test('is free and without a transaction if the rate is zero', async () => {
    const { account, widget } = await accountWithWidget({ environment: 'live' });
    const snapshot = (await readApplicantSnapshot(table, account, widget.id)) ?? expect.unreachable();
    const free = { ...snapshot, rate: { ...snapshot.rate, priceKobo: 0 } };
    const created = await createFrom(free, { subject: {}, by: 'account' });
    expect(created).toMatchObject({ sessionTransactionId: null, sessionChargeKobo: 0 });
    expect(await findOwnedApplicant(table, account, created.applicant.id)).toMatchObject({
      totalSpentKobo: 0,
    });
  });

  test("states the caller's limit in its headers", async () => {
    const { account, at } = await accountWithWidget();
    const { headers } = await call(account, { ...at, body: {} });
    expect(headers).toMatchObject({ 'RateLimit-Limit': '10', 'RateLimit-Remaining': '9' });
  });

  test('with one idempotency key happens once: the second response is the first', async () => {
    const { account, widget, at } = await accountWithWidget();
    const request = { ...at, body: { referenceId: 'a' }, headers: { 'idempotency-key': 'create-once' } };
    const first = await call(account, request);
    const again = await call(account, request);
    expect(again.status).toBe(201);
    expect(again.body).toStrictEqual(first.body);
    expect(await countOf(account, widget)).toStrictEqual({ listed: 1, ofWidget: 1, ofAccount: 1 });
  });
});

describe('Creating applicants at the same time', () => {
  test('50 with one idempotency key make one applicant and one debit', async () => {
    const { account, widget, at } = await accountWithWidget();
    const request = { ...at, body: { referenceId: 'a' }, headers: { 'idempotency-key': 'all-at-once' } };
    const responses = await Promise.all(Array.from({ length: 50 }, () => call(account, request)));
    expect(new Set(responses.map(({ status }) => status))).toStrictEqual(new Set([201]));
    expect(new Set(responses.map(({ body }) => body.data.applicant.id)).size).toBe(1);
    expect(await countOf(account, widget)).toStrictEqual({ listed: 1, ofWidget: 1, ofAccount: 1 });
    const wallet = await loadWallet(table, { accountId: account.accountId, environment: 'sandbox' });
    expect(wallet).toMatchObject({ balanceKobo: OPENING_KOBO - FEE_KOBO, debitCount: 1 });
  });

  test('10 with one idempotency key all get the same response, although the balance covers only one', async () => {
    const { account, at } = await accountWithWidget();
    await leaveInWallet(account, FEE_KOBO);
    const request = { ...at, body: {}, headers: { 'idempotency-key': 'the-last-money' } };
    const responses = await Promise.all(Array.from({ length: 10 }, () => call(account, request)));
    expect(responses.map(({ status }) => status)).toStrictEqual(Array(10).fill(201));
    expect(new Set(responses.map(({ body }) => body.data.applicant.id)).size).toBe(1);
  });

  test('10 without a key all succeed, and the ledger sums to the balance', async () => {
    const { account, widget, at } = await accountWithWidget();
    const responses = await Promise.all(Array.from({ length: 10 }, () => call(account, { ...at, body: {} })));
    expect(responses.map(({ status }) => status)).toStrictEqual(Array(10).fill(201));
    expect(await countOf(account, widget)).toStrictEqual({ listed: 10, ofWidget: 10, ofAccount: 10 });
    const wallet = await loadWallet(table, { accountId: account.accountId, environment: 'sandbox' });
    expect(wallet.balanceKobo).toBe(OPENING_KOBO - 10 * FEE_KOBO);
    const sum = (await ledgerOf(account)).reduce(
      (total, { type, amountKobo }) => total + (type === 'credit' ? amountKobo : -amountKobo),
      0,
    );
    expect(sum).toBe(wallet.balanceKobo);
  });

  test('are numbered in order of time and without gaps, across widgets and environments, and every page is correct', async () => {
    const { account, widget } = await accountWithWidget();
    const [other, live] = await Promise.all([
      createWidgetFor(account),
      createWidgetFor(account, { environment: 'live' }),
    ]);
    await addEntries(account.accountId, 'live', [entry('credit', 4 * FEE_KOBO)]);
    const widgets = [widget, other, live].flatMap((one) => [one, one, one, one]);
    await Promise.all(widgets.map(({ id }) => call(account, { pathParameters: { id }, body: {} })));

    const idsOf = (list: readonly { readonly id: string }[] | undefined) => list?.map(({ id }) => id);
    const newestFirst = await readEveryApplicant(table, account);
    const times = newestFirst?.map(({ createdAt }) => createdAt);
    expect(times).toStrictEqual([...new Set(times)].toSorted().toReversed());
    const all = idsOf(newestFirst);
    expect(all).toStrictEqual(all?.toSorted().toReversed());
    expect(all).toHaveLength(12);
    for (const page of [1, 2, 3]) {
      const shown = await readApplicantPage(table, account, { page, limit: 5 });
      expect(shown.total).toBe(12);
      expect(idsOf(shown.entries)).toStrictEqual(all?.slice(5 * (page - 1), 5 * page));
    }
    for (const one of [widget, other, live]) {
      const ofOne = idsOf(await applicantsOfWidget(table, account, one.id));
      const page = { page: 2, limit: 3 };
      const { entries } = await applicantPageOfWidget(table, account, one.id, page, Promise.resolve(4));
      expect(idsOf(entries)).toStrictEqual(ofOne?.slice(3));
      expect(ofOne).toHaveLength(4);
    }
  });

  test('as many succeed as the balance covers, and no more', async () => {
    const { account, widget, at } = await accountWithWidget();
    await leaveInWallet(account, 3 * FEE_KOBO + 1);
    const responses = await Promise.all(Array.from({ length: 8 }, () => call(account, { ...at, body: {} })));
    expect(responses.map(({ status }) => status).sort()).toStrictEqual([201, 201, 201, 402, 402, 402, 402, 402]);
    expect(await countOf(account, widget)).toStrictEqual({ listed: 3, ofWidget: 3, ofAccount: 3 });
    expect((await loadWallet(table, { accountId: account.accountId, environment: 'sandbox' })).balanceKobo).toBe(1);
  });
});

describe('Creating an applicant is refused', () => {
  test('if the balance does not cover the fee, and nothing is created', async () => {
    const { account, widget, at } = await accountWithWidget();
    await leaveInWallet(account, FEE_KOBO - 1);
    const { status, body } = await call(account, { ...at, body: {} });
    expect(status).toBe(402);
    expect(body).toStrictEqual({
      success: false,
      status: 'error',
      message: expect.any(String),
      code: 'INSUFFICIENT_BALANCE',
      details: { balanceKobo: FEE_KOBO - 1, requiredKobo: FEE_KOBO },
    });
    expect(await countOf(account, widget)).toStrictEqual({ listed: 0, ofWidget: 0, ofAccount: 0 });
    expect((await loadWallet(table, { accountId: account.accountId, environment: 'sandbox' })).balanceKobo).toBe(
      FEE_KOBO - 1,
    );
  });

  test('by the empty live wallet for a live widget, whatever the sandbox wallet contains', async () => {
    const { account, at } = await accountWithWidget({ environment: 'live' });
    const { status, body } = await call(account, { ...at, body: {} });
    expect(status).toBe(402);
    expect(body.details).toStrictEqual({ balanceKobo: 0, requiredKobo: FEE_KOBO });
  });

  test('for every field that is too long or malformed, all at once', async () => {
    const { account, at } = await accountWithWidget();
    const { status, body } = await call(account, {
      ...at,
      body: {
        referenceId: 'r'.repeat(121),
        subject: {
          businessName: 'b'.repeat(201),
          registrationNumber: 'r'.repeat(121),
          tin: 't'.repeat(41),
          email: 'not an address',
          phone: '1'.repeat(41),
          jurisdiction: 'j'.repeat(81),
          industry: 'i'.repeat(121),
        },
      },
    });
    expect(status).toBe(400);
    expect(body.code).toBe('VALIDATION_FAILED');
    expect(body.details.map(({ path }: { path: string }) => path)).toStrictEqual([
      'referenceId',
      'subject.businessName',
      'subject.registrationNumber',
      'subject.tin',
      'subject.email',
      'subject.phone',
      'subject.jurisdiction',
      'subject.industry',
    ]);
  });

  test.each<[string, unknown, string]>([
    ['an array as its body', [], ''],
    ['null as its body', null, ''],
    ['an array as its subject', { subject: ['businessName'] }, 'subject'],
    ['null as its subject', { subject: null }, 'subject'],
    ['half a character in its subject', { subject: { businessName: 'Adire \ud83d' } }, 'subject.businessName'],
    ['half a character in its reference', { referenceId: '\udc00' }, 'referenceId'],
  ])('with %s, and nothing is created or charged', async (_, body, path) => {
    const { account, widget, at } = await accountWithWidget();
    const { status, body: response } = await call(account, { ...at, body });
    expect([status, response.code]).toStrictEqual([400, 'VALIDATION_FAILED']);
    expect(response.details.map((problem: { path: string }) => problem.path)).toStrictEqual([path]);
    expect(await countOf(account, widget)).toStrictEqual({ listed: 0, ofWidget: 0, ofAccount: 0 });
    expect((await loadWallet(table, { accountId: account.accountId, environment: 'sandbox' })).balanceKobo).toBe(
      OPENING_KOBO,
    );
  });

  test('as the eleventh of a minute from one address', async () => {
    // A second into a window, so that all eleven are counted in the same one.
    vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 60_000) * 60_000 + 1_000 });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const account = await signedInAccount();
    // Refused requests count as well, so that none of these has to be paid for.
    const request = { pathParameters: { id: newId('wgt', Date.now()) }, body: {}, sourceIp: '203.0.113.77' };
    const responses = await Promise.all(Array.from({ length: 11 }, () => call(account, request)));
    const refused = responses.filter(({ status }) => status !== 404);
    expect(refused.map(({ status }) => status)).toStrictEqual([429]);
    expect(refused[0]?.body).toStrictEqual({ success: false, message: expect.any(String) });
    expect(refused[0]?.headers).toMatchObject({
      'RateLimit-Limit': '10',
      'RateLimit-Remaining': '0',
      'RateLimit-Reset': '59',
      'Retry-After': '59',
    });
  });

  test('if the widget was deleted since it was read', async () => {
    const { account, widget } = await accountWithWidget();
    const snapshot = (await readApplicantSnapshot(table, account, widget.id)) ?? expect.unreachable();
    await table.write({ kind: 'delete', key: widgetKeys.intake(widget.id), when: { pk: 'exists' } });
    const creation = createFrom(snapshot, { subject: {}, by: 'account' });
    await expect(creation).rejects.toMatchObject({ code: 'WIDGET_NOT_FOUND' });
    expect((await loadWallet(table, { accountId: account.accountId, environment: 'sandbox' })).balanceKobo).toBe(
      OPENING_KOBO,
    );
  });
});

const requestOf = (id: string) => requestTo(createApplicant, { pathParameters: { id }, body: {} });

securitySuite({
  contract: createApplicant,
  handler,
  request: async (account) => {
    await openWalletsFor(account);
    return requestOf((await createWidgetFor(account)).id);
  },
  missing: () => requestOf(newId('wgt', Date.now())),
});
