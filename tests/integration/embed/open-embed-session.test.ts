import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { beforeEach, describe, expect, test } from 'vitest';
import { handler } from '#functions/api/embed/open-embed-session';
import { openEmbedSession } from '#functions/api/embed/open-embed-session.contract';
import { serviceTable } from '#shared/db/client';
import { update } from '#shared/db/expressions';
import { readApplicantPage } from '#shared/onboarding/applicants/applicant-pages';
import { findOwnedApplicant } from '#shared/onboarding/applicants/applicant-repository';
import { applicantKeys } from '#shared/onboarding/applicants/keys';
import { signedApplicant } from '#shared/onboarding/embed/applicant-signature';
import { embedSessionKeys } from '#shared/onboarding/sessions/keys';
import { signatureHeader } from '#shared/signatures/signature';
import { loadWallet } from '#shared/wallet/wallet';
import { mockAws } from '#tests/support/mock-aws';
import { createApplicantFor, createWidgetFor, validConfig } from '#tests/support/onboarding';
import { signingSecretOf, TEST_VAULT_SECRET } from '#tests/support/vault';
import { embedEndpoint, newWidgetWithOwner } from './call.ts';

const open = embedEndpoint(openEmbedSession, handler);

const secrets = mockAws(SecretsManagerClient);
beforeEach(() => {
  secrets.reset();
  secrets
    .on(GetSecretValueCommand)
    .resolves({ SecretString: TEST_VAULT_SECRET.current.value, VersionId: TEST_VAULT_SECRET.current.versionId });
});

describe('opening an embed session promises', () => {
  test('a new applicant with its session, paid by the owner of the widget', async () => {
    const { account, widget } = await newWidgetWithOwner();
    const subject = { businessName: 'Ada Foods Ltd' };
    const { status, body } = await open({ body: { token: widget.embedLinkToken, referenceId: 'c-1', subject } });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      sessionId: expect.stringMatching(/^wses_/),
      widgetId: widget.id,
      status: 'in_progress',
      currentModuleId: 'business_profile',
      answers: {},
      attachments: {},
      referenceId: null,
      applicantId: expect.stringMatching(/^app_/),
    });
    expect(Date.parse(body.data.expiresAt)).toBeGreaterThan(Date.now());
    const applicant = await findOwnedApplicant(serviceTable(), account, body.data.applicantId);
    expect(applicant).toMatchObject({ status: 'created', subject, referenceId: 'c-1', totalSpentKobo: 50_000 });
    expect(applicant?.timeline).toEqual([expect.objectContaining({ status: 'created', by: 'applicant' })]);
    expect(
      (await loadWallet(serviceTable(), { accountId: account.accountId, environment: 'sandbox' })).balanceKobo,
    ).toBe(9_950_000);
  });

  test('a warning about a mistyped field if it is charged, and none if an open session is returned', async () => {
    const { widget } = await newWidgetWithOwner();
    const token = widget.embedLinkToken;
    const { body } = await open({ body: { token, businessName: 'Ada Foods Ltd' } });
    expect(body.warnings).toStrictEqual([
      {
        path: 'businessName',
        message: 'This field does not exist and was ignored. Did you mean "subject.businessName"?',
      },
    ]);
    const again = await open({ body: { token, applicantId: body.data.applicantId, businessName: 'Ada Foods Ltd' } });
    expect([again.status, again.body.warnings]).toStrictEqual([200, undefined]);
  });

  test("an applicant's open session again, extended, without a second charge", async () => {
    const { account, widget } = await newWidgetWithOwner();
    const yesterday = Date.now() - 24 * 60 * 60 * 1000;
    const { applicant, session } = await createApplicantFor(account, widget, {}, yesterday);
    const { status, body } = await open({ body: { token: widget.embedLinkToken, applicantId: applicant.id } });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ sessionId: session.id, applicantId: applicant.id, status: 'in_progress' });
    expect(Date.parse(body.data.expiresAt)).toBeGreaterThan(Date.now());
    expect(
      (await loadWallet(serviceTable(), { accountId: account.accountId, environment: 'sandbox' })).balanceKobo,
    ).toBe(9_950_000);
  });

  test('concurrent calls of one visitor with one idempotency key open one session and charge once', async () => {
    const { account, widget } = await newWidgetWithOwner();
    const request = {
      body: { token: widget.embedLinkToken },
      headers: { 'Idempotency-Key': 'open-1' },
      sourceIp: '198.51.100.50',
    };
    const answers = await Promise.all(Array.from({ length: 10 }, () => open(request)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.data.sessionId)).size).toBe(1);
    expect(
      (await loadWallet(serviceTable(), { accountId: account.accountId, environment: 'sandbox' })).balanceKobo,
    ).toBe(9_950_000);
  });

  test('calls that create an applicant count towards the limit of ten a minute; calls that resume do not', async () => {
    const { account, widget } = await newWidgetWithOwner();
    const { applicant } = await createApplicantFor(account, widget);
    const sourceIp = '198.51.100.41';
    const resumed = await open({ body: { token: widget.embedLinkToken, applicantId: applicant.id }, sourceIp });
    expect(resumed.headers).not.toHaveProperty('RateLimit-Limit');
    const created = await open({ body: { token: widget.embedLinkToken }, sourceIp });
    expect(created.headers).toHaveProperty('RateLimit-Limit');
  });
});

