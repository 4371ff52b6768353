import { expect } from 'vitest';
import { serviceTable } from '#shared/db/client';
import { lists } from '#shared/db/keys';
import { fromLedgerItem } from '#shared/wallet/ledger-entry';
import { readWallet } from '#shared/wallet/wallet';
import { applicantOf } from '#tests/integration/assessment/submissions';
import { CHARGED_KOBO, deliveryIdOf, type Journey, TOLD } from './journey.ts';
import { deliveriesTo } from './path.ts';

/** The numbers of a delivery's recorded attempts, in order. */
export const attemptNumbersOf = async (deliveryId: string): Promise<readonly unknown[]> => {
  const range = { partition: lists.attempts(deliveryId), startsWith: lists.attemptEntries };
  return (await serviceTable().queryAll(range)).map(({ number }) => number);
};

/** Requires that an applicant was decided on once, and paid for once, to the kobo and in the ledger. */
export const expectDecidedOnce = async ({ accountId, applicantId }: Journey, what: string): Promise<void> => {
  const { status, timeline } = await applicantOf({ applicantId });
  expect(status, what).toBe('approved');
  const states = timeline.map((entry) => entry.status);
  expect(states, what).toStrictEqual(['created', 'in_progress', 'submitted', 'processing', 'approved']);
  const { balanceKobo } = await readWallet(serviceTable(), accountId, 'sandbox');
  expect(balanceKobo, `${what}: charged once`).toBe(10_000_000 - CHARGED_KOBO);
  const ledger = { partition: lists.ledger(accountId, 'sandbox'), startsWith: lists.ledgerEntries };
  const entries = (await serviceTable().queryAll(ledger)).map(fromLedgerItem);
  const debits = entries.filter(({ type }) => type === 'debit').map(({ actionKey }) => actionKey);
  expect(debits.sort(), `${what}: charged once`).toStrictEqual(['cac_verification', 'kyb_session_base']);
};

/**
 * Requires that each event arrived by one delivery, every POST with its bytes and every attempt in its record.
 *
 * @returns how many POSTs are not recorded.
 */
export const expectArrived = async ({ registrationIds, receiver }: Journey, what: string): Promise<number> => {
  const deliveries = await deliveriesTo(registrationIds);
  expect(deliveries.map(({ event }) => event).sort(), `${what}: one delivery of each event`).toStrictEqual(TOLD);
  let recorded = 0;
  for (const { deliveryId, status, attemptCount, body } of deliveries) {
    expect(status, `${what}: arrived`).toBe('delivered');
    const numbers = Array.from({ length: attemptCount }, (_, index) => index + 1);
    expect(await attemptNumbersOf(deliveryId), `${what}: recorded`).toStrictEqual(numbers);
    recorded += attemptCount;
    const posts = receiver.received.filter((post) => deliveryIdOf(post) === deliveryId);
    for (const { rawBody } of posts) expect(rawBody.toString(), `${what}: the same bytes`).toBe(body);
  }
  return receiver.received.length - recorded;
};
