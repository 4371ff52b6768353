import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openEmbedSession } from '#functions/api/embed/open-embed-session.contract';
import { serviceTable } from '#shared/db/client';
import { findOwnedApplicant } from '#shared/onboarding/applicants/applicant-repository';
import { embedKeys } from '#shared/onboarding/embed/keys';
import { embedSessionKeys } from '#shared/onboarding/sessions/keys';
import type { Widget } from '#shared/onboarding/widgets/widget';
import { signatureHeader } from '#shared/signatures/signature';
import { loadWallet } from '#shared/wallet/wallet';
import { newAddress } from '#tests/integration/kit/test-kit';
import type { ReadResponse } from '#tests/support/call';
import { mockAws } from '#tests/support/mock-aws';
import { createApplicantFor, validConfig, type WidgetOverrides } from '#tests/support/onboarding';
import { signingSecretOf, TEST_VAULT_SECRET } from '#tests/support/vault';
import { widgetSignature } from '#tests/support/widget-signature';
import { embedEndpoint, newWidgetWithOwner } from './call.ts';
import { openedSession, sessionCalls } from './session.ts';

const OPEN_PATH = '/v1/widget/embed/sessions';
const FEE_KOBO = 50_000;
const OPENING_KOBO = 10_000_000;

const secrets = mockAws(SecretsManagerClient);
beforeEach(() => {
  secrets
    .on(GetSecretValueCommand)
    .resolves({ SecretString: TEST_VAULT_SECRET.current.value, VersionId: TEST_VAULT_SECRET.current.versionId });
});
afterEach(() => secrets.reset());

const SIGNED: WidgetOverrides = { config: validConfig({ security: { requireSignedRequests: true } }) };

const nowSeconds = (): number => Math.floor(Date.now() / 1000);

/** A separate container, which shares no memory with any other. */
const newContainer = async () => {
  vi.resetModules();
  const { handler } = await import('#functions/api/embed/open-embed-session');
  return embedEndpoint(openEmbedSession, handler);
};

/** A request that a host has signed, and that any holder can send. */
const signedOpen = (widget: Widget, fields: object = {}, seconds = nowSeconds()) => {
  const body = JSON.stringify({ token: widget.embedLinkToken, ...fields });
  const signature = widgetSignature({ method: 'POST', path: OPEN_PATH, body }, signingSecretOf(widget), seconds);
  return {
    body,
    headers: { 'content-type': 'application/json', 'x-widget-signature': signature },
    sourceIp: newAddress(),
  };
};

type Signed = ReturnType<typeof signedOpen>;

const withKey = (request: Signed, key: string, sourceIp = request.sourceIp): Signed & { headers: object } => ({
  ...request,
  sourceIp,
  headers: { ...request.headers, 'idempotency-key': key } as Signed['headers'],
});

const outcomes = (answers: readonly ReadResponse[]): string[] =>
  answers.map(({ status, body }) => (status < 300 ? String(status) : `${status} ${body.code}`)).sort();

const REUSED = '409 SIGNATURE_REUSED';

const signedWidget = async () => {
  const { account, widget } = await newWidgetWithOwner(SIGNED);
  const opens = async (): Promise<number> => {
    const { balanceKobo } = await loadWallet(serviceTable(), { accountId: account.accountId, environment: 'sandbox' });
    return (OPENING_KOBO - balanceKobo) / FEE_KOBO;
  };
  return { account, widget, opens, open: await newContainer() };
};

