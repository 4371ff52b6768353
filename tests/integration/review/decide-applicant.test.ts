import { describe, expect, test } from 'vitest';
import { handler as readSessionHandler } from '#functions/api/embed/read-embed-session';
import { readEmbedSession } from '#functions/api/embed/read-embed-session.contract';
import { handler } from '#functions/api/kyb/decide-applicant';
import { decideApplicant } from '#functions/api/kyb/decide-applicant.contract';
import { handler as readHandler } from '#functions/api/kyb/read-applicant';
import { readApplicant } from '#functions/api/kyb/read-applicant.contract';
import { handler as reassessHandler } from '#functions/api/kyb/reassess-applicant';
import { reassessApplicant } from '#functions/api/kyb/reassess-applicant.contract';
import { handler as sandboxHandler } from '#functions/api/sandbox/decide-sandbox-applicant';
import { decideSandboxApplicant } from '#functions/api/sandbox/decide-sandbox-applicant.contract';
import { serviceTable } from '#shared/db/client';
import { put, update } from '#shared/db/expressions';
import { mailKeys } from '#shared/mails/keys';
import { readNoticeCaps } from '#shared/mails/settings';
import { applicantKeys } from '#shared/onboarding/applicants/keys';
import { decideApplicant as decideRead } from '#shared/onboarding/review/decide-applicant';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { assess, run } from '#tests/integration/assessment/run';
import {
  response as answersOf,
  applicantOf,
  sessionOf,
  submitSession,
} from '#tests/integration/assessment/submissions';
import { embedEndpoint } from '#tests/integration/embed/call';
import { apiKeyFor, sessionScope, signedInAccount } from '#tests/support/accounts';
import { endpoint, requestTo } from '#tests/support/call';
import { outboxEventsOf } from '#tests/support/outbox';
import { securitySuite } from '#tests/support/security-suite';
import { readTestVault } from '#tests/support/vault';
import { assessAgain, inReview, unassessedInReview, withoutTaxAuthority } from './applicants.ts';

/** Notices that were counted today and, in case midnight passes, tomorrow. */
const counted = (kind: 'applicant' | 'account', id: string, count: number) => {
  const nowMs = Date.now();
  const days = [nowMs, nowMs + 24 * 60 * 60_000].map((atMs) => isoTime(atMs).slice(0, 10));
  return Promise.all(days.map((day) => serviceTable().write(put({ ...mailKeys.noticeCount(kind, id, day), count }))));
};

const decide = endpoint(decideApplicant, handler);
const decideInSandbox = endpoint(decideSandboxApplicant, sandboxHandler);
const read = endpoint(readApplicant, readHandler.with({ vault: readTestVault }));
const callRead = embedEndpoint(readEmbedSession, readSessionHandler);
const reassess = endpoint(reassessApplicant, reassessHandler);

const REASON = 'Ada Obi confirmed the name by telephone.';
const approve = { decision: 'approve', reason: REASON };
const reject = { decision: 'reject', reason: 'The certificate is forged.' };
const sendBack = { decision: 'request_resubmission', reason: 'Wrong number.', modules: ['cac_verification'] };

const decisionsOf = async (applicantId: string) =>
  (await outboxEventsOf(applicantId, 'kyb.applicant.decision')).map(({ data }) => data);

