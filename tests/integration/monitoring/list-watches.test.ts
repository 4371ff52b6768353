import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/monitoring/list-watches';
import { listWatches } from '#functions/api/monitoring/list-watches.contract';
import { readReadCounts } from '#shared/companies/read-counts';
import { findCompany } from '#shared/companies/transfer';
import { serviceTable } from '#shared/db/client';
import { update } from '#shared/db/expressions';
import { vendorKeys } from '#shared/monitoring/vendors/keys';
import { accountWithWallets, addEntries, entry } from '#tests/integration/wallet/support';
import type { SignedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { expectOwnEnvironment, expectPagesOfFive, FIVE_NAMES } from '#tests/support/named-lists';
import { securitySuite } from '#tests/support/security-suite';
import { beginWatchFor, createUnownedCompany } from '#tests/support/watches';

const call = endpoint(listWatches, handler);

const list = async (account: Pick<SignedInAccount, 'headers'>, query: Record<string, string> = {}) =>
  (await call(account as SignedInAccount, { query })).body;

const namesIn = ({ data }: { data: { vendorName: string }[] }) => data.map(({ vendorName }) => vendorName);

const listNames = async (...request: Parameters<typeof list>) => {
  const body = await list(...request);
  return { names: namesIn(body), pagination: body.pagination };
};

/** An account that watches businesses with these names, added in this order. */
const watcherOf = async (names: readonly string[]) => {
  const account = await accountWithWallets();
  const place = { accountId: account.accountId, environment: 'live' } as const;
  await addEntries(account.accountId, 'live', [entry('credit', names.length * 100_000)]);
  const nowMs = Date.now();
  const watches = [];
  for (const [index, businessName] of names.entries()) {
    const company = await createUnownedCompany(place, { businessName });
    watches.push(await beginWatchFor(place, nowMs - 1000 * index, company));
  }
  return { account, watches };
};

const setScore = (vendorId: string | undefined, scoreHundredths: number) =>
  serviceTable().write(update(vendorKeys.state(vendorId ?? ''), { set: { scoreHundredths }, when: { pk: 'exists' } }));

describe('listing watched vendors', () => {
  test('shows pages of the account’s own, newest first, with the exact total', async () => {
    const [{ account }] = await Promise.all([watcherOf(FIVE_NAMES), watcherOf(['Other'])]);
    await expectPagesOfFive(listNames, account);
  });

  test('shows those of the environment of the credential', async () => {
    const { account } = await watcherOf(['Live']);
    const sandbox = { accountId: account.accountId, environment: 'sandbox' } as const;
    await beginWatchFor(sandbox, Date.now(), await createUnownedCompany(sandbox, { businessName: 'Sandbox' }));
    await expectOwnEnvironment(listNames, account);
  });

  test('counts for a company how often a search finds it, and not how often it is listed', async () => {
    const { account, watches } = await watcherOf(['Found', 'Other']);
    await list(account);
    await list(account, { search: 'foun' });
    const reads = await Promise.all(watches.map(({ vendorId }) => readReadCounts(serviceTable(), vendorId)));
    expect(reads).toEqual([
      { viewCount: 0, searchViewCount: 1 },
      { viewCount: 0, searchViewCount: 0 },
    ]);
  });

  test('filters by the risk of the current score, and shows that risk', async () => {
    const { account, watches } = await watcherOf(['Safe', 'Doubtful', 'Bad', 'Worst']);
    const scores = [6_100, 6_099, 3_099, 1_599];
    await Promise.all(watches.map(({ vendorId }, index) => setScore(vendorId, scores[index] ?? 0)));
    const found = [];
    for (const riskTier of ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL']) {
      const { data, pagination } = await list(account, { riskTier, limit: '1' });
      found.push([data[0].riskTier, data[0].vendorName, pagination.total]);
    }
    expect(found).toStrictEqual([
      ['LOW', 'Safe', 1],
      ['MEDIUM', 'Doubtful', 1],
      ['HIGH', 'Bad', 1],
      ['CRITICAL', 'Worst', 1],
    ]);
    await setScore(watches[3]?.vendorId, 9_000);
    expect(namesIn(await list(account, { riskTier: 'LOW' }))).toStrictEqual(['Safe', 'Worst']);
  });

  test('searches for a part of the name or of the number, together with the risk', async () => {
    const { account, watches } = await watcherOf(['Adéṣínà  Textiles Ltd', 'Kano Mills']);
    const [adesina] = watches;
    const rcNumber = (await findCompany(serviceTable(), String(adesina?.vendorId)))?.rcNumber ?? '';
    for (const search of ['adesina', ' textiles ', rcNumber.toLowerCase(), rcNumber.slice(3)]) {
      expect(namesIn(await list(account, { search })), search).toStrictEqual(['Adéṣínà  Textiles Ltd']);
    }
    await setScore(adesina?.vendorId, 1_000);
    expect(namesIn(await list(account, { search: 'textiles', riskTier: 'LOW' }))).toStrictEqual([]);
    expect(namesIn(await list(account, { search: ' ' }))).toHaveLength(2);
    expect((await list(account, { search: 'nobody' })).pagination).toMatchObject({ total: 0, totalPages: 0 });
  });

  test.each([
    [{ riskTier: 'low' }, 'riskTier'],
    [{ page: '0' }, 'page'],
    [{ limit: '101' }, 'limit'],
    [{ search: 'x'.repeat(201) }, 'search'],
  ])('%o is a 400 that names it', async (query, path) => {
    const { code, details } = await list(await accountWithWallets(), query as Record<string, string>);
    expect([code, details.map((detail: { path: string }) => detail.path)]).toStrictEqual(['VALIDATION_FAILED', [path]]);
  });
});

securitySuite({ contract: listWatches, handler, environment: 'live', request: () => ({}) });
