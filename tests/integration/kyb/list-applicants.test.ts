import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/kyb/list-applicants';
import { listApplicants } from '#functions/api/kyb/list-applicants.contract';
import { handler as widgetHandler } from '#functions/api/kyb/list-widget-applicants';
import { listWidgetApplicants } from '#functions/api/kyb/list-widget-applicants.contract';
import { serviceTable } from '#shared/db/client';
import { put, update } from '#shared/db/expressions';
import { newApplicant, toApplicantItem } from '#shared/onboarding/applicants/applicant';
import { applicantTransition } from '#shared/onboarding/applicants/applicant-repository';
import { newEmbedSession } from '#shared/onboarding/sessions/embed-session';
import { widgetKeys } from '#shared/onboarding/widgets/keys';
import type { Widget } from '#shared/onboarding/widgets/widget';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { applicantListItems, followApplicants } from '#tests/support/applicant-lists';
import { endpoint, requestTo } from '#tests/support/call';
import { createApplicantFor, createWidgetFor, openWalletsFor } from '#tests/support/onboarding';
import { securitySuite } from '#tests/support/security-suite';

const ofAccount = endpoint(listApplicants, handler);
const ofWidget = endpoint(listWidgetApplicants, widgetHandler);

/**
 * Applicants named by their age, "0" the oldest, made a millisecond apart. They are made one after the other, because
 * they share a wallet.
 */
const makeApplicants = async (account: SignedInAccount, widget: Widget, count: number): Promise<string[]> => {
  const startMs = Date.now() - count;
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    const { applicant } = await createApplicantFor(account, widget, { referenceId: String(index) }, startMs + index);
    ids.push(applicant.id);
  }
  return ids;
};

const accountWithWidget = async () => {
  const account = await signedInAccount();
  const [widget] = await Promise.all([createWidgetFor(account), openWalletsFor(account)]);
  return { account, widget, at: { pathParameters: { id: widget.id } } };
};

interface ListResponse {
  readonly body: { readonly data: readonly { readonly referenceId: string; readonly id: string }[] };
}

const referencesOf = ({ body }: ListResponse) => body.data.map(({ referenceId }) => referenceId);

describe('Listing applicants', () => {
  test('returns every applicant of the account, newest first, without pagination', async () => {
    const { account, widget } = await accountWithWidget();
    await makeApplicants(account, widget, 25);
    const response = await ofAccount(account);
    expect(response.status).toBe(200);
    expect(Object.keys(response.body)).toStrictEqual(['success', 'data']);
    expect(referencesOf(response)).toStrictEqual(Array.from({ length: 25 }, (_, index) => String(24 - index)));
  });

  test('returns each with the fields of an applicant and no others', async () => {
    const { account, widget } = await accountWithWidget();
    await makeApplicants(account, widget, 1);
    const { body } = await ofAccount(account);
    expect(Object.keys(body.data[0]).sort()).toStrictEqual([
      'createdAt',
      'decidedAt',
      'decisionReason',
      'environment',
      'id',
      'moduleOrder',
      'referenceId',
      'riskScore',
      'startedAt',
      'status',
      'subject',
      'submittedAt',
      'tags',
      'totalSpentKobo',
      'updatedAt',
      'widgetId',
    ]);
  });

  test('contains those of all its widgets, each with its own widget', async () => {
    const { account, widget, at } = await accountWithWidget();
    const other = await createWidgetFor(account);
    const [first, second] = await Promise.all([makeApplicants(account, widget, 3), makeApplicants(account, other, 2)]);
    const idsOf = ({ body }: ListResponse) => body.data.map(({ id }) => id).sort();
    expect(idsOf(await ofAccount(account))).toStrictEqual([...first, ...second].sort());
    expect(idsOf(await ofWidget(account, at))).toStrictEqual(first.sort());
    expect(idsOf(await ofWidget(account, { pathParameters: { id: other.id } }))).toStrictEqual(second.sort());
  });

  test('is empty for an account and a widget without applicants', async () => {
    const { account, at } = await accountWithWidget();
    expect((await ofAccount(account)).body).toStrictEqual({ success: true, data: [] });
    expect((await ofWidget(account, at)).body).toStrictEqual({ success: true, data: [] });
  });

  test.each([
    [{ page: '2', limit: '3' }, ['3', '2', '1'], { page: 2, limit: 3, totalPages: 3, hasNext: true, hasPrev: true }],
    [{ limit: '3' }, ['6', '5', '4'], { page: 1, limit: 3, totalPages: 3, hasNext: true, hasPrev: false }],
    [{ page: '1' }, ['6', '5', '4', '3', '2', '1', '0'], { page: 1, limit: 20, totalPages: 1 }],
    [{ page: '9', limit: '3' }, [], { page: 9, limit: 3, hasNext: false, hasPrev: true }],
  ])('requested with %j returns that page, of the account and of the widget', async (query, references, pagination) => {
    const { account, widget, at } = await accountWithWidget();
    await makeApplicants(account, widget, 7);
    for (const response of [await ofAccount(account, { query }), await ofWidget(account, { ...at, query })]) {
      expect(referencesOf(response)).toStrictEqual(references);
      expect(response.body.pagination).toMatchObject({ ...pagination, total: 7 });
    }
  });

  test('compresses a longer body for a client that accepts this', async () => {
    const { account, widget } = await accountWithWidget();
    await makeApplicants(account, widget, 5);
    const plain = await ofAccount(account);
    const compressed = await ofAccount(account, { headers: { 'accept-encoding': 'gzip' } });
    expect(compressed.headers).toMatchObject({ 'Content-Encoding': 'gzip', Vary: 'Origin, Accept-Encoding' });
    const text = gunzipSync(Buffer.from(compressed.response.body ?? '', 'base64')).toString();
    expect(JSON.parse(text)).toStrictEqual(plain.body);
  });
});

