import { describe, expect, test, vi } from 'vitest';
import { handler } from '#functions/api/kyb/create-applicant';
import { createApplicant } from '#functions/api/kyb/create-applicant.contract';
import { serviceTable } from '#shared/db/client';
import type { Table } from '#shared/db/operations';
import { applicantsOfWidget, readApplicantPage } from '#shared/onboarding/applicants/applicant-pages';
import { ENVIRONMENTS, type Environment } from '#shared/platform/environments';
import { newId } from '#shared/platform/ids';
import { post, withWallet } from '#shared/wallet/ledger';
import { loadWallet } from '#shared/wallet/wallet';
import { type FaultCounts, faultyTable, type TableFault, type TableRequest } from '#tests/faults/faulty-table';
import { accountWithWallets, addEntries, entry, ledgerOf, sumOf, walletOwner } from '#tests/integration/wallet/support';
import { endpoint, type ReadResponse } from '#tests/support/call';
import { createWidgetFor } from '#tests/support/onboarding';

const wire = vi.hoisted(() => ({ table: undefined as Table | undefined }));

vi.mock('#shared/http/kit', async (original) => {
  const kit = await original<typeof import('#shared/http/kit')>();
  const { serviceKit } = kit;
  return { ...kit, serviceKit: { ...serviceKit, table: () => wire.table ?? serviceKit.table() } };
});

const create = endpoint(createApplicant, handler);

const CALLS = 200;
const FEE_KOBO = 50_000;

/** More tries than any caller needs, so that a test cannot loop forever. */
const MOST_TRIES = 25;

/**
 * Every kind of fault on the way to the table. One transaction in forty never gets a response, however often it is
 * retried. Of the other requests, one in twenty is refused or loses its response once.
 */
const unreliable = (counts: FaultCounts): Table => {
  const unheard = new Map<string, boolean>();
  let requests = 0;
  const isUnheard = (token: string): boolean => {
    const known = unheard.get(token) ?? unheard.size % 40 === 39;
    unheard.set(token, known);
    return known;
  };
  const now: readonly TableFault[] = ['throttled', 'refused', 'responseLost'];
  return faultyTable(({ command, token }: TableRequest) => {
    requests++;
    if (token !== undefined && isUnheard(token)) return 'unheard';
    if (requests % 20 !== 0) return undefined;
    if (command === 'TransactWriteItemsCommand' && requests % 40 === 0) return 'conflict';
    return now[(requests / 20) % now.length];
  }, counts);
};

/** Sends a request as a well-behaved client does: it repeats the same request until the response is not an outage. */
const insistently = async (
  send: () => Promise<ReadResponse>,
): Promise<{ response: ReadResponse; statuses: number[] }> => {
  const statuses: number[] = [];
  for (;;) {
    const response = await send();
    statuses.push(response.status);
    const again = response.status === 503 || response.body.code === 'IDEMPOTENCY_IN_PROGRESS';
    if (!again || statuses.length === MOST_TRIES) return { response, statuses };
  }
};

/** An account whose wallet holds the cost of 200 sessions, and a widget to create them under. */
const accountThatCanPay = async (environment: Environment) => {
  const account = await accountWithWallets();
  if (environment === 'live') await addEntries(account.accountId, 'live', [entry('credit', CALLS * FEE_KOBO)]);
  return { account, widget: await createWidgetFor(account, { environment }) };
};

describe('200 concurrent debits over a table that conflicts, throttles and loses its responses', () => {
  test.each(ENVIRONMENTS)(
    '%s: each is paid exactly once, with the same response however often it is sent',
    async (environment) => {
      const { account, widget } = await accountThatCanPay(environment);
      const counts: FaultCounts = {};
      wire.table = unreliable(counts);
      const keys = Array.from({ length: CALLS }, (_, index) => `applicant-${index}`);
      const send = (key: string) => () =>
        create(account, { pathParameters: { id: widget.id }, body: {}, headers: { 'idempotency-key': key } });

      const outcomes = await Promise.all(keys.map((key) => insistently(send(key))));

      wire.table = undefined;
      expect(counts).toEqual({
        conflict: expect.any(Number),
        throttled: expect.any(Number),
        refused: expect.any(Number),
        responseLost: expect.any(Number),
        unheard: expect.any(Number),
      });
      const statuses = new Set(outcomes.flatMap((outcome) => outcome.statuses));
      expect([...statuses].filter((status) => ![201, 409, 503].includes(status))).toEqual([]);
      expect(statuses).toContain(503);
      expect(outcomes.map(({ response }) => response.status)).toEqual(keys.map(() => 201));

      const ledger = await ledgerOf(account.accountId, environment);
      expect(await loadWallet(serviceTable(), { accountId: account.accountId, environment })).toMatchObject({
        balanceKobo: 0,
        creditCount: 1,
        debitCount: CALLS,
        entryCount: CALLS + 1,
      });
      expect(sumOf(ledger)).toBe(0);
      expect(ledger.map(({ sequence }) => sequence)).toEqual(Array.from({ length: CALLS + 1 }, (_, n) => n + 1));

      const notified = outcomes.map(({ response }) => response.body.data);
      const debits = ledger.filter(({ type }) => type === 'debit');
      expect(notified.map(({ sessionTransactionId }) => sessionTransactionId).sort()).toEqual(
        debits.map(({ id }) => id).sort(),
      );
      const applicants = (await applicantsOfWidget(serviceTable(), account, widget.id)) ?? [];
      expect(notified.map(({ applicant }) => applicant.id).sort()).toEqual(applicants.map(({ id }) => id).sort());
      const middle = await readApplicantPage(serviceTable(), account, { page: 4, limit: 30 });
      expect(middle).toEqual({ entries: applicants.slice(90, 120), total: CALLS });

      const repeated = await send('applicant-0')();
      expect(repeated.body).toEqual(outcomes[0]?.response.body);
      expect(await ledgerOf(account.accountId, environment)).toHaveLength(CALLS + 1);
    },
    900_000,
  );
});

describe('Debits whose first responses are lost, without an idempotency key', () => {
  test('are made once: DynamoDB recognises the transaction that the client retries', async () => {
    const accountId = await walletOwner();
    const responded = new Set<string>();
    const table = faultyTable(({ token }) => {
      if (token === undefined || responded.has(token)) return undefined;
      responded.add(token);
      return 'responseLost';
    });
    const wallet = await loadWallet(serviceTable(), { accountId, environment: 'sandbox' });
    const reference = newId('app', Date.now());

    await Promise.all(
      Array.from({ length: 20 }, () =>
        withWallet(wallet, async (current) => {
          const posting = post(current, [{ ...entry('debit', 1_000), reference }], Date.now());
          return { result: await table.transact(posting.operations), value: undefined };
        }),
      ),
    );

    expect(responded.size).toBeGreaterThanOrEqual(20);
    const ledger = await ledgerOf(accountId, 'sandbox');
    expect(ledger.filter((line) => line.reference === reference)).toHaveLength(20);
    expect(sumOf(ledger)).toBe(10_000_000 - 20_000);
    expect((await loadWallet(serviceTable(), { accountId, environment: 'sandbox' })).balanceKobo).toBe(
      10_000_000 - 20_000,
    );
  });
});
