import type { Bound } from '#shared/db/bound';
import { type Item, update } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import type { AccountEnvironment } from '#shared/platform/scope';
import type { ServiceEvent } from './outbox.ts';
import { entryOfItem } from './outbox-entry.ts';
import { eventsOfAccount, type Span } from './outbox-range.ts';

/** The applicant whose events are erased. */
export interface ConcernedApplicant extends AccountEnvironment {
  readonly applicantId: string;
}

/**
 * The `data` of an event about an applicant without the reference that its account, or a visitor, gave the applicant.
 */
export const withoutReference = (data: ServiceEvent['data']): ServiceEvent['data'] =>
  'referenceId' in data ? { ...data, referenceId: null } : data;

/** Events about one applicant: far more than follow from its longest timeline. */
const ABOUT_BOUND: Bound = { most: 100_000, why: 'more would not fit into the memory of the function' };

/** Reads the events of an account that concern an applicant and happened within a span of time. */
export const eventsAbout = (
  table: Pick<Table, 'queryAll'>,
  { accountId, applicantId }: ConcernedApplicant,
  span: Span,
): Promise<readonly Item[]> =>
  table.queryAll(eventsOfAccount(accountId, span, { 'data>applicantId': { equals: applicantId } }), ABOUT_BOUND);

/** Erases the reference of its applicant from an event. Feeds show events as the outbox has them. */
export const eraseEvent = async (table: Pick<Table, 'write'>, item: Item): Promise<void> => {
  const { key, event } = entryOfItem(item);
  if (!key || !event) throw new TypeError('An event of an erased applicant cannot be read');
  if ((event.data['referenceId'] ?? null) === null) return;
  await table.write(update(key, { set: { data: withoutReference(event.data) }, when: { eventId: 'exists' } }));
};
