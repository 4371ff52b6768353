import { describe, expect, test } from 'vitest';
import { handler as readEmbedHandler } from '#functions/api/embed/read-embed-widget';
import { readEmbedWidget } from '#functions/api/embed/read-embed-widget.contract';
import { handler } from '#functions/api/kyb/delete-widget';
import { deleteWidget } from '#functions/api/kyb/delete-widget.contract';
import { handler as listHandler } from '#functions/api/kyb/list-widgets';
import { listWidgets } from '#functions/api/kyb/list-widgets.contract';
import { createWebhook } from '#functions/api/webhooks/create-webhook.contract';
import { serviceTable } from '#shared/db/client';
import { widgetKeys } from '#shared/onboarding/widgets/keys';
import type { Widget } from '#shared/onboarding/widgets/widget';
import { newId } from '#shared/platform/ids';
import { registrationsOfAccount } from '#shared/webhooks/registrations/keys';
import { appRegistrationDeletions, readRegistrations } from '#shared/webhooks/registrations/registration-repository';
import { embedEndpoint } from '#tests/integration/embed/call';
import { openedSessionOf } from '#tests/integration/embed/session';
import { call as callWebhooks, draftFor, handlers, list as listRegistrations } from '#tests/integration/webhooks/calls';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { endpoint, requestTo } from '#tests/support/call';
import { createWidgetFor } from '#tests/support/onboarding';
import { securitySuite } from '#tests/support/security-suite';
import { readTestVault } from '#tests/support/vault';

const table = serviceTable();
const call = endpoint(deleteWidget, handler);
const remove = (account: SignedInAccount, { id }: Pick<Widget, 'id'>) => call(account, { pathParameters: { id } });
const list = endpoint(listWidgets, listHandler.with({ vault: readTestVault }));
const readWidget = embedEndpoint(readEmbedWidget, readEmbedHandler);

const register = (account: SignedInAccount, { id }: Widget, serviceType = 'kyc_widget') =>
  callWebhooks('create', account, { body: draftFor(id, { serviceType }) });

const shown = async (account: SignedInAccount, query: Record<string, string> = {}) => {
  const { body } = await list(account, { query });
  return { ids: body.data.map(({ id }: Widget) => id), total: body.pagination.total };
};

describe('Deleting a widget', () => {
  test('removes it from the list and its total, and the pages close up', async () => {
    const account = await signedInAccount();
    const widgets: Widget[] = [];
    for (const environment of ['sandbox', 'live', 'sandbox', 'live'] as const) {
      widgets.unshift(await createWidgetFor(account, { environment }));
    }
    const [newest, second, third, oldest] = widgets.map(({ id }) => id);
    const { status, body } = await remove(account, widgets[1] ?? expect.unreachable());
    expect([status, body]).toStrictEqual([200, { success: true, message: 'Widget deleted.' }]);
    expect(await shown(account)).toStrictEqual({ ids: [newest, third, oldest], total: 3 });
    expect(await shown(account, { page: '2', limit: '2' })).toStrictEqual({ ids: [oldest], total: 3 });
    const added = await createWidgetFor(account);
    expect(await shown(account, { limit: '2' })).toStrictEqual({ ids: [added.id, newest], total: 4 });
    expect(second).toBeDefined();
  });

  test('ends its embed token and its open sessions at once', async () => {
    const { account, widget, read, save, submit } = await openedSessionOf(await signedInAccount());
    await remove(account, widget);
    const refused = [await read(), await save('business_profile', {}), await submit()];
    expect(refused.map(({ status, body }) => [status, body.code])).toStrictEqual(
      refused.map(() => [401, 'INVALID_EMBED_TOKEN']),
    );
    expect((await readWidget({ pathParameters: { token: widget.embedLinkToken } })).status).toBe(404);
  });

  test('keeps nothing that authorises embed calls, and no index attribute', async () => {
    const account = await signedInAccount();
    const widget = await createWidgetFor(account);
    await remove(account, widget);
    const item = (await table.get(widgetKeys.widget(widget.id))) ?? expect.unreachable();
    expect(item).toMatchObject({ id: widget.id, deletedAt: expect.any(String), config: widget.config });
    expect(JSON.stringify([item, await table.get(widgetKeys.intake(widget.id))])).not.toContain(widget.embedLinkToken);
    expect(Object.keys(item)).not.toContain('sealedSigningSecret');
    expect(Object.keys(item).filter((name) => name.startsWith('gsi'))).toStrictEqual([]);
  });

  test('deletes its webhook registrations with it, and no others', async () => {
    const account = await signedInAccount();
    const [widget, other] = [await createWidgetFor(account), await createWidgetFor(account)];
    const kept = (await register(account, other)).body.data;
    await register(account, widget);
    await register(account, widget, 'verification');
    await remove(account, widget);
    const { body } = await listRegistrations(account);
    expect(body.data.map(({ id }) => id)).toStrictEqual([kept.id]);
    expect(await table.get(registrationsOfAccount(account.accountId).counts)).toMatchObject({ sandbox: 1 });
  });

  test('while a registration is being created for it leaves no registration without a widget', async () => {
    const account = await signedInAccount();
    const widget = await createWidgetFor(account);
    const [deleted, created] = await Promise.all([remove(account, widget), register(account, widget)]);
    expect(deleted.status).toBe(200);
    expect([201, 404]).toContain(created.status);
    expect(await readRegistrations(table, account.accountId)).toStrictEqual([]);
  });

  test('is not possible without a registration that was created after they were read', async () => {
    const account = await signedInAccount();
    const widget = await createWidgetFor(account);
    const read = await readRegistrations(table, account.accountId);
    await register(account, widget);
    const app = { ...widget, appId: widget.id };
    expect(await table.transact(appRegistrationDeletions(app, read, Date.now()))).toMatchObject({ written: false });
  });

  test('after the app of a new registration was read causes the registration to be refused', async () => {
    const account = await signedInAccount();
    const widget = await createWidgetFor(account);
    const create = handlers.create.with({
      vault: readTestVault,
      endpoints: async () => {
        await remove(account, widget);
        return { allowed: true };
      },
    });
    const { body } = await endpoint(createWebhook, create)(account, { body: draftFor(widget.id) });
    expect(body.code).toBe('APP_NOT_FOUND');
    expect(await readRegistrations(table, account.accountId)).toStrictEqual([]);
  });

  test('twice at once deletes it once, and the other call finds none', async () => {
    const account = await signedInAccount();
    const widget = await createWidgetFor(account);
    await createWidgetFor(account);
    const both = await Promise.all([remove(account, widget), remove(account, widget)]);
    expect(both.map(({ status }) => status).sort()).toStrictEqual([200, 404]);
    expect((await shown(account)).total).toBe(1);
  });
});

const requestOf = (id: string) => requestTo(deleteWidget, { pathParameters: { id } });

securitySuite({
  contract: deleteWidget,
  handler,
  request: async (account) => requestOf((await createWidgetFor(account)).id),
  missing: () => requestOf(newId('wgt', Date.now())),
});
