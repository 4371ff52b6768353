import { describe, expect, test } from 'vitest';
import { handler as openHandler } from '#functions/api/embed/open-embed-session';
import { openEmbedSession } from '#functions/api/embed/open-embed-session.contract';
import { EVENTS, type EventType } from '#shared/events/catalogue';
import type { ServiceEvent } from '#shared/events/outbox';
import { assess } from '#tests/integration/assessment/run';
import { createApplicantFor } from '#tests/support/onboarding';
import { outboxEventsOf } from '#tests/support/outbox';
import { embedEndpoint, newWidgetWithOwner } from './call.ts';
import { complete, sessionCalls } from './session.ts';

const open = embedEndpoint(openEmbedSession, openHandler);

const APPLICANT_EVENTS = (Object.keys(EVENTS) as EventType[]).filter((type) => type.startsWith('kyb.applicant.'));

/** The customer's id for a person, which a visitor who knows or guesses it can send too. */
const VICTIMS_ID = 'customer-4711';

/** Submits a session, has it assessed, and returns every event of its applicant. */
const eventsOf = async (
  widget: Awaited<ReturnType<typeof newWidgetWithOwner>>['widget'],
  ids: { readonly sessionId: string; readonly applicantId: string },
): Promise<ServiceEvent[]> => {
  const session = sessionCalls(widget, { id: ids.sessionId });
  await complete(session);
  expect((await session.submit()).status).toBe(200);
  const [submitted] = await outboxEventsOf(ids.applicantId, 'kyb.applicant.submitted');
  if (!submitted) throw new Error('Nothing was submitted');
  await assess({ event: submitted });
  return (await Promise.all(APPLICANT_EVENTS.map((type) => outboxEventsOf(ids.applicantId, type)))).flat();
};

const createdBy = (events: readonly ServiceEvent[]) =>
  events.map(({ type, data }) => [type, (data as Record<string, unknown>)['createdBy']]);

describe('the events of an applicant name who created it', () => {
  test('a visitor, whatever id the visitor sends: from the first event to the decision', async () => {
    const { widget } = await newWidgetWithOwner();
    const { body } = await open({ body: { token: widget.embedLinkToken, referenceId: VICTIMS_ID } });
    const events = await eventsOf(widget, body.data);
    expect(events.every(({ data }) => (data as Record<string, unknown>)['referenceId'] === VICTIMS_ID)).toBe(true);
    expect(createdBy(events)).toEqual([
      ['kyb.applicant.created', 'applicant'],
      ['kyb.applicant.submitted', 'applicant'],
      ['kyb.applicant.decision', 'applicant'],
    ]);
  });

  test('the account, although a visitor opens its session with an id of theirs', async () => {
    const { account, widget } = await newWidgetWithOwner();
    const { applicant, session } = await createApplicantFor(account, widget, { referenceId: 'ours' });
    const response = await open({
      body: { token: widget.embedLinkToken, applicantId: applicant.id, referenceId: VICTIMS_ID },
    });
    expect(response.status).toBe(200);
    const events = await eventsOf(widget, { sessionId: session.id, applicantId: applicant.id });
    expect(createdBy(events)).toEqual([
      ['kyb.applicant.created', 'account'],
      ['kyb.applicant.submitted', 'account'],
      ['kyb.applicant.decision', 'account'],
    ]);
    expect(JSON.stringify(events)).not.toContain(VICTIMS_ID);
  });

  test('as the catalogue requires of each of them', () => {
    for (const type of APPLICANT_EVENTS) expect(EVENTS[type].example).toMatchObject({ createdBy: 'account' });
  });
});