describe('Filtering applicants', () => {
  const filledAccount = async () => {
    const { account, widget, at } = await accountWithWidget();
    const other = await createWidgetFor(account, { environment: 'live' });
    const subjects = [{ businessName: 'Adire Márket' }, { businessName: 'Zuma', registrationNumber: 'RC 1234567' }, {}];
    const startMs = Date.now() - 10_000;
    const ids: string[] = [];
    for (const [index, subject] of subjects.entries()) {
      const requested = { referenceId: String(index), subject, by: index === 1 ? 'applicant' : 'account' } as const;
      const { applicant } = await createApplicantFor(account, widget, requested, startMs + index * 1_000);
      ids.push(applicant.id);
    }
    return { account, widget, other, at, ids, timeAt: (index: number) => isoTime(startMs + index * 1_000) };
  };

  test('selects those that pass every filter, of the account and of the widget, right after they are created', async () => {
    const { account, at, timeAt } = await filledAccount();
    for (const [query, references] of [
      [{ status: 'created' }, ['2', '1', '0']],
      [{ status: 'approved' }, []],
      [{ referenceId: '1' }, ['1']],
      [{ referenceId: '1', status: 'approved' }, []],
      [{ createdBy: 'account' }, ['2', '0']],
      [{ createdBy: 'account', to: timeAt(0) }, ['0']],
      [{ environment: 'live', createdBy: 'account' }, []],
      [{ environment: 'sandbox', from: timeAt(1) }, ['2', '1']],
      [{ search: 'DIRE mark' }, ['0']],
      [{ search: '123 45' }, ['1']],
      [{ search: '2' }, ['2', '1']],
      [{ status: 'created', limit: '1', page: '2' }, ['1']],
    ] as const) {
      for (const response of [await ofAccount(account, { query }), await ofWidget(account, { ...at, query })]) {
        expect(response.status).toBe(200);
        const { limit = 20, page = 1, total } = response.body.pagination;
        expect([query, referencesOf(response)]).toStrictEqual([query, references]);
        expect([limit, page, total]).toStrictEqual('page' in query ? [1, 2, 3] : [20, 1, references.length]);
      }
    }
  });

  test('with only an environment returns the whole list of that environment, or a page of it', async () => {
    const { account, at } = await filledAccount();
    const lists = [
      (query: Record<string, string>) => ofAccount(account, { query }),
      (query: Record<string, string>) => ofWidget(account, { ...at, query }),
    ];
    for (const list of lists) {
      for (const [environment, references] of [
        ['sandbox', ['2', '1', '0']],
        ['live', []],
      ] as const) {
        const whole = await list({ environment });
        expect(referencesOf(whole)).toStrictEqual(references);
        expect(whole.body).not.toHaveProperty('pagination');
        const page = await list({ environment, page: '1', limit: '2' });
        expect(referencesOf(page)).toStrictEqual(references.slice(0, 2));
        expect(page.body.pagination).toMatchObject({ total: references.length });
      }
    }
  });

  test('by status follows an applicant through its changes', async () => {
    const { account, at, ids } = await filledAccount();
    const [first = ''] = ids;
    await serviceTable().write(applicantTransition(first, 'submit', { by: 'applicant', nowMs: Date.now() }));
    await followApplicants(first);
    for (const [status, references] of [
      ['submitted', ['0']],
      ['created', ['2', '1']],
    ] as const) {
      const query = { status };
      for (const response of [await ofAccount(account, { query }), await ofWidget(account, { ...at, query })]) {
        expect(referencesOf(response)).toStrictEqual(references);
        expect(response.body.pagination.total).toBe(references.length);
      }
    }
  });

  test('shows each widget its own, and no other account any', async () => {
    const { account, other } = await filledAccount();
    const at = { pathParameters: { id: other.id } };
    const stranger = await signedInAccount();
    for (const query of [{ search: 'adire' }, { referenceId: '1' }, { status: 'created' }]) {
      expect((await ofWidget(account, { ...at, query })).body.data).toStrictEqual([]);
      expect((await ofAccount(stranger, { query })).body.data).toStrictEqual([]);
      expect((await ofWidget(stranger, { ...at, query })).status).toBe(404);
    }
  });

  test.each([
    [{ status: 'done' }, 'status'],
    [{ createdBy: 'reviewer' }, 'createdBy'],
    [{ from: 'yesterday' }, 'from'],
    [{ from: '2026-11-22', to: '2026-11-21' }, 'from'],
    [{ referenceId: '' }, 'referenceId'],
    [{ name: 'Adire' }, 'name'],
  ])('is refused for %j', async (query, path) => {
    const { account, at } = await accountWithWidget();
    for (const response of [await ofAccount(account, { query }), await ofWidget(account, { ...at, query })]) {
      expect([response.status, response.body.code]).toStrictEqual([400, 'VALIDATION_FAILED']);
      expect(response.body.details).toMatchObject([{ path }]);
    }
  });
});

