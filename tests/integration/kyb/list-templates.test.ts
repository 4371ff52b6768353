import { describe, expect, test } from 'vitest';
import { handler as readEmbedHandler } from '#functions/api/embed/read-embed-widget';
import { readEmbedWidget } from '#functions/api/embed/read-embed-widget.contract';
import { handler as createHandler } from '#functions/api/kyb/create-widget';
import { createWidget } from '#functions/api/kyb/create-widget.contract';
import { handler } from '#functions/api/kyb/list-templates';
import { listTemplates } from '#functions/api/kyb/list-templates.contract';
import { handler as setStatusHandler } from '#functions/api/kyb/set-widget-status';
import { setWidgetStatus } from '#functions/api/kyb/set-widget-status.contract';
import { serviceTable } from '#shared/db/client';
import { findEmbedSession } from '#shared/onboarding/sessions/embed-session-repository';
import { WIDGET_TEMPLATES } from '#shared/onboarding/widgets/templates';
import { findOwnedWidget } from '#shared/onboarding/widgets/widget-repository';
import { assess } from '#tests/integration/assessment/run';
import { ANSWERS, applicantOf, submitSession } from '#tests/integration/assessment/submissions';
import { embedEndpoint } from '#tests/integration/embed/call';
import { sessionCalls } from '#tests/integration/embed/session';
import { signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { createApplicantFor, openWalletsFor } from '#tests/support/onboarding';
import { securitySuite } from '#tests/support/security-suite';
import { readTestVault } from '#tests/support/vault';

const list = endpoint(listTemplates, handler);
const create = endpoint(createWidget, createHandler.with({ vault: readTestVault }));
const setStatus = endpoint(setWidgetStatus, setStatusHandler.with({ vault: readTestVault }));
const readWidget = embedEndpoint(readEmbedWidget, readEmbedHandler);

const IDS = ['blank', 'limited_company', 'business_name', 'incorporated_trustees', 'marketplace_seller'];

describe('Listing templates', () => {
  test('returns the five, whole, each with a name, a description and a configuration', async () => {
    const { status, body } = await list(await signedInAccount());
    expect(status).toBe(200);
    expect(body).toStrictEqual({ success: true, data: WIDGET_TEMPLATES });
    expect(body.data.map(({ id }: { id: string }) => id)).toStrictEqual(IDS);
  });

  test('returns a page with pagination on request', async () => {
    const { body } = await list(await signedInAccount(), { query: { page: '2', limit: '3' } });
    expect(body.data.map(({ id }: { id: string }) => id)).toStrictEqual(IDS.slice(3));
    expect(body.pagination).toMatchObject({ page: 2, limit: 3, total: 5, totalPages: 2 });
  });

  test('is refused for an impossible page', async () => {
    const { status, body } = await list(await signedInAccount(), { query: { page: '0', limit: '101' } });
    expect([status, body.code]).toStrictEqual([400, 'VALIDATION_FAILED']);
  });
});

describe.each(WIDGET_TEMPLATES)('The template $id', ({ id, config }) => {
  test('makes a widget without a warning, which goes live and leads an applicant to a decision', async () => {
    const account = await signedInAccount();
    await openWalletsFor(account);
    const created = await create(account, { body: { name: 'From a template', templateId: id, config } });
    expect(created.status).toBe(201);
    expect(created.body).not.toHaveProperty('warnings');
    expect(created.body.data).toMatchObject({ templateId: id, config });

    const widgetId: string = created.body.data.id;
    const live = await setStatus(account, { pathParameters: { id: widgetId }, body: { status: 'live' } });
    expect(live.status).toBe(200);
    const shown = await readWidget({ pathParameters: { token: created.body.data.embedLinkToken } });
    const moduleIds: string[] = shown.body.data.modules.map((one: { moduleId: string }) => one.moduleId);
    expect(moduleIds).toStrictEqual(config.flow.order);

    const widget = (await findOwnedWidget(serviceTable(), account, widgetId)) ?? expect.unreachable();
    const { applicant, session } = await createApplicantFor(account, widget);
    const { save } = sessionCalls(widget, session);
    const answers: Readonly<Record<string, unknown>> = ANSWERS;
    for (const moduleId of moduleIds.filter((one) => one !== 'document_upload')) {
      expect((await save(moduleId, answers[moduleId] ?? {})).status).toBe(200);
    }
    const answered = (await findEmbedSession(serviceTable(), session.id)) ?? expect.unreachable();
    const { event } = await submitSession(widget, answered);
    await assess({ event });
    const decided = await applicantOf({ applicantId: applicant.id });
    expect(decided).toMatchObject({ status: 'approved', riskScore: 0 });
    expect(decided.modules.map(({ moduleId }) => moduleId)).toStrictEqual(moduleIds);
  });
});

securitySuite({ contract: listTemplates, handler, request: () => ({}) });
