import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { CONTRACTS } from '#functions/api/contracts';
import { LOG_QUERIES, queryText } from '#infra/log-queries';
import { DEMO_WIDGET } from '#scripts/demo/onboarding';
import { opsCommand } from '#scripts/ops/commands';
import { atStack } from '#scripts/ops/stage-effects';
import { LOG_CODES } from '#shared/platform/log-codes';
import { SECURITY_EVENTS } from '#shared/platform/security-events';
import type { ApiClient } from '#tests/support/api-client';
import { holds } from '#tests/support/disguises';
import { functionLogs } from '#tests/support/function-logs';
import { insightsRows } from '#tests/support/logs-insights';
import { mailedCode, mailedLoginCode, mailedResetToken } from '#tests/support/mail-outbox';
import { stack } from '#tests/support/stack';
import { waitUntil } from '#tests/support/wait-until';
import { type ReceivedWebhook, webhookReceiver } from '#tests/support/webhook-receiver';
import { widgetSignature } from '#tests/support/widget-signature';
import { assessed, newClient } from './people.ts';

/** Every function of the API that the journey below calls. */
const API_FUNCTIONS = [
  'sign-up',
  'resend-verification',
  'verify-email',
  'log-in',
  'request-login-code',
  'log-in-with-code',
  'forgot-password',
  'reset-password',
  'read-me',
  'refresh-tokens',
  'log-out',
  'list-api-keys',
  'rotate-api-keys',
  'create-widget',
  'read-widget',
  'list-widgets',
  'set-widget-status',
  'create-applicant',
  'read-applicant',
  'list-applicants',
  'list-widget-applicants',
  'read-embed-widget',
  'open-embed-session',
  'read-embed-session',
  'save-session-answers',
  'submit-session',
  'create-webhook',
  'list-webhooks',
  'rotate-webhook-secret',
  'delete-webhook',
  'read-pricing-rates',
  'read-wallet',
  'list-transactions',
  'start-top-up',
  'read-top-up',
  'show-checkout',
  'complete-checkout',
  'add-company',
  'receive-paystack-callback',
  'answer-unrouted',
];

/** And every function that these trigger. */
const WOKEN_FUNCTIONS = [
  'publish-events',
  'assess-applicant',
  'plan-delivery',
  'deliver-webhook',
  'mail-applicant-notices',
  'send-mails',
];

/** The consequences of a submission, as functions log them with the id of its request. */
const TRAIL: readonly (readonly [name: string, code: string])[] = [
  ['submit-session', 'REQUEST_ANSWERED'],
  ['publish-events', 'EVENT_PUBLISHED'],
  ['assess-applicant', 'APPLICANT_ASSESSED'],
  ['plan-delivery', 'DELIVERY_PLANNED'],
  ['deliver-webhook', 'DELIVERY_ATTEMPTED'],
  ['mail-applicant-notices', 'MAIL_QUEUED'],
  ['send-mails', 'MAIL_SENT'],
];

/** The id that the page gives to the request of a submission. */
const CLIENT_REQUEST_ID = `page-${randomUUID()}`;

const LOOK = { timeoutMs: 60_000, intervalMs: 500 };

/** Patterns of secrets and addresses, whoever they belong to, because other tests of the run also leave log lines. */
const SHAPES: Readonly<Record<string, RegExp>> = {
  'an e-mail address': /[\w.+-]+@[\w-]+\.[a-z]{2,}/i,
  'a signing secret': /whsec_[A-Za-z0-9+/]{8}/,
  'a secret API key': /_sk_\w{8}/,
  'an embed token': /\belt_\w{8}/,
  'a JWT': /eyJ[\w-]{8,}\.[\w-]{8,}/,
};

