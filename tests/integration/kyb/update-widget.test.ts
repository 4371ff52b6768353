import { describe, expect, test } from 'vitest';
import { handler as changeHandler } from '#functions/api/kyb/update-widget';
import { updateWidget } from '#functions/api/kyb/update-widget.contract';
import { serviceTable } from '#shared/db/client';
import type { Widget } from '#shared/onboarding/widgets/widget';
import { changeWrite, newerConfig } from '#shared/onboarding/widgets/widget-changes';
import type { WidgetConfigChange } from '#shared/onboarding/widgets/widget-config';
import { changedStatus, findOwnedWidget } from '#shared/onboarding/widgets/widget-repository';
import { newId } from '#shared/platform/ids';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { endpoint, requestTo } from '#tests/support/call';
import { createWidgetFor, validConfig } from '#tests/support/onboarding';
import { securitySuite } from '#tests/support/security-suite';
import { readTestVault } from '#tests/support/vault';

const table = serviceTable();
const handler = changeHandler.with({ vault: readTestVault });
const call = endpoint(updateWidget, handler);
const change = (account: SignedInAccount, { id }: Pick<Widget, 'id'>, body: unknown) =>
  call(account, { pathParameters: { id }, body });
const stored = (account: SignedInAccount, { id }: Widget) => findOwnedWidget(table, account, id);

const existing = async (account: SignedInAccount, widget: Widget) =>
  (await stored(account, widget)) ?? expect.unreachable();

const NO_MODULES = { business_profile: { enabled: false, required: true } };

/** Another value for every section. */
const OTHER_SECTIONS = {
  branding: { ...validConfig().branding, brandName: 'Aso Oke Market' },
  modules: { pep_screening: { enabled: true, required: true } },
  flow: { ...validConfig().flow, sessionTimeoutMinutes: 30 },
  security: { ...validConfig().security, allowedDomains: ['https://Shop.Example/'] },
  risk: { ...validConfig().risk, tier: 'enhanced' },
  notifications: { ...validConfig().notifications, webhookEvents: ['applicant.rejected'] },
} as const;

