import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterEach, describe, expect, test } from 'vitest';
import { serviceTable } from '#shared/db/client';
import { update } from '#shared/db/expressions';
import { findOwnedApplicant } from '#shared/onboarding/applicants/applicant-repository';
import { applicantKeys } from '#shared/onboarding/applicants/keys';
import { embedSessionKeys } from '#shared/onboarding/sessions/keys';
import { mockAws } from '#tests/support/mock-aws';
import { validConfig } from '#tests/support/onboarding';
import { outboxEventsOf } from '#tests/support/outbox';
import { signingSecretOf, TEST_VAULT_SECRET } from '#tests/support/vault';
import { widgetSignature } from '#tests/support/widget-signature';
import { complete, openedSession, sessionCalls } from './session.ts';

const HOUR_MS = 3_600_000;

describe('submitting a session promises', () => {
  test('a submitted session with a reference, a submitted applicant, and one event', async () => {
    const session = await openedSession();
    await complete(session);
    const { status, body } = await session.submit();
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      sessionId: session.session.id,
      status: 'submitted',
      currentModuleId: null,
      referenceId: expect.stringMatching(/^ref_/),
    });
    const applicant = await findOwnedApplicant(serviceTable(), session.account, session.applicant.id);
    expect(applicant).toMatchObject({ status: 'submitted', submittedAt: expect.any(String) });
    expect(await outboxEventsOf(session.applicant.id, 'kyb.applicant.submitted')).toEqual([
      expect.objectContaining({
        accountId: session.account.accountId,
        widgetId: session.widget.id,
        environment: 'sandbox',
        data: {
          applicantId: session.applicant.id,
          widgetId: session.widget.id,
          environment: 'sandbox',
          referenceId: 'c-7',
          createdBy: 'account',
          submissionReference: body.data.referenceId,
          submittedAt: applicant?.submittedAt,
        },
      }),
    ]);
  });

  test('20 submits at once make one submission, and every one returns it', async () => {
    const session = await openedSession();
    await complete(session);
    const answers = await Promise.all(Array.from({ length: 20 }, () => session.submit()));
    expect(new Set(answers.map(({ response }) => response.body)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await outboxEventsOf(session.applicant.id, 'kyb.applicant.submitted')).toHaveLength(1);
  });

  test('that a later call returns the same submission, without its contents once the session has expired', async () => {
    const session = await openedSession();
    await complete(session);
    const first = await session.submit();
    const past = new Date(Date.now() - HOUR_MS).toISOString();
    await serviceTable().write(
      update(embedSessionKeys.embedSession(session.session.id), { set: { expiresAt: past }, when: { pk: 'exists' } }),
    );
    const { data } = first.body;
    expect((await session.submit()).body).toEqual({ success: true, data: { ...data, answers: {}, attachments: {} } });
  });
});

describe('submitting a session refuses', () => {
  test('required modules without answers, by name', async () => {
    const { submit, save, account, applicant } = await openedSession();
    await save('cac_verification', { businessName: 'Ada Foods Ltd' });
    const { status, body } = await submit();
    expect([status, body.code]).toEqual([400, 'MODULES_INCOMPLETE']);
    expect(body.details.map(({ path }: { path: string }) => path)).toEqual(['business_profile', 'cac_verification']);
    const untouched = await findOwnedApplicant(serviceTable(), account, applicant.id);
    expect(untouched).toMatchObject({ status: 'in_progress', submittedAt: null });
  });

  test('answers without the version of the terms that the widget names, or with an earlier one', async () => {
    const config = validConfig();
    const session = await openedSession({
      config: { ...config, branding: { ...config.branding, consentVersion: '2026-11' } },
    });
    const nothing = await session.submit();
    expect(nothing.body.code).toBe('MODULES_INCOMPLETE');
    expect(nothing.body.details.map(({ path }: { path: string }) => path)).toEqual([
      'business_profile',
      'cac_verification',
      'consentVersion',
    ]);
    await complete(session);
    await session.save('business_profile', { consentVersion: '2026-10' });
    const { status, body } = await session.submit();
    expect([status, body.code, body.details]).toEqual([
      400,
      'CONSENT_REQUIRED',
      [{ path: 'consentVersion', message: expect.stringContaining('"2026-11"') }],
    ]);
    expect((await session.read()).body.data.status).toBe('in_progress');
    await session.save('business_profile', { consentVersion: '2026-11' });
    expect((await session.submit()).status).toBe(200);
  });

  test('an expired session', async () => {
    const { submit } = await openedSession({}, Date.now() - 2 * HOUR_MS);
    const { status, body } = await submit();
    expect([status, body.code]).toEqual([410, 'SESSION_EXPIRED']);
  });

  test('an applicant that is no longer open, and the session is unchanged', async () => {
    const session = await openedSession();
    await complete(session);
    await serviceTable().write(
      update(applicantKeys.applicant(session.applicant.id), { set: { status: 'expired' }, when: { pk: 'exists' } }),
    );
    const { status, body } = await session.submit();
    expect([status, body.code]).toEqual([409, 'APPLICANT_NOT_OPEN']);
    expect((await session.read()).body.data.status).toBe('in_progress');
  });
});

describe('a widget that requires signed requests', () => {
  const secrets = mockAws(SecretsManagerClient);
  afterEach(() => secrets.reset());

  const signedWidget = async () => {
    secrets
      .on(GetSecretValueCommand)
      .resolves({ SecretString: TEST_VAULT_SECRET.current.value, VersionId: TEST_VAULT_SECRET.current.versionId });
    const opened = await openedSession({ config: validConfig({ security: { requireSignedRequests: true } }) });
    const body = JSON.stringify({ token: opened.widget.embedLinkToken });
    const secret = signingSecretOf(opened.widget);
    const submitWith = (header: string) =>
      sessionCalls(opened.widget, opened.session, { 'X-Widget-Signature': header }).submit();
    const request = { method: 'POST', path: `/v1/widget/embed/sessions/${opened.session.id}/submit`, body };
    const sign = (seconds: number, key = secret) => widgetSignature(request, key, seconds);
    return { ...opened, submitWith, sign };
  };

  test('accepts a fresh signature of the request, and reads need none', async () => {
    const { submitWith, sign, read } = await signedWidget();
    expect((await read()).status).toBe(200);
    // Past the guard, the session itself refuses, because nothing is answered yet.
    expect((await submitWith(sign(Math.floor(Date.now() / 1000)))).body.code).toBe('MODULES_INCOMPLETE');
  });

  test('refuses a missing one, a stale one and one with another secret', async () => {
    const { submit, submitWith, sign } = await signedWidget();
    const now = Math.floor(Date.now() / 1000);
    const foreign = sign(now, 'whsec_other');
    for (const result of await Promise.all([submit(), submitWith(sign(now - 301)), submitWith(foreign)])) {
      expect([result.status, result.body.code]).toEqual([401, 'INVALID_REQUEST_SIGNATURE']);
    }
  });
});