/** One row of the answer to each question of support that the journey below must lead to. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  'What has an account called?': expect.objectContaining({ route: 'GET /v1/wallet', environment: 'sandbox' }),
  'Why are calls of an account refused?': expect.objectContaining({
    ...{ route: 'POST /v1/dashboard/companies', errorCode: 'SOURCE_UNAVAILABLE', calls: 1 },
  }),
  'Which request has the X-Request-Id that a caller sent?': expect.objectContaining({
    ...{ route: 'POST /v1/widget/embed/sessions/{sessionId}/submit', statusCode: 200 },
  }),
  'Why has an account not received a webhook?': expect.objectContaining({
    code: 'DELIVERY_ATTEMPTED',
    statusCode: 503,
  }),
  'Which webhook endpoints fail?': expect.objectContaining({ attempts: 1, statusCode: 503 }),
  'What came of an assessment?': expect.objectContaining({
    code: 'APPLICANT_ASSESSED',
    durationMs: expect.any(Number),
  }),
  'Which mails and text messages of an account were sent?': expect.objectContaining({ mailId: expect.any(String) }),
  'Why can nobody sign in to an account?': expect.objectContaining({ code: 'SIGN_IN_FAILED' }),
  'Was a payment of an account credited?': expect.objectContaining({ code: 'TOP_UP_CREDITED', environment: 'sandbox' }),
  'Which sources are unavailable?': expect.objectContaining({ code: 'LOOKUP_UNAVAILABLE', failures: 1 }),
};

const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('');

/** Personal data and secrets that occur nowhere else, by kind. */
const makeSecrets = () => ({
  email: `scrub-${randomUUID()}@example.com`,
  password: `pass phrase ${randomUUID()}`,
  newPassword: `next phrase ${randomUUID()}`,
  wrongPassword: `wrong phrase ${randomUUID()}`,
  accountPhone: `0803${digits(7)}`,
  firstName: `Adaeze${randomBytes(6).toString('hex')}`,
  businessName: `Provisions ${randomBytes(8).toString('hex')}`,
  applicantEmail: `applicant-${randomUUID()}@provisions.example`,
  applicantPhone: `+234806${digits(7)}`,
  tin: `4${digits(7)}-0001`,
  registrationNumber: `RC4${digits(6)}`,
  accountNumber: `4${digits(9)}`,
  idempotencyKey: `key-${randomUUID()}`,
  endpointPath: randomBytes(16).toString('hex'),
});

const expectStatus = async <A extends { status: number; text: string }>(status: number, requested: Promise<A>) => {
  const response = await requested;
  if (response.status !== status) throw new Error(`Expected ${status}, got ${response.status}: ${response.text}`);
  return response;
};

type Known = Record<string, string>;

/** An account whose user makes every possible mistake, and its two tokens. */
const signIn = async (known: Known): Promise<{ browser: ApiClient; account: ApiClient }> => {
  const { mailOutboxUrl, webOrigins } = stack();
  const browser = newClient({ origin: String(webOrigins[0]) });
  const { email, password, newPassword, wrongPassword, firstName, accountPhone: phone } = known;
  await expectStatus(400, browser.post('/v1/signup', { email: `${email} `, password: 'short', phone }));
  await expectStatus(
    400,
    browser.post('/v1/signup', `{"email":"${email}","password":"${password}"`, {
      headers: { 'content-type': 'application/json' },
    }),
  );
  await expectStatus(201, browser.post('/v1/signup', { email, password, firstName, phone }));
  await expectStatus(200, browser.post('/v1/verify-email/resend', { email }));
  await expectStatus(403, browser.post('/v1/login', { email, password }));
  known['code'] = await mailedCode(mailOutboxUrl, String(email));
  await expectStatus(200, browser.post('/v1/verify-email', { email, code: known['code'] }));
  await expectStatus(400, browser.post('/v1/verify-email', { email, code: known['code'] }));
  await expectStatus(401, browser.post('/v1/login', { email, password: wrongPassword }));
  await expectStatus(200, browser.post('/v1/login/otp/request', { email }));
  known['loginCode'] = await mailedLoginCode(mailOutboxUrl, String(email));
  await expectStatus(400, browser.post('/v1/verify-email', { email, code: known['loginCode'] }));
  await expectStatus(200, browser.post('/v1/login/otp', { email, code: known['loginCode'] }));
  known['accessTokenByCode'] = String(browser.cookies.get('token'));
  await expectStatus(200, browser.post('/v1/forgot-password', { email }));
  known['resetToken'] = await mailedResetToken(mailOutboxUrl, String(email));
  const reset = { token: known['resetToken'], password: newPassword };
  await expectStatus(200, browser.post('/v1/reset-password', reset));
  await expectStatus(400, browser.post('/v1/reset-password', reset));
  await expectStatus(401, browser.get('/v1/me'));
  await expectStatus(200, browser.post('/v1/login', { email, password: newPassword }));
  known['firstAccessToken'] = String(browser.cookies.get('token'));
  known['firstRefreshToken'] = String(browser.cookies.get('refreshToken'));
  await expectStatus(200, browser.post('/v1/refresh-token'));
  known['accessToken'] = String(browser.cookies.get('token'));
  known['refreshToken'] = String(browser.cookies.get('refreshToken'));
  const account = newClient({ authorization: `Bearer ${known['accessToken']}` });
  await expectStatus(401, newClient({ authorization: `Bearer ${known['accessToken']}x` }).get('/v1/me'));
  await expectStatus(200, account.get('/v1/me'));
  return { browser, account };
};