describe('Changing a widget', () => {
  test('changes what is sent, returns the whole widget, and keeps the rest', async () => {
    const account = await signedInAccount();
    const widget = await createWidgetFor(account, { createdAtMs: Date.now() - 60_000 });
    const { status, body } = await change(account, widget, { name: 'Riders', templateId: 'limited_company' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      data: { id: widget.id, name: 'Riders', templateId: 'limited_company', config: widget.config, status: 'live' },
    });
    expect(body.data.embedSigningSecret).toMatch(/^whsec_/);
    expect(Date.parse(body.data.updatedAt)).toBeGreaterThan(Date.parse(widget.updatedAt));
    expect(body).not.toHaveProperty('warnings');
    expect(await stored(account, widget)).toMatchObject({ name: 'Riders', config: widget.config });
  });

  test('replaces a section as a whole, in the same form as at creation', async () => {
    const account = await signedInAccount();
    const widget = await createWidgetFor(account);
    const { body } = await change(account, widget, {
      config: { security: OTHER_SECTIONS.security, modules: OTHER_SECTIONS.modules },
    });
    expect(body.data.config).toStrictEqual({
      ...widget.config,
      security: { ...widget.config.security, allowedDomains: ['shop.example'] },
      modules: OTHER_SECTIONS.modules,
      flow: { ...widget.config.flow, order: [...widget.config.flow.order, 'pep_screening'] },
    });
    expect((await stored(account, widget))?.config).toStrictEqual(body.data.config);
  });

  test('with an empty body changes nothing, and unknown sections and fields are dropped', async () => {
    const account = await signedInAccount();
    const widget = await createWidgetFor(account, { createdAtMs: Date.now() - 60_000 });
    for (const body of [{}, { config: {} }, { status: 'draft', config: { pages: {} } }]) {
      const response = await change(account, widget, body);
      expect(response.status).toBe(200);
      expect(response.body.data).toMatchObject({ status: 'live', updatedAt: widget.updatedAt });
    }
  });

  test('warns about texts only of the sections that were sent', async () => {
    const account = await signedInAccount();
    const config = validConfig({ flow: { successRedirectUrl: '/done' } });
    const widget = await createWidgetFor(account, { config });
    const notifications = { ...config.notifications, webhookEvents: ['applicant.promoted'] };
    const { body } = await change(account, widget, { config: { notifications } });
    expect(body.warnings).toStrictEqual([
      { path: 'config.notifications.webhookEvents.0', message: expect.stringContaining('has no effect') },
    ]);
  });

  test('in all sections at once, each by its own request, loses none', async () => {
    const account = await signedInAccount();
    const widget = await createWidgetFor(account);
    const sections = Object.entries(OTHER_SECTIONS);
    const responses = await Promise.all(
      sections.map(([name, section]) => change(account, widget, { config: { [name]: section } })),
    );
    expect(responses.map(({ status }) => status)).toStrictEqual(sections.map(() => 200));
    const { body } = await change(account, widget, {});
    expect(body.data.config).toMatchObject({
      branding: { brandName: 'Aso Oke Market' },
      modules: OTHER_SECTIONS.modules,
      flow: { sessionTimeoutMinutes: 30 },
      security: { allowedDomains: ['shop.example'] },
      risk: { tier: 'enhanced' },
      notifications: { webhookEvents: ['applicant.rejected'] },
    });
    expect(body.data.config.flow.order).toContain('pep_screening');
  });

  test('is retried with a configuration that has changed since it was read', async () => {
    const account = await signedInAccount();
    const read = await createWidgetFor(account);
    await change(account, read, { config: { risk: OTHER_SECTIONS.risk } });
    const outdated = await table.write(
      changeWrite(
        account,
        read,
        { config: { flow: OTHER_SECTIONS.flow as WidgetConfigChange['flow'] & {} } },
        Date.now(),
      ),
    );
    if (outdated.written) expect.unreachable('It would have undone the other change');
    expect(newerConfig(account, read, outdated.found)?.config.risk.tier).toBe('enhanced');
  });

  test('to its current configuration changes nothing, as after a lost response', async () => {
    const account = await signedInAccount();
    const widget = await createWidgetFor(account);
    const body = { name: 'Riders', config: { risk: OTHER_SECTIONS.risk, modules: OTHER_SECTIONS.modules } };
    const first = await change(account, widget, body);
    const again = await change(account, widget, body);
    expect(again.body).toStrictEqual(first.body);
    expect(await stored(account, widget)).toMatchObject({ configVersion: 1 });
  });

  test('does not undo a change of the status in between', async () => {
    const account = await signedInAccount();
    const read = await createWidgetFor(account);
    await table.transact(changedStatus(read, 'paused', Date.now()).operations);
    const result = await table.write(changeWrite(account, read, { name: 'Riders' }, Date.now()));
    expect(result).toMatchObject({ written: true, item: { name: 'Riders', status: 'paused' } });
  });

  test.each(['draft', 'paused'] as const)('may disable the last module of a %s widget', async (status) => {
    const account = await signedInAccount();
    const widget = await createWidgetFor(account, { status });
    const response = await change(account, widget, { config: { modules: NO_MODULES } });
    expect(response.status).toBe(200);
    const goLive = changedStatus({ ...(await existing(account, widget)), config: widget.config }, 'live', Date.now());
    expect(await table.transact(goLive.operations)).toMatchObject({ written: false });
  });

  test('may enable the first module of a draft, which can go live from then on', async () => {
    const account = await signedInAccount();
    const config = { ...validConfig(), modules: NO_MODULES };
    const widget = await createWidgetFor(account, { status: 'draft', config });
    await change(account, widget, { config: { modules: validConfig().modules } });
    const result = await table.transact(changedStatus(await existing(account, widget), 'live', Date.now()).operations);
    expect(result.written).toBe(true);
  });
});

describe('Changing a widget is refused', () => {
  test('if a live one would lose its last enabled module, and none of it is kept', async () => {
    const account = await signedInAccount();
    const widget = await createWidgetFor(account);
    const { status, body } = await change(account, widget, { name: 'Riders', config: { modules: NO_MODULES } });
    expect([status, body.code]).toStrictEqual([400, 'NO_MODULE_ENABLED']);
    expect(await stored(account, widget)).toStrictEqual(widget);
  });

  test('with every problem at once, by the rules of creation', async () => {
    const account = await signedInAccount();
    const widget = await createWidgetFor(account);
    const { status, body } = await change(account, widget, {
      name: '',
      templateId: 'x'.repeat(61),
      config: { flow: { order: ['cac', 'tin_verification', 'tin_verification'] }, risk: null },
    });
    expect([status, body.code]).toStrictEqual([400, 'VALIDATION_FAILED']);
    const paths = body.details.map(({ path }: { path: string }) => path);
    expect(paths).toEqual(
      expect.arrayContaining(['name', 'templateId', 'config.flow.order.0', 'config.flow.enableResume', 'config.risk']),
    );
    expect(await stored(account, widget)).toStrictEqual(widget);
  });

  test.each(['wgt_1', 'a#b'])('as not found for an impossible id: %s', async (id) => {
    const { status, body } = await change(await signedInAccount(), { id }, { name: 'Riders' });
    expect([status, body.code]).toStrictEqual([404, 'WIDGET_NOT_FOUND']);
  });
});

const requestOf = (id: string) => requestTo(updateWidget, { pathParameters: { id }, body: { name: 'Riders' } });

securitySuite({
  contract: updateWidget,
  handler,
  request: async (account) => requestOf((await createWidgetFor(account)).id),
  missing: () => requestOf(newId('wgt', Date.now())),
});