describe('A reviewer who decides', () => {
  test.each([
    [approve, 'approved'],
    [reject, 'rejected'],
  ])(
    '%o: the applicant, its timeline and one event have it, and the event has no word of the reason',
    async (body, to) => {
      const { account, submission, path } = await inReview();
      const { status, body: result } = await decide(account, { ...path, body });
      expect([status, result.data.status, result.data.decisionReason]).toEqual([200, to, body.reason]);
      const stored = await applicantOf(submission);
      expect(stored).toMatchObject({ status: to, decidedAt: result.data.decidedAt, riskScore: result.data.riskScore });
      const detail = (await read(account, path)).body.data;
      expect(detail.timeline.at(-1)).toEqual({
        status: to,
        at: result.data.decidedAt,
        by: 'reviewer',
        reviewedBy: account.accountId,
        reason: body.reason,
      });
      expect(detail.answers.cac_verification).toEqual({ registrationNumber: 'RC7654321' });
      const [, event] = await decisionsOf(submission.applicantId);
      expect(event).toMatchObject({
        status: to,
        decisionReason: 'reviewer_decision',
        submissionReference: submission.submissionReference,
        decidedAt: stored.decidedAt,
        riskScore: stored.riskScore,
      });
      expect(JSON.stringify(event)).not.toContain(body.reason);
    },
  );

  test('is recorded as the API key that decided, with the reopened modules and the reason, which neither event nor list shows', async () => {
    const { account, submission, path } = await inReview();
    const key = await apiKeyFor(account);
    expect((await decide({ ...account, headers: key.headers }, { ...path, body: sendBack })).status).toBe(200);
    const entry = { reviewedBy: key.keyId, reason: sendBack.reason, modules: sendBack.modules };
    const { timeline } = (await read(account, path)).body.data;
    expect(timeline.at(-1)).toMatchObject({ status: 'resubmission_requested', by: 'reviewer', ...entry });
    const told = await outboxEventsOf(submission.applicantId, 'kyb.applicant.resubmission_requested');
    expect(JSON.stringify(told)).not.toContain(key.keyId);
    expect(JSON.stringify(told)).not.toContain(sendBack.reason);
    const { embedLinkToken: token } = submission.widget;
    const shown = await callRead({ pathParameters: { sessionId: submission.sessionId }, query: { token } });
    expect(JSON.stringify(shown.body)).not.toContain(key.keyId);
    expect(JSON.stringify(shown.body)).not.toContain(sendBack.reason);
  });

  test('is recorded in a timeline that earlier entries cannot fill, even if these have fewer fields', async () => {
    const { account, submission, path } = await inReview();
    const { createdAt: at, timeline } = await applicantOf(submission);
    const full = Array.from({ length: 199 }, () => ({ status: 'abandoned', at, by: 'applicant' }));
    const key = applicantKeys.applicant(submission.applicantId);
    const [created, ...others] = timeline;
    const filled = [created, ...full, ...others].slice(0, 200);
    await serviceTable().write(update(key, { set: { timeline: filled }, when: {} }));
    const reason = '𝒜'.repeat(500);
    expect((await decide(account, { ...path, body: { ...sendBack, reason } })).status).toBe(200);
    const again = { cac_verification: { registrationNumber: 'RC7654321' } };
    await submitSession(submission.widget, await answersOf(submission.widget, await sessionOf(submission), again));
    const shown: { status: string; reason?: string }[] = (await read(account, path)).body.data.timeline;
    expect(shown.length).toBeLessThanOrEqual(200);
    expect(shown.slice(-2)).toMatchObject([{ status: 'resubmission_requested', reason }, { status: 'submitted' }]);
  });

  test("is warned if the day's notices of the applicant, or of the account in its environment, are used up", async () => {
    const caps = readNoticeCaps();
    const warnings = async (body: object, given: (accountId: string, applicantId: string) => Promise<unknown>) => {
      const { account, submission, path } = await inReview();
      await given(account.accountId, submission.applicantId);
      const decided = await decide(account, { ...path, body });
      expect(decided.status).toBe(200);
      return decided.body.warnings;
    };
    const told = (whose: string) => [{ path: 'decision', message: expect.stringContaining(whose) }];
    expect(await warnings(sendBack, (_, id) => counted('applicant', id, caps.applicant))).toEqual(
      told('about this applicant'),
    );
    expect(await warnings(approve, (id) => counted('account', `${id}.sandbox`, caps.account))).toEqual(
      told('of the account in sandbox'),
    );
    expect(await warnings(approve, (id) => counted('account', `${id}.live`, caps.account))).toBeUndefined();
    expect(await warnings(reject, (_, id) => counted('applicant', id, caps.applicant - 1))).toBeUndefined();
  });

  test('requests a resubmission with words for the applicant, which only the applicant gets, until it is submitted again', async () => {
    const { account, submission, path } = await inReview();
    const message = 'The number belongs to another business.';
    const { status, body } = await decide(account, { ...path, body: { ...sendBack, applicantMessage: message } });
    expect([status, body.data.status]).toEqual([200, 'resubmission_requested']);
    const { embedLinkToken: token } = submission.widget;
    const session = () => callRead({ pathParameters: { sessionId: submission.sessionId }, query: { token } });
    expect((await session()).body.data).toMatchObject({
      openModules: ['cac_verification'],
      resubmission: { modules: ['cac_verification'], message },
    });
    const told = await outboxEventsOf(submission.applicantId, 'kyb.applicant.resubmission_requested');
    expect(JSON.stringify(told)).not.toContain(message);
    const again = { cac_verification: { registrationNumber: 'RC7654321' } };
    await submitSession(submission.widget, await answersOf(submission.widget, await sessionOf(submission), again));
    expect((await session()).body.data).toMatchObject({ openModules: [], resubmission: null, answers: {} });
  });

  test('the same again gets the applicant unchanged, with its first reason, and no second event', async () => {
    const { account, submission, path } = await inReview();
    await decide(account, { ...path, body: approve });
    const again = await decide(account, { ...path, body: { ...approve, reason: 'Another one' } });
    expect([again.status, again.body.data.decisionReason]).toEqual([200, REASON]);
    expect(await decisionsOf(submission.applicantId)).toHaveLength(2);
  });

  test('at the same moment as nine others makes one decision, and the others get it or a 409', async () => {
    const { account, submission, path } = await inReview();
    const bodies = Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? approve : reject));
    const responses = await Promise.all(bodies.map((body) => decide(account, { ...path, body })));
    const { status } = await applicantOf(submission);
    responses.forEach((result, n) => {
      const isMade = status === (n % 2 === 0 ? 'approved' : 'rejected');
      expect(isMade ? [result.status, result.body.data.status] : [result.status, result.body.code]).toEqual(
        isMade ? [200, status] : [409, 'ILLEGAL_STATE'],
      );
    });
    expect(await decisionsOf(submission.applicantId)).toHaveLength(2);
  });

  test('on an applicant that has changed since the reviewer saw it gets a 409, and decides nothing', async () => {
    const { account, submission, path } = await inReview();
    const { updatedAt } = (await read(account, path)).body.data;
    expect((await reassess(account, path)).status).toBe(200);
    await assessAgain(submission, run({ sourcesFor: withoutTaxAuthority }));
    const late = await decide(account, { ...path, body: { ...approve, updatedAt } });
    expect([late.status, late.body.code, late.body.details]).toEqual([
      409,
      'ILLEGAL_STATE',
      [{ path: 'updatedAt', message: 'The applicant has changed since then. Read it again before you decide.' }],
    ]);
    expect((await applicantOf(submission)).status).toBe('requires_review');
    const seen = (await read(account, path)).body.data.updatedAt;
    expect((await decide(account, { ...path, body: { ...approve, updatedAt: seen } })).status).toBe(200);
  });

  test('on an applicant that another assessment has changed since it was read gets a 409, whatever it names', async () => {
    const { account, submission } = await inReview();
    const before = await applicantOf(submission);
    const key = applicantKeys.applicant(submission.applicantId);
    await serviceTable().write(update(key, { set: { updatedAt: new Date().toISOString() }, when: {} }));
    const scope = sessionScope(account.accountId);
    const decided = { decision: 'approve', reason: REASON, reviewedBy: account.accountId } as const;
    await expect(decideRead(serviceTable(), scope, before, decided, Date.now())).rejects.toMatchObject({
      code: 'ILLEGAL_STATE',
    });
    expect((await applicantOf(submission)).status).toBe('requires_review');
  });

  test('at the same moment as another assessment begins: one wins, and the other is told', async () => {
    const { account, submission, path } = await inReview();
    const [decided, reassessed] = await Promise.all([
      decide(account, { ...path, body: approve }),
      reassess(account, path),
    ]);
    const { status } = await applicantOf(submission);
    expect([decided.status, reassessed.status].sort()).toEqual([200, 409]);
    expect(status).toBe(decided.status === 200 ? 'approved' : 'processing');
  });
});