/** API keys: one that is used, replaced and used again, and its successor. */
const useApiKeys = async (account: ApiClient, known: Known): Promise<void> => {
  const rotate = () =>
    expectStatus(
      201,
      account.post<{ data: { secretKey: string } }>('/v1/developers/api-keys/rotate', { environment: 'sandbox' }),
    );
  known['replacedSecretKey'] = (await rotate()).body.data.secretKey;
  const server = newClient({ authorization: `Bearer ${known['replacedSecretKey']}` });
  await expectStatus(200, server.get('/v1/developers/webhooks'));
  known['secretKey'] = (await rotate()).body.data.secretKey;
  await expectStatus(401, server.get('/v1/developers/webhooks'));
  await expectStatus(200, account.get('/v1/developers/api-keys'));
};

/** A live widget with signed requests that asks for every kind of number. */
const openWidget = async (account: ApiClient, known: Known): Promise<string> => {
  const modules = ['business_profile', 'cac_verification', 'tin_verification', 'bank_account_verification'];
  const created = await expectStatus(
    201,
    account.post<{ data: { id: string; embedLinkToken: string; embedSigningSecret: string } }>(
      '/v1/kyb/widgets',
      {
        ...DEMO_WIDGET,
        config: {
          ...DEMO_WIDGET.config,
          modules: Object.fromEntries(modules.map((id) => [id, { enabled: true, required: true }])),
          flow: { ...DEMO_WIDGET.config.flow, order: modules },
          security: { ...DEMO_WIDGET.config.security, requireSignedRequests: true },
          notifications: { ...DEMO_WIDGET.config.notifications, notifyAdminEmail: known['email'] },
        },
      },
      { headers: { 'idempotency-key': String(known['idempotencyKey']) } },
    ),
  );
  const { id, embedLinkToken, embedSigningSecret } = created.body.data;
  known['embedToken'] = embedLinkToken;
  known['embedSigningSecret'] = embedSigningSecret;
  await expectStatus(200, account.patch(`/v1/kyb/widgets/${id}/status`, { status: 'live' }));
  await expectStatus(200, account.get(`/v1/kyb/widgets/${id}`));
  await expectStatus(200, account.get('/v1/kyb/widgets'));
  return id;
};

/** Registrations: one whose endpoint has a secret in its path, and one that is deleted. */
const registerWebhooks = async (account: ApiClient, appId: string, url: string, known: Known): Promise<void> => {
  const register = (serviceType: string) =>
    expectStatus(
      201,
      account.post<{ data: { id: string; signingSecret: string } }>('/v1/developers/webhooks', {
        appId,
        environment: 'sandbox',
        serviceType,
        endpoint: `${url}/${known['endpointPath']}`,
      }),
    );
  const first = (await register('kyc_widget')).body.data;
  known['signingSecret'] = first.signingSecret;
  const rotated = await expectStatus(
    200,
    account.post<{ data: { signingSecret: string } }>(`/v1/developers/webhooks/${first.id}/rotate-secret`),
  );
  known['rotatedSigningSecret'] = rotated.body.data.signingSecret;
  const other = (await register('disputes')).body.data;
  known['deletedSigningSecret'] = other.signingSecret;
  await expectStatus(200, account.get('/v1/developers/webhooks'));
  await expectStatus(200, account.delete(`/v1/developers/webhooks/${other.id}`));
};