/** Writes 300 applicants directly into the table, with decisions so long that they take 5.4 MB together. */
const makeLargeList = async (widget: Widget): Promise<void> => {
  const makeItem = (number: number) => {
    const session = newEmbedSession(widget, { by: 'account' }, Date.now());
    const applicant = newApplicant(widget, session, { subject: {}, by: 'account' }, 0);
    const numbers = { ofAccount: number, ofWidget: number, widget: 1 };
    return put(toApplicantItem({ ...applicant, decisionReason: randomBytes(9_000).toString('hex') }, numbers));
  };
  for (let part = 0; part < 3; part++) {
    await serviceTable().transact(Array.from({ length: 100 }, (_, index) => makeItem(100 * part + index + 1)));
  }
  const { accountId, environment } = widget;
  const listed = Array.from({ length: 300 }, (_, index) => ({
    number: index + 1,
    status: 'created' as const,
    createdBy: 'account' as const,
    environment,
    createdAtMs: Date.now(),
    widgetNumber: 1,
    subject: {},
    referenceId: null,
  }));
  await serviceTable().transact([
    ...applicantListItems(accountId, listed).map((item) => put(item, {})),
    update(widgetKeys.intake(widget.id), { set: { applicantCount: 300 }, when: {} }),
  ]);
};

describe('A large list', () => {
  test('is refused as too large if it fits neither way, and is whole if compression makes it fit', {
    tags: ['load'],
  }, async () => {
    const { account, widget, at } = await accountWithWidget();
    await makeLargeList(widget);
    for (const plain of [await ofAccount(account), await ofWidget(account, at)]) {
      expect(plain.status).toBe(422);
      expect(plain.body).toMatchObject({ success: false, status: 'error', code: 'RESULT_TOO_LARGE' });
      expect(plain.body.message).toMatch(/page and limit/);
    }
    const compressed = await ofAccount(account, { headers: { 'accept-encoding': 'gzip' } });
    expect(compressed.status).toBe(200);
    const text = gunzipSync(Buffer.from(compressed.response.body ?? '', 'base64')).toString();
    expect(JSON.parse(text).data).toHaveLength(300);
    for (const page of ['1', '2']) {
      // 1.8 MB, which is more than DynamoDB returns at once.
      const { body } = await ofAccount(account, { query: { page, limit: '100' } });
      expect(body.data).toHaveLength(100);
    }
  });
});

describe('Listing applicants is refused', () => {
  test.each([
    [{ page: '0' }, 'page'],
    [{ limit: '101' }, 'limit'],
    [{ page: '1.5' }, 'page'],
  ])('for %j', async (query, path) => {
    const { account, at } = await accountWithWidget();
    for (const response of [await ofAccount(account, { query }), await ofWidget(account, { ...at, query })]) {
      expect(response.status).toBe(400);
      expect(response.body).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path }] });
    }
  });

  test.each(['wgt_1', 'a#b'])('as not found for an impossible widget id: %s', async (id) => {
    const { status, body } = await ofWidget(await signedInAccount(), { pathParameters: { id } });
    expect([status, body.code]).toStrictEqual([404, 'WIDGET_NOT_FOUND']);
  });

  test("never shows another account's applicants", async () => {
    const { account, widget } = await accountWithWidget();
    await makeApplicants(account, widget, 2);
    const { body } = await ofAccount(await signedInAccount());
    expect(body.data).toStrictEqual([]);
  });
});

securitySuite({ contract: listApplicants, handler, request: () => ({}) });

const requestOf = (id: string) => requestTo(listWidgetApplicants, { pathParameters: { id } });

securitySuite({
  contract: listWidgetApplicants,
  handler: widgetHandler,
  request: async (account) => requestOf((await createWidgetFor(account)).id),
  missing: () => requestOf(newId('wgt', Date.now())),
});