describe('A reviewer who requests a resubmission', () => {
  test('opens only these modules; the applicant resubmits, and verdicts on the others are kept', async () => {
    const { account, submission, path } = await inReview();
    const { status, body } = await decide(account, { ...path, body: sendBack });
    expect([status, body.data.status, body.data.decidedAt]).toEqual([200, 'resubmission_requested', null]);
    const session = await sessionOf(submission);
    expect(session).toMatchObject({
      status: 'in_progress',
      moduleOrder: ['cac_verification'],
      currentModuleId: 'cac_verification',
      referenceId: null,
    });
    const events = await outboxEventsOf(submission.applicantId, 'kyb.applicant.resubmission_requested');
    expect(events.map(({ data }) => data)).toMatchObject([
      {
        modules: ['cac_verification'],
        reason: 'reviewer_decision',
        submissionReference: submission.submissionReference,
      },
    ]);
    const answered = await answersOf(submission.widget, session, {
      cac_verification: { registrationNumber: 'RC7654321' },
    });
    await assess({ ...submission, ...(await submitSession(submission.widget, answered)) });
    const after = await applicantOf(submission);
    expect(after).toMatchObject({ status: 'approved' });
    expect(after.timeline.slice(-4).map(({ status: each, by }) => `${each} by ${by}`)).toEqual([
      'resubmission_requested by reviewer',
      'submitted by applicant',
      'processing by service',
      'approved by service',
    ]);
  });

  test('without modules opens all enabled ones; the same again is a 200, and for other modules a 409', async () => {
    const { account, submission, path } = await inReview();
    const { modules, ...all } = sendBack;
    await decide(account, { ...path, body: all });
    expect((await sessionOf(submission)).moduleOrder).toEqual(submission.widget.config.flow.order);
    expect((await decide(account, { ...path, body: all })).status).toBe(200);
    const other = await decide(account, { ...path, body: { ...all, modules } });
    expect([other.status, other.body.code]).toEqual([409, 'ILLEGAL_STATE']);
  });

  test('names every module that is not enabled in one 400, and changes nothing', async () => {
    const { account, submission, path } = await inReview();
    const modules = ['cac_verification', 'pep_screening', 'nonsense'];
    const { status, body } = await decide(account, { ...path, body: { ...sendBack, modules } });
    expect([status, body.code]).toEqual([400, 'MODULE_NOT_ENABLED']);
    expect(body.details.map(({ path: place }: { path: string }) => place)).toEqual(['modules.1', 'modules.2']);
    expect((await applicantOf(submission)).status).toBe('requires_review');
  });
});

