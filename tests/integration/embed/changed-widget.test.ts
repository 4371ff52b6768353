import { describe, expect, test } from 'vitest';
import { handler as openHandler } from '#functions/api/embed/open-embed-session';
import { openEmbedSession } from '#functions/api/embed/open-embed-session.contract';
import { serviceTable } from '#shared/db/client';
import { changeWrite } from '#shared/onboarding/widgets/widget-changes';
import type { WidgetConfig, WidgetConfigChange } from '#shared/onboarding/widgets/widget-config';
import { findOwnedWidget } from '#shared/onboarding/widgets/widget-repository';
import { newId } from '#shared/platform/ids';
import { sessionScope } from '#tests/support/accounts';
import { embedEndpoint } from './call.ts';
import { complete, openedSession } from './session.ts';

const open = embedEndpoint(openEmbedSession, openHandler);

type Opened = Awaited<ReturnType<typeof openedSession>>;

/** Replaces sections of the widget of an open session, as its owner would. */
const change = async ({ widget }: Opened, sections: (config: WidgetConfig) => WidgetConfigChange): Promise<void> => {
  const scope = sessionScope(widget.accountId);
  const current = (await findOwnedWidget(serviceTable(), scope, widget.id)) ?? expect.unreachable();
  const write = changeWrite(scope, current, { config: sections(current.config) }, Date.now());
  expect((await serviceTable().write(write)).written).toBe(true);
};

const setting =
  (moduleId: string, enabled: boolean, required = true) =>
  (config: WidgetConfig) => ({
    modules: { ...config.modules, [moduleId]: { enabled, required } },
  });

describe('a session that is open while its widget changes', () => {
  test('can no longer answer a module that is disabled, and is complete without it', async () => {
    const opened = await openedSession();
    await opened.save('business_profile', { businessName: 'Ada Foods Ltd' });
    await change(opened, setting('cac_verification', false));
    const refused = await opened.save('cac_verification', { registrationNumber: 'RC1234567' });
    expect([refused.status, refused.body.code]).toStrictEqual([400, 'MODULE_NOT_ENABLED']);
    expect((await opened.submit()).body.data).toMatchObject({ status: 'submitted' });
  });

  test('continues at the next enabled module if its current one was disabled', async () => {
    const opened = await openedSession();
    await opened.save('business_profile', { businessName: 'Ada Foods Ltd' });
    await change(opened, setting('cac_verification', false));
    expect((await opened.read()).body.data.currentModuleId).toBe('tin_verification');
    const resumed = await open({
      body: { token: opened.widget.embedLinkToken, applicantId: opened.applicant.id },
    });
    expect(resumed.body.data.currentModuleId).toBe('tin_verification');
  });

  test('continues at the last enabled module if none follows, and at none if none is enabled', async () => {
    const opened = await openedSession();
    await opened.save('cac_verification', { registrationNumber: 'RC1234567' });
    await change(opened, setting('tin_verification', false));
    expect((await opened.read()).body.data.currentModuleId).toBe('cac_verification');
    await change(opened, () => ({ modules: { pep_screening: { enabled: true, required: true } } }));
    expect((await opened.read()).body.data.currentModuleId).toBeNull();
  });

  test('is not asked modules that were added in the meantime: it keeps those that it was opened with', async () => {
    const opened = await openedSession();
    await change(opened, setting('pep_screening', true));
    const refused = await opened.save('pep_screening', { fullNames: ['Ada Obi'] });
    expect([refused.status, refused.body.code]).toStrictEqual([400, 'MODULE_NOT_ENABLED']);
    await complete(opened);
    expect((await opened.submit()).body.data).toMatchObject({ status: 'submitted' });
    const later = await open({ body: { token: opened.widget.embedLinkToken, referenceId: newId('ref', Date.now()) } });
    expect(later.status).toBe(201);
  });

  test('keeps its own order when the order is changed', async () => {
    const opened = await openedSession();
    await change(opened, ({ flow }) => ({ flow: { ...flow, order: [...flow.order].reverse() } }));
    const { body } = await opened.save('business_profile', { businessName: 'Ada Foods Ltd' });
    expect(body.data.currentModuleId).toBe('cac_verification');
  });

  test('must answer a module that has become required', async () => {
    const opened = await openedSession();
    await complete(opened);
    await change(opened, setting('tin_verification', true));
    const refused = await opened.submit();
    expect(refused.body).toMatchObject({ code: 'MODULES_INCOMPLETE', details: [{ path: 'tin_verification' }] });
  });

  test('keeps the answers of a module that is disabled and enabled again', async () => {
    const opened = await openedSession();
    await complete(opened);
    await change(opened, setting('cac_verification', false));
    await change(opened, setting('cac_verification', true));
    expect((await opened.read()).body.data.answers.cac_verification).toStrictEqual({ registrationNumber: 'RC1234567' });
  });

  test('is refused at its next call by stricter settings', async () => {
    const opened = await openedSession();
    await change(opened, ({ security }) => ({ security: { ...security, allowedDomains: ['shop.example'] } }));
    const refused = await opened.save('business_profile', { businessName: 'Ada Foods Ltd' });
    expect([refused.status, refused.body.code]).toStrictEqual([403, 'ORIGIN_NOT_ALLOWED']);
  });
});
