import { describe, expect, test } from 'vitest';
import { fromAddressItem } from '#shared/addresses/address-verification';
import { addressKeys } from '#shared/addresses/keys';
import { serviceTable } from '#shared/db/client';
import type { ServiceEvent } from '#shared/events/outbox';
import type { ModuleId } from '#shared/onboarding/modules/modules';
import { decideApplicant } from '#shared/onboarding/review/decide-applicant';
import { reassess } from '#shared/onboarding/review/reassess';
import { complete, worker } from '#tests/integration/addresses/world';
import { apiKeyFor, signedInAccount } from '#tests/support/accounts';
import { eventsOf } from '#tests/support/outbox';
import { recorder } from './recorder.ts';
import { assess, run } from './run.ts';
import { applicantOf, checkDebitsOf, type Submitted, setBalance, submitted } from './submissions.ts';
import { makeVisit, visitOf } from './visit-steps.ts';

const MODULES: readonly ModuleId[] = ['tin_verification', 'address_verification'];
const PRICE_KOBO = 500_000;

const table = serviceTable();

const visiting = (street = '14 Marina Road', account: { readonly accountId?: string } = {}) =>
  submitted({
    ...account,
    modules: MODULES,
    answers: { address_verification: { street, city: 'Lagos', state: 'Lagos' } },
    balanceKobo: 5_000_000,
  });

const moduleOf = async (submission: Submitted) => {
  const { modules } = await applicantOf(submission);
  const result = modules.find(({ moduleId }) => moduleId === 'address_verification');
  if (!result) throw new Error('The applicant has no such module');
  return result;
};

const referenceOf = async (submission: Submitted): Promise<string> => (await visitOf(submission)) ?? '';

const storedVisit = async (reference: string) => {
  const item = await table.get(addressKeys.verification(reference));
  return item && fromAddressItem(item);
};

const visitDebitsOf = async (submission: Submitted) =>
  (await checkDebitsOf(submission)).filter(({ actionKey }) => actionKey === 'address_verification');

/** The events of an account, by type. */
const typesOf = async ({ accountId }: Submitted) =>
  (await eventsOf(accountId)).map(({ type, data }) => [type as string, data['status']]);

const addressEventsOf = async (submission: Submitted) =>
  (await typesOf(submission)).filter(([type]) => type === 'verification.address.completed');

/** Has an applicant assessed again, as a reviewer does. */
const assessAgain = async (submission: Submitted): Promise<void> => {
  const applicant = await applicantOf(submission);
  const { operations } = reassess(applicant, applicant.accountId, Date.now());
  const { table: recorded, events } = recorder();
  await recorded.transact(operations ?? {});
  const [event] = await events();
  await assess({ event: event as ServiceEvent }, run());
};

const untilSettled = async (submission: Submitted) => {
  await makeVisit(submission);
  return referenceOf(submission);
};

describe('A visit to the address of an applicant', () => {
  test('costs nothing and is reported to nobody until it is made, and is then charged, reported and decided, once', async () => {
    const submission = await visiting();
    await assess(submission);
    expect(await applicantOf(submission)).toMatchObject({
      status: 'requires_review',
      decisionReason: 'address_pending',
      riskScore: 0,
    });
    expect(await moduleOf(submission)).toMatchObject({ status: 'review', chargeKobo: 0, completedAt: null });
    expect(await visitDebitsOf(submission)).toEqual([]);
    expect(await addressEventsOf(submission)).toEqual([]);

    const reference = await untilSettled(submission);
    expect(await storedVisit(reference)).toMatchObject({ status: 'completed', settledAt: expect.any(String) });
    expect(await applicantOf(submission)).toMatchObject({ status: 'approved', decisionReason: 'all_checks_passed' });
    expect(await moduleOf(submission)).toMatchObject({
      status: 'passed',
      chargeKobo: PRICE_KOBO,
      completedAt: expect.any(String),
    });
    expect((await visitDebitsOf(submission)).map(({ amountKobo }) => amountKobo)).toEqual([PRICE_KOBO]);
    expect(await addressEventsOf(submission)).toEqual([['verification.address.completed', 'passed']]);
  });

  test('is booked and charged once, however often the applicant is assessed', async () => {
    const submission = await visiting();
    await assess(submission);
    const reference = await referenceOf(submission);
    await assessAgain(submission);
    expect(await referenceOf(submission)).toBe(reference);
    await untilSettled(submission);
    expect(await visitDebitsOf(submission)).toHaveLength(1);
    expect(await addressEventsOf(submission)).toHaveLength(1);
  });

  test.each([
    ['FAIL street', 'failed', 'address_not_verified', [['verification.address.completed', 'failed']], 1],
    ['UNREACHABLE creek', 'unavailable', 'address_unreachable', [['verification.address.completed', 'failed']], 0],
  ] as const)('to %s is %s with %s', async (street, status, code, events, debits) => {
    const submission = await visiting(street);
    await assess(submission);
    if (debits > 0) await untilSettled(submission);
    expect(await moduleOf(submission)).toMatchObject({ status, reasonCodes: [code] });
    expect(await addressEventsOf(submission)).toEqual(events);
    expect(await visitDebitsOf(submission)).toHaveLength(debits);
  });

  test('to a street that starts with SLOW waits until the account completes it', async () => {
    const session = await signedInAccount();
    const submission = await visiting('SLOW street', { accountId: session.accountId });
    await assess(submission);
    const reference = await untilSettled(submission);
    expect(await moduleOf(submission)).toMatchObject({ reasonCodes: ['address_pending'] });
    const stranger = await apiKeyFor(await signedInAccount(), 'sandbox');
    expect((await complete({ caller: stranger }, reference)).status).toBe(404);
    const { body } = await complete({ caller: await apiKeyFor(session, 'sandbox') }, reference);
    expect(body.entity).toMatchObject({ status: 'completed', reference_id: reference });
    await worker().step(reference);
    expect(await applicantOf(submission)).toMatchObject({ status: 'approved' });
    expect(await visitDebitsOf(submission)).toHaveLength(1);
  });

  test('that ends after a reviewer has decided is charged and reported, and the decision stands', async () => {
    const submission = await visiting('FAIL street');
    await assess(submission);
    const { accountId } = submission;
    const scope = { accountId, environments: ['sandbox', 'live'], via: 'session' } as const;
    const rejected = { decision: 'reject', reason: 'Not for us', reviewedBy: accountId } as const;
    await decideApplicant(table, scope, await applicantOf(submission), rejected, Date.now());
    await untilSettled(submission);
    expect(await applicantOf(submission)).toMatchObject({ status: 'rejected', decisionReason: 'Not for us' });
    expect(await moduleOf(submission)).toMatchObject({ status: 'failed', chargeKobo: PRICE_KOBO });
    expect(await visitDebitsOf(submission)).toHaveLength(1);
  });

  test('that the wallet does not cover at its end is unavailable, and settled by the next assessment', async () => {
    const submission = await visiting();
    await assess(submission);
    const reference = await referenceOf(submission);
    await setBalance(submission.accountId, 'sandbox', 0);
    await untilSettled(submission);
    expect(await moduleOf(submission)).toMatchObject({ status: 'unavailable', reasonCodes: ['insufficient_balance'] });
    expect(await applicantOf(submission)).toMatchObject({ status: 'requires_review' });
    await setBalance(submission.accountId, 'sandbox', 1_000_000);
    await assessAgain(submission);
    await worker().step(reference);
    expect(await applicantOf(submission)).toMatchObject({ status: 'approved' });
    expect(await visitDebitsOf(submission)).toHaveLength(1);
  });
});
