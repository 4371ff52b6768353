import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/kyb/reassess-applicant';
import { reassessApplicant } from '#functions/api/kyb/reassess-applicant.contract';
import { once } from '#shared/platform/env';
import { newId } from '#shared/platform/ids';
import { assess, run, whileRegistryIsCalled } from '#tests/integration/assessment/run';
import { applicantOf, checkDebitsOf, submitted } from '#tests/integration/assessment/submissions';
import { signedInAccount } from '#tests/support/accounts';
import { endpoint, requestTo } from '#tests/support/call';
import { outboxEventsOf } from '#tests/support/outbox';
import { securitySuite } from '#tests/support/security-suite';
import { assessAgain, inReview, unassessedInReview, withoutTaxAuthority } from './applicants.ts';

const reassess = endpoint(reassessApplicant, handler);

const actionKeysOf = async (submission: Parameters<typeof checkDebitsOf>[0]) =>
  (await checkDebitsOf(submission)).map(({ actionKey }) => actionKey);

describe('Assessing an applicant again', () => {
  test('goes through processing, bills only the module without a verdict, and decides', async () => {
    const { account, submission, path } = await inReview();
    const before = await applicantOf(submission);
    expect(before).toMatchObject({ status: 'requires_review', decisionReason: 'source_unavailable' });
    const { status, body } = await reassess(account, path);
    expect([status, body.data.status]).toEqual([200, 'processing']);
    const { events } = await assessAgain(submission);
    const after = await applicantOf(submission);
    expect(after).toMatchObject({
      status: 'approved',
      totalSpentKobo: before.totalSpentKobo + 15_000,
      modules: [before.modules[0], before.modules[1], { moduleId: 'tin_verification', status: 'passed' }],
    });
    expect(await actionKeysOf(submission)).toEqual(['cac_verification', 'tin_verification']);
    expect(after.timeline.slice(-3).map(({ status: each, by }) => `${each} by ${by}`)).toEqual([
      'requires_review by service',
      'processing by reviewer',
      'approved by service',
    ]);
    expect(after.timeline.at(-2)).toMatchObject({ reviewedBy: account.accountId });
    expect((await events()).map(({ type }) => type).sort()).toEqual([
      'kyb.applicant.decision',
      'verification.tin.completed',
    ]);
  });

  test('however often it is requested and its message arrives, happens and is billed once', async () => {
    const { account, submission, path } = await inReview();
    const responses = await Promise.all(Array.from({ length: 5 }, () => reassess(account, path)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await outboxEventsOf(submission.applicantId, 'kyb.reassessment.requested')).toHaveLength(1);
    await Promise.all([assessAgain(submission), assessAgain(submission)]);
    await assessAgain(submission);
    expect(await actionKeysOf(submission)).toEqual(['cac_verification', 'tin_verification']);
    const refused = await reassess(account, path);
    expect([refused.status, refused.body.code]).toEqual([409, 'ILLEGAL_STATE']);
  });

  test('is not done by a repeated message of the submission', async () => {
    const { account, submission, path } = await inReview();
    await reassess(account, path);
    await assess(submission);
    expect((await applicantOf(submission)).status).toBe('processing');
  });

  test('is not ended by an earlier assessment that is still running, which writes and bills nothing', async () => {
    const account = await signedInAccount();
    const submission = await submitted({ accountId: account.accountId });
    const path = { pathParameters: { id: submission.applicantId } };
    const meanwhile = once(async () => {
      await assess(submission, run({ sourcesFor: withoutTaxAuthority }));
      return reassess(account, path);
    });
    await assess(submission, run({ sourcesFor: whileRegistryIsCalled(meanwhile) }));
    expect((await meanwhile()).status).toBe(200);
    expect(await applicantOf(submission)).toMatchObject({ status: 'processing', reassessments: 1 });
    expect(await actionKeysOf(submission)).toEqual(['cac_verification']);
    await assessAgain(submission);
    expect(await applicantOf(submission)).toMatchObject({ status: 'approved' });
    expect(await actionKeysOf(submission)).toEqual(['cac_verification', 'tin_verification']);
  });
});

const requestOf = (id: string) => requestTo(reassessApplicant, { pathParameters: { id } });

securitySuite({
  contract: reassessApplicant,
  handler,
  request: async (account) => requestOf(await unassessedInReview(account)),
  missing: () => requestOf(newId('app', Date.now())),
});
