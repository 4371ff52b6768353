import { describe, expect, test } from 'vitest';
import { handler as setWidgetStatusHandler } from '#functions/api/kyb/set-widget-status';
import { setWidgetStatus } from '#functions/api/kyb/set-widget-status.contract';
import { serviceTable } from '#shared/db/client';
import { WIDGET_STATUSES } from '#shared/onboarding/widgets/widget-bodies';
import { findOwnedWidget } from '#shared/onboarding/widgets/widget-repository';
import { newId } from '#shared/platform/ids';
import { signedInAccount } from '#tests/support/accounts';
import { endpoint, requestTo } from '#tests/support/call';
import { createWidgetFor, validConfig } from '#tests/support/onboarding';
import { securitySuite } from '#tests/support/security-suite';
import { readTestVault } from '#tests/support/vault';

const handler = setWidgetStatusHandler.with({ vault: readTestVault });
const set = endpoint(setWidgetStatus, handler);

const MOVES = WIDGET_STATUSES.flatMap((from) => WIDGET_STATUSES.map((to) => [from, to] as const));

const withoutModules = { ...validConfig(), modules: { business_profile: { enabled: false, required: true } } };

describe('Setting the status of a widget', () => {
  test.each(MOVES)('changes it from %s to %s and returns the whole widget', async (from, to) => {
    const account = await signedInAccount();
    const widget = await createWidgetFor(account, { status: from });
    const { status, body } = await set(account, { pathParameters: { id: widget.id }, body: { status: to } });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      data: { id: widget.id, status: to, config: widget.config, embedLinkToken: widget.embedLinkToken },
    });
    expect(body.data.embedSigningSecret).toMatch(/^whsec_/);
    expect(await findOwnedWidget(serviceTable(), account, widget.id)).toMatchObject({ status: to });
  });

  test('to its current value changes nothing', async () => {
    const account = await signedInAccount();
    const widget = await createWidgetFor(account, { status: 'paused', createdAtMs: Date.now() - 60_000 });
    const { status, body } = await set(account, { pathParameters: { id: widget.id }, body: { status: 'paused' } });
    expect(status).toBe(200);
    expect(body.data.updatedAt).toBe(widget.updatedAt);
  });

  test('increases updatedAt', async () => {
    const account = await signedInAccount();
    const widget = await createWidgetFor(account, { status: 'draft', createdAtMs: Date.now() - 60_000 });
    const { body } = await set(account, { pathParameters: { id: widget.id }, body: { status: 'live' } });
    expect(Date.parse(body.data.updatedAt)).toBeGreaterThan(Date.parse(widget.updatedAt));
    expect(body.data.createdAt).toBe(widget.createdAt);
  });

  test.each(['draft', 'paused'] as const)('to %s needs no enabled module', async (status) => {
    const account = await signedInAccount();
    const { id } = await createWidgetFor(account, { status: 'live', config: withoutModules });
    const response = await set(account, { pathParameters: { id }, body: { status } });
    expect(response.status).toBe(200);
  });
});

describe('Setting the status of a widget is refused', () => {
  test('if it would go live without an enabled module, and is unchanged', async () => {
    const account = await signedInAccount();
    const { id } = await createWidgetFor(account, { status: 'draft', config: withoutModules });
    const { status, body } = await set(account, { pathParameters: { id }, body: { status: 'live' } });
    expect([status, body.code]).toStrictEqual([400, 'NO_MODULE_ENABLED']);
    expect(await findOwnedWidget(serviceTable(), account, id)).toMatchObject({ status: 'draft' });
  });

  test.each([{}, { status: 'archived' }, { status: null }])('for the body %j', async (body) => {
    const account = await signedInAccount();
    const { id } = await createWidgetFor(account);
    const response = await set(account, { pathParameters: { id }, body });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path: 'status' }] });
  });

  test.each(['wgt_1', 'a#b'])('as not found for an impossible id: %s', async (id) => {
    const { status, body } = await set(await signedInAccount(), { pathParameters: { id }, body: { status: 'live' } });
    expect([status, body.code]).toStrictEqual([404, 'WIDGET_NOT_FOUND']);
  });

  test("for somebody else's widget, which stays as it was", async () => {
    const [owner, stranger] = await Promise.all([signedInAccount(), signedInAccount()]);
    const { id } = await createWidgetFor(owner, { status: 'draft' });
    const { status } = await set(stranger, { pathParameters: { id }, body: { status: 'live' } });
    expect(status).toBe(404);
    expect(await findOwnedWidget(serviceTable(), owner, id)).toMatchObject({ status: 'draft' });
  });
});

const requestOf = (id: string) => requestTo(setWidgetStatus, { pathParameters: { id }, body: { status: 'live' } });

securitySuite({
  contract: setWidgetStatus,
  handler,
  request: async (account) => requestOf((await createWidgetFor(account)).id),
  missing: () => requestOf(newId('wgt', Date.now())),
});
