import { describe, expect, test } from 'vitest';
import { handler as createApplicantHandler } from '#functions/api/kyb/create-applicant';
import { createApplicant } from '#functions/api/kyb/create-applicant.contract';
import { handler as deleteHandler } from '#functions/api/kyb/delete-widget';
import { deleteWidget } from '#functions/api/kyb/delete-widget.contract';
import { handler as listHandler } from '#functions/api/kyb/list-widget-applicants';
import { listWidgetApplicants } from '#functions/api/kyb/list-widget-applicants.contract';
import { handler as readApplicantHandler } from '#functions/api/kyb/read-applicant';
import { readApplicant } from '#functions/api/kyb/read-applicant.contract';
import { handler as readHandler } from '#functions/api/kyb/read-widget';
import { readWidget } from '#functions/api/kyb/read-widget.contract';
import { handler as rotateHandler } from '#functions/api/kyb/rotate-embed-token';
import { rotateEmbedToken } from '#functions/api/kyb/rotate-embed-token.contract';
import { handler as setStatusHandler } from '#functions/api/kyb/set-widget-status';
import { setWidgetStatus } from '#functions/api/kyb/set-widget-status.contract';
import { handler as changeHandler } from '#functions/api/kyb/update-widget';
import { updateWidget } from '#functions/api/kyb/update-widget.contract';
import { serviceTable } from '#shared/db/client';
import { readApplicantSnapshot } from '#shared/onboarding/applicants/applicant-creation';
import { findOwnedApp } from '#shared/onboarding/widgets/apps';
import { widgetKeys } from '#shared/onboarding/widgets/keys';
import type { Widget } from '#shared/onboarding/widgets/widget';
import { findWidgetByEmbedToken, findWidgetOfAccount } from '#shared/onboarding/widgets/widget-repository';
import { newId } from '#shared/platform/ids';
import { loadWallet } from '#shared/wallet/wallet';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { createApplicantFor, createFrom, createWidgetFor, openWalletsFor } from '#tests/support/onboarding';
import { readTestVault } from '#tests/support/vault';

const table = serviceTable();

const deletion = endpoint(deleteWidget, deleteHandler);

const endpoints = {
  read: endpoint(readWidget, readHandler.with({ vault: readTestVault })),
  setStatus: endpoint(setWidgetStatus, setStatusHandler.with({ vault: readTestVault })),
  createApplicant: endpoint(createApplicant, createApplicantHandler),
  listApplicants: endpoint(listWidgetApplicants, listHandler),
  change: endpoint(updateWidget, changeHandler.with({ vault: readTestVault })),
  rotateToken: endpoint(rotateEmbedToken, rotateHandler.with({ vault: readTestVault })),
  delete: deletion,
};

const REQUESTS = {
  read: {},
  setStatus: { body: { status: 'paused' } },
  createApplicant: { body: {} },
  listApplicants: {},
  change: { body: { name: 'Back again' } },
  rotateToken: {},
  delete: {},
};

const softlyDelete = async (account: SignedInAccount, { id }: Widget): Promise<void> => {
  expect((await deletion(account, { pathParameters: { id } })).status).toBe(200);
};

const deletedWidget = async () => {
  const account = await signedInAccount();
  await openWalletsFor(account);
  const widget = await createWidgetFor(account);
  const { applicant } = await createApplicantFor(account, widget);
  await softlyDelete(account, widget);
  return { account, widget, applicant };
};

const balanceOf = async (accountId: string) =>
  (await loadWallet(table, { accountId, environment: 'sandbox' })).balanceKobo;

describe('A deleted widget', () => {
  test.each(Object.keys(endpoints) as (keyof typeof endpoints)[])(
    'is to %s the same as one that never existed',
    async (name) => {
      const { account, widget } = await deletedWidget();
      const call = (id: string) => endpoints[name](account, { ...REQUESTS[name], pathParameters: { id } });
      const [deleted, missing] = [await call(widget.id), await call(newId('wgt', Date.now()))];
      expect(deleted.status).toBe(404);
      expect(deleted.response.body).toBe(missing.response.body);
    },
  );

  test('is not an app for registrations, and its embed token is unknown', async () => {
    const { account, widget } = await deletedWidget();
    expect(await findOwnedApp(table, account, widget.id)).toBeUndefined();
    expect(await findWidgetByEmbedToken(table, widget.embedLinkToken)).toBeUndefined();
  });

  test('keeps its applicants readable, and can be read by work that was begun before', async () => {
    const { account, widget, applicant } = await deletedWidget();
    const read = endpoint(readApplicant, readApplicantHandler.with({ vault: readTestVault }));
    expect((await read(account, { pathParameters: { id: applicant.id } })).status).toBe(200);
    expect(await findWidgetOfAccount(table, account.accountId, widget.id)).toMatchObject({ id: widget.id });
  });

  test('gets no status and no applicant from a request that read it before, and nothing is charged', async () => {
    const account = await signedInAccount();
    await openWalletsFor(account);
    const widget = await createWidgetFor(account);
    const snapshot = (await readApplicantSnapshot(table, account, widget.id)) ?? expect.unreachable();
    await softlyDelete(account, widget);
    const before = await balanceOf(account.accountId);
    await expect(createFrom(snapshot, { subject: {}, by: 'account' })).rejects.toMatchObject({
      code: 'WIDGET_NOT_FOUND',
    });
    expect(await balanceOf(account.accountId)).toBe(before);
    expect(await table.get(widgetKeys.widget(widget.id))).toMatchObject({ status: 'live' });
    expect(await table.get(widgetKeys.intake(widget.id))).toMatchObject({ applicantCount: 0 });
  });
});
