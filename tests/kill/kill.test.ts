import { beforeAll, describe, expect, test } from 'vitest';
import { seedOfRun, wholeNumber } from '#tests/support/random';
import { CHARGES_KOBO, EVENTS } from './customers.ts';
import { contentOf, keyOf, ON_THE_WAY, type Outcome, runUnderKills, say } from './run.ts';

const APPLICANTS = wholeNumber('APPLICANTS', process.env['APPLICANTS'] ?? '200');

/** The longest that the kill of a worker may delay a decision. */
const LONGEST_DELAY_SECONDS = 180;

interface LedgerEntry {
  readonly type: 'credit' | 'debit';
  readonly amountKobo: number;
  readonly actionKey: string | null;
  readonly reference: string | null;
}

describe(`while workers of the deployed stack are killed at random, ${APPLICANTS} applicants go through`, () => {
  let outcome: Outcome;

  beforeAll(
    async () => {
      outcome = await runUnderKills(APPLICANTS, seedOfRun());
    },
    2 * 60 * 60_000,
  );

  test('every function of the journey lost workers, some of them in the middle of their work', () => {
    const { kills, interrupted, repeatedRequests } = outcome;
    say(`Killed: ${JSON.stringify(kills)}`);
    say(`Batches left unfinished: ${JSON.stringify(interrupted)}; requests left without response: ${repeatedRequests}`);
    for (const name of ON_THE_WAY) expect(kills[name] ?? 0, name).toBeGreaterThan(0);
    expect(Object.keys(interrupted).length).toBeGreaterThan(0);
    expect(repeatedRequests).toBeGreaterThan(0);
  });

  test('each is decided, once', () => {
    expect(outcome.applicants).toHaveLength(APPLICANTS);
    for (const { status, timeline } of outcome.applicants) {
      expect(status).toBe('approved');
      const states = timeline.map((entry) => entry.status);
      expect(states).toEqual(['created', 'in_progress', 'submitted', 'processing', 'approved']);
    }
  });

  test(`no kill delays a decision by more than ${LONGEST_DELAY_SECONDS} s`, () => {
    const waits = outcome.applicants
      .map(({ submittedAt, decidedAt }) => (Date.parse(decidedAt) - Date.parse(submittedAt)) / 1000)
      .toSorted((one, other) => one - other);
    const [shortest = 0, longest = 0] = [waits[0], waits.at(-1)];
    say(`Decisions: ${shortest.toFixed(1)} to ${longest.toFixed(1)} s after submission`);
    // The shortest is the duration of a decision on this machine without a kill.
    expect(longest - shortest).toBeLessThan(LONGEST_DELAY_SECONDS);
  });

  test('exactly the expected events arrive, with the same id and the same bytes for repeats', () => {
    const first = new Map<string, { id: string; bytes: string }>();
    for (const webhook of outcome.received) {
      const copy = { id: contentOf(webhook).id, bytes: webhook.rawBody.toString() };
      expect(first.get(keyOf(webhook)) ?? copy).toEqual(copy);
      first.set(keyOf(webhook), copy);
    }
    const expected = outcome.customers.flatMap(({ applicantIds, registrations }) =>
      applicantIds.flatMap((applicantId) =>
        registrations.flatMap(({ path, serviceType }) =>
          EVENTS[serviceType].map((event) => `${applicantId} ${event} ${path}`),
        ),
      ),
    );
    expect([...first.keys()].toSorted()).toEqual(expected.toSorted());
    expect(new Set([...first.values()].map(({ id }) => id)).size).toBe(expected.length);
    say(`${outcome.received.length - first.size} of ${outcome.received.length} POSTs were repeats`);
  });

  test('every signature verified on arrival, including those of repeats', () => {
    expect(outcome.badSignatures).toEqual([]);
  });

  test('each wallet is charged for its applicants and nothing else, and its ledger sums to its balance', async () => {
    const cost = Object.values(CHARGES_KOBO).reduce((sum, amount) => sum + amount, 0);
    for (const { account, applicantIds } of outcome.customers) {
      const query = { environment: 'sandbox', limit: '100' };
      const { body } = await account.get<{ wallet: { balanceKobo: number } }>('/v1/wallet', {
        query: { environment: 'sandbox' },
      });
      const { body: ledger } = await account.get<{ transactions: LedgerEntry[] }>('/v1/wallet/transactions', { query });
      const { transactions } = ledger;
      const sum = transactions.reduce(
        (total, { type, amountKobo }) => total + (type === 'credit' ? amountKobo : -amountKobo),
        0,
      );
      expect(body.wallet.balanceKobo).toBe(10_000_000 - applicantIds.length * cost);
      expect(sum).toBe(body.wallet.balanceKobo);
      expect(transactions).toHaveLength(1 + applicantIds.length * Object.keys(CHARGES_KOBO).length);
      const debits = transactions.filter(({ type }) => type === 'debit');
      for (const id of applicantIds) {
        const charged = debits.filter(({ reference }) => reference === id);
        expect(Object.fromEntries(charged.map(({ actionKey, amountKobo }) => [actionKey, amountKobo])), id).toEqual(
          CHARGES_KOBO,
        );
        expect(charged, id).toHaveLength(Object.keys(CHARGES_KOBO).length);
      }
    }
  });

  test('nothing is left in a queue, among the dead letters, unpublished or undelivered', () => {
    expect(outcome.remains).toEqual({});
  });
});
