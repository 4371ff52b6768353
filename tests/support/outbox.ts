import * as v from 'valibot';
import { serviceTable } from '#shared/db/client';
import type { Item } from '#shared/db/expressions';
import type { EventType } from '#shared/events/catalogue';
import { eventKeys } from '#shared/events/keys';
import { eventSchema, type ServiceEvent } from '#shared/events/outbox';
import { applicantKeys } from '#shared/onboarding/applicants/keys';

/** Whether a written item emits an event. */
export const isOutboxItem = ({ pk, accountId, eventId }: Item): boolean =>
  eventId !== undefined && pk === eventKeys.outboxEvent(String(accountId), String(eventId)).pk;

/** The events in the outbox of an account, oldest first. */
export const eventsOf = async (accountId: string): Promise<ServiceEvent[]> => {
  const { pk: partition } = eventKeys.outboxEvent(accountId, 'any');
  const items = await serviceTable().queryAll({ partition, where: { accountId: { equals: accountId } } });
  return items.map((item) => v.parse(eventSchema, item));
};

/** The events of one type in an account's outbox, oldest first. */
export const eventsOfAccount = async (accountId: string, type: EventType): Promise<ServiceEvent[]> =>
  (await eventsOf(accountId)).filter((event) => event.type === type);

/**
 * The events of one type in the table's outbox that concern an applicant, oldest first. Only the outbox of the
 * applicant's account is read, because a scan of the table that the suite shares would take seconds.
 */
export const outboxEventsOf = async (applicantId: string, type: EventType): Promise<ServiceEvent[]> => {
  const applicant = await serviceTable().get(applicantKeys.applicant(applicantId));
  const events = await eventsOfAccount(String(applicant?.['accountId']), type);
  return events.filter((event) => event.data['applicantId'] === applicantId);
};
