import { describe, expect, test } from 'vitest';
import { listWebhooks } from '#functions/api/webhooks/list-webhooks.contract';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { createWidgetFor } from '#tests/support/onboarding';
import { securitySuite } from '#tests/support/security-suite';
import { call, draftFor, handlers, list, naming } from './calls.ts';

const SERVICE_TYPES = ['kyc_widget', 'verification', 'trust_monitor', 'disputes'] as const;

/** Makes registrations one after the other, oldest first, and returns their ids. */
const registerAll = async (account: SignedInAccount): Promise<string[]> => {
  const app = await createWidgetFor(account);
  const ids: string[] = [];
  for (const serviceType of SERVICE_TYPES) {
    const { body } = await call('create', account, { body: draftFor(app.id, { serviceType }) });
    ids.push(body.data.id);
  }
  return ids;
};

const idsOf = (data: readonly { id: string }[]): string[] => data.map(({ id }) => id);

describe('list webhook registrations: what it promises', () => {
  test('an account without registrations has an empty list', async () => {
    expect((await list(await signedInAccount())).body).toStrictEqual({ success: true, data: [] });
  });

  test('the whole list is returned newest first, without pagination', async () => {
    const account = await signedInAccount();
    const ids = await registerAll(account);
    const { body } = await list(account);
    expect(idsOf(body.data)).toStrictEqual([...ids].sort().reverse());
    expect(body).not.toHaveProperty('pagination');
  });

  test('registrations of both environments are listed', async () => {
    const account = await signedInAccount();
    for (const environment of ['sandbox', 'live'] as const) {
      const app = await createWidgetFor(account, { environment });
      await call('create', account, { body: draftFor(app.id, { environment }) });
    }
    const { body } = await list(account);
    expect(body.data.map(({ environment }) => environment).sort()).toStrictEqual(['live', 'sandbox']);
  });

  test('page and limit return that page, together with pagination', async () => {
    const account = await signedInAccount();
    const newestFirst = (await registerAll(account)).sort().reverse();
    const { body } = await list(account, { page: '2', limit: '3' });
    expect(idsOf(body.data)).toStrictEqual(newestFirst.slice(3));
    expect(body.pagination).toStrictEqual({
      page: 2,
      limit: 3,
      total: 4,
      totalPages: 2,
      hasNext: false,
      hasPrev: true,
    });
  });

  test('a registration is not listed from the moment of its deletion', async () => {
    const account = await signedInAccount();
    const [first = '', ...rest] = await registerAll(account);
    await call('delete', account, naming(first));
    expect(idsOf((await list(account)).body.data).sort()).toStrictEqual([...rest].sort());
  });

  test("another account's registrations are not listed", async () => {
    await registerAll(await signedInAccount());
    expect((await list(await signedInAccount())).body.data).toStrictEqual([]);
  });
});

describe('list webhook registrations: what it refuses', () => {
  test.each([{ page: '0' }, { page: 'x' }, { limit: '0' }, { limit: '101' }])('%o', async (query) => {
    const { status, body } = await list(await signedInAccount(), query);
    expect([status, body.code]).toStrictEqual([400, 'VALIDATION_FAILED']);
  });
});

securitySuite({ contract: listWebhooks, handler: handlers.list, request: () => ({}) });
