import { expect } from 'vitest';
import { serviceTable } from '#shared/db/client';
import { walletLists } from '#shared/wallet/keys';
import { fromLedgerItem } from '#shared/wallet/ledger-entry';
import { loadWallet } from '#shared/wallet/wallet';
import type { Delivery } from '#shared/webhooks/deliveries/records/delivery';
import { applicantOf } from '#tests/integration/assessment/submissions';
import { CHARGED_KOBO, deliveryIdOf, type Journey, NOTIFIED } from './journey.ts';
import type { Path } from './path.ts';

/** Requires that every attempt of a delivery is recorded, and that none was early. */
const expectRecorded = ({ attempts, attemptCount }: Delivery, what: string): void => {
  const numbers = Array.from({ length: attemptCount }, (_, index) => index + 1);
  expect(
    attempts.map(({ number }) => number),
    `${what}: recorded`,
  ).toStrictEqual(numbers);
  const [firstMs, secondMs] = attempts.map(({ startedAt }) => Date.parse(startedAt));
  if (firstMs === undefined || secondMs === undefined) return;
  expect(secondMs - firstMs, `${what}: not before its time`).toBeGreaterThanOrEqual(5_000);
};

/** Requires that an applicant was decided once, and charged once, exact to the kobo in wallet and ledger. */
export const expectDecidedOnce = async ({ accountId, applicantId }: Journey, what: string): Promise<void> => {
  const { status, timeline } = await applicantOf({ applicantId });
  expect(status, what).toBe('approved');
  const states = timeline.map((entry) => entry.status);
  expect(states, what).toStrictEqual(['created', 'in_progress', 'submitted', 'processing', 'approved']);
  const { balanceKobo } = await loadWallet(serviceTable(), { accountId, environment: 'sandbox' });
  expect(balanceKobo, `${what}: charged once`).toBe(10_000_000 - CHARGED_KOBO);
  const ledger = { partition: walletLists.ledger(accountId, 'sandbox'), startsWith: walletLists.ledgerEntries };
  const entries = (await serviceTable().queryAll(ledger)).map(fromLedgerItem);
  const debits = entries.filter(({ type }) => type === 'debit').map(({ actionKey }) => actionKey);
  expect(debits.sort(), `${what}: charged once`).toStrictEqual(['cac_verification', 'kyb_session_base']);
};

/** Requires that a decision was made soon after the submission. */
export const expectDecidedWithin = async (minutes: number, { applicantId }: Journey, what: string): Promise<void> => {
  const { submittedAt, decidedAt } = await applicantOf({ applicantId });
  const waitedMs = Date.parse(String(decidedAt)) - Date.parse(String(submittedAt));
  expect(waitedMs, `${what}: how long the decision took`).toBeLessThan(minutes * 60_000);
};

/**
 * Requires that each event arrived by one delivery, every POST with its bytes and every attempt recorded.
 *
 * @returns how many POSTs are not recorded.
 */
export const expectArrived = async (path: Path, { receiver }: Journey, what: string): Promise<number> => {
  const deliveries = await path.deliveries();
  expect(deliveries.map(({ event }) => event).sort(), `${what}: one delivery of each event`).toStrictEqual(NOTIFIED);
  let recorded = 0;
  for (const delivery of deliveries) {
    const { deliveryId, status, attemptCount, body } = delivery;
    expect(status, `${what}: arrived`).toBe('delivered');
    expectRecorded(delivery, what);
    recorded += attemptCount;
    const posts = receiver.received.filter((post) => deliveryIdOf(post) === deliveryId);
    for (const { rawBody } of posts) expect(rawBody.toString(), `${what}: the same bytes`).toBe(body);
  }
  return receiver.received.length - recorded;
};