describe('opening an embed session refuses', () => {
  test('a body without a token before anything else', async () => {
    const { status, body } = await open({ body: { referenceId: '' } });
    expect(status).toBe(400);
    expect(body.details.map(({ path }: { path: string }) => path)).toEqual(['token', 'referenceId']);
  });

  test('a token that belongs to no widget', async () => {
    const { status, body } = await open({ body: { token: 'elt_unknown' } });
    expect([status, body.code]).toEqual([401, 'INVALID_EMBED_TOKEN']);
  });

  test.each(['draft', 'paused'] as const)('a %s widget', async (status) => {
    const { widget } = await newWidgetWithOwner({ status });
    const response = await open({ body: { token: widget.embedLinkToken } });
    expect([response.status, response.body.code]).toEqual([403, 'WIDGET_NOT_LIVE']);
  });

  test('if the owner cannot pay, without showing the balance to the browser, and nothing is created', async () => {
    const { account, widget } = await newWidgetWithOwner({ environment: 'live' });
    const { status, body } = await open({ body: { token: widget.embedLinkToken } });
    expect(status).toBe(402);
    expect(body).toEqual({
      success: false,
      status: 'error',
      message: 'This form cannot be opened at the moment. Please contact the business that sent you here.',
      code: 'INSUFFICIENT_BALANCE',
    });
    const { total } = await readApplicantPage(serviceTable(), account, { page: 1, limit: 1 });
    expect(total).toBe(0);
  });

  test('an applicant of another widget or a missing one, with the same 404', async () => {
    const { account, widget } = await newWidgetWithOwner();
    const sibling = await createWidgetFor(account);
    const { applicant } = await createApplicantFor(account, sibling);
    const other = await open({ body: { token: widget.embedLinkToken, applicantId: applicant.id } });
    const missing = await open({ body: { token: widget.embedLinkToken, applicantId: 'app_none' } });
    expect([other.status, other.body.code]).toEqual([404, 'APPLICANT_NOT_FOUND']);
    expect(missing.response.body).toBe(other.response.body);
  });

  test('an applicant who has begun, if resuming is disabled', async () => {
    const { account, widget } = await newWidgetWithOwner({ config: validConfig({ flow: { enableResume: false } }) });
    const { applicant } = await createApplicantFor(account, widget);
    const request = { body: { token: widget.embedLinkToken, applicantId: applicant.id } };
    expect((await open(request)).status).toBe(200);
    await serviceTable().write(
      update(applicantKeys.applicant(applicant.id), { set: { status: 'in_progress' }, when: { pk: 'exists' } }),
    );
    const { status, body } = await open(request);
    expect([status, body.code]).toEqual([403, 'RESUME_DISABLED']);
  });

  test('an applicant who has submitted', async () => {
    const { account, widget } = await newWidgetWithOwner();
    const { applicant, session } = await createApplicantFor(account, widget);
    await serviceTable().write(
      update(embedSessionKeys.embedSession(session.id), { set: { status: 'submitted' }, when: { pk: 'exists' } }),
    );
    const { status, body } = await open({ body: { token: widget.embedLinkToken, applicantId: applicant.id } });
    expect([status, body.code]).toEqual([409, 'SESSION_NOT_IN_PROGRESS']);
  });

  test.each([
    ['requires_review', 'SESSION_NOT_IN_PROGRESS', 'submitted'],
    ['approved', 'SESSION_NOT_IN_PROGRESS', 'approved'],
    ['rejected', 'SESSION_NOT_IN_PROGRESS', 'rejected'],
    ['expired', 'APPLICANT_NOT_OPEN', 'expired'],
  ] as const)('an applicant whose status is %s, and says how it ended', async (stored, code, told) => {
    const { account, widget } = await newWidgetWithOwner();
    const { applicant } = await createApplicantFor(account, widget);
    await becomes(applicant.id, stored);
    const { status, body } = await open({ body: { token: widget.embedLinkToken, applicantId: applicant.id } });
    expect([status, body.code, body.details]).toEqual([409, code, { status: told }]);
  });
});

