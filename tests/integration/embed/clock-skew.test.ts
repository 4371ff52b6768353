import { describe, expect, test } from 'vitest';
import { handler as openHandler } from '#functions/api/embed/open-embed-session';
import { openEmbedSession } from '#functions/api/embed/open-embed-session.contract';
import { handler as readHandler } from '#functions/api/embed/read-embed-session';
import { readEmbedSession } from '#functions/api/embed/read-embed-session.contract';
import { handler as saveHandler } from '#functions/api/embed/save-session-answers';
import { saveSessionAnswers } from '#functions/api/embed/save-session-answers.contract';
import { handler as submitHandler } from '#functions/api/embed/submit-session';
import { submitSession } from '#functions/api/embed/submit-session.contract';
import { serviceTable } from '#shared/db/client';
import { findOwnedApplicant } from '#shared/onboarding/applicants/applicant-repository';
import { expireApplicants } from '#shared/onboarding/expiry/expire-applicants';
import { IDLE_MS } from '#shared/onboarding/sessions/idle-sessions';
import type { Widget } from '#shared/onboarding/widgets/widget';
import { isoTime } from '#shared/platform/clock';
import { makeLogger } from '#shared/platform/logger';
import { testKit } from '#tests/integration/kit/test-kit';
import { type TestAccount, validConfig } from '#tests/support/onboarding';
import { embedEndpoint, newWidgetWithOwner } from './call.ts';

const MINUTE_MS = 60_000;
const TIMEOUT_MINUTES = 60;
const TIMEOUT_MS = TIMEOUT_MINUTES * MINUTE_MS;

/** How far a container's clock is wrong, in either direction. */
const AHEAD_MS = 5 * MINUTE_MS;
const BEHIND_MS = -AHEAD_MS;

/** A container with a wrong clock, which acts at a true time by its own clock. */
const container = (skewMs: number) => {
  const at = (trueMs: number) => {
    const kit = testKit({ clock: () => trueMs + skewMs });
    return {
      open: embedEndpoint(openEmbedSession, openHandler.with({}, kit)),
      read: embedEndpoint(readEmbedSession, readHandler.with({}, kit)),
      save: embedEndpoint(saveSessionAnswers, saveHandler.with({}, kit)),
      submit: embedEndpoint(submitSession, submitHandler.with({}, kit)),
    };
  };
  const callsOf = (widget: Widget, sessionId: string) => {
    const token = widget.embedLinkToken;
    const pathParameters = { sessionId };
    return {
      read: (trueMs: number) => at(trueMs).read({ pathParameters, query: { token } }),
      save: (trueMs: number, answers: Record<string, string>) =>
        at(trueMs).save({ pathParameters, body: { token, moduleId: 'business_profile', answers } }),
      submit: (trueMs: number) => at(trueMs).submit({ pathParameters, body: { token } }),
    };
  };
  return {
    open: (trueMs: number, widget: Widget, applicantId?: string) =>
      at(trueMs).open({ body: { token: widget.embedLinkToken, ...(applicantId !== undefined && { applicantId }) } }),
    callsOf,
    expire: (trueMs: number) =>
      expireApplicants({
        table: serviceTable(),
        clock: () => trueMs + skewMs,
        log: makeLogger({}, () => {}),
        metrics: () => {},
      }),
  };
};

/** A session that one container opened, and another container's calls. */
const openedBetween = async (openerSkewMs: number, otherSkewMs: number, openedAtMs: number) => {
  const config = validConfig({ flow: { sessionTimeoutMinutes: TIMEOUT_MINUTES } });
  const { account, widget } = await newWidgetWithOwner({ config });
  const opener = container(openerSkewMs);
  const other = container(otherSkewMs);
  const { body } = await opener.open(openedAtMs, widget);
  const { sessionId, applicantId, expiresAt } = body.data;
  return { account, widget, opener, other, applicantId, expiresAt, calls: other.callsOf(widget, sessionId) };
};

const statusOf = async (account: TestAccount & Parameters<typeof findOwnedApplicant>[1], applicantId: string) =>
  (await findOwnedApplicant(serviceTable(), account, applicantId))?.status;

/** How wrong the opener's clock and the other's are, and how much later a session of the first ends at the second. */
const PAIRS = [
  { opener: 'ahead', other: 'behind', openerMs: AHEAD_MS, otherMs: BEHIND_MS, laterMs: 2 * AHEAD_MS },
  { opener: 'behind', other: 'ahead', openerMs: BEHIND_MS, otherMs: AHEAD_MS, laterMs: 2 * BEHIND_MS },
  { opener: 'ahead', other: 'ahead', openerMs: AHEAD_MS, otherMs: AHEAD_MS, laterMs: 0 },
] as const;

