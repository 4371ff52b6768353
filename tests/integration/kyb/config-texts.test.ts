import { describe, expect, test } from 'vitest';
import { handler as readEmbedHandler } from '#functions/api/embed/read-embed-widget';
import { readEmbedWidget } from '#functions/api/embed/read-embed-widget.contract';
import { handler as createWidgetHandler } from '#functions/api/kyb/create-widget';
import { createWidget } from '#functions/api/kyb/create-widget.contract';
import { handler as listWidgetsHandler } from '#functions/api/kyb/list-widgets';
import { listWidgets } from '#functions/api/kyb/list-widgets.contract';
import { handler as readWidgetHandler } from '#functions/api/kyb/read-widget';
import { readWidget } from '#functions/api/kyb/read-widget.contract';
import { handler as setWidgetStatusHandler } from '#functions/api/kyb/set-widget-status';
import { setWidgetStatus } from '#functions/api/kyb/set-widget-status.contract';
import { embedEndpoint } from '#tests/integration/embed/call';
import { signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { validConfig } from '#tests/support/onboarding';
import { readTestVault } from '#tests/support/vault';

const create = endpoint(createWidget, createWidgetHandler.with({ vault: readTestVault }));
const read = endpoint(readWidget, readWidgetHandler.with({ vault: readTestVault }));
const list = endpoint(listWidgets, listWidgetsHandler.with({ vault: readTestVault }));
const setStatus = endpoint(setWidgetStatus, setWidgetStatusHandler.with({ vault: readTestVault }));
const readEmbed = embedEndpoint(readEmbedWidget, readEmbedHandler);

const odd = validConfig({
  branding: { brandName: ' ', logoUrl: 'logo.png', supportEmail: 'call us' },
  flow: {
    successRedirectUrl: 'acme-app://done',
    failureRedirectUrl: '/failed',
    abandonRedirectUrl: 'http://localhost:3000/',
  },
  security: {
    allowedDomains: ['HTTPS://Shop.ACME.ng./checkout', 'bücher.example:8443', '*', 'no host'],
    ipAllowlist: ['everybody'],
  },
  notifications: { notifyAdminEmail: 'Ops <ops@acme.ng>, nobody', webhookEvents: ['applicant.promoted'] },
});

const WARNED = [
  'config.branding.brandName',
  'config.branding.logoUrl',
  'config.branding.supportEmail',
  'config.flow.successRedirectUrl',
  'config.flow.failureRedirectUrl',
  'config.flow.abandonRedirectUrl',
  'config.security.allowedDomains.3',
  'config.security.ipAllowlist.0',
  'config.notifications.notifyAdminEmail',
  'config.notifications.webhookEvents.0',
  // The owner of one of its addresses has yet to confirm it.
  'config.notifications.notifyAdminEmail',
];

describe('Suspicious texts of a configuration', () => {
  test('are accepted with warnings, stored, and returned by everything that shows the widget', async () => {
    const account = await signedInAccount();
    const request = { body: { name: 'Odd', config: odd }, headers: { 'idempotency-key': 'odd-widget' } };
    const { status, body } = await create(account, request);
    expect(status).toBe(201);
    expect(body.warnings.map(({ path }: { path: string }) => path)).toStrictEqual(WARNED);
    expect((await create(account, request)).body.warnings).toStrictEqual(body.warnings);

    const { id, config, embedLinkToken } = body.data;
    expect(config.branding).toMatchObject(odd.branding);
    expect(config.flow).toMatchObject(odd.flow);
    expect(config.notifications).toMatchObject(odd.notifications);
    expect(config.security).toStrictEqual({
      ...odd.security,
      allowedDomains: ['shop.acme.ng', 'xn--bcher-kva.example:8443', '*', 'no host'],
    });

    const at = { pathParameters: { id } };
    expect((await read(account, at)).body.data.config).toStrictEqual(config);
    expect((await list(account)).body.data[0].config).toStrictEqual(config);
    expect((await setStatus(account, { ...at, body: { status: 'live' } })).body.data.config).toStrictEqual(config);
    const shown = await readEmbed({ pathParameters: { token: embedLinkToken }, headers: { origin: 'https://any.ng' } });
    expect(shown.body.data).toMatchObject({ branding: config.branding, flow: config.flow });
  });

  test('have no warning if nothing is suspicious', async () => {
    const { body } = await create(await signedInAccount(), { body: { name: 'Plain', config: validConfig() } });
    expect(body).not.toHaveProperty('warnings');
  });

  test.each([
    ['branding', 'logoUrl', 'data:text/html,x'],
    ['flow', 'successRedirectUrl', ' jAvAsCrIpT:alert(1)'],
    ['flow', 'failureRedirectUrl', 'java\tscript:alert(1)'],
    ['flow', 'abandonRedirectUrl', 'data:image/png,x'],
  ])('are refused if they are an address that runs code: %s.%s %j', async (section, field, value) => {
    const config = validConfig({ [section]: { [field]: value } });
    const { status, body } = await create(await signedInAccount(), { body: { name: 'Code', config } });
    expect([status, body.details]).toStrictEqual([
      400,
      [{ path: `config.${section}.${field}`, message: 'Must not be a javascript:, vbscript: or data: URL' }],
    ]);
  });
});
