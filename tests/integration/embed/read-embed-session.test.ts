import { describe, expect, test } from 'vitest';
import { createWidgetFor, validConfig } from '#tests/support/onboarding';
import { complete, openedSession, sessionCalls } from './session.ts';

const HOUR_MS = 3_600_000;

describe('reading an embed session promises', () => {
  test('the answers saved so far', async () => {
    const { read, save } = await openedSession();
    await save('business_profile', { businessName: 'Ada Foods Ltd' });
    const { status, body } = await read();
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      currentModuleId: 'cac_verification',
      answers: { business_profile: { businessName: 'Ada Foods Ltd' } },
    });
  });

  test('no answers if the widget does not save progress', async () => {
    const { read, save } = await openedSession({ config: validConfig({ flow: { enableSavedProgress: false } }) });
    const saved = await save('business_profile', { businessName: 'Ada Foods Ltd' });
    expect(saved.body.data.answers).toEqual({ business_profile: { businessName: 'Ada Foods Ltd' } });
    expect((await read()).body.data.answers).toEqual({});
  });

  test('a submitted session in its current state, without its answers', async () => {
    const session = await openedSession();
    await complete(session);
    const { data } = (await session.submit()).body;
    const shown = { ...data, answers: {}, attachments: {}, openModules: [], resubmission: null };
    expect((await session.read()).body).toEqual({ success: true, data: shown });
  });
});

describe('reading an embed session refuses', () => {
  test('a request without a token', async () => {
    const { widget, session } = await openedSession();
    const { status, body } = await sessionCalls({ ...widget, embedLinkToken: '' }, session).read();
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  test('a widget that disables resuming', async () => {
    const { read } = await openedSession({ config: validConfig({ flow: { enableResume: false } }) });
    const { status, body } = await read();
    expect([status, body.code]).toEqual([403, 'RESUME_DISABLED']);
  });

  test('a session of another widget with the same 404 as a missing one', async () => {
    const { account, session, widget } = await openedSession();
    const other = await sessionCalls(await createWidgetFor(account), session).read();
    const missing = await sessionCalls(widget, { id: 'wses_none' }).read();
    expect([other.status, other.body.code]).toEqual([404, 'SESSION_NOT_FOUND']);
    expect(missing.response.body).toBe(other.response.body);
  });

  test('an expired session', async () => {
    const { read } = await openedSession({}, Date.now() - 2 * HOUR_MS);
    const { status, body } = await read();
    expect([status, body.code]).toEqual([410, 'SESSION_EXPIRED']);
  });
});
