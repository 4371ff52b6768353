import { expect, test } from 'vitest';
import { serviceTable } from '#shared/db/client';
import { applicantCreation, readApplicantSnapshot } from '#shared/onboarding/applicants/applicant-creation';
import { rotatedWidget } from '#shared/onboarding/widgets/widget-changes';
import { changeWidgetStatus, openToVisitors } from '#shared/onboarding/widgets/widget-repository';
import { sessionScope } from '#tests/support/accounts';
import { openedSession } from './session.ts';

/** The state that a visitor's opening starts from, read while the widget still admits the visitor. */
const admitted = async () => {
  const { widget } = await openedSession();
  const scope = sessionScope(widget.accountId);
  const snapshot = (await readApplicantSnapshot(serviceTable(), scope, widget.id)) ?? expect.unreachable();
  const visitor = () =>
    applicantCreation(
      snapshot,
      { subject: {}, by: 'applicant' },
      Date.now(),
      openToVisitors(snapshot.widget.embedLinkToken),
    );
  return { scope, snapshot, visitor };
};

test('a widget that was paused after it admitted a visitor opens no session, and charges nothing', async () => {
  const { scope, snapshot, visitor } = await admitted();
  await serviceTable().write(changeWidgetStatus(scope, snapshot.widget.id, 'paused', Date.now()));
  const refused = await serviceTable().transact(visitor().operations);
  expect(refused.written ? 'written' : Object.keys(refused.refusals)).toEqual(['widget']);
});

test('a token that was rotated after it admitted a visitor opens no session', async () => {
  const { scope, snapshot, visitor } = await admitted();
  await serviceTable().write(rotatedWidget(scope, snapshot.widget, Date.now()).operation);
  const refused = await serviceTable().transact(visitor().operations);
  expect(refused.written ? 'written' : Object.keys(refused.refusals)).toEqual(['widget']);
});

test('an opening without interference is written', async () => {
  const { visitor } = await admitted();
  expect((await serviceTable().transact(visitor().operations)).written).toBe(true);
});
