import { expect, test } from 'vitest';
import { serviceTable } from '#shared/db/client';
import { applicantCreation, readApplicantSnapshot } from '#shared/onboarding/applicants/applicant-creation';
import { openToVisitors } from '#shared/onboarding/widgets/intake';
import { rotatedWidget } from '#shared/onboarding/widgets/widget-changes';
import { changedStatus, suspendWidget } from '#shared/onboarding/widgets/widget-repository';
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
  const { snapshot, visitor } = await admitted();
  await serviceTable().transact(changedStatus(snapshot.widget, 'paused', Date.now()).operations);
  const refused = await serviceTable().transact(visitor().operations);
  expect(refused.written ? 'written' : Object.keys(refused.refusals)).toEqual(['intake']);
});

test('a token that was rotated after it admitted a visitor opens no session', async () => {
  const { scope, snapshot, visitor } = await admitted();
  await serviceTable().transact(rotatedWidget(scope, snapshot.widget, Date.now()).operations);
  const refused = await serviceTable().transact(visitor().operations);
  expect(refused.written ? 'written' : Object.keys(refused.refusals)).toEqual(['intake']);
});

test('a widget that was suspended with its account after it admitted a visitor opens no session', async () => {
  const { snapshot, visitor } = await admitted();
  await serviceTable().transact(suspendWidget(snapshot.widget, new Date().toISOString()));
  const refused = await serviceTable().transact(visitor().operations);
  expect(refused.written ? 'written' : Object.keys(refused.refusals)).toEqual(['intake']);
  await serviceTable().transact(suspendWidget(snapshot.widget, undefined));
  expect((await serviceTable().transact(visitor().operations)).written).toBe(true);
});

test('an opening without interference is written', async () => {
  const { visitor } = await admitted();
  expect((await serviceTable().transact(visitor().operations)).written).toBe(true);
});