/** An applicant that the customer creates and that submits every number there is. */
const submitApplicant = async (
  account: ApiClient,
  widgetId: string,
  known: Known,
): Promise<{ applicantId: string; requestId: string }> => {
  const { embedToken: token, embedSigningSecret, tin, registrationNumber, accountNumber, businessName } = known;
  const subject = {
    businessName,
    registrationNumber,
    tin,
    email: known['applicantEmail'],
    phone: known['applicantPhone'],
  };
  const created = await expectStatus(
    201,
    account.post<{ data: { applicant: { id: string }; sessionId: string } }>(`/v1/kyb/widgets/${widgetId}/applicants`, {
      subject,
    }),
  );
  const { applicant, sessionId } = created.body.data;
  const browser = newClient({ origin: 'https://shop.example' });
  const signed = (method: string, path: string, value: object, clientRequestId = '') => {
    const body = JSON.stringify(value);
    const signature = widgetSignature(
      { method, path, body },
      String(embedSigningSecret),
      Math.floor(Date.now() / 1000),
    );
    const headers = {
      ...{ 'content-type': 'application/json', 'x-widget-signature': signature },
      'x-request-id': clientRequestId,
    };
    return browser.request(method, path, { body, headers });
  };
  const session = `/v1/widget/embed/sessions/${sessionId}`;
  await expectStatus(200, browser.get(`/v1/widget/embed/${token}`));
  await expectStatus(200, signed('POST', '/v1/widget/embed/sessions', { token, applicantId: applicant.id }));
  await expectStatus(
    401,
    browser.patch(`${session}/answers`, { token, moduleId: 'tin_verification', answers: { tin } }),
  );
  const answers = {
    business_profile: { businessName, email: known['applicantEmail'], phone: known['applicantPhone'] },
    cac_verification: { registrationNumber },
    tin_verification: { tin },
    bank_account_verification: { bankCode: '058', accountNumber },
  };
  for (const [moduleId, given] of Object.entries(answers)) {
    await expectStatus(200, signed('PATCH', `${session}/answers`, { token, moduleId, answers: given }));
  }
  await expectStatus(200, browser.get(session, { query: { token: String(token) } }));
  const submitted = await expectStatus(200, signed('POST', `${session}/submit`, { token }, CLIENT_REQUEST_ID));
  await expectStatus(200, account.get('/v1/kyb/applicants'));
  await expectStatus(200, account.get(`/v1/kyb/widgets/${widgetId}/applicants`));
  return { applicantId: applicant.id, requestId: String(submitted.headers.get('x-request-id')) };
};

/** Money, its checkout, a forged callback and a route that does not exist. */
const topUp = async (account: ApiClient, known: Known): Promise<void> => {
  const query = { environment: 'sandbox' };
  await expectStatus(200, account.get('/v1/wallet/pricing-rates'));
  await expectStatus(200, account.get('/v1/wallet', { query }));
  await expectStatus(200, account.get('/v1/wallet/transactions', { query }));
  const started = await expectStatus(
    200,
    account.post<{ data: { reference: string } }>('/v1/wallet/top-up', { amountKobo: 10_000 }, { query }),
  );
  const { reference } = started.body.data;
  await expectStatus(200, account.get(`/v1/wallet/checkout/${reference}`));
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await expectStatus(200, account.post(`/v1/wallet/checkout/${reference}`, 'outcome=success', { headers }));
  await expectStatus(200, account.get(`/v1/wallet/top-up/${reference}`));
  const unavailable = { companyName: String(known['businessName']), rcNumber: 'RC0000009', classificationId: 2 };
  await expectStatus(503, account.post('/v1/dashboard/companies', unavailable));
  const forged = { event: 'charge.success', data: { customer: { email: known['email'] } } };
  const callback = await account.post('/v1/callbacks/paystack', forged);
  expect(callback.status).toBeGreaterThanOrEqual(400);
  await expectStatus(
    404,
    account.get(`/v1/nothing/${known['accountNumber']}`, { query: { tin: String(known['tin']) } }),
  );
};

/** Calls a function of the API once more, without a credential. */
const callAgain = async (name: string): Promise<void> => {
  const { method, route } = CONTRACTS.find((contract) => contract.name === name) ?? {
    method: 'GET',
    route: '/v1/none',
  };
  await newClient().request(method, route.replaceAll(/\{\w+\}/g, 'none'));
};

/**
 * The log lines of a function, once it has any. If a function writes lines a moment too late for one call, the local
 * cloud stores them only with the next call. Therefore there is one more call before each check.
 */
