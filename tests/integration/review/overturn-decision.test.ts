import { describe, expect, test } from 'vitest';
import { handler as decideHandler } from '#functions/api/kyb/decide-applicant';
import { decideApplicant } from '#functions/api/kyb/decide-applicant.contract';
import { handler } from '#functions/api/kyb/overturn-decision';
import { overturnDecision } from '#functions/api/kyb/overturn-decision.contract';
import { handler as readHandler } from '#functions/api/kyb/read-applicant';
import { readApplicant } from '#functions/api/kyb/read-applicant.contract';
import { rejectUnheard } from '#scripts/invoke/submission';
import { serviceTable } from '#shared/db/client';
import { put, update } from '#shared/db/expressions';
import type { ServiceEvent } from '#shared/events/outbox';
import { mailKeys } from '#shared/mails/keys';
import { readNoticeCaps } from '#shared/mails/settings';
import { applicantKeys } from '#shared/onboarding/applicants/keys';
import { outcomeOf } from '#shared/onboarding/notices/applicant-notice';
import { overturnDecision as overturnRead } from '#shared/onboarding/review/overturn';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { assess } from '#tests/integration/assessment/run';
import { applicantOf, submitted } from '#tests/integration/assessment/submissions';
import { apiKeyFor, type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { endpoint, requestTo } from '#tests/support/call';
import { outboxEventsOf } from '#tests/support/outbox';
import { securitySuite } from '#tests/support/security-suite';
import { readTestVault } from '#tests/support/vault';
import { inReview, unassessedInReview } from './applicants.ts';

const overturn = endpoint(overturnDecision, handler);
const decide = endpoint(decideApplicant, decideHandler);
const read = endpoint(readApplicant, readHandler.with({ vault: readTestVault }));

const approve = { decision: 'approve', reason: 'The certificate of today is genuine.' };
const reject = { decision: 'reject', reason: 'Ada Obi is on the list of the bank.' };

const decisionsOf = (applicantId: string) => outboxEventsOf(applicantId, 'kyb.applicant.decision');

/** An applicant that an assessment approved. */
const approved = async () => {
  const account = await signedInAccount();
  const submission = await submitted({ accountId: account.accountId });
  await assess(submission);
  return { account, submission, path: { pathParameters: { id: submission.applicantId } } };
};

/** An applicant that a reviewer rejected. */
const rejected = async () => {
  const found = await inReview();
  await decide(found.account, { ...found.path, body: { decision: 'reject', reason: 'Forged.' } });
  return found;
};

describe('Overturning a decision', () => {
  test('of an assessment rejects, for a reason that is in the timeline and in no event', async () => {
    const { account, submission, path } = await approved();
    const before = await applicantOf(submission);
    const [first] = await decisionsOf(submission.applicantId);
    const { status, body } = await overturn(account, { ...path, body: { ...reject, updatedAt: before.updatedAt } });
    expect([status, body.data.status, body.data.decisionReason]).toEqual([200, 'rejected', reject.reason]);
    expect(body.data.riskScore).toBe(before.riskScore);
    expect(Date.parse(body.data.decidedAt)).toBeGreaterThan(Date.parse(before.decidedAt ?? ''));
    const shown = (await read(account, path)).body.data;
    expect(shown.timeline.slice(0, -1)).toEqual(before.timeline);
    expect(shown.timeline.at(-1)).toEqual({
      status: 'rejected',
      at: body.data.decidedAt,
      by: 'reviewer',
      reviewedBy: account.accountId,
      reason: reject.reason,
      overturns: first?.eventId,
    });
    const events = await decisionsOf(submission.applicantId);
    expect(events.map(({ data }) => data['overturns'])).toEqual([null, first?.eventId]);
    expect(events[1]).toMatchObject({ environment: 'sandbox', widgetId: submission.widget.id });
    expect(events[1]?.data).toEqual({
      ...first?.data,
      status: 'rejected',
      decisionReason: 'reviewer_decision',
      decidedAt: body.data.decidedAt,
      overturns: first?.eventId,
    });
    expect(JSON.stringify(events)).not.toContain(reject.reason);
  });

  test('of a reviewer approves, and so back and forth: each event names the one that it replaces', async () => {
    const { account, submission, path } = await rejected();
    const key = await apiKeyFor(account);
    expect((await overturn({ ...account, headers: key.headers }, { ...path, body: approve })).body.data.status).toBe(
      'approved',
    );
    expect((await overturn(account, { ...path, body: reject })).body.data.status).toBe('rejected');
    const events = await decisionsOf(submission.applicantId);
    // Events of one millisecond may be in any order, so they are followed from the one that overturns nothing.
    const replacing = (event: ServiceEvent | undefined) =>
      events.find(({ data }) => data['overturns'] === event?.eventId);
    const byReviewer = events.find(({ data }) => data['status'] === 'rejected' && data['overturns'] === null);
    const chain = [byReviewer, replacing(byReviewer), replacing(replacing(byReviewer))];
    expect(chain.map((event) => event?.data['status'])).toEqual(['rejected', 'approved', 'rejected']);
    expect(events).toHaveLength(4);
    const { timeline } = await applicantOf(submission);
    expect(timeline.slice(-2).map(({ reviewedBy }) => reviewedBy)).toEqual([key.keyId, account.accountId]);
  });

  test('again is a 200 that changes nothing, whatever the reason', async () => {
    const { account, submission, path } = await rejected();
    const { updatedAt } = await applicantOf(submission);
    const body = { ...approve, updatedAt };
    expect((await overturn(account, { ...path, body })).status).toBe(200);
    const once = await applicantOf(submission);
    const again = await overturn(account, { ...path, body: { ...body, reason: 'Another' } });
    expect([again.status, again.body.data.decisionReason]).toEqual([200, approve.reason]);
    expect(await applicantOf(submission)).toEqual(once);
    expect(await decisionsOf(submission.applicantId)).toHaveLength(3);
  });

  test('by ten reviewers at the same moment happens once, and is reported once', async () => {
    const { account, submission, path } = await rejected();
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) => overturn(account, { ...path, body: { ...approve, reason: `Reason ${n}` } })),
    );
    const { decisionReason, timeline } = await applicantOf(submission);
    for (const { status, body } of responses) {
      expect([status, body.data.status, body.data.decisionReason]).toEqual([200, 'approved', decisionReason]);
    }
    expect(timeline.filter(({ overturns }) => overturns !== undefined)).toHaveLength(1);
    expect(await decisionsOf(submission.applicantId)).toHaveLength(3);
  });

  test('of an applicant that changed after it was read is a 409, and overturns nothing', async () => {
    const { submission } = await rejected();
    const before = await applicantOf(submission);
    const key = applicantKeys.applicant(submission.applicantId);
    await serviceTable().write(update(key, { set: { updatedAt: isoTime(Date.now() + 1) }, when: {} }));
    const overturning = { decision: 'approve', reason: 'Genuine', reviewedBy: before.accountId } as const;
    await expect(overturnRead(serviceTable(), before, overturning, Date.now())).rejects.toMatchObject({
      code: 'ILLEGAL_STATE',
      extras: {
        details: [
          { path: 'updatedAt', message: 'The applicant has changed since then. Read it again before you decide.' },
        ],
      },
    });
    expect((await applicantOf(submission)).status).toBe('rejected');
    expect(await decisionsOf(submission.applicantId)).toHaveLength(2);
  });

  test('that was made before its event was recorded says so with a null', async () => {
    const { account, submission, path } = await rejected();
    const key = applicantKeys.applicant(submission.applicantId);
    await serviceTable().write(update(key, { remove: ['decisionEventId'], when: { pk: 'exists' } }));
    expect((await overturn(account, { ...path, body: approve })).status).toBe(200);
    expect((await applicantOf(submission)).timeline.at(-1)).toMatchObject({ status: 'approved', overturns: null });
    expect((await overturn(account, { ...path, body: approve })).status).toBe(200);
    const events = await decisionsOf(submission.applicantId);
    expect(events.map(({ data }) => data['overturns'])).toEqual([null, null, null]);
  });

  test("is notified like any decision, by its outcome, and warns if the day's notices are used up", async () => {
    const { account, submission, path } = await rejected();
    const caps = readNoticeCaps();
    const days = [0, 86_400_000].map((later) => isoTime(Date.now() + later).slice(0, 10));
    await Promise.all(
      days.map((day) =>
        serviceTable().write(
          put({ ...mailKeys.noticeCount('applicant', submission.applicantId, day), count: caps.applicant }),
        ),
      ),
    );
    const { body } = await overturn(account, { ...path, body: approve });
    expect(body.warnings).toEqual([{ path: 'decision', message: expect.stringContaining('about this applicant') }]);
    const event = (await decisionsOf(submission.applicantId)).find(({ data }) => data['overturns'] !== null);
    expect(outcomeOf(event as ServiceEvent)).toBe('approved');
  });
});

