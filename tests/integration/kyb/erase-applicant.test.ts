import { describe, expect, test } from 'vitest';
import { handler as openHandler } from '#functions/api/embed/open-embed-session';
import { openEmbedSession } from '#functions/api/embed/open-embed-session.contract';
import { handler as decideHandler } from '#functions/api/kyb/decide-applicant';
import { decideApplicant } from '#functions/api/kyb/decide-applicant.contract';
import { handler } from '#functions/api/kyb/erase-applicant';
import { eraseApplicant } from '#functions/api/kyb/erase-applicant.contract';
import { handler as readHandler } from '#functions/api/kyb/read-applicant';
import { readApplicant } from '#functions/api/kyb/read-applicant.contract';
import { handler as reassessHandler } from '#functions/api/kyb/reassess-applicant';
import { reassessApplicant } from '#functions/api/kyb/reassess-applicant.contract';
import { serviceTable } from '#shared/db/client';
import { applicantKeys } from '#shared/onboarding/applicants/keys';
import { newId } from '#shared/platform/ids';
import { assess } from '#tests/integration/assessment/run';
import { submitted } from '#tests/integration/assessment/submissions';
import { embedEndpoint } from '#tests/integration/embed/call';
import { complete, openedSessionOf, sessionCalls } from '#tests/integration/embed/session';
import { inReview } from '#tests/integration/review/applicants';
import { apiKeyFor, type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { endpoint, requestTo } from '#tests/support/call';
import { createApplicantFor, createWidgetFor, openWalletsFor } from '#tests/support/onboarding';
import { securitySuite } from '#tests/support/security-suite';
import { readTestVault } from '#tests/support/vault';

const call = endpoint(eraseApplicant, handler);
const callRead = endpoint(readApplicant, readHandler.with({ vault: readTestVault }));
const decide = endpoint(decideApplicant, decideHandler);
const reassess = endpoint(reassessApplicant, reassessHandler);
const open = embedEndpoint(openEmbedSession, openHandler.with({ vault: readTestVault }));

const named = (id: string) => ({ pathParameters: { id } });

// biome-ignore lint/suspicious/noExplicitAny: a test reads what an answer should have; its assertions prove it.
type Shown = any;

const ERASED = { success: true, message: 'Applicant erased.' };

/** An applicant with statements of its account, and the signed-in account. */
const known = async (account?: SignedInAccount) => {
  const owner = account ?? (await signedInAccount());
  await openWalletsFor(owner);
  const widget = await createWidgetFor(owner);
  const subject = { businessName: 'Zobo Drinks Ltd', email: 'ada@zobo.example' };
  const { applicant, session } = await createApplicantFor(owner, widget, { subject, referenceId: 'zobo-1' });
  return { account: owner, widget, applicant, session, ...sessionCalls(widget, session) };
};

describe('Erasing an applicant', () => {
  test('redacts it at once, for a session and for a secret key, and says when and by which', async () => {
    for (const withKey of [false, true]) {
      const { account, applicant } = await known();
      const key = await apiKeyFor(account);
      const caller = withKey ? (key as unknown as SignedInAccount) : account;
      expect((await call(caller, named(applicant.id))).body).toEqual(ERASED);
      const { status, body } = await callRead(account, named(applicant.id));
      expect(status).toBe(200);
      expect(body.data).toMatchObject({
        ...{ id: applicant.id, status: 'created', subject: {}, referenceId: null, answers: {}, attachments: {} },
        ...{ totalSpentKobo: applicant.totalSpentKobo, createdAt: applicant.createdAt },
        erasedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        erasedBy: withKey ? key.keyId : account.accountId,
      });
      expect(body.data.updatedAt).toBe(body.data.erasedAt);
    }
  });

  test('again is the same response and changes nothing', async () => {
    const { account, applicant } = await known();
    await call(account, named(applicant.id));
    const first = (await callRead(account, named(applicant.id))).body;
    const again = await call(account, named(applicant.id));
    expect([again.status, again.body]).toEqual([200, ERASED]);
    expect((await callRead(account, named(applicant.id))).body).toEqual(first);
  });

  test("keeps the codes of an assessment's decision, and nothing that a reviewer wrote", async () => {
    const { account, submission, path } = await inReview();
    const before = (await callRead(account, path)).body.data;
    expect((await call(account, path)).status).toBe(200);
    const after = (await callRead(account, path)).body.data;
    for (const kept of ['status', 'riskScore', 'decisionReason', 'timeline', 'submittedAt', 'totalSpentKobo']) {
      expect(after[kept]).toEqual(before[kept]);
    }
    // The evidence of each check says that its source answered, but no longer what.
    const told = (modules: readonly Shown[]) =>
      modules.map((one) => ({
        ...one,
        evidence: one.evidence.map((of: Shown) => ({ ...of, compared: null, answered: null })),
      }));
    expect(after.modules).toEqual(told(before.modules));
    expect(submission.applicantId).toBe(after.id);
    const other = await inReview(account);
    await decide(account, { ...other.path, body: { decision: 'approve', reason: 'Ada Obi confirmed it.' } });
    await call(account, other.path);
    expect((await callRead(account, other.path)).body.data).toMatchObject({
      status: 'approved',
      decisionReason: 'reviewer_decision',
    });
  });

  test('closes its session: every call of it is refused as expired', async () => {
    const { account, widget, applicant, read, save, submit, abandon } = await known();
    await save('business_profile', { businessName: 'Zobo Drinks Ltd' });
    await call(account, named(applicant.id));
    const refusals = await Promise.all([
      read(),
      save('business_profile', { businessName: 'Zobo' }),
      submit(),
      abandon(),
      open({ body: { token: widget.embedLinkToken, applicantId: applicant.id } }),
    ]);
    expect(refusals.map(({ status, body }) => [status, body.code])).toEqual(
      refusals.map(() => [409, 'APPLICANT_NOT_OPEN']),
    );
    expect(JSON.stringify(refusals.map(({ body }) => body))).not.toContain('Zobo');
  });

  test('closes a submitted one as well, which is never checked for inactivity again', async () => {
    const { account, session: _, applicant, ...calls } = await openedSessionOf(await signedInAccount());
    await complete(calls);
    await call(account, named(applicant.id));
    expect(await serviceTable().get(applicantKeys.applicant(applicant.id))).not.toHaveProperty('gsi4sk');
    const { account: reviewer, path, submission } = await inReview();
    await call(reviewer, path);
    const read = await sessionCalls(submission.widget, { id: submission.sessionId }).read();
    expect([read.status, read.body.code]).toEqual([409, 'APPLICANT_NOT_OPEN']);
  });
});

describe('Erasing an applicant is refused', () => {
  test('while it waits for its assessment, naming the status, and nothing is erased', async () => {
    const account = await signedInAccount();
    const submission = await submitted({ accountId: account.accountId, subject: { businessName: 'Zobo Drinks Ltd' } });
    const refused = await call(account, named(submission.applicantId));
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([
      409,
      'ILLEGAL_STATE',
      [{ path: 'status', message: 'The applicant is submitted' }],
    ]);
    expect((await callRead(account, named(submission.applicantId))).body.data.subject).toEqual({
      businessName: 'Zobo Drinks Ltd',
    });
    await assess(submission);
    expect((await call(account, named(submission.applicantId))).status).toBe(200);
  });

  test('and an erased one is neither decided on nor assessed again', async () => {
    const { account, path } = await inReview();
    await call(account, path);
    const bodies = [
      { decision: 'approve', reason: 'Fine' },
      { decision: 'request_resubmission', reason: 'Again' },
    ];
    const refused = [
      ...(await Promise.all(bodies.map((body) => decide(account, { ...path, body })))),
      await reassess(account, path),
    ];
    for (const { status, body } of refused) {
      expect([status, body.code]).toEqual([409, 'ILLEGAL_STATE']);
      expect(body.details).toEqual([
        { path: 'erasedAt', message: expect.stringMatching(/^The applicant was erased at/) },
      ]);
    }
  });
});

const requestOf = (id: string) => requestTo(eraseApplicant, named(id));

securitySuite({
  contract: eraseApplicant,
  handler,
  request: async (account) => requestOf((await known(account)).applicant.id),
  missing: () => requestOf(newId('app', Date.now())),
});
