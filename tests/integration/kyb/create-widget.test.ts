import { describe, expect, test } from 'vitest';
import { handler as createWidgetHandler } from '#functions/api/kyb/create-widget';
import { createWidget } from '#functions/api/kyb/create-widget.contract';
import { handler as listWidgetsHandler } from '#functions/api/kyb/list-widgets';
import { listWidgets } from '#functions/api/kyb/list-widgets.contract';
import { serviceTable } from '#shared/db/client';
import { parseEmbedToken } from '#shared/onboarding/widgets/embed-token';
import { widgetKeys } from '#shared/onboarding/widgets/keys';
import { signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { validConfig } from '#tests/support/onboarding';
import { securitySuite } from '#tests/support/security-suite';
import { readTestVault } from '#tests/support/vault';

const handler = createWidgetHandler.with({ vault: readTestVault });
const create = endpoint(createWidget, handler);
const list = endpoint(listWidgets, listWidgetsHandler.with({ vault: readTestVault }));

const body = (more: Record<string, unknown> = {}) => ({ name: 'Sellers', config: validConfig(), ...more });

describe('Creating a widget', () => {
  test('returns 201 with the whole widget as a draft', async () => {
    const account = await signedInAccount();
    const { status, body: response } = await create(account, {
      body: body({ templateId: 'limited_company', environment: 'live' }),
    });
    expect(status).toBe(201);
    const { branding, flow, notifications, ...others } = validConfig();
    expect(response).toStrictEqual({
      success: true,
      data: {
        id: expect.stringMatching(/^wgt_[0-9A-Z]{26}$/),
        name: 'Sellers',
        status: 'draft',
        environment: 'live',
        templateId: 'limited_company',
        config: {
          ...others,
          branding: { ...branding, logoUrl: '', supportEmail: '' },
          flow: { ...flow, successRedirectUrl: '', failureRedirectUrl: '', abandonRedirectUrl: '' },
          notifications: { ...notifications, notifyAdminEmail: '' },
        },
        embedLinkToken: expect.stringMatching(/^elt_[0-9A-Z]{84}$/),
        embedSigningSecret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        updatedAt: response.data.createdAt,
      },
    });
  });

  test('is blank and of the sandbox by default', async () => {
    const { body: response } = await create(await signedInAccount(), { body: body() });
    expect(response.data).toMatchObject({ templateId: 'blank', environment: 'sandbox' });
  });

  test('appends enabled modules that the order leaves out, and drops unknown fields', async () => {
    const config = { ...validConfig({ flow: { order: ['tin_verification'] } }), surprise: 1 };
    const { body: response } = await create(await signedInAccount(), { body: body({ config, unknown: true }) });
    expect(response.data.config.flow.order).toStrictEqual(['tin_verification', 'business_profile', 'cac_verification']);
    expect(response.data.config).not.toHaveProperty('surprise');
  });

  test('accepts an unknown webhook event name with a warning next to the data', async () => {
    const webhookEvents = ['applicant.approved', 'applicant.promoted'];
    const { status, body: response } = await create(await signedInAccount(), {
      body: body({ config: validConfig({ notifications: { webhookEvents } }) }),
    });
    expect(status).toBe(201);
    expect(response.warnings).toStrictEqual([
      {
        path: 'config.notifications.webhookEvents.1',
        message: 'This has no effect: there is no event "applicant.promoted"',
      },
    ]);
    expect(response.data.config.notifications.webhookEvents).toStrictEqual(webhookEvents);
  });

  test('warns about a template that does not exist, and keeps its name', async () => {
    const { body: response } = await create(await signedInAccount(), { body: body({ templateId: 'limited-company' }) });
    expect(response.warnings).toMatchObject([
      { path: 'templateId', message: expect.stringContaining('limited_company') },
    ]);
    expect(response.data.templateId).toBe('limited-company');
  });

  test('says where a config comes from, if there is none', async () => {
    const { status, body: response } = await create(await signedInAccount(), {
      body: { name: 'Sellers', templateId: 'limited_company' },
    });
    expect([status, response.details]).toStrictEqual([
      400,
      [{ path: 'config', message: 'Required. GET /v1/kyb/templates returns a complete config of each template' }],
    ]);
  });

  test('warns if text messages are requested but not sent', async () => {
    const account = await signedInAccount();
    const request = { body: body({ config: validConfig({ notifications: { notifyApplicantSms: true } }) }) };
    const path = 'config.notifications.notifyApplicantSms';
    expect((await create(account, request)).body.warnings).toMatchObject([
      { path, message: expect.stringContaining('this stage does not send') },
    ]);
    const texting = endpoint(
      createWidget,
      createWidgetHandler.with({ vault: readTestVault, textSettings: () => true }),
    );
    expect((await texting(account, request)).body.warnings).toMatchObject([
      { path, message: expect.stringContaining('the sandbox does not send') },
    ]);
  });

  test('makes a token that contains the widget and its account, and differs for each widget', async () => {
    const account = await signedInAccount();
    const [first, second] = await Promise.all([create(account, { body: body() }), create(account, { body: body() })]);
    expect(parseEmbedToken(first.body.data.embedLinkToken)).toStrictEqual({
      widgetId: first.body.data.id,
      accountId: account.accountId,
    });
    expect(second.body.data.embedLinkToken).not.toBe(first.body.data.embedLinkToken);
    expect(second.body.data.embedSigningSecret).not.toBe(first.body.data.embedSigningSecret);
  });

  test('keeps the signing secret sealed', async () => {
    const { body: response } = await create(await signedInAccount(), { body: body() });
    const item = await serviceTable().get(widgetKeys.widget(response.data.id));
    expect(JSON.stringify(item)).not.toContain(response.data.embedSigningSecret);
  });

  test('ten at once makes ten widgets, each with its own place in the list', async () => {
    const account = await signedInAccount();
    const created = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        create(account, { body: body({ environment: index % 2 === 0 ? 'sandbox' : 'live' }) }),
      ),
    );
    expect(created.map(({ status }) => status)).toStrictEqual(Array.from({ length: 10 }, () => 201));
    const { body: listed } = await list(account);
    const ids = listed.data.map(({ id }: { id: string }) => id);
    expect(ids.toSorted()).toStrictEqual(created.map(({ body: { data } }) => data.id).toSorted());
    // Numbers, times and ids are in the same order.
    expect(ids).toStrictEqual(ids.toSorted().toReversed());
    expect(listed.pagination.total).toBe(10);
  });

  test('with one idempotency key happens once, and the replay masks the signing secret', async () => {
    const account = await signedInAccount();
    const request = { body: body(), headers: { 'idempotency-key': 'create-once' } };
    const first = await create(account, request);
    const again = await create(account, request);
    const { embedSigningSecret: secret, ...data } = first.body.data;
    expect(again.status).toBe(201);
    expect(again.body.data).toStrictEqual({ ...data, embedSigningSecret: `whsec_****${secret.slice(-4)}` });
    const { body: listed } = await list(account);
    expect(listed.pagination.total).toBe(1);
  });
});