describe('An overturn is refused', () => {
  test('in every status but the opposite one, which it names', async () => {
    const { account, submission, path } = await inReview();
    const key = applicantKeys.applicant(submission.applicantId);
    const undecided = ['created', 'in_progress', 'submitted', 'processing', 'requires_review', 'expired', 'abandoned'];
    for (const [status, body] of [
      ...[...undecided, 'resubmission_requested', 'approved'].map((each) => [each, approve] as const),
      ['rejected', reject] as const,
    ]) {
      await serviceTable().write(update(key, { set: { status }, when: { pk: 'exists' } }));
      const refused = await overturn(account, { ...path, body });
      expect([refused.status, refused.body.code, refused.body.details]).toEqual([
        409,
        'ILLEGAL_STATE',
        [{ path: 'status', message: `The applicant is ${status}` }],
      ]);
    }
    expect(await decisionsOf(submission.applicantId)).toHaveLength(1);
  });

  test('if the reviewer saw another state of it', async () => {
    const { account, submission, path } = await rejected();
    const seen = isoTime(0);
    const { status, body } = await overturn(account, { ...path, body: { ...approve, updatedAt: seen } });
    expect([status, body.code, body.details[0].path]).toEqual([409, 'ILLEGAL_STATE', 'updatedAt']);
    expect((await applicantOf(submission)).status).toBe('rejected');
  });

  test('through a decision, which is possible on neither a decided applicant nor an overturned one', async () => {
    const { account, path } = await rejected();
    await overturn(account, { ...path, body: approve });
    for (const body of [approve, reject]) {
      const { status, body: refusal } = await decide(account, { ...path, body });
      expect([status, refusal.code]).toEqual([409, 'ILLEGAL_STATE']);
    }
  });

  test('with every problem of its body at once', async () => {
    const account = await signedInAccount();
    const body = { decision: 'request_resubmission', reason: 'x'.repeat(501), updatedAt: 4 };
    const { status, body: refusal } = await overturn(account, {
      pathParameters: { id: newId('app', Date.now()) },
      body,
    });
    expect(status).toBe(400);
    expect(refusal.details.map(({ path: place }: { path: string }) => place)).toEqual([
      'decision',
      'reason',
      'updatedAt',
    ]);
  });
});

const unassessedRejected = async (account: SignedInAccount) => {
  const id = await unassessedInReview(account);
  await rejectUnheard(id);
  return id;
};
const requestOf = (id: string) => requestTo(overturnDecision, { pathParameters: { id }, body: approve });

securitySuite({
  contract: overturnDecision,
  handler,
  request: async (account) => requestOf(await unassessedRejected(account)),
  missing: () => requestOf(newId('app', Date.now())),
});