const linesOf = (name: string, once: () => Promise<unknown>): Promise<readonly string[]> => {
  const logs = functionLogs(stack());
  const look = async () => {
    await once();
    const found = await logs.linesOf(name);
    return found.length > 0 && found;
  };
  return waitUntil(look, { ...LOOK, what: `lines of ${name}` });
};

describe('the log lines of a whole journey', () => {
  const known: Known = { ...makeSecrets() };
  let submission = { applicantId: '', requestId: '' };
  let received: readonly ReceivedWebhook[] = [];
  const lines = new Map<string, readonly string[]>();

  beforeAll(async () => {
    const receiver = await webhookReceiver();
    try {
      // The body of a refusal, which may repeat what an unknown caller sent.
      receiver.respondWith((_, index) =>
        index === 0 ? { status: 503, body: `No: ${known['rotatedSigningSecret']}` } : { status: 204 },
      );
      const { browser, account } = await signIn(known);
      await useApiKeys(account, known);
      const widgetId = await openWidget(account, known);
      await registerWebhooks(account, widgetId, receiver.url, known);
      submission = await submitApplicant(account, widgetId, known);
      await topUp(account, known);
      await assessed(account, submission.applicantId);
      await receiver.waitFor(2, { timeoutMs: 60_000 });
      const again = () => submitApplicant(account, widgetId, known);
      for (const name of WOKEN_FUNCTIONS) lines.set(name, await linesOf(name, again));
      received = [...receiver.received];
      await expectStatus(200, browser.post('/v1/logout'));
    } finally {
      await receiver.close();
    }
    for (const name of API_FUNCTIONS) lines.set(name, await linesOf(name, () => callAgain(name)));
  }, 180_000);

  const everyLine = () => [...lines].flatMap(([name, written]) => written.map((line) => ({ name, line })));

  test('come from every function of the journey', () => {
    expect([...lines.keys()]).toEqual([...WOKEN_FUNCTIONS, ...API_FUNCTIONS]);
    // Lambda itself names the function of a line, so lines of another function cannot be mistaken for its own.
    for (const [name, written] of lines) expect(written.join('\n')).toContain(name);
  });

  const trail = (name: string): readonly Record<string, unknown>[] =>
    (lines.get(name) ?? [])
      .map((line): Record<string, unknown> => JSON.parse(line))
      .filter(({ requestId }) => requestId === submission.requestId);

  test.each(TRAIL)('lead from the request of a submission to %s, which logs %s', (name, code) => {
    expect(submission.requestId).toMatch(/^[\w=-]{8,}$/);
    const ids = { accountId: expect.stringMatching(/^usr_/), environment: 'sandbox' };
    expect(trail(name)).toContainEqual(expect.objectContaining({ code, ...ids }));
  });

  test('name the same request as the header of its webhook', () => {
    const { applicantId, requestId } = submission;
    const own = received.filter(({ rawBody }) => JSON.parse(rawBody.toString()).data.applicantId === applicantId);
    const requestOf = (event: string) =>
      own.find(({ headers }) => headers['x-service-event'] === event)?.headers['x-service-request-id'];
    expect(requestOf('kyb.applicant.decision')).toBe(requestId);
    expect(requestOf('kyb.applicant.created')).toMatch(/^[\w=-]{8,}$/);
    expect(requestOf('kyb.applicant.created')).not.toBe(requestId);
  });

  test('name the request id that the page sent, beside ours, on the lines of its request', () => {
    const [answered] = trail('submit-session');
    expect(answered).toMatchObject({ clientRequestId: CLIENT_REQUEST_ID, requestId: submission.requestId });
  });

  test.each(['requestId', 'clientRequestId', 'applicantId', 'deliveryId', 'mailId'])(
    'are told in order to an operator who has the %s',
    async (field) => {
      const id = String(
        field === 'applicantId'
          ? submission.applicantId
          : WOKEN_FUNCTIONS.concat('submit-session')
              .flatMap(trail)
              .find((line) => line[field])?.[field],
      );
      const told = await atStack(stack(), opsCommand(['what-happened', id]));
      for (const [name, code] of TRAIL) expect(told).toMatch(new RegExp(`^\\S+Z ${name} +${code} `, 'm'));
      const times = told.match(/^\d{4}-\S+Z/gm) ?? [];
      expect(times).toEqual([...times].sort());
      const record = field === 'deliveryId' ? `webhook delivery ${id}` : `applicant ${submission.applicantId}`;
      expect(told).toContain(`${record} createdAt`);
      expect(Object.entries(known).flatMap(([what, value]) => (holds(told, value) ? [what] : []))).toEqual([]);
    },
  );

  test.each(LOG_QUERIES.map((query) => [query.question, query] as const))('answer: %s', (_, query) => {
    const { accountId } = trail('submit-session')[0] ?? {};
    const written = everyLine().map(({ line }): Record<string, unknown> => JSON.parse(line));
    const values = {
      ...{ accountId: String(accountId), applicantId: submission.applicantId, clientRequestId: CLIENT_REQUEST_ID },
    };
    const rows = insightsRows(queryText(query, values), written);
    expect(rows).not.toEqual([]);
    expect(rows).toContainEqual(ANSWERS[query.question]);
  });

  test('name the events that were published, the applicant that was assessed, and the mail that was sent', () => {
    const { applicantId } = submission;
    expect(trail('publish-events')).toContainEqual(
      expect.objectContaining({ eventId: expect.stringMatching(/^sev_/), eventType: 'kyb.applicant.decision' }),
    );
    expect(trail('assess-applicant')).toContainEqual(expect.objectContaining({ applicantId }));
    expect(trail('submit-session')).toContainEqual(
      expect.objectContaining({ applicantId, sessionId: expect.stringMatching(/^wses_/), environment: 'sandbox' }),
    );
    expect(trail('deliver-webhook')).toContainEqual(
      expect.objectContaining({ deliveryId: expect.stringMatching(/^whd_/), eventId: expect.stringMatching(/^sev_/) }),
    );
    expect(trail('send-mails')).toContainEqual(
      expect.objectContaining({ code: 'MAIL_SENT', mailId: expect.stringMatching(/./) }),
    );
  });

  test('are JSON, each with a code of the closed list or a metric', () => {
    const isOurs = (line: string): boolean => {
      if (!line.startsWith('{')) return false;
      const parsed: { code?: string; _aws?: object } = JSON.parse(line);
      return parsed._aws !== undefined || Object.hasOwn(LOG_CODES, parsed.code ?? '');
    };
    const others = everyLine().filter(({ line }) => !isOurs(line));
    expect(others).toEqual([]);
  });

  test('name security-relevant refusals, their subjects and the hash of the source address', () => {
    const events = everyLine()
      .map(({ line }): Record<string, unknown> => JSON.parse(line))
      .filter(({ code }) => Object.hasOwn(SECURITY_EVENTS, String(code)));
    const codes = events.map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining(['SIGN_IN_FAILED', 'CODE_REFUSED', 'AUTHENTICATION_FAILED']));
    for (const event of events) expect(event).toMatchObject({ addressHash: expect.stringMatching(/^[\w-]{16}$/) });
    expect(events).toContainEqual(
      expect.objectContaining({ code: 'SIGN_IN_FAILED', accountId: expect.stringMatching(/^usr_/) }),
    );
  });

  test('contain no secret and no personal data of the journey, in any form', () => {
    expect(Object.values(known).filter((value) => value.length < 6 || value === 'undefined')).toEqual([]);
    const leaks = everyLine().flatMap(({ name, line }) =>
      Object.entries(known).flatMap(([what, value]) => (holds(line, value) ? [`${name} logs the ${what}`] : [])),
    );
    expect([...new Set(leaks)]).toEqual([]);
  });

  test('contain nothing that looks like an address, a token or a secret', () => {
    const leaks = everyLine().flatMap(({ name, line }) =>
      Object.entries(SHAPES).flatMap(([what, shape]) => (shape.test(line) ? [`${name} logs ${what}`] : [])),
    );
    expect([...new Set(leaks)]).toEqual([]);
  });

  test('would be found if they contained one, plain or encoded', () => {
    for (const [what, value] of Object.entries(known)) {
      const forms = [value, encodeURIComponent(value), Buffer.from(`{"a":"${value}"}`).toString('base64url')];
      for (const form of forms) expect(holds(`{"reason":"${form}"}`, value), `${what} as ${form}`).toBe(true);
    }
  });
});
