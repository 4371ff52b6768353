import { describe, expect, test } from 'vitest';
import { handler as createApplicantHandler } from '#functions/api/kyb/create-applicant';
import { createApplicant } from '#functions/api/kyb/create-applicant.contract';
import { handler as listHandler } from '#functions/api/kyb/list-widget-applicants';
import { listWidgetApplicants } from '#functions/api/kyb/list-widget-applicants.contract';
import { handler as readApplicantHandler } from '#functions/api/kyb/read-applicant';
import { readApplicant } from '#functions/api/kyb/read-applicant.contract';
import { handler as readHandler } from '#functions/api/kyb/read-widget';
import { readWidget } from '#functions/api/kyb/read-widget.contract';
import { handler as setStatusHandler } from '#functions/api/kyb/set-widget-status';
import { setWidgetStatus } from '#functions/api/kyb/set-widget-status.contract';
import { serviceTable } from '#shared/db/client';
import { update } from '#shared/db/expressions';
import { NOT_DELETED } from '#shared/db/soft-deletion';
import { readApplicantSnapshot } from '#shared/onboarding/applicants/applicant-creation';
import { findOwnedApp } from '#shared/onboarding/widgets/apps';
import { widgetKeys } from '#shared/onboarding/widgets/keys';
import type { Widget } from '#shared/onboarding/widgets/widget';
import { findWidgetByEmbedToken, findWidgetOfAccount } from '#shared/onboarding/widgets/widget-repository';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { loadWallet } from '#shared/wallet/wallet';
import { signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { createApplicantFor, createFrom, createWidgetFor, openWalletsFor } from '#tests/support/onboarding';
import { readTestVault } from '#tests/support/vault';

const table = serviceTable();

const endpoints = {
  read: endpoint(readWidget, readHandler.with({ vault: readTestVault })),
  setStatus: endpoint(setWidgetStatus, setStatusHandler.with({ vault: readTestVault })),
  createApplicant: endpoint(createApplicant, createApplicantHandler),
  listApplicants: endpoint(listWidgetApplicants, listHandler),
};

const REQUESTS = {
  read: {},
  setStatus: { body: { status: 'paused' } },
  createApplicant: { body: {} },
  listApplicants: {},
};

const softlyDelete = ({ id }: Widget) =>
  table.write(update(widgetKeys.widget(id), { set: { deletedAt: isoTime(Date.now()) }, when: NOT_DELETED }));

const deletedWidget = async () => {
  const account = await signedInAccount();
  await openWalletsFor(account);
  const widget = await createWidgetFor(account);
  const { applicant } = await createApplicantFor(account, widget);
  await softlyDelete(widget);
  return { account, widget, applicant };
};

const balanceOf = async (accountId: string) =>
  (await loadWallet(table, { accountId, environment: 'sandbox' })).balanceKobo;

describe('A deleted widget', () => {
  test.each(Object.keys(endpoints) as (keyof typeof endpoints)[])('is to %s what never was', async (name) => {
    const { account, widget } = await deletedWidget();
    const call = (id: string) => endpoints[name](account, { ...REQUESTS[name], pathParameters: { id } });
    const [deleted, missing] = [await call(widget.id), await call(newId('wgt', Date.now()))];
    expect(deleted.status).toBe(404);
    expect(deleted.response.body).toBe(missing.response.body);
  });

  test('is no app that a registration can be for, and its embed token is an unknown one', async () => {
    const { account, widget } = await deletedWidget();
    expect(await findOwnedApp(table, account, widget.id)).toBeUndefined();
    expect(await findWidgetByEmbedToken(table, widget.embedLinkToken)).toBeUndefined();
  });

  test('keeps its applicants readable, and can be read by work that was begun before', async () => {
    const { account, widget, applicant } = await deletedWidget();
    const read = endpoint(readApplicant, readApplicantHandler);
    expect((await read(account, { pathParameters: { id: applicant.id } })).status).toBe(200);
    expect(await findWidgetOfAccount(table, account.accountId, widget.id)).toMatchObject({ id: widget.id });
  });

  test('gets no status and no applicant of a request that read it before, and nothing is charged', async () => {
    const account = await signedInAccount();
    await openWalletsFor(account);
    const widget = await createWidgetFor(account);
    const snapshot = (await readApplicantSnapshot(table, account, widget.id)) ?? expect.unreachable();
    await softlyDelete(widget);
    const before = await balanceOf(account.accountId);
    await expect(createFrom(snapshot, { subject: {}, by: 'account' })).rejects.toMatchObject({
      code: 'WIDGET_NOT_FOUND',
    });
    expect(await balanceOf(account.accountId)).toBe(before);
    expect(await table.get(widgetKeys.widget(widget.id))).toMatchObject({ status: 'live', applicantCount: 0 });
  });
});
