import { describe, expect, test } from 'vitest';
import { handler as decideHandler } from '#functions/api/sandbox/decide-sandbox-dispute';
import { decideSandboxDispute } from '#functions/api/sandbox/decide-sandbox-dispute.contract';
import { serviceTable } from '#shared/db/client';
import { readVendorState } from '#shared/monitoring/vendors/vendor-state';
import { newId } from '#shared/platform/ids';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { createDisputeFor, reportedVendorOf } from '#tests/support/disputes';
import { eventsOfAccount } from '#tests/support/outbox';
import { securitySuite } from '#tests/support/security-suite';
import { disputeDownloads } from './calls.ts';

const handler = decideHandler.with({ disputeDownloads, fanOuts: async () => undefined });
const decide = endpoint(decideSandboxDispute, handler);

const disputedIn = async (environment: 'sandbox' | 'live', account: SignedInAccount) => {
  const { vendor, event } = await reportedVendorOf(account, environment);
  const dispute = await createDisputeFor({ accountId: account.accountId, environment }, event);
  return { vendor, disputeId: dispute.disputeId };
};

describe('Deciding on a dispute of the sandbox', () => {
  test('upholds it as an administrator does, but by the account itself, with or without a note', async () => {
    const account = await signedInAccount();
    const { vendor, disputeId } = await disputedIn('sandbox', account);
    const { status, body } = await decide(account, { pathParameters: { disputeId }, body: { status: 'upheld' } });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      ...{ status: 'upheld', reviewNote: null, reviewedBy: account.accountId.replace('usr_', 'adm_') },
      ...{ scoreDeltaRestored: '8.00', eventVoidedAt: body.data.reviewedAt },
    });
    expect((await readVendorState(serviceTable(), vendor.id))?.scoreHundredths).toBe(8_000);
    expect(await eventsOfAccount(account.accountId, 'dispute.upheld')).toMatchObject([{ environment: 'sandbox' }]);
  });

  test('can also lead through a review, and is final: repeating it changes nothing, and any other decision is refused', async () => {
    const account = await signedInAccount();
    const { disputeId } = await disputedIn('sandbox', account);
    const lead = (status: string) =>
      decide(account, { pathParameters: { disputeId }, body: { status, reviewNote: 'Not ours.' } });
    expect((await lead('under_review')).body.data.status).toBe('under_review');
    const rejected = await lead('rejected');
    expect(rejected.body.data).toMatchObject({ status: 'rejected', reviewNote: 'Not ours.' });
    expect((await lead('rejected')).body).toStrictEqual(rejected.body);
    expect((await lead('upheld')).body.code).toBe('ILLEGAL_STATE');
  });

  test('does not find one of live, with the same response as for a missing one', async () => {
    const account = await signedInAccount();
    const { disputeId } = await disputedIn('live', account);
    const body = { status: 'upheld' };
    const live = await decide(account, { pathParameters: { disputeId }, body });
    const none = await decide(account, { pathParameters: { disputeId: newId('dsp', Date.now()) }, body });
    expect([live.status, live.body]).toStrictEqual([404, none.body]);
  });
});

securitySuite({
  contract: decideSandboxDispute,
  handler,
  request: async (account) => ({
    pathParameters: { disputeId: (await disputedIn('sandbox', account)).disputeId },
    body: { status: 'rejected' },
  }),
  missing: () => ({ pathParameters: { disputeId: newId('dsp', Date.now()) }, body: { status: 'rejected' } }),
});