describe('A decision is refused', () => {
  test('in any status but requires_review, which it names', async () => {
    const { account, submission, path } = await inReview();
    for (const status of ['created', 'in_progress', 'submitted', 'processing', 'approved', 'abandoned', 'expired']) {
      await serviceTable().write(
        update(applicantKeys.applicant(submission.applicantId), { set: { status }, when: { pk: 'exists' } }),
      );
      const { status: code, body } = await decide(account, { ...path, body: approve });
      expect([code, body.code, body.details]).toEqual([
        409,
        'ILLEGAL_STATE',
        [{ path: 'status', message: `The applicant is ${status}` }],
      ]);
    }
  });

  test('with every problem of its body at once', async () => {
    const account = await signedInAccount();
    const body = { decision: 'maybe', reason: ' ', modules: [] };
    const path = { pathParameters: { id: newId('app', Date.now()) } };
    const { status, body: refusal } = await decide(account, { ...path, body });
    expect(status).toBe(400);
    expect(refusal.details.map(({ path: place }: { path: string }) => place)).toEqual([
      'decision',
      'reason',
      'modules',
    ]);
  });
});

describe('Deciding in the sandbox', () => {
  test('does the same for applicants of the sandbox', async () => {
    const { account, submission, path } = await inReview();
    const { status, body } = await decideInSandbox(account, { ...path, body: reject });
    expect([status, body.data.status]).toEqual([200, 'rejected']);
    expect((await applicantOf(submission)).timeline.at(-1)).toMatchObject({
      by: 'reviewer',
      reviewedBy: account.accountId,
      reason: reject.reason,
    });
  });

  test('asks for a resubmission of chosen modules', async () => {
    const { account, submission, path } = await inReview();
    const { status, body } = await decideInSandbox(account, { ...path, body: sendBack });
    expect([status, body.data.status]).toEqual([200, 'resubmission_requested']);
    expect(await sessionOf(submission)).toMatchObject({ status: 'in_progress', currentModuleId: 'cac_verification' });
    expect((await decideInSandbox(account, { ...path, body: sendBack })).body).toEqual(body);
  });

  test('does not find applicants of live', async () => {
    const { account, submission, path } = await inReview();
    await serviceTable().write(
      update(applicantKeys.applicant(submission.applicantId), {
        set: { environment: 'live' },
        when: { pk: 'exists' },
      }),
    );
    const { status, body } = await decideInSandbox(account, { ...path, body: reject });
    expect([status, body.code]).toEqual([404, 'APPLICANT_NOT_FOUND']);
  });
});

for (const [contract, secured] of [
  [decideApplicant, handler],
  [decideSandboxApplicant, sandboxHandler],
] as const) {
  const requestOf = (id: string) => requestTo(contract, { pathParameters: { id }, body: approve });

  test.each(['0'.repeat(101), 'app_1', '%20'])(`${contract.name} does not find an invalid id: %s`, async (id) => {
    const { body, status } = await endpoint(contract, secured)((await inReview()).account, {
      pathParameters: { id },
      body: approve,
    });
    expect([status, body.code]).toEqual([404, 'APPLICANT_NOT_FOUND']);
  });
  securitySuite({
    contract,
    handler: secured,
    request: async (account) => requestOf(await unassessedInReview(account)),
    missing: () => requestOf(newId('app', Date.now())),
  });
}
