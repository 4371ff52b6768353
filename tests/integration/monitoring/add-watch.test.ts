import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/monitoring/add-watch';
import { addWatch } from '#functions/api/monitoring/add-watch.contract';
import { companyKeys } from '#shared/companies/keys';
import { serviceTable } from '#shared/db/client';
import { put } from '#shared/db/expressions';
import { watchEnding } from '#shared/monitoring/watches/end-watch';
import { watchesOfAccount } from '#shared/monitoring/watches/keys';
import { readMonitored } from '#shared/monitoring/watches/monitored-vendor';
import { listWatches } from '#shared/monitoring/watches/watch-repository';
import { newId } from '#shared/platform/ids';
import { found, unavailable } from '#shared/sources/lookup-results';
import type { RegistryFacts, RegistryQuery, SourceResult } from '#shared/sources/ports';
import { NOTHING_REHEARSED } from '#shared/sources/rehearsal';
import { SANDBOX_PORTS } from '#shared/sources/sandbox/sandbox-ports';
import {
  accountWithWallets,
  addEntries,
  entry,
  expectSoundLedger,
  hold,
  openBoth,
  setThreshold,
} from '#tests/integration/wallet/support';
import { apiKeyFor, type SignedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { createCompanyFor, newCompanyNumber } from '#tests/support/companies';
import { settleNow } from '#tests/support/ledgers';
import { eventsOfAccount } from '#tests/support/outbox';
import { securitySuite } from '#tests/support/security-suite';
import { beginWatchFor, createUnownedCompany } from '#tests/support/watches';

const table = serviceTable();
const MONTH_KOBO = 100_000;

const call = endpoint(addWatch, handler);

const add = (account: Pick<SignedInAccount, 'headers'>, body: unknown, headers: Record<string, string> = {}) =>
  call(account as SignedInAccount, { body, headers });

/** An account with money for some months of `live`. */
const accountFor = async (months: number): Promise<SignedInAccount> => {
  const account = await accountWithWallets();
  if (months > 0) await addEntries(account.accountId, 'live', [entry('credit', months * MONTH_KOBO)]);
  return account;
};

const placeOf = ({ accountId }: Pick<SignedInAccount, 'accountId'>) => ({ accountId, environment: 'live' }) as const;

const monthsOf = async ({ accountId }: Pick<SignedInAccount, 'accountId'>): Promise<number> =>
  (await expectSoundLedger(accountId, 'live')).filter(({ type }) => type === 'debit').length;

/** The endpoint over a test's own registry, and the number of lookups that this received. */
const overRegistry = (respond: (query: RegistryQuery) => SourceResult<RegistryFacts>) => {
  const queries: RegistryQuery[] = [];
  const registry = async (query: RegistryQuery) => {
    queries.push(query);
    return respond(query);
  };
  const sources = async () => ({ ports: { ...SANDBOX_PORTS, registry }, rehearse: () => NOTHING_REHEARSED });
  const over = endpoint(addWatch, handler.with({ sources }));
  return { queries, add: (account: SignedInAccount, body: unknown) => over(account, { body }) };
};

const registered = ({ registrationNumber }: RegistryQuery) =>
  found({ registrationNumber, businessName: 'Kano Mills', businessStatus: 'active' as const });

describe('watching a vendor', () => {
  test('warns about a mistyped field when it charges', async () => {
    const account = await accountFor(1);
    const { id: vendorId } = await createUnownedCompany({ accountId: account.accountId, environment: 'live' });
    const { status, body } = await add(account, { vendorId, lable: 'Cloth' });
    expect([status, body.warnings]).toStrictEqual([
      201,
      [{ path: 'lable', message: 'This field does not exist and was ignored. Did you mean "label"?' }],
    ]);
    expect((await add(account, { vendorId, lable: 'Cloth' })).body).not.toHaveProperty('warnings');
  });

  test('by a number without a record makes a company without an owner, and charges the first month', async () => {
    const account = await accountFor(1);
    const { queries, add: addOver } = overRegistry(registered);
    const rcNumber = newCompanyNumber();
    const { status, body } = await addOver(account, { rcNumber, label: ' Cloth ' });
    expect(status).toBe(201);
    expect(body).toStrictEqual({
      success: true,
      data: {
        vendorId: expect.stringMatching(/^cmp_[0-9A-HJKMNP-TV-Z]{26}$/),
        vendorName: 'Kano Mills',
        rcNumber,
        riskTier: 'LOW',
        claimStatus: 'unclaimed',
        score: 80,
        previousScore: null,
        scoreUpdatedAt: expect.any(String),
        hasAlerts: false,
        unreadAlerts: 0,
        lastEventAt: null,
        label: 'Cloth',
        status: 'active',
        active: true,
        monitoringSince: expect.any(String),
        paidUntil: expect.any(String),
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    });
    expect(queries).toHaveLength(1);
    expect(await table.get(companyKeys.company(body.data.vendorId))).not.toHaveProperty('ownerId');
    const monitored = await readMonitored(table, body.data.vendorId);
    expect([monitored?.isScheduled, monitored?.state.activeWatches]).toStrictEqual([true, 1]);
    expect((await expectSoundLedger(account.accountId, 'live')).at(-1)).toMatchObject({
      amountKobo: MONTH_KOBO,
      actionKey: 'vendor_monitoring_monthly',
      reference: body.data.vendorId,
    });
  });

  test('that takes the wallet below its threshold reports this once it is settled', async () => {
    const account = await accountFor(2);
    await setThreshold(account.accountId, 2 * MONTH_KOBO, 'live');
    const { add: addOver } = overRegistry(registered);
    expect((await addOver(account, { rcNumber: newCompanyNumber() })).status).toBe(201);
    await settleNow({ accountId: account.accountId, environment: 'live' });
    expect(await eventsOfAccount(account.accountId, 'wallet.balance.low')).toMatchObject([
      { environment: 'live', data: { thresholdKobo: 2 * MONTH_KOBO, balanceKobo: MONTH_KOBO } },
    ]);
  });

  test('again is a 200 that charges nothing, by its id or its number, even if the wallet is empty', async () => {
    const account = await accountFor(1);
    const { queries, add: addOver } = overRegistry(registered);
    const rcNumber = newCompanyNumber();
    const first = await addOver(account, { rcNumber, label: 'Cloth' });
    const again = [
      await addOver(account, { rcNumber }),
      await addOver(account, { vendorId: first.body.data.vendorId, label: 'Cloth' }),
    ];
    for (const { status, body } of again) expect([status, body]).toStrictEqual([200, first.body]);
    const renamed = await addOver(account, { rcNumber, label: 'Cotton' });
    expect(renamed.body.data).toMatchObject({ label: 'Cotton', monitoringSince: first.body.data.monitoringSince });
    expect(await listWatches(table, placeOf(account))).toMatchObject([{ label: 'Cotton' }]);
    expect([queries.length, await monthsOf(account)]).toStrictEqual([1, 1]);
  });

  test('by one number for two accounts at once makes one company, which both watch', async () => {
    const accounts = await Promise.all([accountFor(1), accountFor(1), accountFor(1)]);
    const { add: addOver } = overRegistry(registered);
    const rcNumber = newCompanyNumber();
    const responses = await Promise.all(accounts.map((account) => addOver(account, { rcNumber })));
    expect(responses.map(({ status }) => status)).toStrictEqual([201, 201, 201]);
    const [vendorId, ...others] = new Set(responses.map(({ body }) => body.data.vendorId));
    expect(others).toStrictEqual([]);
    expect((await readMonitored(table, vendorId))?.state.activeWatches).toBe(3);
  });

  test('twenty times at once by one account is one watch and one charge', async () => {
    const account = await accountFor(20);
    const { add: addOver } = overRegistry(registered);
    const rcNumber = newCompanyNumber();
    const responses = await Promise.all(Array.from({ length: 20 }, () => addOver(account, { rcNumber })));
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toStrictEqual([...Array(19).fill(200), 201]);
    expect([await monthsOf(account), (await listWatches(table, placeOf(account))).length]).toStrictEqual([1, 1]);
  });

  test("by its id works for another account's company, for one's own, and for one that nobody owns", async () => {
    const [account, owner] = await Promise.all([accountFor(3), accountFor(0)]);
    const companies = await Promise.all([
      createCompanyFor(owner, { environment: 'live' }),
      createCompanyFor(account, { environment: 'live' }),
      createUnownedCompany(placeOf(owner)),
    ]);
    const claims: unknown[] = [];
    for (const { id: vendorId } of companies) {
      const { status, body } = await add(account, { vendorId });
      claims.push([status, body.data.claimStatus]);
    }
    expect(claims).toStrictEqual([
      [201, 'claimed'],
      [201, 'claimed'],
      [201, 'unclaimed'],
    ]);
  });

  test('twice with one idempotency key is one watch, with the first response again', async () => {
    const account = await accountFor(2);
    const body = { rcNumber: newCompanyNumber() };
    const headers = { 'idempotency-key': 'watch-1' };
    const [first, second] = [await add(account, body, headers), await add(account, body, headers)];
    expect([first.status, second.status, second.body]).toStrictEqual([201, 201, first.body]);
    expect(await monthsOf(account)).toBe(1);
  });

  test('after it was removed is charged as a new watch', async () => {
    const account = await accountFor(2);
    const watch = await beginWatchFor(placeOf(account));
    await table.transact(watchEnding(watch));
    expect((await add(account, { vendorId: watch.vendorId })).status).toBe(201);
    expect((await readMonitored(table, watch.vendorId))?.state.activeWatches).toBe(1);
    expect(await monthsOf(account)).toBe(2);
  });

  test("with a sandbox key belongs to the account's own sandbox, and uses its wallet", async () => {
    const [one, other] = await Promise.all([accountWithWallets(), accountWithWallets()]);
    const rcNumber = newCompanyNumber();
    const first = await add(await apiKeyFor(one, 'sandbox'), { rcNumber });
    const second = await add(await apiKeyFor(other, 'sandbox'), { rcNumber });
    expect([first.status, second.status]).toStrictEqual([201, 201]);
    const { vendorId } = first.body.data;
    expect(second.body.data.vendorId).not.toBe(vendorId);
    const foreign = await add(await apiKeyFor(other, 'sandbox'), { vendorId });
    expect([foreign.status, foreign.body.code]).toStrictEqual([404, 'VENDOR_NOT_FOUND']);
    expect(await expectSoundLedger(one.accountId, 'live')).toStrictEqual([]);
  });
});

describe('watching is refused', () => {
  test('with a 402 that says what is missing if the wallet does not cover the month, without asking the registry', async () => {
    const account = await accountFor(0);
    const { queries, add: addOver } = overRegistry(registered);
    const { status, body } = await addOver(account, { rcNumber: newCompanyNumber() });
    expect([status, body.code, body.details]).toStrictEqual([
      402,
      'INSUFFICIENT_BALANCE',
      { balanceKobo: 0, requiredKobo: MONTH_KOBO },
    ]);
    expect([queries, await listWatches(table, placeOf(account))]).toStrictEqual([[], []]);
  });

  test('even if only the reservation of a chat message would cover it', async () => {
    const account = await accountFor(1);
    await hold(account.accountId, 'live', 1);
    const { queries, add: addOver } = overRegistry(registered);
    const { status, body } = await addOver(account, { rcNumber: newCompanyNumber() });
    expect([status, body.details, queries]).toStrictEqual([
      402,
      { balanceKobo: MONTH_KOBO - 1, requiredKobo: MONTH_KOBO },
      [],
    ]);
  });

  test.each([
    ['a business that the registry does not have', { status: 'not_found' } as const, 404, 'BUSINESS_NOT_FOUND'],
    ['a registry that is down', unavailable('timed_out'), 503, 'SOURCE_UNAVAILABLE'],
  ])('for %s, uncharged', async (_, result, status, code) => {
    const account = await accountFor(1);
    const { add: addOver } = overRegistry(() => result as SourceResult<RegistryFacts>);
    const response = await addOver(account, { rcNumber: newCompanyNumber() });
    expect([response.status, response.body.code, await monthsOf(account)]).toStrictEqual([status, code, 0]);
  });

  test('for a vendor that is missing, of the other environment, or has an invalid id', async () => {
    const account = await accountFor(1);
    const sandbox = await createCompanyFor(account, { environment: 'sandbox' });
    for (const vendorId of [newId('cmp', Date.now()), sandbox.id, 'cmp_x', 'a#b']) {
      const { status, body } = await add(account, { vendorId });
      expect([status, body.code], vendorId).toStrictEqual([404, 'VENDOR_NOT_FOUND']);
    }
    expect(await monthsOf(account)).toBe(0);
  });

  test('with a 409 beyond a thousand, but not for one that is already watched', async () => {
    const account = await accountFor(2);
    const watch = await beginWatchFor(placeOf(account));
    const { pk, sk } = watchesOfAccount(account.accountId).counts;
    await table.write(put({ pk, sk, live: 1_000 }, {}));
    const company = await createUnownedCompany(placeOf(account));
    const refused = await add(account, { vendorId: company.id });
    expect([refused.status, refused.body.code]).toStrictEqual([409, 'TOO_MANY_WATCHES']);
    expect((await add(account, { vendorId: watch.vendorId })).status).toBe(200);
    expect(await monthsOf(account)).toBe(1);
  });

  test.each([
    [{}, ['vendorId']],
    [{ vendorId: 'cmp_1', rcNumber: 'RC1' }, ['vendorId']],
    [{ rcNumber: 'no number', label: '' }, ['label', 'rcNumber']],
    [{ rcNumber: 'BN123', classificationId: 2 }, ['classificationId']],
    [{ rcNumber: 'RC1', label: 'x'.repeat(121) }, ['label']],
  ])('%o is a 400 that names every problem', async (body, paths) => {
    const response = await add(await accountFor(0), body);
    const found = response.body.details?.map(({ path }: { path: string }) => path).sort();
    expect([response.status, response.body.code, found]).toStrictEqual([400, 'VALIDATION_FAILED', paths]);
  });
});

securitySuite({
  contract: addWatch,
  handler,
  environment: 'live',
  request: async ({ accountId }) => {
    await openBoth(accountId);
    await addEntries(accountId, 'live', [entry('credit', MONTH_KOBO)]);
    const { id: vendorId } = await createUnownedCompany({ accountId, environment: 'live' });
    return { body: { vendorId } };
  },
});
