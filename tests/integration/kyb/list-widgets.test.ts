import { describe, expect, test } from 'vitest';
import { handler as listWidgetsHandler } from '#functions/api/kyb/list-widgets';
import { listWidgets } from '#functions/api/kyb/list-widgets.contract';
import type { Widget } from '#shared/onboarding/widgets/widget';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { createWidgetFor } from '#tests/support/onboarding';
import { securitySuite } from '#tests/support/security-suite';
import { readTestVault } from '#tests/support/vault';

const handler = listWidgetsHandler.with({ vault: readTestVault });
const list = endpoint(listWidgets, handler);

/** Widgets named by their age, "0" the oldest, made a millisecond apart. */
const makeWidgets = async (account: SignedInAccount, count: number): Promise<readonly Widget[]> => {
  const startMs = Date.now() - count;
  const widgets: Widget[] = [];
  for (let index = 0; index < count; index++) {
    const environment = index % 2 === 0 ? 'sandbox' : 'live';
    widgets.push(await createWidgetFor(account, { name: String(index), environment, createdAtMs: startMs + index }));
  }
  return widgets;
};

const namesOf = ({ body }: { body: { data: { name: string }[] } }) => body.data.map(({ name }) => name);

describe('Listing widgets', () => {
  test('returns the newest 20 of both environments, with pagination', async () => {
    const account = await signedInAccount();
    await makeWidgets(account, 23);
    const response = await list(account);
    expect(response.status).toBe(200);
    expect(namesOf(response)).toStrictEqual(Array.from({ length: 20 }, (_, index) => String(22 - index)));
    expect(response.body.pagination).toStrictEqual({
      page: 1,
      limit: 20,
      total: 23,
      totalPages: 2,
      hasNext: true,
      hasPrev: false,
    });
  });

  test('pages through all of them, each once', async () => {
    const account = await signedInAccount();
    await makeWidgets(account, 7);
    const pages = await Promise.all(['1', '2', '3', '4'].map((page) => list(account, { query: { page, limit: '3' } })));
    expect(pages.map(namesOf)).toStrictEqual([['6', '5', '4'], ['3', '2', '1'], ['0'], []]);
    expect(pages[2]?.body.pagination).toStrictEqual({
      page: 3,
      limit: 3,
      total: 7,
      totalPages: 3,
      hasNext: false,
      hasPrev: true,
    });
  });

  test('returns each as a single read does, including the signing secret', async () => {
    const account = await signedInAccount();
    const [widget] = await makeWidgets(account, 1);
    const { body } = await list(account);
    expect(body.data).toStrictEqual([
      expect.objectContaining({
        id: widget?.id,
        config: widget?.config,
        embedLinkToken: widget?.embedLinkToken,
        embedSigningSecret: expect.stringMatching(/^whsec_/),
      }),
    ]);
    expect(body.data[0]).not.toHaveProperty('accountId');
  });

  test('is empty for an account without widgets, whatever others have', async () => {
    await makeWidgets(await signedInAccount(), 2);
    const { status, body } = await list(await signedInAccount());
    expect(status).toBe(200);
    expect(body).toStrictEqual({
      success: true,
      data: [],
      pagination: { page: 1, limit: 20, total: 0, totalPages: 0, hasNext: false, hasPrev: false },
    });
  });
});

describe('Listing widgets is refused', () => {
  test.each([
    [{ page: '0' }, 'page'],
    [{ limit: '0' }, 'limit'],
    [{ limit: '101' }, 'limit'],
    [{ page: 'two' }, 'page'],
  ])('for %j', async (query, path) => {
    const { status, body } = await list(await signedInAccount(), { query });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path }] });
  });
});

securitySuite({ contract: listWidgets, handler, request: () => ({}) });
