import { expect, test } from 'vitest';
import { clientOf, failureOf, json, type Received, refuse } from './lying-server.ts';

const gathered = async <T>(list: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const entry of list) all.push(entry);
  return all;
};

const queryOf = ({ path }: Received) => new URL(path, 'http://api').searchParams;

/** A page of numbers, of which there are five in all, two a page. */
const numbersOn = (request: Received) => {
  const page = Number(queryOf(request).get('page') ?? 1);
  const entries = [1, 2, 3, 4, 5].slice((page - 1) * 2, page * 2);
  return { entries, pagination: { page, limit: 2, total: 5, totalPages: 3, hasNext: page < 3, hasPrev: page > 1 } };
};

test('a list is read to its end, with its filters and page by page', async () => {
  const { kyb, received } = await clientOf((response, _, request) => {
    const { entries, pagination } = numbersOn(request);
    json(response, 200, { success: true, data: entries.map((n) => ({ id: `app_${n}` })), pagination });
  });
  const ids = (await gathered(kyb.applicants.list({ status: 'approved', limit: 2 }))).map(({ id }) => id);
  expect(ids).toEqual(['app_1', 'app_2', 'app_3', 'app_4', 'app_5']);
  expect(received.map((request) => queryOf(request).toString())).toEqual([
    'status=approved&limit=2',
    'status=approved&limit=2&page=2',
    'status=approved&limit=2&page=3',
  ]);
});

test('entries are found wherever a page has them', async () => {
  const { kyb } = await clientOf((response, _, request) => {
    const { entries, pagination } = numbersOn(request);
    const bodies: Record<string, object> = {
      '/v1/chat': { chats: entries },
      '/v1/chat/cht_1': { chat: {}, messages: entries },
      '/v1/dashboard/my-companies': { data: { companies: entries } },
      '/v1/wallet/transactions': { transactions: entries },
    };
    json(response, 200, { ...bodies[new URL(request.path, 'http://api').pathname], pagination });
  });
  const lists = [kyb.chats.list(), kyb.chats.get('cht_1'), kyb.companies.list(), kyb.transactions.list()];
  for (const list of lists) expect(await gathered(list as AsyncIterable<unknown>)).toEqual([1, 2, 3, 4, 5]);
});

test('a list is its first page as a promise, and begins where it is told', async () => {
  const { kyb, received } = await clientOf((response, _, request) => {
    const { entries, pagination } = numbersOn(request);
    json(response, 200, { success: true, data: entries, pagination });
  });
  expect(await kyb.widgets.list({ page: 2 })).toMatchObject({ data: [3, 4], pagination: { page: 2 } });
  expect((await kyb.widgets.list().withResponse()).body.data).toEqual([1, 2]);
  expect(received).toHaveLength(2);
  expect(await gathered(kyb.widgets.list({ page: 3 }))).toEqual([5]);
});

test('nothing is read that nobody asks for', async () => {
  const { kyb, received } = await clientOf((response, _, request) => {
    const { entries, pagination } = numbersOn(request);
    json(response, 200, { success: true, data: entries, pagination });
  });
  for await (const entry of kyb.widgets.list()) if (Number(entry) === 2) break;
  expect(received).toHaveLength(1);
});

test('the feed is read from a position to its end, and each page tells where it ends', async () => {
  const { kyb, received } = await clientOf((response, _, request) => {
    const from = Number(queryOf(request).get('after')?.split('-')[1] ?? 0);
    const data = [1, 2, 3].filter((n) => n > from).slice(0, 2);
    json(response, 200, { success: true, data, nextAfter: `sandbox-${from + data.length}` });
  });
  const positions: string[] = [];
  for await (const { nextAfter } of kyb.events.list({ after: 'sandbox-0' }).pages()) positions.push(nextAfter);
  expect(positions).toEqual(['sandbox-2', 'sandbox-3', 'sandbox-3']);
  expect(received).toHaveLength(3);
  expect(await gathered(kyb.events.list({ after: 'sandbox-1' }))).toEqual([2, 3]);
  expect(await gathered(kyb.events.list({ after: 'sandbox-3' }))).toEqual([]);
});

test('a page that fails ends the loop with its error, and the options hold for every page', async () => {
  const { kyb, received } = await clientOf((response, index, request) => {
    if (index > 0) return void refuse(response, 401, 'UNAUTHENTICATED');
    const { entries, pagination } = numbersOn(request);
    return void json(response, 200, { success: true, data: entries, pagination });
  });
  const read: unknown[] = [];
  const loop = async () => {
    for await (const entry of kyb.widgets.list({}, { headers: { 'x-own': '1' } })) read.push(entry);
  };
  expect(await failureOf(loop())).toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(read).toEqual([1, 2]);
  expect(received.map(({ headers }) => headers['x-own'])).toEqual(['1', '1']);
});
