import { beforeAll, describe, expect, test, vi } from 'vitest';
import { handler } from '#functions/api/admin/list-audit-entries';
import { listAuditEntries } from '#functions/api/admin/list-audit-entries.contract';
import { readAuditPage } from '#shared/audit/audit-pages';
import { type AuditedChange, auditWrites, readAuditHead } from '#shared/audit/audit-writes';
import { serviceTable } from '#shared/db/client';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { securitySuite } from '#tests/support/security-suite';

// The audit list is shared by all accounts, so this file has its own table.
await vi.hoisted(async () => (await import('#tests/support/own-table')).useOwnTable());

/** When each change in the list under test was made, oldest first. The days border on midnight in Lagos. */
const TIMES = [
  '2026-11-19T10:00:00.000Z',
  '2026-11-19T22:59:59.999Z',
  '2026-11-19T23:00:00.000Z',
  '2026-11-20T08:00:00.000Z',
  '2026-11-20T22:59:59.999Z',
  '2026-11-20T23:00:00.000Z',
  '2026-11-21T09:30:00.000Z',
] as const;

const changeOf = (priceKobo: number): AuditedChange => ({
  actor: { kind: 'operator', userName: 'ada' },
  action: 'pricing_rate.changed',
  target: 'chat_per_1k_tokens',
  before: { priceKobo: priceKobo - 1 },
  after: { priceKobo },
});

const table = serviceTable();
let admin: SignedInAccount;

beforeAll(async () => {
  for (const [index, at] of TIMES.entries()) {
    await table.transact(auditWrites(changeOf(index + 1), await readAuditHead(table), Date.parse(at)));
  }
  admin = await signedInAccount({ role: 'admin' });
});

const list = (query: Record<string, string> = {}) => endpoint(listAuditEntries, handler)(admin, { query });

const numbersOf = (body: { data: { after: { priceKobo: number } }[] }): number[] =>
  body.data.map(({ after }) => after.priceKobo);

describe('list-audit-entries: promises', () => {
  test('shows the changes newest first, with their total number', async () => {
    const { status, body } = await list({ limit: '2' });
    expect(status).toBe(200);
    expect(body).toStrictEqual({
      success: true,
      data: [
        {
          id: expect.stringMatching(/^aud_[0-9A-Z]{26}$/),
          by: 'operator:ada',
          action: 'pricing_rate.changed',
          target: 'chat_per_1k_tokens',
          before: { priceKobo: 6 },
          after: { priceKobo: 7 },
          requestId: null,
          createdAt: TIMES[6],
        },
        expect.objectContaining({ after: { priceKobo: 6 } }),
      ],
      pagination: { page: 1, limit: 2, total: 7, totalPages: 4, hasNext: true, hasPrev: false },
    });
  });

  test('every page of every range is the corresponding part of the list', async () => {
    const all = TIMES.map((at, index) => ({ at: at as string, number: index + 1 }));
    const bounds = [undefined, ...TIMES, '2026-11-18T00:00:00.000Z', '2026-11-22T00:00:00.000Z'];
    const ranges = bounds.flatMap((from) => bounds.map((to) => ({ from, to })));
    for (const { from, to } of ranges) {
      if (from !== undefined && to !== undefined && from > to) continue;
      const within = all
        .filter(({ at }) => (from === undefined || at >= from) && (to === undefined || at <= to))
        .map(({ number }) => number)
        .reverse();
      for (const page of [1, 2, 4]) {
        const found = await readAuditPage(table, { from, to }, { page, limit: 3 });
        const shown = found.entries.map(({ number }) => number);
        expect([shown, found.total], `${from} to ${to}, page ${page}`).toEqual([
          within.slice((page - 1) * 3, page * 3),
          within.length,
        ]);
      }
    }
  });

  test.each([
    [{ from: '2026-11-20', to: '2026-11-20' }, [5, 4, 3]],
    [{ to: '2026-11-19' }, [2, 1]],
    [{ from: '2026-11-21' }, [7, 6]],
    [{ from: '2026-11-20T09:00:00+01:00', to: '2026-11-20T22:59:59.999Z' }, [5, 4]],
    [{ from: '2027-01-01' }, []],
  ])('dates are days in Lagos, both included: %j', async (query, numbers) => {
    const { body } = await list(query as Record<string, string>);
    expect(numbersOf(body)).toEqual(numbers);
    expect(body.pagination.total).toBe(numbers.length);
  });
});

describe('list-audit-entries: refusals', () => {
  test.each([
    [{ from: '2026-11-21', to: '2026-11-20' }, ['from']],
    [{ from: 'yesterday', to: '2026-02-30', page: '0', limit: '101' }, ['from', 'limit', 'page', 'to']],
  ])('%j names every problem', async (query, paths) => {
    const { status, body } = await list(query as Record<string, string>);
    expect([status, body.code]).toStrictEqual([400, 'VALIDATION_FAILED']);
    expect(body.details.map(({ path }: { path: string }) => path).sort()).toEqual(paths);
  });

  test('an account that is not an administrator sees nothing', async () => {
    const { status, body } = await endpoint(listAuditEntries, handler)(await signedInAccount());
    expect([status, body.code]).toStrictEqual([403, 'FORBIDDEN']);
    expect(body).not.toHaveProperty('data');
  });
});

securitySuite({ contract: listAuditEntries, handler, request: () => ({}) });