describe.each(PAIRS)('A session opened by a clock 5 minutes $opener, used at one 5 minutes $other', (pair) => {
  const { openerMs, otherMs, laterMs } = pair;
  const openedAtMs = Date.now();
  const endMs = openedAtMs + TIMEOUT_MS + laterMs;

  test('ends exactly as much later or earlier as the clocks differ', async () => {
    const { calls, expiresAt } = await openedBetween(openerMs, otherMs, openedAtMs);
    expect(expiresAt).toBe(isoTime(openedAtMs + openerMs + TIMEOUT_MS));
    expect((await calls.read(endMs - 1)).status).toBe(200);
    const late = [
      await calls.read(endMs),
      await calls.save(endMs, { businessName: 'Ada Foods Ltd' }),
      await calls.submit(endMs),
    ];
    expect(late.map(({ status, body }) => [status, body.code])).toEqual(late.map(() => [410, 'SESSION_EXPIRED']));
    const saved = await calls.save(endMs - 1, { businessName: 'Ada Foods Ltd' });
    expect(saved.status).toBe(200);
    // The save extended the session, by the clock of the container that served it.
    expect((await calls.read(endMs - 2 + TIMEOUT_MS)).status).toBe(200);
    expect((await calls.read(endMs - 1 + TIMEOUT_MS)).status).toBe(410);
  });

  test('loses no saved answers when it ends: the next opening shows them, whoever serves it', async () => {
    const { calls, widget, opener, other, applicantId } = await openedBetween(openerMs, otherMs, openedAtMs);
    await calls.save(openedAtMs, { businessName: 'Ada Foods Ltd' });
    const overMs = openedAtMs + TIMEOUT_MS + 2 * AHEAD_MS;
    expect((await calls.save(overMs, { businessName: 'Too late' })).status).toBe(410);
    for (const one of [opener, other]) {
      const { status, body } = await one.open(overMs, widget, applicantId);
      expect([status, body.data.answers]).toEqual([200, { business_profile: { businessName: 'Ada Foods Ltd' } }]);
    }
    expect((await calls.save(overMs, { industry: 'Retail' })).status).toBe(200);
  });

  test('saved by both in turn keeps both: the first save starts the applicant once', async () => {
    const { calls, opener, widget, account, applicantId } = await openedBetween(openerMs, otherMs, openedAtMs);
    const own = opener.callsOf(widget, (await opener.open(openedAtMs, widget, applicantId)).body.data.sessionId);
    // By its own clock, the other container saves at the very moment of the opening, which is how a first save is
    // recognised.
    const sameInstantMs = openedAtMs + openerMs - otherMs;
    expect((await calls.save(sameInstantMs, { businessName: 'Ada Foods Ltd' })).status).toBe(200);
    expect((await own.save(openedAtMs, { industry: 'Retail' })).status).toBe(200);
    const { body } = await calls.save(sameInstantMs, { website: 'https://ada.example' });
    expect(body.data.answers).toMatchObject({
      business_profile: { businessName: 'Ada Foods Ltd', industry: 'Retail', website: 'https://ada.example' },
    });
    const applicant = await findOwnedApplicant(serviceTable(), account, applicantId);
    expect(applicant?.timeline.map(({ status }) => status)).toEqual(['created', 'in_progress']);
  });

  test('expires after 30 days without activity, earlier or later by the same difference, and not a millisecond before', async () => {
    // An hour ahead of every other test's run, so that no other run handles it.
    const idleEndMs = Date.now() + 60 * MINUTE_MS;
    const beganMs = idleEndMs - IDLE_MS - laterMs;
    const { other, account, applicantId } = await openedBetween(openerMs, otherMs, beganMs);
    await other.expire(idleEndMs - 1);
    expect(await statusOf(account, applicantId)).toBe('created');
    await other.expire(idleEndMs + 1);
    expect(await statusOf(account, applicantId)).toBe('expired');
  });

  test('that was active stays for 30 days from then, by the clock of the container that served the activity', async () => {
    const idleEndMs = Date.now() + 60 * MINUTE_MS;
    const activeMs = idleEndMs - IDLE_MS;
    const { other, calls, account, applicantId, widget } = await openedBetween(
      openerMs,
      otherMs,
      activeMs - TIMEOUT_MS / 2,
    );
    expect((await calls.save(activeMs, { businessName: 'Ada Foods Ltd' })).status).toBe(200);
    await other.expire(idleEndMs - 1);
    expect(await statusOf(account, applicantId)).toBe('in_progress');
    await other.expire(idleEndMs + 1);
    expect(await statusOf(account, applicantId)).toBe('expired');
    const opened = await other.open(idleEndMs + 1, widget, applicantId);
    expect([opened.status, opened.body.code]).toEqual([409, 'APPLICANT_NOT_OPEN']);
  });
});
