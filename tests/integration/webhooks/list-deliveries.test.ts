import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/webhooks/list-deliveries';
import { listDeliveries } from '#functions/api/webhooks/list-deliveries.contract';
import { serviceTable } from '#shared/db/client';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { logDeliveries } from '#shared/webhooks/delivery-log/log-deliveries';
import { apiKeyFor, type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { apiEvent } from '#tests/support/api-event';
import { lambdaContext } from '#tests/support/lambda-context';
import { deliveryState } from '#tests/support/logged-deliveries';
import { createWidgetFor } from '#tests/support/onboarding';
import { securitySuite } from '#tests/support/security-suite';
import { call as callWebhooks, draftFor, naming, type ReadResponse } from './calls.ts';

const COUNT = 90;
const MINUTE_MS = 60_000;

interface Listed {
  readonly id: string;
  readonly status: string;
  readonly event: string;
  readonly createdAt: string;
}

const register = async (account: SignedInAccount): Promise<string> => {
  const app = await createWidgetFor(account);
  return (await callWebhooks('create', account, { body: draftFor(app.id) })).body.data.id;
};

const list = async (
  account: Pick<SignedInAccount, 'headers'>,
  id: string,
  query: Readonly<Record<string, string>> = {},
): Promise<ReadResponse<readonly Listed[]>> => {
  const { method, route, name } = listDeliveries;
  const request = { ...naming(id), query, method, route, headers: account.headers };
  const response = await handler(apiEvent(request), lambdaContext(name));
  return { status: response.statusCode, headers: response.headers ?? {}, body: JSON.parse(response.body ?? '{}') };
};

/**
 * A registration with 90 logged deliveries, a minute apart, of which every third failed and every other is of another
 * event.
 */
const logged = async () => {
  const account = await signedInAccount();
  const id = await register(account);
  const startMs = Date.now() - COUNT * MINUTE_MS;
  const states = Array.from({ length: COUNT }, (_, index) =>
    deliveryState(id, {
      accountId: account.accountId,
      status: index % 3 === 0 ? 'failed' : 'delivered',
      event: index % 2 === 0 ? 'kyb.applicant.decision' : 'kyb.applicant.created',
      createdAt: isoTime(startMs + index * MINUTE_MS),
    }),
  );
  await logDeliveries(id, states, { table: serviceTable(), clock: Date.now });
  return { account, id, newestFirst: states.reverse() };
};

test("a deleted registration's deliveries stay listed, only for its owner, and everything else of it is not found", async () => {
  const { account, id } = await logged();
  const before = (await list(account, id)).body;
  await callWebhooks('delete', account, naming(id));
  expect((await list(account, id)).body).toStrictEqual(before);
  for (const other of [await signedInAccount(), await apiKeyFor(account, 'live')]) {
    const { status, body } = await list(other, id);
    expect([status, body.code]).toStrictEqual([404, 'WEBHOOK_NOT_FOUND']);
  }
  for (const name of ['update', 'rotate', 'delete'] as const) {
    expect((await callWebhooks(name, account, { ...naming(id), body: {} })).status).toBe(404);
  }
});

const totalOf = ({ body }: ReadResponse<unknown>) => (body.pagination as { total: number }).total;

describe('list the deliveries of a registration: what it promises', () => {
  test('deliveries as they are shown, newest first, page by page with the exact total', async () => {
    const { account, id, newestFirst } = await logged();
    const first = await list(account, id);
    expect(first.status).toBe(200);
    const [newest] = newestFirst;
    expect(first.body.data[0]).toStrictEqual({
      id: newest?.deliveryId,
      webhookId: id,
      environment: 'sandbox',
      eventId: newest?.eventId,
      event: newest?.event,
      status: newest?.status,
      attemptCount: 0,
      createdAt: newest?.createdAt,
      endedAt: null,
      endReason: null,
    });
    expect(first.body.pagination).toStrictEqual({
      page: 1,
      limit: 20,
      total: COUNT,
      totalPages: 5,
      hasNext: true,
      hasPrev: false,
    });
    const pages = [first];
    for (const page of ['2', '3', '4', '5', '6']) pages.push(await list(account, id, { page }));
    expect(pages.flatMap(({ body }) => body.data.map((one) => one.id))).toStrictEqual(
      newestFirst.map(({ deliveryId }) => deliveryId),
    );
    expect(pages.map(totalOf)).toStrictEqual(Array(6).fill(COUNT));
  });

  test('filters by status, event and time combine', async () => {
    const { account, id, newestFirst } = await logged();
    const from = newestFirst[70]?.createdAt ?? '';
    const to = newestFirst[11]?.createdAt ?? '';
    const wanted = newestFirst.filter(
      ({ status, event, createdAt }) =>
        status === 'failed' && event === 'kyb.applicant.decision' && createdAt >= from && createdAt <= to,
    );
    const query = { status: 'failed', event: 'kyb.applicant.decision', from, to, limit: '4' };
    const pages = [await list(account, id, query), await list(account, id, { ...query, page: '2' })];
    expect(pages.map(totalOf)).toStrictEqual([wanted.length, wanted.length]);
    expect(pages.flatMap(({ body }) => body.data.map((one) => one.id))).toStrictEqual(
      wanted.slice(0, 8).map(({ deliveryId }) => deliveryId),
    );
    expect(totalOf(await list(account, id, { status: 'failed' }))).toBe(COUNT / 3);
    expect(totalOf(await list(account, id, { event: 'kyb.applicant.created' }))).toBe(COUNT / 2);
    expect(totalOf(await list(account, id, { event: 'webhook.test' }))).toBe(0);
    expect(totalOf(await list(account, id, { from: '2099-01-01' }))).toBe(0);
    expect(totalOf(await list(account, id, { to: '2001-01-01' }))).toBe(0);
  });

  test('a registration without deliveries has an empty page', async () => {
    const account = await signedInAccount();
    const { status, body } = await list(account, await register(account));
    expect([status, body.data]).toStrictEqual([200, []]);
    expect(body.pagination).toMatchObject({ total: 0, totalPages: 0 });
  });

  test('a key of its environment reads it, and one of the other does not', async () => {
    const account = await signedInAccount();
    const id = await register(account);
    expect((await list(await apiKeyFor(account, 'sandbox'), id)).status).toBe(200);
    expect((await list(await apiKeyFor(account, 'live'), id)).status).toBe(404);
  });
});

describe('list the deliveries of a registration: what it refuses', () => {
  test('every invalid filter at once', async () => {
    const account = await signedInAccount();
    const query = { status: 'lost', event: 'Not an event', page: '0', limit: '101', from: 'yesterday' };
    const { status, body } = await list(account, await register(account), query);
    expect([status, body.code]).toStrictEqual([400, 'VALIDATION_FAILED']);
    expect(body.details?.map(({ path }) => path).sort()).toStrictEqual(['event', 'from', 'limit', 'page', 'status']);
  });

  test('a range that ends before it begins', async () => {
    const account = await signedInAccount();
    const { status } = await list(account, await register(account), { from: '2026-11-02', to: '2026-11-01' });
    expect(status).toBe(400);
  });

  test.each(['whk_01KAJ3VYB2M9D5H7N1P3Q8S6TW', 'x', 'whk_#'])('the id %s', async (id) => {
    const { status, body } = await list(await signedInAccount(), id);
    expect([status, body.code]).toStrictEqual([404, 'WEBHOOK_NOT_FOUND']);
  });
});

securitySuite({
  contract: listDeliveries,
  handler,
  request: async (account) => naming(await register(account)),
  missing: () => naming(newId('whk', Date.now())),
});