describe('a signature opens a session', () => {
  test('once: replayed five times, it opens one and charges one fee', async () => {
    const { widget, open, opens } = await signedWidget();
    const request = signedOpen(widget, { referenceId: 'c-1' });
    const answers = [];
    for (let i = 0; i < 5; i++) answers.push(await open(request));
    expect(outcomes(answers)).toEqual(['201', REUSED, REUSED, REUSED, REUSED]);
    expect(answers[1]?.body).toEqual({
      success: false,
      status: 'error',
      code: 'SIGNATURE_REUSED',
      message: expect.stringContaining('referenceId'),
    });
    expect(await opens()).toBe(1);
  });

  test('once, even if the copies arrive at the same moment at different containers and from different addresses', async () => {
    const { widget, opens } = await signedWidget();
    const request = signedOpen(widget);
    const containers = [await newContainer(), await newContainer(), await newContainer()];
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, index) => containers[index % 3]?.({ ...request, sourceIp: newAddress() })),
    );
    expect(outcomes(answers as ReadResponse[])).toEqual(['201', ...Array(8).fill(REUSED)]);
    expect(await opens()).toBe(1);
  });

  test('whatever else its header contains: the same signature in another form counts as the same', async () => {
    const { widget, open, opens } = await signedWidget();
    const request = signedOpen(widget);
    expect((await open(request)).status).toBe(201);
    const [time, mac] = request.headers['x-widget-signature'].split(',');
    for (const header of [`${mac},${time}`, `${time},v1=${'0'.repeat(64)},${mac}`, `${time},${mac},v0=x`]) {
      const response = await open({ ...request, headers: { ...request.headers, 'x-widget-signature': header } });
      expect([response.status, response.body.code]).toEqual([409, 'SIGNATURE_REUSED']);
    }
    expect(await opens()).toBe(1);
  });

  test('and is still valid if its first request was refused', async () => {
    const { account, widget } = await newWidgetWithOwner({ ...SIGNED, environment: 'live' });
    const open = await newContainer();
    const request = signedOpen(widget);
    expect(outcomes([await open(request), await open(request)])).toEqual([
      '402 INSUFFICIENT_BALANCE',
      '402 INSUFFICIENT_BALANCE',
    ]);
    expect((await loadWallet(serviceTable(), { accountId: account.accountId, environment: 'live' })).balanceKobo).toBe(
      0,
    );
  });

  test('for each of two applicants in one second, distinguished by their referenceId', async () => {
    const { widget, open, opens } = await signedWidget();
    const seconds = nowSeconds();
    const answers = await Promise.all(
      ['c-1', 'c-2'].map((referenceId) => open(signedOpen(widget, { referenceId }, seconds))),
    );
    expect(outcomes(answers)).toEqual(['201', '201']);
    expect(await opens()).toBe(2);
  });

  test('is remembered longer than it could be accepted', async () => {
    const { widget, open } = await signedWidget();
    const seconds = nowSeconds() + 290;
    const request = signedOpen(widget, {}, seconds);
    expect((await open(request)).status).toBe(201);
    const [, mac = ''] = /v1=(\w+)/.exec(request.headers['x-widget-signature']) ?? [];
    const use = await serviceTable().get(embedKeys.widgetSignature(widget.id, mac));
    expect(Number(use?.['expiresAtSeconds'])).toBeGreaterThan(seconds + 300);
  });
});

describe('with an idempotency key', () => {
  test('the same request gets the first response, and opens nothing more', async () => {
    const { widget, open, opens } = await signedWidget();
    const request = withKey(signedOpen(widget), 'open-1');
    const answers = await Promise.all(Array.from({ length: 6 }, () => open(request)));
    expect(outcomes(answers)).toEqual(Array(6).fill('201'));
    expect(new Set(answers.map(({ body }) => body.data.sessionId)).size).toBe(1);
    const later = await open(request);
    expect(later.headers['Idempotency-Replayed']).toBe('true');
    expect(await opens()).toBe(1);
  });

  test('another key does not make it another request, even at the same moment', async () => {
    const { widget, open, opens } = await signedWidget();
    const request = signedOpen(widget);
    const answers = await Promise.all(['a', 'b', 'c'].map((key) => open(withKey(request, key))));
    expect(outcomes(answers)).toEqual(['201', REUSED, REUSED]);
    expect(outcomes([await open(withKey(request, 'd'))])).toEqual([REUSED]);
    expect(await opens()).toBe(1);
  });

  test('a copy sent from elsewhere opens nothing and reveals nothing', async () => {
    const { widget, open, opens } = await signedWidget();
    const request = withKey(signedOpen(widget), 'open-1');
    expect((await open(request)).status).toBe(201);
    expect(outcomes([await open(withKey(request, 'open-1', newAddress()))])).toEqual([REUSED]);
    expect(await opens()).toBe(1);
  });

  test('a signature that was sent without one opens nothing more, and vice versa', async () => {
    const { widget, open, opens } = await signedWidget();
    const bare = signedOpen(widget, { referenceId: 'c-1' });
    const keyed = signedOpen(widget, { referenceId: 'c-2' });
    expect(outcomes([await open(bare), await open(withKey(bare, 'new'))])).toEqual(['201', REUSED]);
    expect(outcomes([await open(withKey(keyed, 'a')), await open(keyed)])).toEqual(['201', REUSED]);
    expect(await opens()).toBe(2);
  });
});

