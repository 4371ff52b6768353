import { describe, expect, test } from 'vitest';
import { handler as openHandler } from '#functions/api/embed/open-embed-session';
import { openEmbedSession } from '#functions/api/embed/open-embed-session.contract';
import { serviceTable } from '#shared/db/client';
import { update } from '#shared/db/expressions';
import { findOwnedApplicant } from '#shared/onboarding/applicants/applicant-repository';
import { applicantKeys } from '#shared/onboarding/applicants/keys';
import { embedSessionKeys } from '#shared/onboarding/sessions/keys';
import { validConfig } from '#tests/support/onboarding';
import { embedEndpoint, newWidgetWithOwner } from './call.ts';
import { complete, openedSession, sessionCalls } from './session.ts';

const HOUR_MS = 3_600_000;
const NO_RESUME = validConfig({ flow: { enableResume: false } });

const callOpen = embedEndpoint(openEmbedSession, openHandler);

type Opened = Awaited<ReturnType<typeof openedSession>>;

const openAgain = ({ widget, applicant }: Opened) =>
  callOpen({ body: { token: widget.embedLinkToken, applicantId: applicant.id } });

const applicantOf = async ({ account, applicant }: Opened) => {
  const found = await findOwnedApplicant(serviceTable(), account, applicant.id);
  return { ...found, statuses: found?.timeline.map(({ status }) => status) };
};

const refusal = ({ status, body }: Awaited<ReturnType<Opened['save']>>) => [status, body.code];