describe('Creating a widget is refused', () => {
  test('with every problem at once, by its path', async () => {
    const config = {
      ...validConfig(),
      modules: { business_profile: { enabled: true, required: true }, space_travel: { enabled: true, required: true } },
      flow: { ...validConfig().flow, order: ['business_profile', 'business_profile'], sessionTimeoutMinutes: 4 },
      risk: { ...validConfig().risk, autoApproveThreshold: 101 },
    };
    const { status, body: response } = await create(await signedInAccount(), {
      body: { name: '', environment: 'test', config },
    });
    expect(status).toBe(400);
    expect(response).toMatchObject({ success: false, status: 'error', code: 'VALIDATION_FAILED' });
    expect(response.details.map(({ path }: { path: string }) => path)).toStrictEqual(
      expect.arrayContaining([
        'name',
        'environment',
        'config.modules.space_travel',
        'config.flow.order.1',
        'config.flow.sessionTimeoutMinutes',
        'config.risk.autoApproveThreshold',
      ]),
    );
    expect(JSON.stringify(response.details)).toContain('space_travel');
  });

  test.each(['branding', 'modules', 'flow', 'security', 'risk', 'notifications'])(
    'without the section %s',
    async (section) => {
      const config: Record<string, unknown> = { ...validConfig() };
      delete config[section];
      const { status, body: response } = await create(await signedInAccount(), { body: body({ config }) });
      expect(status).toBe(400);
      expect(response.details).toMatchObject([{ path: `config.${section}` }]);
    },
  );

  test('if the body is not JSON, or not declared as such', async () => {
    const account = await signedInAccount();
    const malformed = await create(account, { body: '{"name":', headers: { 'content-type': 'application/json' } });
    expect([malformed.status, malformed.body.code]).toStrictEqual([400, 'MALFORMED_JSON']);
    const form = await create(account, { body: 'name=x', headers: { 'content-type': 'text/plain' } });
    expect([form.status, form.body.code]).toStrictEqual([415, 'UNSUPPORTED_CONTENT_TYPE']);
  });

  test('if its idempotency key was used with another body, or is too long', async () => {
    const account = await signedInAccount();
    const headers = { 'idempotency-key': 'one-key' };
    await create(account, { body: body(), headers });
    const reused = await create(account, { body: body({ name: 'Others' }), headers });
    expect([reused.status, reused.body.code]).toStrictEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    const long = await create(account, { body: body(), headers: { 'idempotency-key': 'k'.repeat(256) } });
    expect([long.status, long.body.code]).toStrictEqual([400, 'IDEMPOTENCY_KEY_INVALID']);
  });
});

securitySuite({ contract: createWidget, handler, request: () => ({ body: body() }) });