describe('a session that was created with its applicant', () => {
  const invited = async () => {
    const { account, widget, open } = await signedWidget();
    const yesterday = Date.now() - 24 * 3_600_000;
    const { applicant, session } = await createApplicantFor(account, widget, {}, yesterday);
    const expiry = async () => (await serviceTable().get(embedSessionKeys.embedSession(session.id)))?.['expiresAt'];
    return { account, widget, open, applicant, session, expiry };
  };

  test('is opened again once by each signature: a copy reveals nothing and extends nothing', async () => {
    const { account, widget, open, applicant, session, expiry } = await invited();
    const request = signedOpen(widget, { applicantId: applicant.id });
    const first = await open(request);
    expect(first.status).toBe(200);
    expect(first.body.data).toMatchObject({ sessionId: session.id, status: 'in_progress', expiresAt: await expiry() });
    const renewed = await expiry();
    expect(outcomes([await open(request), await open({ ...request, sourceIp: newAddress() })])).toEqual([
      REUSED,
      REUSED,
    ]);
    expect(await expiry()).toBe(renewed);
    const fresh = signedOpen(widget, { applicantId: applicant.id }, nowSeconds() + 1);
    expect((await open(fresh)).status).toBe(200);
    expect(await findOwnedApplicant(serviceTable(), account, applicant.id)).toMatchObject({
      status: 'created',
    });
  });

  test('returns the stored response under its idempotency key, to its first sender', async () => {
    const { widget, open, applicant, session } = await invited();
    const request = withKey(signedOpen(widget, { applicantId: applicant.id }), 'again');
    const answers = [await open(request), await open(request)];
    expect(outcomes(answers)).toEqual(['200', '200']);
    expect(answers[1]?.body.data.sessionId).toBe(session.id);
    expect(outcomes([await open(withKey(request, 'again', newAddress()))])).toEqual([REUSED]);
  });
});

describe('a signature is for one method and one path:', () => {
  const opened = async () => {
    const { widget, session, account } = await openedSession(SIGNED);
    const body = JSON.stringify({ token: widget.embedLinkToken });
    const submitWith = (path: string, method = 'POST', of = session) =>
      sessionCalls(widget, of, {
        'x-widget-signature': widgetSignature({ method, path, body }, signingSecretOf(widget), nowSeconds()),
      }).submit();
    return { account, widget, session, body, submitWith, path: `${OPEN_PATH}/${session.id}/submit` };
  };

  test('made for a submission, it lets that submission pass', async () => {
    const { submitWith, path } = await opened();
    // Past the guard, the session itself refuses, because nothing is answered yet, however often it is sent.
    expect(outcomes([await submitWith(path), await submitWith(path)])).toEqual(Array(2).fill('400 MODULES_INCOMPLETE'));
  });

  test('made for a submission, it opens nothing', async () => {
    const { account, widget, body, path } = await opened();
    const open = await newContainer();
    const signature = widgetSignature({ method: 'POST', path, body }, signingSecretOf(widget), nowSeconds());
    const response = await open({
      body,
      headers: { 'content-type': 'application/json', 'x-widget-signature': signature },
    });
    expect(outcomes([response])).toEqual(['401 INVALID_REQUEST_SIGNATURE']);
    expect(
      (await loadWallet(serviceTable(), { accountId: account.accountId, environment: 'sandbox' })).balanceKobo,
    ).toBe(OPENING_KOBO - FEE_KOBO);
  });

  test.each([
    ['for the body alone', (body: string) => body],
    ['for another method', (body: string, path: string) => `PATCH ${path}.${body}`],
    ['for another path', (body: string) => `POST ${OPEN_PATH}.${body}`],
    ['for the path without /v1', (body: string, path: string) => `POST ${path.slice(3)}.${body}`],
    ['for the path with a query', (body: string, path: string) => `POST ${path}?a=1.${body}`],
  ])('one %s is refused', async (_, make) => {
    const { widget, session, body, path } = await opened();
    const header = signatureHeader(make(body, path), signingSecretOf(widget), nowSeconds());
    const response = await sessionCalls(widget, session, { 'x-widget-signature': header }).submit();
    expect(outcomes([response])).toEqual(['401 INVALID_REQUEST_SIGNATURE']);
  });

  test('made for one session, it is not valid for another of the widget', async () => {
    const { account, widget, submitWith, path } = await opened();
    const { session: other } = await createApplicantFor(account, widget);
    expect(outcomes([await submitWith(path, 'POST', other)])).toEqual(['401 INVALID_REQUEST_SIGNATURE']);
  });
});