describe('abandoning a session promises', () => {
  test('an abandoned applicant, once however often it is called, and the session in its current state', async () => {
    const session = await openedSession();
    await session.save('business_profile', { businessName: 'Ada Foods Ltd' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => session.abandon()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers[0]?.body.data).toMatchObject({
      sessionId: session.session.id,
      status: 'in_progress',
      answers: { business_profile: { businessName: 'Ada Foods Ltd' } },
      referenceId: null,
    });
    const applicant = await applicantOf(session);
    expect(applicant.statuses).toEqual(['created', 'in_progress', 'abandoned']);
    expect(applicant.timeline?.at(-1)).toMatchObject({ status: 'abandoned', by: 'applicant' });
  });

  test('that a visitor who keeps abandoning and resuming leaves a record that its owner can still decide on', async () => {
    const session = await openedSession();
    await complete(session);
    const { account, applicant } = session;
    const full = Array.from({ length: 199 }, () => ({ status: 'abandoned', at: applicant.createdAt, by: 'applicant' }));
    await serviceTable().write(update(applicantKeys.applicant(applicant.id), { set: { timeline: full }, when: {} }));
    for (let round = 0; round < 3; round++) {
      await session.abandon();
      expect((await applicantOf(session)).timeline).toHaveLength(200);
      await session.save('business_profile', { businessName: 'Ada Foods Ltd' });
    }
    expect((await session.submit()).status).toBe(200);
    const submitted = await findOwnedApplicant(serviceTable(), account, applicant.id);
    expect(submitted).toMatchObject({ status: 'submitted' });
    expect([submitted?.timeline.length, submitted?.timeline.at(-1)?.status]).toEqual([200, 'submitted']);
  });

  test('that saving resumes it, with the earlier answers', async () => {
    const session = await openedSession();
    await session.save('business_profile', { businessName: 'Ada Foods Ltd' });
    const { startedAt } = await applicantOf(session);
    await session.abandon();
    const { status, body } = await session.save('cac_verification', { registrationNumber: 'RC1234567' });
    expect([status, Object.keys(body.data.answers).sort()]).toEqual([200, ['business_profile', 'cac_verification']]);
    const resumed = await applicantOf(session);
    expect(resumed).toMatchObject({ status: 'in_progress', startedAt });
    expect(resumed.statuses).toEqual(['created', 'in_progress', 'abandoned', 'in_progress']);
    expect((await session.submit()).status).toBe(200);
  });

  test('that opening resumes it, even before its first answer', async () => {
    const session = await openedSession();
    await session.abandon();
    const { status, body } = await openAgain(session);
    expect([status, body.data.sessionId]).toEqual([200, session.session.id]);
    expect(await applicantOf(session)).toMatchObject({ status: 'in_progress', startedAt: expect.any(String) });
    await complete(session);
    expect((await session.submit()).status).toBe(200);
    expect((await applicantOf(session)).statuses).toEqual(['created', 'abandoned', 'in_progress', 'submitted']);
  });

  test("that a first save which resumes it counts as the applicant's start", async () => {
    const session = await openedSession();
    await session.abandon();
    await session.save('business_profile', { businessName: 'Ada Foods Ltd' });
    const applicant = await applicantOf(session);
    expect(applicant).toMatchObject({ status: 'in_progress', startedAt: applicant.updatedAt });
  });

  test('that an applicant who abandons a requested resubmission resumes it', async () => {
    const session = await openedSession();
    const status = 'resubmission_requested';
    await serviceTable().write(
      update(applicantKeys.applicant(session.applicant.id), { set: { status }, when: { pk: 'exists' } }),
    );
    expect((await session.abandon()).status).toBe(200);
    expect((await openAgain(session)).status).toBe(200);
    expect(await applicantOf(session)).toMatchObject({ status: 'in_progress' });
  });

  test('that session and applicant agree after abandoning and saving at once, in either order', async () => {
    const session = await openedSession();
    await session.save('business_profile', { businessName: 'Ada Foods Ltd' });
    const calls = await Promise.all([
      session.abandon(),
      session.save('cac_verification', { registrationNumber: 'RC1234567' }),
      session.abandon(),
      session.save('tin_verification', { tin: '12345678-0001' }),
    ]);
    expect(calls.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { status } = await applicantOf(session);
    const submitted = await session.submit();
    expect(submitted.status).toBe(status === 'abandoned' ? 409 : 200);
  });
});

describe('abandoning a session refuses', () => {
  test('to submit it: 409, and nothing is submitted', async () => {
    const session = await openedSession();
    await complete(session);
    await session.abandon();
    expect(refusal(await session.submit())).toEqual([409, 'APPLICANT_NOT_OPEN']);
    expect(await applicantOf(session)).toMatchObject({ status: 'abandoned', submittedAt: null });
  });

  test('to resume it if the widget does not: neither by saving nor by opening, and it cannot be read', async () => {
    const session = await openedSession({ config: NO_RESUME });
    await session.abandon();
    expect((await session.abandon()).status).toBe(200);
    const saved = await session.save('business_profile', { businessName: 'Ada Foods Ltd' });
    expect(refusal(saved)).toEqual([409, 'APPLICANT_NOT_OPEN']);
    expect(refusal(await openAgain(session))).toEqual([409, 'APPLICANT_NOT_OPEN']);
    expect(refusal(await session.read())).toEqual([403, 'RESUME_DISABLED']);
    expect(await applicantOf(session)).toMatchObject({ status: 'abandoned' });
  });

  test('a submitted session; a submission at the same moment succeeds or fails as a whole', async () => {
    const session = await openedSession();
    await complete(session);
    const [submitted, abandoned] = await Promise.all([session.submit(), session.abandon()]);
    const { status } = await applicantOf(session);
    expect([submitted.status, abandoned.status, status]).toEqual(
      submitted.status === 200 ? [200, 409, 'submitted'] : [409, 200, 'abandoned'],
    );
    if (submitted.status === 200) expect(abandoned.body.code).toBe('SESSION_NOT_IN_PROGRESS');
  });

  test('a session that has expired; one that was abandoned before stays abandoned', async () => {
    const late = await openedSession({}, Date.now() - 5 * HOUR_MS);
    expect(refusal(await late.abandon())).toEqual([410, 'SESSION_EXPIRED']);
    const session = await openedSession();
    await session.abandon();
    const expiresAt = new Date(Date.now() - HOUR_MS).toISOString();
    await serviceTable().write(
      update(embedSessionKeys.embedSession(session.session.id), { set: { expiresAt }, when: { pk: 'exists' } }),
    );
    expect((await session.abandon()).status).toBe(200);
    const saved = await session.save('business_profile', { businessName: 'Ada Foods Ltd' });
    expect(refusal(saved)).toEqual([410, 'SESSION_EXPIRED']);
    expect((await openAgain(session)).status).toBe(200);
  });

  test("another widget's session, and an origin that the widget does not allow", async () => {
    const session = await openedSession();
    const other = await newWidgetWithOwner({ config: validConfig({ security: { allowedDomains: ['shop.example'] } }) });
    const foreign = sessionCalls(other.widget, session.session, { Origin: 'https://shop.example' });
    expect(refusal(await foreign.abandon())).toEqual([404, 'SESSION_NOT_FOUND']);
    const elsewhere = sessionCalls(other.widget, session.session, { Origin: 'https://evil.example' });
    expect(refusal(await elsewhere.abandon())).toEqual([403, 'ORIGIN_NOT_ALLOWED']);
    expect(await applicantOf(session)).toMatchObject({ status: 'created' });
  });
});

describe('an applicant that was asked to resubmit', () => {
  test('opens its session even if the widget does not enable resuming', async () => {
    const session = await openedSession({ config: NO_RESUME });
    const status = 'resubmission_requested';
    await serviceTable().write(
      update(applicantKeys.applicant(session.applicant.id), { set: { status }, when: { pk: 'exists' } }),
    );
    expect((await openAgain(session)).status).toBe(200);
  });
});