/** Gives an applicant a status. */
const becomes = (applicantId: string, status: string) =>
  serviceTable().write(update(applicantKeys.applicant(applicantId), { set: { status }, when: { pk: 'exists' } }));

describe('on a paused widget', () => {
  const invited = async () => {
    const { account, widget } = await newWidgetWithOwner({ status: 'paused' });
    const { applicant, session } = await createApplicantFor(account, widget);
    return { applicant, session, request: { body: { token: widget.embedLinkToken, applicantId: applicant.id } } };
  };

  test.each(['in_progress', 'resubmission_requested'])('an applicant whose status is %s continues', async (status) => {
    const { applicant, session, request } = await invited();
    await becomes(applicant.id, status);
    const opened = await open(request);
    expect([opened.status, opened.body.data.sessionId]).toEqual([200, session.id]);
  });

  test('an applicant who has not begun cannot begin', async () => {
    const { status, body } = await open((await invited()).request);
    expect([status, body.code]).toEqual([403, 'WIDGET_NOT_LIVE']);
  });
});

describe("the account's statements about an applicant", () => {
  const subject = { businessName: 'Ada Foods Ltd', tin: '12345678-0001' };
  const stated = async () => {
    const { account, widget } = await newWidgetWithOwner();
    const { applicant } = await createApplicantFor(account, widget, { subject });
    const sign = (id: string, secret = signingSecretOf(widget), atMs = Date.now()) =>
      signatureHeader(signedApplicant(id), secret, Math.floor(atMs / 1000));
    const openWith = (applicantSignature?: string) =>
      open({
        body: {
          token: widget.embedLinkToken,
          applicantId: applicant.id,
          ...(applicantSignature !== undefined && { applicantSignature }),
        },
      });
    return { widget, applicant, sign, openWith };
  };

  test('are shown to whoever opens the link that the account signed', async () => {
    const { applicant, sign, openWith } = await stated();
    expect((await openWith(sign(applicant.id))).body.data.subject).toEqual(subject);
  });

  test('are not shown without a signature, with an old one, or if a visitor made them', async () => {
    const { widget, applicant, sign, openWith } = await stated();
    const monthAgo = Date.now() - 31 * 24 * 3_600_000;
    expect((await openWith()).body.data.subject).toBeNull();
    expect((await openWith(sign(applicant.id, undefined, monthAgo))).body.data.subject).toBeNull();
    const visitor = await open({ body: { token: widget.embedLinkToken, subject } });
    const { applicantId } = visitor.body.data;
    const again = { token: widget.embedLinkToken, applicantId, applicantSignature: sign(applicantId) };
    expect([visitor.body.data.subject, (await open({ body: again })).body.data.subject]).toEqual([null, null]);
  });

  test('are not shown with a signature by another secret or for another applicant, which is refused', async () => {
    const { applicant, sign, openWith } = await stated();
    for (const signature of [sign(applicant.id, 'whsec_other'), sign('app_other'), 'v1=no']) {
      const { status, body } = await openWith(signature);
      expect([status, body.code]).toEqual([401, 'INVALID_REQUEST_SIGNATURE']);
    }
  });
});
